"""Questions that go on from an earlier one: "how many are those?", "only the managers", "and in Norway?".

In: a question with its thread. Out: entries for the words that stand for what was answered, and for the
earlier question itself, which stands before the first word of a fragment. What an earlier question was about
is the Set of its form, which the rules join with other sets. `Again` is an earlier form with parts exchanged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.language import Language
from kgqa.linking.pronouns import points_back
from kgqa.linking.tokens import Token
from kgqa.restate.english import plural
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.form import Fact, Filter, Form, Kind, Thing, Variable, load, named, renamed
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.parse.lexicon import Entry
from kgqa.strategies.parse.meaning import Again, End, Operator, Set
from kgqa.strategies.parse.patterns import concrete, typed
from kgqa.types import Link, LinkedQuestion, Question, TermKind, Turn
from kgqa.wording import words

EARLIER = 3  # how far back a question is asked again
TAKEN_UP = 0.3  # what each step back costs
BEFORE = -1  # the place before the first word, where a fragment has what it goes on from
VALUES = 0.3  # what it costs that values are meant, and not the things that have them
ASKING = (Cue.ASK, Cue.WHO, Cue.WHERE, Cue.WHEN, Cue.COUNT, Cue.AMOUNT, Cue.YES_NO)
PAGES = frozenset(("top", "first", "next", "rest", "all", "reverse"))
_PAGING = 6  # words that ask for other rows
_LEAD = 4  # words of a phrase that leads to a fragment


@dataclass(frozen=True, slots=True)
class Last:
    """An earlier question: its form, and the things that it found, where they were few."""

    form: Form
    things: tuple[str, ...]
    question: str


def turns_of(question: Question) -> tuple[Last, ...]:
    """The questions of a thread that have a form, the last one first; none where a new topic has begun."""
    found: list[Last] = []
    for turn in reversed(question.history[-EARLIER:]):
        form = form_of(turn)
        if form is not None and not (found and found[-1].form == form):
            found.append(Last(form, turn.things, turn.question))
        elif not found and turn is not question.history[-1]:
            break
    return tuple(found)


def form_of(turn: Turn) -> Form | None:
    """The form of a turn; None where it has none that can still be read."""
    try:
        return load(turn.form) if turn.form else None
    except (ValueError, KeyError, TypeError):
        return None


@dataclass(frozen=True)
class Following:
    """What one question goes on from."""

    linked: LinkedQuestion
    tokens: tuple[Token, ...]
    schema: Schema
    lang: Language

    @cached_property
    def turns(self) -> tuple[Last, ...]:
        return turns_of(self.linked.question)

    # ── the words that go on ─────────────────────────────────────────────────────────────────────

    @cached_property
    def _words(self) -> list[str]:
        return [t.folded for t in self.tokens]

    @cached_property
    def lead(self) -> int:
        """How many words lead to what goes on: "and", "what about", "but only"."""
        return max((last + 1 for _, last in self._leading), default=0)

    @cached_property
    def _leading(self) -> list[tuple[str, int]]:
        edits, leads = self.lang.table("edit"), self.lang.phrases("follow_up.starts")
        leads |= {phrase for phrase, edit in edits.items() if edit in ("only", "also")}
        several = self.lang.phrases("follow_up.several")
        found: list[tuple[str, int]] = []
        at = 0
        while at < len(self._words):
            phrases = (" ".join(self._words[at : at + size]) for size in range(_LEAD, 0, -1))
            said = next((p for p in phrases if p in leads and not several & set(p.split())), "")
            if not said:
                break
            at += said.count(" ") + 1
            found.append((said, at - 1))
        return found

    @cached_property
    def narrows(self) -> bool:
        """“only …": what follows is a further condition."""
        return any(self.lang.table("edit").get(said) == "only" for said, _ in self._leading)

    @cached_property
    def adds(self) -> bool:
        """“also …": what follows stands beside what was asked."""
        return any(self.lang.table("edit").get(said) == "also" for said, _ in self._leading)

    @cached_property
    def several(self) -> tuple[int, ...]:
        """The words that stand for all that was answered: "those", "them"."""
        return tuple(i for i in range(len(self._words)) if self.turns and self._is_for_several(i))

    def _is_for_several(self, i: int) -> bool:
        word, lang = self._words[i], self.lang
        covering = [n for n in self._links if n.start <= self.tokens[i].start and self.tokens[i].end <= n.end]
        if any(len(n.text) > len(self.tokens[i].text) for n in covering):
            return False  # "that order", or a part of a name
        if not self._found_several and any(n.matches[0].how == "pinned" for n in covering):
            return False
        if word in lang.phrases("follow_up.alone") and 0 < i == len(self._words) - 1:
            return self._found_several
        names = lang.phrases("follow_up.several") - lang.phrases("follow_up.articles")
        return word in names and not self._is_said_here(i)

    def _is_said_here(self, i: int) -> bool:
        """Whether a pronoun may stand for what the question names itself: "customers and their orders"."""
        is_free = self._words[i] in self.lang.phrases("follow_up.any")
        before = (n.matches[0].kind for n in self._links if n.end <= self.tokens[i].start)
        return is_free and TermKind.CLASS in before

    @cached_property
    def _links(self) -> tuple[Link, ...]:
        return tuple(n for n in self.linked.links if n.matches)

    @cached_property
    def single(self) -> tuple[int, ...]:
        """The words that stand for one thing that was said before: "her", "that order"."""
        return tuple(
            i
            for n in self._links
            if n.matches[0].how == "pinned" and points_back(n.text, self.lang)
            for i, t in enumerate(self.tokens)
            if n.start <= t.start and t.end <= n.end and i not in self.several and not self._is_said_here(i)
        )

    @property
    def _found_several(self) -> bool:
        return len(self.turns[0].things) != 1

    @cached_property
    def apart(self) -> LinkedQuestion:
        """The question without one thing for a word that stands for several."""
        starts = {self.tokens[i].start for i in self.several}
        links = tuple(
            n
            for n in self.linked.links
            if n.start not in starts or not any(m.how == "pinned" for m in n.matches)
        )
        return replace(self.linked, links=links)

    @cached_property
    def excludes(self) -> bool:
        """“not those in …": what follows is taken away."""
        return self._words[0] in self.lang.phrases("negation") and 1 in self.several

    @cached_property
    def instead(self) -> frozenset[int]:
        """Words that only say that something is exchanged: "by country instead"."""
        edits = self.lang.table("edit")
        return frozenset(i for i, w in enumerate(self._words) if edits.get(w) == "instead")

    @cached_property
    def pages(self) -> tuple[Entry, ...]:
        """“the next", "top", "the other way round": other rows of the same list."""
        edits, found, at = self.lang.table("edit"), [], self.lead
        while at < len(self._words):
            ends = range(min(at + _PAGING, len(self._words)), at, -1)
            end = next((e for e in ends if edits.get(" ".join(self._words[at:e])) in PAGES), 0)
            if end:
                function = str(edits[" ".join(self._words[at:end])])
                said = Found(cue=Cue.EDIT, first=at, last=end - 1, function=function)
                found.append(Entry(at, end - 1, Operator(said), 0.0))
            at = end or at + 1
        return tuple(found)

    def asks(self, cues: tuple[Found, ...]) -> bool:
        """Whether a word behind the lead asks."""
        return any(f.cue in ASKING and f.first >= self.lead for f in cues)

    def is_fragment(self, cues: tuple[Found, ...]) -> bool:
        """Whether a question names nothing to ask for: "how many per country?", "the cheapest?"."""
        groups = [f.last for f in cues if f.cue is Cue.GROUP and not f.function]
        starts = [t.start for t in self.tokens]
        keys = {starts[i] for last in groups for i in range(last + 1, min(last + 3, len(starts)))}
        return all(n.start in keys for n in self._links) and bool(cues or self.pages)

    # ── what they stand for ──────────────────────────────────────────────────────────────────────

    def pronouns(self) -> Iterator[Entry]:
        """What was answered, at each word that stands for it."""
        for i in self.several:
            for about, dear in self._sets():
                yield Entry(i, i, self.held(about), dear)

    def openings(self) -> Iterator[Entry]:
        """What a fragment goes on from."""
        if not self.adds:
            for about, dear in self._sets():
                yield Entry(BEFORE, BEFORE, about, dear)
        yield from self.pages
        if not (self.narrows or self.excludes):
            for turn, last in enumerate(self.turns):
                yield Entry(BEFORE, BEFORE, Again(last.form, turn, self.adds), TAKEN_UP * turn)

    def _sets(self) -> Iterator[tuple[Set, float]]:
        form = self.turns[0].form
        if (about := set_of(form, self.schema)) is None:
            return
        yield about, 0.0
        if (value := _value(form)) is not None:
            values = End(_was(value), literal=_leads(form, value, self.schema))
            if values.literal:
                yield about.changed(focus=values), VALUES

    def held(self, about: Set) -> Set:
        """The set with no more in it than was answered, where the answer was cut: "the top five"."""
        last = self.turns[0]
        if last.form.limit is None and not last.form.offset and last.form.having is None:
            return about
        node = str(about.focus.node)
        if about.is_value:
            return about
        if last.things and _was(last.form.shown[0]) == node:
            one_of = Filter(node, "in", tuple(map(Thing, last.things)))
            return about.changed(filters=(*about.filters, one_of), among=last.things)
        inner = _renamed(replace(last.form, shown=(node.removeprefix("was_"),), measures=()))
        apart = {v: f"{v}_before" for v in named(inner) if v != node}
        return about.changed(facts=(), filters=(), absent=(), nested=(renamed(inner, apart),))

    def resumed(self, meaning: Set) -> Set:
        """What was asked of the things before is asked again of those that are left: how many there are, what
        their values come to, the first five of them.
        """
        last = self.turns[0].form
        about = set_of(last, self.schema)
        if about is None:
            return meaning
        if meaning.order is None:
            meaning = self._within(meaning, about)
        value = _value(last)
        values = End(_was(value), literal=_leads(last, value, self.schema)) if value else None
        is_plain = not (meaning.counted or meaning.function or meaning.order or meaning.having)
        if not is_plain or meaning.focus.node != about.focus.node:
            return meaning
        if last.kind is Kind.COUNT:
            return meaning.changed(counted=True, by=meaning.by or tuple(map(_was, last.group)))
        if last.kind is Kind.AGGREGATE and values is not None:
            by = meaning.by or tuple(map(_was, last.group))
            return meaning.changed(focus=values, function=last.function, by=by)
        if meaning.by:
            return meaning.changed(counted=True)
        if last.kind is Kind.LIST and values is not None and values.literal:
            return meaning.changed(also=(*meaning.also, values))
        return meaning

    def _within(self, meaning: Set, about: Set) -> Set:
        held = self.held(about)
        if held is about or meaning.is_value:
            return meaning
        if held.nested:
            return meaning.changed(nested=(*meaning.nested, *held.nested))
        return meaning.changed(filters=(*meaning.filters, *held.filters), among=held.among)

    # ── what is told of it ───────────────────────────────────────────────────────────────────────

    def told_several(self) -> tuple[str, ...]:
        """What the words for several were taken for."""
        last, told = self.turns[0], words(self.lang.code)
        about = set_of(last.form, self.schema)
        noun = self._noun(about) if about else ""
        count = len(last.things)
        what = told.answered(count, noun) if count > 1 else told.say("answered_any", things=noun)
        return tuple(told.say("took", words=self.tokens[i].text, what=what) for i in self.several[:1])

    def told_again(self, turn: int = 0) -> tuple[str, ...]:
        """Which question it goes on from."""
        return (words(self.lang.code).say("went_on", question=self.turns[turn].question.strip()),)

    def _noun(self, about: Set) -> str:
        """What the things are called, in the language of the question."""
        kind = self.schema.nearest(tuple(sorted(about.focus.classes)))
        noun = self.schema.ontology.label(kind, self.lang.code) if kind else ""
        return plural(noun) if self.lang.code == "en" and noun else noun


