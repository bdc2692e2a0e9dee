"""The strategy `parse`: readings by the chart, run, and weighed against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from kgqa.conversation import spoken
from kgqa.definitions.definition import named_in
from kgqa.errors import GraphRejected, GraphTimeout, OperatorsMove
from kgqa.forms.casting import misfits
from kgqa.forms.columns import columns_of
from kgqa.forms.form import Form, Kind, Literal, Thing, dump, with_measures
from kgqa.forms.including import included
from kgqa.forms.quantities import noun_of
from kgqa.forms.write import write
from kgqa.language import Language
from kgqa.linking.edges import with_edges
from kgqa.linking.pronouns import points_back
from kgqa.linking.tokens import tokenise
from kgqa.ontology import SKOS
from kgqa.ports import Means, Proposal
from kgqa.rows import is_empty, without
from kgqa.schema import Schema
from kgqa.side_by_side import side_by_side
from kgqa.strategies.families import SURE
from kgqa.strategies.parse.conditions import Condition, Conditions
from kgqa.strategies.parse.evidence import DOUBT, Evidence, Ran, denies, finds_nothing, weighed
from kgqa.strategies.parse.reader import Reader
from kgqa.strategies.parse.reading import Reading
from kgqa.strategies.parse.relax import kept_out_by, left_out_by, presupposed, relaxed
from kgqa.strategies.parse.sentence import weighed_in
from kgqa.strategies.parse.unsaid import is_order
from kgqa.strategies.parts import Parts
from kgqa.types import (
    Answer,
    CandidateQuery,
    Limits,
    LinkedQuestion,
    Outcome,
    Pin,
    ResultTable,
    TermKind,
)
from kgqa.wording import words

CANDIDATES, TRIED = 6, 8  # readings that are run, and that are tried
LOOKING = Limits(seconds=5.0)
LOST = 1.0  # what a reading may pass over beyond the cheapest one
NEAR = 0.5  # of readings that cost about as much, what speaks for each decides
MET, CLEAR = 1.8, 1.3  # what the dearest name and all else may cost of a reading by which there is nothing
OUTDONE = 0.1  # how sure it is to leave out nothing by a code, where another one of that name leaves some out
ONE = 2.0  # what all else may cost that asks whether one thing has something
FAR = 3.0  # a reading that costs so much more is another question


class Parser:
    """Asks no model."""

    name = "parse"
    asks_model = False
    weighs_evidence = True

    def __init__(self, parts: Parts, most: int = CANDIDATES) -> None:
        """`most` readings are run, and weighed against each other."""
        self.parts, self.most = parts, most
        self.schema = Schema.of(parts.ontology)
        self.reader = Reader(self.schema, parts.naming, parts.definitions)

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """Candidates best first. It is away where the question asks for what no rule here reads."""
        lang, tokens = spoken(linked.question), tokenise(linked.question.text)
        if is_order(linked, tokens, lang):
            text = words(lang.code).say("only_asked")
            return Proposal(instead=Answer(question=linked.question, outcome=Outcome.REFUSED, text=text))
        understood = tuple(n.text for n in linked.links)
        if not self.reads(linked):
            return Proposal(understood=understood, missing=linked.unlinked, is_away=True)
        found = await self.weighed(linked, means)
        best = next(((ran.reading, evidence.chance) for ran, evidence in found), None)
        if self.reader.is_left(linked, best):
            return Proposal(understood=understood, missing=linked.unlinked, is_away=True)
        said = self.reader.conditions(linked)
        idle = [ran.reading.form for ran, _ in found if ran.outdone or finds_nothing(ran.table)]
        ruled_out = tuple(pin for form in idle for pin in pins_of(form, linked))
        candidates = tuple(
            replace(self._candidate(ran, evidence, said), ruled_out=ruled_out) for ran, evidence in found
        )
        return Proposal(
            candidates=candidates,
            understood=understood,
            missing=found[0][0].reading.unused if found else linked.unlinked,
            is_away=False,
        )

    def reads(self, linked: LinkedQuestion) -> bool:
        """Whether its rules are made for what the question asks."""
        return self.reader.reads(linked)

    async def weighed(self, linked: LinkedQuestion, means: Means) -> list[tuple[Ran, Evidence]]:
        """The readings that were run, each with what speaks for it, the likeliest first."""
        seen = await with_edges(linked, self.parts.graph, typed=True)  # the others came with theirs
        found = self.reader.readings(seen)
        plain = self._plain(linked, found)
        tried = await self._run([*plain, *found], means)
        if any(not r.unused for r in found):  # beside these, a plain one is there to find nothing
            tried = [one for one in tried if one.reading not in plain or _is_nothing(one.table)]
            plain = [one.reading for one in tried if one.reading in plain]
        ran = list(weighed(await self._leaving_out(tried, means)))
        if plain:
            ran = [(replace(one, strays=plain[0].goes_less_far_than(one.reading)), of) for one, of in ran]
        best = min((one for one, _ in ran), key=lambda one: one.reading.cost, default=None)
        least = best.reading.cost if best else 0.0
        ran = [
            (replace(one, strays=one.strays or _strays(one, best) or self._mistakes(one, linked)), of)
            for one, of in ran
        ]
        if nothing := await self._nothing(ran, seen, means):
            return [nothing]
        return sorted(ran, key=lambda one: -one[1].chance if one[0].reading.cost <= least + NEAR else 0.0)

    async def _leaving_out(self, tried: list[Ran], means: Means) -> list[Ran]:
        """Those that leave out nothing by a code are idle, where another code of that name leaves out some:
        no sale has the "cancelled" of purchases.
        """
        counted = [(one, form) for one in tried if (form := left_out_by(one.reading.form)) is not None]
        kinds = [tuple(f.property for f in form.facts) for _, form in counted]
        rivals = [pair for pair, kind in zip(counted, kinds, strict=True) if kinds.count(kind) > 1]
        counts = await side_by_side(_counts(write(form, self.schema.ontology), means) for _, form in rivals)
        idle = [one for (one, _), some in zip(rivals, counts, strict=True) if some is False]
        return [replace(one, outdone=one in idle and len(idle) < len(rivals)) for one in tried]

    def _plain(self, linked: LinkedQuestion, found: list[Reading]) -> list[Reading]:
        """Clear readings by the schema alone: a thing may have none of what it is asked for. Where others use
        each word as well, those of them that are plainer.
        """
        best = next((r for r in found if not r.unused), None)
        if best is not None and len(best.form.facts) == 1 and _is_clear(best):
            return []
        known = [r.form for r in found]
        clear = (r for r in self.reader.readings(linked) if _is_clear(r) and r.form not in known)
        return [r for r in clear if best is None or r.is_plainer_than(best)]

    async def _nothing(
        self, ran: list[tuple[Ran, Evidence]], linked: LinkedQuestion, means: Means
    ) -> tuple[Ran, Evidence] | None:
        """The cheapest reading, where it is clear and there is truly nothing: no reading that guesses
        as little finds rows, whatever its names mean; without one of its conditions there are some.
        """
        first, evidence = min(ran, key=lambda one: one[0].reading.cost, default=(None, None))
        if first is None or evidence is None or not _is_clear(first.reading) or not _is_nothing(first.table):
            return None
        if _crosses_lists(first.reading.form, linked):
            return None
        near = first.reading.guessed + (0.0 if denies(first.table) else NEAR)
        if any(one.reading.guessed <= near and not _is_nothing(one.table) for one, _ in ran):
            return None
        form = first.reading.form
        if _asks_one(form) or first.reading.narrows:
            return first, replace(evidence, empty=0.0)
        ontology = self.schema.ontology
        if form.kind is Kind.ASK:
            granted = presupposed(form)
            if granted is None or await _counts(write(granted, ontology), means):
                return first, replace(evidence, empty=0.0)
            return None
        said = self.reader.conditions(linked)
        less = relaxed(form, _apart(said.of(form)), linked.question.text, ontology)
        if any(await side_by_side(_counts(each.text, means) for each in less)):
            return first, replace(evidence, empty=0.0)
        return None

    def _mistakes(self, one: Ran, linked: LinkedQuestion) -> bool:
        """Whether a reading finds nothing since it takes the code of a thing for one of things of another
        class: that no job is called so says nothing of the "jobs of TM-02", where that is a treadmill.
        """
        form = one.reading.form
        if not finds_nothing(one.table):
            return False
        kinds = dict(form.classes)
        codes = [(f, f.object.value) for f in form.facts if isinstance(f.object, Literal)]
        told = {(f.property, code): kinds.get(str(f.subject), ()) for f, code in codes}
        for link in linked.links:
            classes = next((told[key] for m in link.matches if (key := (m.iri, m.value or "")) in told), ())
            named = [m for m in link.matches if m.kind is TermKind.ENTITY and m.how in SURE]
            if classes and named and not any(self.schema.overlap(m.classes, classes) for m in named):
                return True
        return False

    async def _run(self, found: list[Reading], means: Means) -> list[Ran]:
        """The best readings with what they find, asked of the graph side by side; those that the check
        refuses are none. Raises the graph's trouble where it runs none of them.
        """
        # Where the check refuses the best one, the rest of its words is another question.
        waiting = [r for r in found[:TRIED] if r.derivation.skipped <= found[0].derivation.skipped + LOST]
        ran: list[Ran] = []
        trouble: list[OperatorsMove] = []
        while waiting and len(ran) < self.most:
            best = (ran[0].reading if ran else waiting[0]).cost
            first = None if ran or trouble else waiting[0]  # the likeliest may take its time
            several, waiting = waiting[: self.most - len(ran)], waiting[self.most - len(ran) :]
            near = (r for r in several if r.cost <= best + FAR)
            for one in await side_by_side(self._ran(r, None if r is first else LOOKING, means) for r in near):
                if isinstance(one, Ran):
                    ran.append(one)
                elif one is not None:
                    trouble.append(one)
        if trouble and not ran:
            raise trouble[0]
        return ran

    async def _ran(self, reading: Reading, limits: Limits | None, means: Means) -> Ran | OperatorsMove | None:
        """A reading with what it finds; the graph's trouble, where what is guessed is too much; None where
        the check refuses it.
        """
        try:
            table = await means.run(write(with_measures(reading.form), self.schema.ontology), limits)
        except (GraphTimeout, GraphRejected) as error:
            return error
        if not isinstance(table, ResultTable):
            return None
        asked, kept_out = _asked(table, reading.form), kept_out_by(reading.form)
        if kept_out is None or is_empty(asked):
            return Ran(reading, asked)
        return Ran(reading, asked, idle=await _counts(write(kept_out, self.schema.ontology), means) is False)

    def _candidate(self, ran: Ran, evidence: Evidence, said: Conditions) -> CandidateQuery:
        reading, linked, lang = ran.reading, said.linked, said.lang
        form, told, unused = reading.form, words(lang.code), ", ".join(reading.unused)
        whole = with_measures(form)
        conditions = tuple(said.of(form))
        values = (
            *(line for each in conditions for line in each.told),
            *reading.told,
            *self._weighed(form, lang),
        )
        return CandidateQuery(
            text=write(whole, self.schema.ontology),
            strategy=self.name,
            reading=", ".join(dict.fromkeys(self._named(form, lang))),
            confidence=OUTDONE if ran.outdone else min(evidence.chance, DOUBT if ran.doubted else 1.0),
            evidence=evidence.told,
            reason=told.say("why_unexplained", words=unused) if unused else told.say("why_read"),
            form=dump(form),
            columns=columns_of(whole, self.schema, linked.question.language),
            asked=(*form.shown, *(c.name for c in form.computed)) if whole is not form else (),
            assumed=(
                *((told.say("unused", words=unused),) if unused else ()),
                *reading.assumed,
                *self._assumed(form, linked, lang),
            ),
            pins=pins_of(form, linked),
            without=relaxed(form, _apart(conditions), linked.question.text, self.schema.ontology),
            values=tuple(dict.fromkeys(values)),
            defined=tuple(self._defined(reading, said)),
        )

    def _weighed(self, form: Form, lang: Language) -> Iterator[str]:
        """Lines for the trace that say what counts as often as its quantity says."""
        for number in weighed_in(form, self.schema):
            what = noun_of(self.schema, self.parts.naming.every, form.facts, number, lang.code)
            yield words(lang.code).say("weighed", what=what)

    def _assumed(self, form: Form, linked: LinkedQuestion, lang: Language) -> Iterator[str]:
        """Sentences that say what pronouns were taken for, what stands for what lies below it too, and which
        texts could not be read.
        """
        ontology, told = self.schema.ontology, words(lang.code)
        yield from pointed(form, linked, lang)
        named = {m.iri: m.label for n in linked.links for m in n.matches}
        for iri in dict.fromkeys(included(form, ontology)):
            if iri in named:
                yield told.say("included", what=named[iri])
        for text in dict.fromkeys(misfits(form, ontology)):
            what = ontology.label(text.property, lang.code)
            stray = text.looked - text.fits
            yield told.say("misfits", what=what, count=stray, of=text.looked, stray=text.stray)

    def _defined(self, reading: Reading, said: Conditions) -> Iterator[tuple[str, str]]:
        """The company's own words that a reading uses, each with what it means by definition."""
        passed = reading.derivation.passed
        for first, _, definition in sorted(named_in(self.parts.definitions.every, said.tokens, said.lang)):
            if first not in passed:
                yield definition.name, definition.means

    def _named(self, form: Form, lang: Language) -> Iterator[str]:
        """The classes and properties of a form, as they are called."""
        label = self.schema.ontology.label
        yield from (label(c, lang.code) for _, classes in form.classes for c in classes[:1])
        yield from (label(f.property, lang.code) for f in form.facts)


