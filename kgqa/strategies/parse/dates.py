"""The rules for dates: "since 2020", "in 2023", "on 15 July".

In: a set and a date or period. Out: the set held to it, each way with its cost: by a date of its own, by that
of what joins it to something else, or by that of the only thing beside it that has one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from itertools import islice

from kgqa.forms.form import Fact, Filter, Thing
from kgqa.forms.periods import is_dated, period
from kgqa.forms.quantities import goods_of
from kgqa.language import Language, everywhere
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Found
from kgqa.strategies.parse.current import between, lasted, span
from kgqa.strategies.parse.lexicon import span_ends
from kgqa.strategies.parse.meaning import End, Found_, Operator, Role, Set
from kgqa.strategies.parse.measures import NEXT, Measures
from kgqa.strategies.parse.patterns import mark_of
from kgqa.strategies.parse.whether import begins_whether

JOINED = 0.5  # what it costs that the date is of what joins two things
DONE = 1.5  # that it is one of what something was done with then
SUMMED = 1.5  # that it is one of things that are ranked by what their lines come to
THING = 3.0  # that it is one of a named thing, of which something else is asked
OTHER = 0.6  # each further date of what a year stands before: "the 2025 invoices"
NEAR = 1.0  # that it is of the only thing with a date beside something
_VERB = 2  # words of a verb: "ran out", "angefangen haben"


@dataclass(frozen=True)
class Period:
    """A period that a question speaks of, and how things stand to it: in it, from it on, before it."""

    found: Found
    since: date
    before: date

    @property
    def is_day(self) -> bool:
        return self.found.operator == "=" and (self.before - self.since).days == 1

    def holds(self, schema: Schema, variable: str, prop: str) -> tuple[Filter, ...]:
        """The conditions on the values of a date."""
        return period(schema, variable, prop, self.found.operator, self.since, self.before)


@dataclass(frozen=True)
class Dates:
    """Conditions on dates over one schema, for one question's words."""

    measures: Measures
    lang: Language
    words: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return self.measures.schema

    def dated(self, one: Set, operator: Operator) -> Iterator[Found_]:
        found = operator.found
        if found.since is None or found.before is None or one.role is not Role.PLAIN:
            return
        held_to = Period(found, found.since, found.before)
        if one.is_value:
            prop, owner = one.focus.literal, self.measures.owner(one)
            if is_dated(self.schema, prop) and owner is not None and not one.function:
                yield self._held(one, prop, held_to, owner).changed(open=None), 0.0
            elif owner is not None:  # "revenue in 2024": the date of what has it
                for made, dear in self.dated(one.changed(focus=owner, open=None), operator):
                    if isinstance(made, Set):
                        yield made.changed(focus=one.focus, open=one.open), dear
            return
        far = 0.5 if one.facts or one.absent else 0.0
        if one.order is not None and one.order.function:
            far = SUMMED  # "the best-selling lamps in 2025": sold then
        asks = begins_whether(self.words, self.lang)  # "did Aurora start in 2023"
        odd = (1.0 if asks else THING) if isinstance(one.focus.node, Thing) else 0.0
        lasts = None if odd else span(one.focus.classes, self.schema)
        if lasts is not None and held_to.is_day and not self._edges(found):  # "assignments on 1 October"
            yield lasted(one, str(one.focus.node), lasts, found.since, found.before, self.schema), 0.2 + far
        is_adjective = self._is_adjective(found, one.focus)
        for variable, prop in () if is_adjective else self._compared(one):  # "delivered late in 2024"
            held = held_to.holds(self.schema, variable, prop)
            yield one.changed(filters=(*one.filters, *held)), 0.3 + odd
        far += DONE if self._is_done(found) else 0.0
        values = list(self._values(one, one.focus, held_to))
        # "invoices in 2025": the invoice date
        is_named = bool(values) and self.measures.is_spoken_of(values[0][0])
        for number, (prop, value) in enumerate(values):
            is_clear = is_adjective or (is_named and not self.measures.is_spoken_of(prop))
            dear = number * (OTHER if is_clear else NEXT)
            yield self._held(value, prop, held_to, one.focus), 0.3 + dear + far + odd
        if (one.types or one.facts) and not self.measures.dates(one.focus.classes):
            yield from self._beside(one, one.focus, held_to, NEAR)
        yield from self._of_relation(one, held_to)
        yield from self._between(one, held_to)

    def _is_done(self, date: Found) -> bool:
        """Whether a verb at the end says what was done then: "haben wir 2025 bestellt"."""
        last = len(self.words) - 1
        if date.last != last - 1 or not self.lang.data["verb_first"]:
            return False
        lemma = self.lang.lemma(self.words[last])
        return lemma.endswith("n") and lemma != self.words[last] and not self._edges(date)

    def _compared(self, one: Set) -> Iterator[tuple[str, str]]:
        """The dates of the things themselves that are held against another one of theirs."""
        own = {f.object: f.property for f in one.facts if f.subject == one.focus.node}
        for held in one.filters:
            prop = own.get(held.variable, "") if own.keys() & set(held.values) else ""
            if prop and is_dated(self.schema, prop):
                yield held.variable, prop

    def _values(self, one: Set, end: End, held_to: Period) -> Iterator[tuple[str, Set]]:
        """The dates of an end of a set, each with the set of their values."""
        heard = not self._is_adjective(held_to.found, end)
        for prop in self.measures.dates(end.classes, heard=heard):
            if not self._is_other_end(prop, held_to.found):
                value = self.measures.valued(one.changed(focus=end), prop)
                if value is not None:
                    yield prop, value

    def _is_adjective(self, date: Found, end: End) -> bool:
        """Whether a date stands right before the noun of what has it, and tells of no verb: "how many of the
        2025 invoices were paid".
        """
        behind = self.lang.stem(self.words[date.last + 1]) if date.last + 1 < len(self.words) else ""
        labels = (word for cls in end.classes for word in self.schema.ontology.label(cls).split())
        return behind in map(self.lang.stem, labels)

    def _held(self, value: Set, prop: str, held_to: Period, focus: End) -> Set:
        """A set whose values are dates, held to a period; its members are the focus again."""
        held = held_to.holds(self.schema, str(value.focus.node), prop)
        return value.changed(focus=focus, filters=(*value.filters, *held))

    def _beside(self, one: Set, at: End, held_to: Period, cost: float) -> Iterator[Found_]:
        """The jobs "in 2024" are those of the calls of that year."""
        if (dated := self.beside(one, at)) is not None:
            made, end = dated
            for prop, value in islice(self._values(made, end, held_to), 1):
                yield self._held(value, prop, held_to, one.focus), cost

    def beside(self, one: Set, at: End) -> tuple[Set, End] | None:
        """A set with the thing whose date is that of one of its ends, and that thing: where a job has no date
        of its own, and only one thing beside it has; a person's dates are of something else.
        """
        here, dated = at.node, []
        goods = {held[0] for c in at.classes if (held := goods_of(self.schema, c)) is not None}
        for hop in self.schema.steps(*sorted(at.classes)):
            classes = frozenset(hop.to)
            if hop.property in goods:
                continue  # a line is of the day of its order
            dates = [p for p in self.measures.dates(classes) if self.schema.is_temporal(p)]
            if dates and not self.schema.overlap(classes, self.schema.people):
                dated.append((hop, classes))
        if len(dated) != 1:
            return None
        ((hop, classes),) = dated
        end = End(f"{here}_{mark_of(Thing(hop.property))}", classes)
        ends = (here, end.node) if hop.forward else (end.node, here)
        for fact in one.facts:
            near, far = (fact.subject, fact.object) if hop.forward else (fact.object, fact.subject)
            if (fact.property, near) == (hop.property, here) and isinstance(far, str):
                return one, replace(end, node=far)
        return one.changed(facts=(*one.facts, Fact(ends[0], hop.property, ends[1]))), end

    def _of_relation(self, one: Set, held_to: Period) -> Iterator[Found_]:
        """“Who found it on 12 November": the date that is called like the relation, found on and found by."""
        for fact in one.facts:
            is_done_by = everywhere("agents") & {*self.measures.label(fact.property)}
            if fact.object == one.focus.node and is_done_by:
                end = End(fact.subject, frozenset(self.schema.subjects(fact.property)))
                for prop, value in self._values(one, end, held_to):
                    if self._done(fact.property) & self._done(prop):
                        yield self._held(value, prop, held_to, one.focus), 0.0

    def _done(self, prop: str) -> set[str]:
        """The words of a property's name that say what was done: "found" of "found by"."""
        return {w for w in self.measures.label(prop) if w not in self.lang.stop}

    def _between(self, one: Set, held_to: Period) -> Iterator[Found_]:
        """“Who bought it in 2024": the date of what joins the two, or the time for which that lasted."""
        own, is_spoken_of = one.focus.classes, self.measures.is_spoken_of
        if one.nested or any(is_spoken_of(date, own) for date in self.measures.dates(own)):
            return  # "the most tickets in 2023" are the most of that year; "joined in 2023" names its date
        for node, classes in between(one, self.schema).items():
            lasts = span(classes, self.schema)
            if lasts is not None and held_to.found.operator == "=" and not self._edges(held_to.found):
                yield lasted(one, node, lasts, held_to.since, held_to.before, self.schema), JOINED
                continue
            if not self.measures.dates(classes):
                # a line has the date of its order
                yield from self._beside(one, End(node, classes), held_to, JOINED)
            for number, (prop, value) in enumerate(self._values(one, End(node, classes), held_to)):
                yield self._held(value, prop, held_to, one.focus), JOINED + NEXT * number

    def _is_other_end(self, prop: str, date: Found) -> bool:
        """Whether a verb right before a date, or at the end behind it, says that what lasts began then, and a
        property when it ends, or the other way round: "started in 2023", "haben 2023 angefangen".
        """
        is_end = self._edges(date)
        if not is_end:
            return False
        lang = self.lang
        _, ends = span_ends(lang)
        label = {lang.stem(w) for w in self.measures.label(prop)}
        closing = ends | set(map(lang.stem, everywhere("spans.end_dates")))
        return not label & closing if is_end[-1] else bool(label & ends)

    def _edges(self, date: Found) -> list[bool]:
        """For each verb beside a date by which something began or ended, whether it ended."""
        lang = self.lang
        begins, ends = span_ends(lang)
        starting = begins | set(map(lang.stem, lang.phrases("spans.begins")))
        ending = ends | set(map(lang.stem, lang.phrases("spans.ends")))
        before = [lang.lemma(w) for w in self.words[max(date.first - _VERB, 0) : date.first]]
        behind = [lang.lemma(w) for w in self.words[date.last + 1 :]]
        behind = behind if len(behind) <= _VERB else []
        said = [lang.stem(w) for w in (*behind, *before, " ".join(before))]
        return [w in ending for w in said if w in starting | ending]