# ── a form as a set ──────────────────────────────────────────────────────────────────────────────


def set_of(form: Form, schema: Schema) -> Set | None:
    """What a form is about: the things that it lists or counts, or whose values it shows. None where there is
    none, as for a yes or no.
    """
    if form.kind is Kind.ASK or not (form.shown or form.group):
        return None
    focus = _things(form, schema)
    if focus is None:
        return None
    kept = _renamed(replace(form, facts=tuple(f for f in form.facts if not f.optional)))
    types: list[tuple[Variable, str]] = []
    facts, filters = list(kept.facts), list(kept.filters)
    for variable, classes in kept.classes:
        above = schema.nearest(classes)
        if above and set(concrete(schema, above)) == set(classes):
            types.append((variable, above))
        elif len(classes) == 1:
            types.append((variable, classes[0]))
        else:
            fact, one_of = typed(variable, f"{variable}_kind", classes)
            facts.append(fact)
            filters.append(one_of)
    needed = {f.variable for f in filters} | {v for f in filters for v in f.values if isinstance(v, str)}
    needed |= set(kept.group)
    node = _was(focus)
    return Set(
        focus=End(node, frozenset(_classes(focus, form, schema))),
        facts=tuple(facts),
        types=tuple(types),
        filters=tuple(filters),
        absent=kept.absent,
        nested=kept.nested,
        bound=tuple(c for c in kept.bound if c.name in needed),
        named=True,
        many=(node,),
    )