def _apart(conditions: Iterable[Condition]) -> Iterator[tuple[str, Form]]:
    """The words of each condition, and the form without it."""
    return ((each.words, each.without) for each in conditions)


def _asked(table: ResultTable, form: Form) -> ResultTable:
    """What of the rows was asked for: each once, without the measures beside it."""
    most = len(form.shown) + len(form.computed)
    if form.kind is not Kind.LIST or len(table.columns) <= most:
        return table
    return without(table, form.measures)


async def _counts(count: str, means: Means) -> bool | None:
    """Whether a query that counts has more than none; None where the graph does not say."""
    try:
        table = await means.run(count, LOOKING)
    except (GraphTimeout, GraphRejected):
        return None
    return not finds_nothing(table) if isinstance(table, ResultTable) else None


def _is_clear(reading: Reading) -> bool:
    """Whether a reading uses every word, meets its names as they are and guesses little."""
    derivation = reading.derivation
    joins = [f for f in reading.form.facts if not isinstance(f.object, Literal)]  # a number names its thing
    is_one = len(joins) == 1 and reading.form.kind is Kind.ASK  # "does Moss have a keeper"
    is_met = derivation.weakest <= MET and reading.guessed <= (ONE if is_one else CLEAR)
    return is_met and not reading.unused


def _strays(one: Ran, best: Ran | None) -> bool:
    """Whether the cheapest reading uses every word and says no, or that nothing meets a number or lacks
    something, and this one goes further to find more.
    """
    if best is None or best.reading.unused or _is_nothing(one.table):
        return False
    form = best.reading.form
    if not (denies(best.table) or ((form.having or form.absent) and is_empty(best.table))):
        return False
    further = one.reading.steps > best.reading.steps
    return further and one.reading.cost > best.reading.cost + NEAR


