"""Answers without a model: evidence in the words, the cheapest pattern that joins it, a form, a query.

In: a LinkedQuestion. Out: a Proposal of candidate queries, best first, each with its confidence and its
reading; or nothing, with the words that were understood and those that were not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.conversation import spoken
from kgqa.definitions.definition import Definitions
from kgqa.linking.names import Naming
from kgqa.linking.pronouns import points_back
from kgqa.linking.tokens import Token, tokenise
from kgqa.ontology import Ontology
from kgqa.ports import Means, Proposal
from kgqa.strategies.interpret.casting import misfits
from kgqa.strategies.interpret.cued import Context, apply, compared, short_names
from kgqa.strategies.interpret.cues import Cue, Found, cues, quoted_spans, unquoted
from kgqa.strategies.interpret.defined import given_metrics
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.finish import confidence_of, form_of
from kgqa.strategies.interpret.flagged import flagged
from kgqa.strategies.interpret.following import (
    Thread,
    described,
    edits,
    is_repeated,
    leans,
    required,
    starting,
    thread_of,
)
from kgqa.strategies.interpret.form import Form, dump, with_measures
from kgqa.strategies.interpret.including import included
from kgqa.strategies.interpret.loose import settled
from kgqa.strategies.interpret.offer import columns_of
from kgqa.strategies.interpret.pieces import segmentations
from kgqa.strategies.interpret.read import drafts
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading, best_readings
from kgqa.strategies.interpret.relax import conditions
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.staging import staged
from kgqa.strategies.interpret.unsaid import is_order, unsaid
from kgqa.strategies.interpret.write import write
from kgqa.strategies.parse.formulas import formulas
from kgqa.strategies.parse.formulas.names import Names
from kgqa.strategies.parse.relax import relaxed
from kgqa.strategies.parse.stock import stocked
from kgqa.strategies.parse.texts import texted
from kgqa.types import Answer, CandidateQuery, LinkedQuestion, Outcome, Pin, Question, TermKind
from kgqa.wording import words

CANDIDATES, SAME = 8, 2
OFFERED = 0.5  # how sure it is at most of what it only offers
LEAN = 0.6  # a reading below this does not stand on its own
FOLLOWED = 0.98  # a reading that leans on the thread is a little less certain
MOST_NAMES = 24  # a text that names more things than this is no question
NO_RULE = frozenset((Cue.NOR, Cue.VERSUS))  # of which the parser alone knows what they do
MOST_CUES = 60  # nor is one with more words that say what to do, or more numbers
MOST_APPLIED = 20  # joined drafts whose cues are worked out; the others are far behind


@dataclass(frozen=True, slots=True)
class Read:
    """One finished reading: its form, its draft, and what it rests on."""

    form: Form
    draft: Draft
    reading: Reading
    confidence: float
    reason: str
    missing: tuple[str, ...]


class Interpret:
    """The strategy `interpret`: deterministic, and the embedded default."""

    name = "interpret"
    asks_model = False
    weighs_evidence = False

    def __init__(self, ontology: Ontology, naming: Naming, definitions: Definitions | None = None) -> None:
        self.ontology, self.naming = ontology, naming
        self.definitions = definitions or Definitions()
        self.schema = Schema.of(ontology)

    async def propose(self, linked: LinkedQuestion, means: Means) -> Proposal:
        """Candidates best first. Those of a question that is read word by word already are only offered:
        where that is unsure, steps are no surer. Earlier issues change nothing: all readings are proposed at
        once.
        """
        found = self.proposal(linked)
        if not means.is_read:
            return found
        offered = (replace(c, confidence=min(c.confidence, OFFERED)) for c in found.candidates)
        return replace(found, candidates=tuple(offered), is_away=True)

    def proposal(self, linked: LinkedQuestion) -> Proposal:
        """All that the words alone give."""
        if is_order(linked, tokenise(linked.question.text), lang := spoken(linked.question)):
            text = words(lang.code).say("only_asked")
            return Proposal(instead=Answer(question=linked.question, outcome=Outcome.REFUSED, text=text))
        found = self.read(linked)
        understood, missing = summary(linked, found)
        candidates = tuple(self._candidate(r, linked) for r in diverse(found)[:CANDIDATES])
        return Proposal(candidates=candidates, understood=understood, missing=missing)

    def read(self, linked: LinkedQuestion) -> list[Read]:
        """All finished readings of a question, best first, one a query."""
        question = linked.question
        lang = spoken(question)
        tokens = tokenise(question.text)
        quoted = quoted_spans(question.text, tokens)
        plain = cues(question.text, tokens, lang, question.asked_at.date())
        if len(plain) > MOST_CUES or any(f.cue in NO_RULE for f in plain):
            return []
        every = (
            *plain,
            *compared(plain, tokens, linked, lang),
            *flagged(tokens, linked, self.schema, lang),
            *short_names(tokens, linked, question.text, lang),
            *stocked(tokens, linked, self.schema, lang),
            *texted(tokens, linked, self.schema, lang, quoted, plain),
        )
        found_cues = unquoted(every, quoted)
        names = Names(linked, tokens, self.schema, frozenset(self.naming.all), lang)
        formulated = formulas(
            question.text, tokens, lang, names, given_metrics(self.definitions, question.text, lang)
        )
        outside, found_cues = staged(names, found_cues, formulated)
        reader = Reader(
            self.schema, self.naming, lang, tokens, question.text, quoted, self.definitions.terms, names
        )
        beyond = tuple(tokens[i] for i in sorted(unsaid(outside, tokens, lang)))
        results: dict[Form, Read] = {}
        fresh = _readings(outside, found_cues, beyond, reader)
        for read in self._fresh(fresh, reader):
            _keep(results, read)
        more = self._going_on(found_cues, outside, reader)
        goes_on = fresh if more == found_cues else _readings(outside, more, beyond, reader)
        thread = thread_of(question)
        leaning = thread is not None and leans(goes_on, reader)
        if thread and (leaning or not any(r.confidence >= LEAN for r in results.values())):
            followed: dict[Form, Read] = {}
            for read in self._followed(thread, goes_on, reader):
                if leaning or not read.missing:  # a question of its own with an unknown word is no follow-up
                    _keep(followed, read)
            if leaning and any(r.confidence >= LEAN for r in followed.values()):
                results = followed  # the words lean on the thread: what they would mean alone does not count
            for read in followed.values():
                _keep(results, read)
        for read in self._described(goes_on, reader, thread):
            _keep(results, read)
        return sorted(
            results.values(), key=lambda r: (-r.confidence, -least_used(r.form, self.schema), dump(r.form))
        )

    def _fresh(self, found: list[Reading], reader: Reader) -> Iterator[Read]:
        """The question read on its own."""
        joined = [
            (confidence_of(_hoped(draft, on.reading, reader), on.reading, reader)[0], n, on, draft)
            for n, on in enumerate(Context(reader, reading) for reading in found)
            for draft in drafts(reader, on.reading)
        ]
        joined.sort(key=lambda entry: (-entry[0], entry[1]))
        for _, _, on, draft in joined[:MOST_APPLIED]:
            yield from self._applied(on, draft)

    def _going_on(
        self, found: tuple[Found, ...], linked: LinkedQuestion, reader: Reader
    ) -> tuple[Found, ...]:
        """The cues of a question that may go on from another one: those that say what becomes of it, too."""
        flags = flagged(
            reader.tokens, linked, self.schema, reader.lang, goes_on=bool(linked.question.history)
        )
        said = (*edits(reader.tokens, reader.lang), *(f for f in flags if f not in found))
        return (*found, *unquoted(said, reader.quoted))

    def _described(self, found: list[Reading], reader: Reader, thread: Thread | None) -> Iterator[Read]:
        """The question as one that asks what there is to say of a thing."""
        for on in (Context(reader, reading) for reading in found[:MOST_APPLIED]):
            draft = described(on, thread)
            if draft is not None and (read := self._finished(on, draft)):
                yield read

    def _followed(self, thread: Thread, found: list[Reading], reader: Reader) -> Iterator[Read]:
        """The question read as an edit of the last form."""
        for on in (Context(reader, reading) for reading in found[:MOST_APPLIED]):
            for start in starting(thread, on):
                for draft in drafts(reader, on.reading, [start]):
                    for read in self._applied(on, draft, given=1.0):
                        form = required(read.form)
                        if form != thread.form or is_repeated(on.reading, form):
                            yield replace(read, form=form, confidence=round(read.confidence * FOLLOWED, 4))

    def _applied(self, on: Context, draft: Draft, *, given: float = 0.0) -> Iterator[Read]:
        for done in apply(on, draft):
            read = self._finished(on, done, given=given)
            if read:
                yield read

    def _finished(self, on: Context, draft: Draft, *, given: float = 0.0) -> Read | None:
        draft = settled(draft, on.reading, on.reader)
        form = form_of(draft, self.schema)
        if form is None:
            return None
        confidence, reason, missing = confidence_of(draft, on.reading, on.reader, given=given)
        return Read(form, draft, on.reading, confidence, reason, missing)

    def _metrics(self, read: Read, linked: LinkedQuestion) -> Iterator[tuple[str, str]]:
        """The metrics by definition that a reading works out, each with what it means."""
        text = linked.question.text
        for metric in self.definitions.metrics_in(text, spoken(linked.question)):
            used = (found.formula for _, found in read.reading.cue(Cue.FORMULA))
            if any(mention and mention.name in metric.names for mention in used):
                yield metric.name, metric.means

    def _assumed(self, read: Read, question: Question) -> Iterator[str]:
        """Sentences that say what its words were taken for, what stands for what lies below it too, and which
        texts could not be read.
        """
        told = words(spoken(question).code)
        yield from read.draft.assumed
        yield from pointed(read.reading, question)
        named = {m.match.iri: m.match.label for m in read.reading.meanings.values()}
        for iri in included(read.form, self.ontology):
            if iri in named:
                yield told.say("included", what=named[iri])
        for form in misfits(read.form, self.ontology):
            what = self.ontology.label(form.property, spoken(question).code)
            count = form.looked - form.fits
            yield told.say("misfits", what=what, count=count, of=form.looked, stray=form.stray)

    def _candidate(self, read: Read, linked: LinkedQuestion) -> CandidateQuery:
        form, text = read.form, linked.question.text
        whole = with_measures(form)
        return CandidateQuery(
            text=write(whole, self.ontology),
            strategy=self.name,
            reading=", ".join(_meaning_words(read.reading)),
            confidence=read.confidence,
            reason=read.reason,
            form=dump(form),
            columns=columns_of(whole, self.schema, linked.question.language),
            asked=(*form.shown, *(c.name for c in form.computed)) if whole is not form else (),
            pins=pins_of(read.reading),
            without=relaxed(
                form, conditions(form, read.reading, read.draft.phrased, text), text, self.ontology
            ),
            values=tuple(dict.fromkeys(read.draft.told)),
            assumed=tuple(dict.fromkeys(self._assumed(read, linked.question))),
            defined=tuple(dict.fromkeys((*read.draft.defined, *self._metrics(read, linked)))),
        )


def least_used(form: Form, schema: Schema) -> int:
    """How many things have the least used property of a form: of two that are equally good, the one goes
    first that is about more.
    """
    return min((schema.uses(f.property) for f in form.facts), default=0)


def diverse(found: list[Read]) -> list[Read]:
    """The readings, but no more than a few with the same meanings in a row: when the data has nothing for
    one meaning of a name, another one is to be tried.
    """
    first: list[Read] = []
    others: list[Read] = []
    seen: Counter[tuple[str, ...]] = Counter()
    for read in found:
        meanings = tuple(
            m.match.iri for _, m in sorted(read.reading.meanings.items()) if m.kind is TermKind.ENTITY
        )
        seen[meanings] += 1
        (first if seen[meanings] <= SAME else others).append(read)
    return [*first, *others]


def _hoped(draft: Draft, reading: Reading, reader: Reader) -> Draft:
    """The draft as if its cues and its values were met already, which is yet to come: a reading that
    overlooks them is no better for that.
    """
    values = (n for n, m in reading.meanings.items() if reader.schema.is_data(m.match.iri))
    return draft.use(*(n for n, p in enumerate(reading.pieces) if p.found), *values)


def pins_of(reading: Reading) -> tuple[Pin, ...]:
    """The things that the reading chose where its phrases could mean several."""
    found = []
    for n, meaning in sorted(reading.meanings.items()):
        link = reading.pieces[n].link
        if link and meaning.kind is TermKind.ENTITY and meaning.match.how != "pinned":
            found.append(Pin(mention=link.text, term=meaning.match.iri))
    return tuple(found)


def pointed(reading: Reading, question: Question) -> Iterator[str]:
    """Sentences that say what the pronouns of a question were taken for."""
    lang = spoken(question)
    for n, meaning in sorted(reading.meanings.items()):
        link = reading.pieces[n].link
        if link and meaning.match.how == "pinned" and points_back(link.text, lang):
            yield words(lang.code).say("took", words=link.text, what=meaning.match.label)


def _readings(
    linked: LinkedQuestion, found: tuple[Found, ...], beyond: tuple[Token, ...], reader: Reader
) -> list[Reading]:
    """The best readings, but for those that name too much. No reading says what is `beyond`."""
    cuts = segmentations(linked, reader.tokens, found, reader.lang)
    if beyond:
        cuts = [replace(cut, dropped=tuple(dict.fromkeys((*cut.dropped, *beyond)))) for cut in cuts]
    return [r for r in best_readings(cuts) if len(r.meanings) <= MOST_NAMES]


def _keep(results: dict[Form, Read], read: Read) -> None:
    known = results.get(read.form)
    if known is None or known.confidence < read.confidence:
        results[read.form] = read


def summary(linked: LinkedQuestion, found: list[Read]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What was understood and what was not, in the question's own words."""
    if found:
        best = found[0]
        return tuple(_meaning_words(best.reading)), best.missing
    return tuple(n.text for n in linked.links), linked.unlinked


def _meaning_words(reading: Reading) -> list[str]:
    return [f"{m.match.label}" for _, m in sorted(reading.meanings.items())]