def _was(variable: Variable) -> Variable:
    return f"was_{variable}"


def _renamed(form: Form) -> Form:
    """The form with variables that no other word of the question has."""
    return renamed(form, {v: _was(v) for v in named(form)})


def _things(form: Form, schema: Schema) -> Variable | None:
    """The variable for the things that a form is about."""
    shown: Variable = form.shown[0] if form.shown else form.group[0]
    if shown in {c.name for c in (*form.bound, *form.computed)}:
        return None
    while (fact := _leading(form, shown, schema)) is not None:
        if not isinstance(fact.subject, str):
            return None
        shown = fact.subject
    return shown


def _leading(form: Form, node: Variable, schema: Schema) -> Fact | None:
    """The fact that leads to a value, or to a thing that only stands for a number, as a price does."""
    fact = next((f for f in form.facts if f.object == node), None)
    if fact is None or schema.is_data(fact.property):
        return fact
    stands = any(schema.measure_of(c, frozenset()) for c in schema.objects(fact.property) if c)
    return fact if stands and node not in dict(form.classes) else None


def _value(form: Form) -> Variable | None:
    """The variable for the values that a form shows, adds up or compares."""
    if form.kind is Kind.AGGREGATE:
        return form.shown[0]
    return form.shown[-1] if form.kind is Kind.LIST and form.shown else None


def _leads(form: Form, value: Variable, schema: Schema) -> str:
    """The property whose literals a variable stands for; "" for a thing."""
    facts = (f.property for f in form.facts if f.object == value and schema.is_data(f.property))
    return next(facts, "")


def _classes(node: Variable, form: Form, schema: Schema) -> tuple[str, ...]:
    """What a variable may be by all that is said of it."""
    found = dict(form.classes).get(node, ())
    for forward in (False, True):
        for fact in form.facts:
            if (fact.object if forward else fact.subject) != node or (found and fact.optional):
                continue
            ends = tuple(
                e for e in schema.ends(fact.property, forward=forward) if e in schema.ontology.classes
            )
            both = tuple(c for c in found if schema.overlap((c,), ends)) if found else ends
            narrower = tuple(e for e in ends if any(e != c and schema.ontology.is_a(e, c) for c in both))
            found = narrower or both or found
    return found
