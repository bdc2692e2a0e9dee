"""The rules for conditions on numbers and dates: "more than 20 kg", "since 2020".

In: a set, a limit or a date. Out: the set held to it, each way with its cost.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.forms.form import Fact, Filter, Literal, Thing
from kgqa.forms.periods import is_dated, period
from kgqa.language import Language, everywhere
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Found
from kgqa.strategies.parse.current import between, lasted, span
from kgqa.strategies.parse.lexicon import span_ends
from kgqa.strategies.parse.meaning import TURNED, WAS, End, Found_, Limited, Operator, Role, Set
from kgqa.strategies.parse.measures import NEXT, Measures, is_additive
from kgqa.strategies.parse.patterns import mark_of
from kgqa.values.units import is_currency, same_dimension

KNOWN = 0.05  # what it costs to limit a number that an earlier question spoke of
KEY = 0.1  # what it costs that a number behind a noun tells which one is meant
JOINED = 0.5  # that the date is of what joins two things
NEAR = 1.0  # that it is of the only thing with a date beside something
DATED = 3.0  # what it costs that an amount is a number that tells its year: "revenue 2024"
_MOST_ROWS = 1000


@dataclass(frozen=True)
class Limits:
    """Conditions over one schema, for one question's words."""

    measures: Measures
    lang: Language
    words: tuple[str, ...]

    @property
    def schema(self) -> Schema:
        return self.measures.schema

    def limited(self, one: Set, limit: Limited, *, behind: bool) -> Iterator[Found_]:
        found = limit.found
        if not one.is_plain:
            return
        if found.number is None or not math.isfinite(found.number):
            return
        whole = is_count(found.number) and not found.units
        if not behind and limit.operator == "=" and whole and not one.is_value and one.types:
            yield one.changed(limit=int(found.number)), 0.1
        yield from self._numbered(one, limit, behind=behind and whole)
        if one.is_value:
            prop = one.focus.literal
            value = self.measures.in_unit(prop, limit)
            if value is None or not self.schema.is_numeric(prop):
                return
            held = self._conditions(str(one.focus.node), limit.operator, value, limit, prop)
            owner = self.measures.owner(one)
            if owner is None:
                return
            equal = 0.0 if limit.operator != "=" or found.units else 0.3
            equal += DATED if equal and _is_year(found.number) and is_additive(self.schema, prop) else 0.0
            held_to = one.changed(focus=owner, open=None, filters=(*one.filters, *held))
            yield self._in_currency(held_to, one.focus, found), equal
            return
        if not behind and limit.operator != "=" and not found.units and isinstance(one.focus.node, str):
            if (limit.operator, found.number) == (">=", 1) and one.is_plain:
                yield one, 0.0  # "at least one part" is a part
            else:
                yield one.changed(role=Role.BOUND, operator=limit.operator, number=found.number), 0.0
        yield from self._again(one, limit)
        if limit.measures or found.units:
            words = limit.measures
            for prop, dear in (
                self.measures.named(one.focus.classes, words) if words else self.measures.in_units(one, found)
            ):
                value = self.measures.in_unit(prop, limit)
                made = self.measures.valued(one, prop)
                if made is None or value is None or not self.schema.is_numeric(made.focus.literal):
                    continue
                operator = limit.operator
                if words and self.measures.is_inverse(words, prop):
                    operator = operator.translate(TURNED)
                held = self._conditions(str(made.focus.node), operator, value, limit, made.focus.literal)
                held_to = made.changed(focus=one.focus, filters=(*made.filters, *held))
                yield self._in_currency(held_to, made.focus, found), dear

    def _again(self, one: Set, limit: Limited) -> Iterator[Found_]:
        """A limit on a number that an earlier question spoke of: "only those above 5,000"."""
        if limit.operator == "=" and not limit.found.units:
            return  # "the five cheapest"
        for fact in one.facts:
            node, prop = str(fact.object), fact.property
            is_number = self.schema.is_numeric(prop) and not self.schema.is_key(prop)
            if not (is_number and node.startswith(WAS)):
                continue
            unit, units = self.measures.unit(prop), limit.found.units
            fits = any(same_dimension(u, unit) if unit else is_currency(u) for u in units) or not units
            value = self.measures.in_unit(prop, limit) if fits else None
            if value is not None and (not limit.measures or self.measures.is_called(prop, limit.measures)):
                held = self._conditions(node, limit.operator, value, limit, prop)
                held_to = one.changed(filters=(*one.filters, *held))
                yield self._in_currency(held_to, End(node, literal=prop), limit.found), KNOWN

    def _in_currency(self, one: Set, amount: End, found: Found) -> Set:
        """A set whose amount has its currency beside it, where a currency is said: "above 500 euro"."""
        code = next(filter(is_currency, found.units), "")
        if not code or self.measures.unit(amount.literal):
            return one
        owner = next((f.subject for f in one.facts if f.object == amount.node), None)
        named = self.schema.called("currency", self.lang)
        beside = {
            p for c in self.schema.subjects(amount.literal) if c for p in self.schema.data_properties(c)
        }
        prop = min(beside.intersection(named), default=None)
        if owner is None or prop is None:
            return one
        return one.changed(facts=(*one.facts, Fact(owner, prop, Literal(code))))

    def _numbered(self, one: Set, limit: Limited, *, behind: bool) -> Iterator[Found_]:
        """“container 4711”: what is known by its number."""
        if not behind or limit.operator != "=" or not one.types or one.open is not None or one.is_value:
            return
        for number, prop in enumerate(self.measures.keys(one.focus.classes)):
            made = self.measures.valued(one, prop)
            if made is not None:
                said = self.words[limit.found.first]
                value = Literal(said, number=self.schema.is_numeric(prop))
                same = Filter(str(made.focus.node), "=", (value,), text=not value.number)
                yield made.changed(focus=one.focus, filters=(*made.filters, same)), KEY + NEXT * number

    def _conditions(
        self, variable: str, operator: str, value: float, limit: Limited, prop: str
    ) -> tuple[Filter, ...]:
        if limit.until is None:
            return (Filter(variable, operator, (Literal(_plain(value), number=True),)),)
        most = self.measures.in_unit(
            prop, replace(limit, found=replace(limit.until, units=limit.found.units))
        )
        ends = ((">=", value), ("<=", most if most is not None else value))
        return tuple(Filter(variable, o, (Literal(_plain(v), number=True),)) for o, v in ends)

    def dated(self, one: Set, operator: Operator) -> Iterator[Found_]:
        found = operator.found
        if found.since is None or found.before is None or one.role is not Role.PLAIN:
            return
        if one.is_value:
            prop, variable = one.focus.literal, str(one.focus.node)
            owner = self.measures.owner(one)
            if is_dated(self.schema, prop) and owner is not None and not one.function:
                held = period(self.schema, variable, prop, found.operator, found.since, found.before)
                yield one.changed(focus=owner, open=None, filters=(*one.filters, *held)), 0.0
            elif owner is not None:  # "revenue in 2024": the date of what has it
                for made, dear in self.dated(one.changed(focus=owner, open=None), operator):
                    if isinstance(made, Set):
                        yield made.changed(focus=one.focus, open=one.open), dear
            return
        dates = self.measures.dates(one.focus.classes)
        for number, prop in enumerate(p for p in dates if not self._is_other_end(p, found)):
            made_ = self.measures.valued(one, prop)
            if made_ is not None:
                variable = str(made_.focus.node)
                held = period(self.schema, variable, prop, found.operator, found.since, found.before)
                far = 0.5 if one.facts or one.absent else 0.0
                odd = 1.0 if isinstance(one.focus.node, Thing) else 0.0
                yield (
                    made_.changed(focus=one.focus, filters=(*made_.filters, *held)),
                    0.3 + NEXT * number + far + odd,
                )
        if not dates and one.types:
            yield from self._dated_by_neighbour(one, found)
        yield from self._dated_between(one, found)

    def _dated_by_neighbour(self, one: Set, found: Found) -> Iterator[Found_]:
        """The jobs "in 2024" are those of the calls of that year, where a job has no date of its own and only
        one thing beside it has; a person's dates are of something else.
        """
        assert found.since is not None
        assert found.before is not None
        here = one.focus.node
        dated = []
        for hop in self.schema.steps(*sorted(one.focus.classes)):
            classes = frozenset(hop.to)
            dates = [p for p in self.measures.dates(classes) if self.schema.is_temporal(p)]
            if dates and not self.schema.overlap(classes, self.schema.people):
                dated.append((hop, classes, dates[0]))
        if len(dated) == 1:
            ((hop, classes, when),) = dated
            end = End(f"{here}_{mark_of(Thing(hop.property))}", classes)
            ends = (here, end.node) if hop.forward else (end.node, here)
            made = one.changed(focus=end, facts=(*one.facts, Fact(ends[0], hop.property, ends[1])))
            if (value := self.measures.valued(made, when)) is not None:
                variable = str(value.focus.node)
                held = period(self.schema, variable, when, found.operator, found.since, found.before)
                yield value.changed(focus=one.focus, filters=(*value.filters, *held)), NEAR

    def _dated_between(self, one: Set, found: Found) -> Iterator[Found_]:
        """“Who bought it in 2024": the date of what joins the two, or the time for which that lasted."""
        assert found.since is not None
        assert found.before is not None
        if one.nested or any(map(self.measures.is_spoken_of, self.measures.dates(one.focus.classes))):
            return  # "the most tickets in 2023" are the most of that year; "joined in 2023" names its date
        for node, classes in between(one, self.schema).items():
            lasts = span(classes, self.schema)
            if found.operator == "=" and lasts is not None and not self._says_edge(found):
                yield lasted(one, node, lasts, found.since, found.before, self.schema), JOINED
                continue
            dates = self.measures.dates(classes)
            for number, prop in enumerate(p for p in dates if not self._is_other_end(p, found)):
                made = self.measures.valued(one.changed(focus=End(node, classes)), prop)
                if made is not None:
                    variable = str(made.focus.node)
                    held = period(self.schema, variable, prop, found.operator, found.since, found.before)
                    yield (
                        made.changed(focus=one.focus, filters=(*made.filters, *held)),
                        JOINED + NEXT * number,
                    )

    def texted(self, one: Set, found: Found, *, behind: bool) -> Iterator[Found_]:
        """“A first name of 'Ada'", "with lead in their job title"; things by what they are called."""
        if not one.is_plain:
            return
        if one.is_value:
            prop, owner = one.focus.literal, self.measures.owner(one)
            is_text = not (self.schema.is_numeric(prop) or is_dated(self.schema, prop))
            if is_text and owner is not None and isinstance(owner.node, str):
                held = _text(str(one.focus.node), found)
                yield one.changed(focus=owner, open=None, filters=(*one.filters, held)), 0.0
        elif behind and found.operator != "=" and isinstance(one.focus.node, str):
            for number, prop in enumerate(self.measures.names(one.focus.classes)):
                made = self.measures.valued(one, prop)
                if made is not None:
                    held = _text(str(made.focus.node), found)
                    far = 0.5 if one.facts else 0.0  # "a surname that starts with A"
                    yield made.changed(focus=one.focus, filters=(*made.filters, held)), NEXT * number + far

    def _is_other_end(self, prop: str, date: Found) -> bool:
        """Whether a verb right before a date, or at the end behind it, says that what lasts began then, and a
        property when it ends, or the other way round: "started in 2023", "haben 2023 angefangen".
        """
        lang = self.lang
        is_end = self._edges(date)
        if not is_end:
            return False
        _, ends = span_ends(lang)
        label = {lang.stem(w) for w in self.measures.label(prop)}
        closing = ends | set(map(lang.stem, everywhere("spans.end_dates")))
        return not label & closing if is_end[-1] else bool(label & ends)

    def _says_edge(self, date: Found) -> bool:
        """Whether a verb beside a date says that what lasts began or ended then."""
        return bool(self._edges(date))

    def _edges(self, date: Found) -> list[bool]:
        """For each verb beside a date that says that something began or ended: whether it says that it ended."""
        lang = self.lang
        begins, ends = span_ends(lang)
        starting = begins | set(map(lang.stem, lang.phrases("spans.begins")))
        ending = ends | set(map(lang.stem, lang.phrases("spans.ends")))
        before = [lang.lemma(w) for w in self.words[max(date.first - _VERB, 0) : date.first]]
        behind = [lang.lemma(w) for w in self.words[date.last + 1 :]]
        behind = behind if len(behind) <= _VERB else []
        said = [lang.stem(w) for w in (*behind, *before, " ".join(before))]
        return [w in ending for w in said if w in starting | ending]


_VERB = 2  # words of a verb: "ran out", "angefangen haben"


def _text(variable: str, found: Found) -> Filter:
    return Filter(variable, found.operator, (Literal(found.text),), text=found.operator == "=")


def _is_year(number: float) -> bool:
    """Whether a number may be a year of our time."""
    return 1900 <= number < 2100 and number == int(number)  # noqa: PLR2004


def is_count(number: float) -> bool:
    """Whether a number may say how many rows are wanted."""
    return 0 < number <= _MOST_ROWS and number == int(number)


def _plain(value: float) -> str:
    return str(int(value)) if math.isfinite(value) and value == int(value) else repr(value)