def _is_nothing(table: ResultTable) -> bool:
    """Whether there are no rows, or it is a no."""
    return is_empty(table) or denies(table)


def _asks_one(form: Form) -> bool:
    """Whether a form asks for one property of one thing, and nothing more: others have it, or no rule would
    read it.
    """
    rest = (form.filters, form.absent, form.nested, form.group, form.bound, form.computed, form.having)
    return form.kind is Kind.LIST and len(form.facts) == 1 and len(_things(form)) == 1 and not any(rest)


def _things(form: Form) -> set[str]:
    """The things that a form names."""
    absent = (f for a in form.absent for f in a.facts)
    nested = (f for n in form.nested for f in n.facts)
    ends = (n for f in (*form.facts, *absent, *nested) for n in (f.subject, f.object))
    listed = (v for f in form.filters for v in f.values)
    return {n.iri for n in (*ends, *listed) if isinstance(n, Thing)}


def pointed(form: Form, linked: LinkedQuestion, lang: Language) -> Iterator[str]:
    """Sentences that say what the pronouns of a question were taken for."""
    things = _things(form)
    for link in linked.links:
        taken = next((m for m in link.matches if m.how == "pinned" and m.iri in things), None)
        if taken is not None and points_back(link.text, lang):
            yield words(lang.code).say("took", words=link.text, what=taken.label)


def pins_of(form: Form, linked: LinkedQuestion) -> tuple[Pin, ...]:
    """The things of a form, each with the longest phrase of the question that was taken for it."""
    named = _things(form)
    said: dict[str, str] = {}
    for link in linked.links:
        for match in link.matches:
            chosen = match.kind is TermKind.ENTITY and match.iri in named and match.how != "pinned"
            if chosen and len(link.text) > len(said.get(match.iri, "")):
                said[match.iri] = link.text
    return tuple(Pin(mention=mention, term=iri) for iri, mention in said.items())


def _crosses_lists(form: Form, linked: LinkedQuestion) -> bool:
    """Whether a code of one list stands where the data only has codes of another: a guest whose country is
    "confirmed". That nothing is found then says nothing.
    """
    codes = {
        m.iri: {e.property for e in m.edges if e.reached}
        for link in linked.links
        for m in link.matches
        if m.kind is TermKind.ENTITY and m.edges and set(m.classes) == {SKOS + "Concept"}
    }
    return any(
        isinstance(f.object, Thing) and f.property not in codes.get(f.object.iri, {f.property})
        for f in form.facts
    )
