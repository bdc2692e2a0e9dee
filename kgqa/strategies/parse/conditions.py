"""The words of a question that say each condition of its form, and what these words were read as.

In: a form, and the question that it was read from. Out: conditions, each with its words, lines for the trace
and the form without it. What an earlier question of the thread says has no words here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from kgqa.forms.form import (
    TRUE,
    Absent,
    Fact,
    Filter,
    Form,
    Literal,
    Node,
    Thing,
    Variable,
    within,
)
from kgqa.forms.periods import is_dated, period
from kgqa.language import Language, fold
from kgqa.linking.tokens import Token
from kgqa.ontology import RDF_TYPE
from kgqa.schema import Schema
from kgqa.strategies.parse.cues import Cue, Found
from kgqa.types import LinkedQuestion, Match
from kgqa.values import telling
from kgqa.values.units import convert

Said = tuple[str, tuple[str, ...]]  # words, and lines for the trace


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition by its words, and the form without it. `told` says what its value was read as."""

    words: str
    without: Form
    told: tuple[str, ...] = ()


@dataclass(frozen=True)
class Conditions:
    """The conditions that one question says."""

    linked: LinkedQuestion
    tokens: tuple[Token, ...]
    cues: tuple[Found, ...]
    schema: Schema
    lang: Language

    def of(self, form: Form) -> Iterator[Condition]:
        """All conditions of a form that have words here: things and values, numbers and dates, what must not
        be.
        """
        for fact in form.facts:
            said = self._fact(fact)
            if said and fact.property != RDF_TYPE:
                facts = tuple(f for f in form.facts if f != fact)
                yield Condition(said[0], replace(form, facts=_connected(facts, form)), said[1])
        yield from self._filters(form)
        yield from self._compared(form)
        if form.having is not None and (words := self._counted(form.having.count)):
            yield Condition(words, replace(form, having=None))
        for absent in form.absent:
            if said := self._absent(absent):
                rest = tuple(a for a in form.absent if a is not absent)
                yield Condition(said[0], replace(form, absent=rest), said[1])

    def told(self, form: Form) -> Iterator[str]:
        """What the values of the question were read as."""
        for condition in self.of(form):
            yield from condition.told

    # ── things and values ────────────────────────────────────────────────────────────────────────

    def _fact(self, fact: Fact) -> Said | None:
        if fact.object == TRUE:
            return self._flag(fact.property, holds=True)
        nodes = (n for n in (fact.object, fact.subject) if not isinstance(n, str))
        words = next((words for n in nodes if (words := self._shared(n) or self._named(n))), "")
        return (words, ()) if words else None

    def _shared(self, node: Node) -> str:
        """“the same department as Ada": the words from what is shared to the thing; "" where none is."""
        span = self._span(node)
        thans = {self.tokens[f.last].start for f in self.cues if f.cue is Cue.THAN}
        starts = [self.tokens[f.first].start for f in self.cues if f.cue is Cue.SAME and not f.function]
        is_led = span is not None and any(start < then < span[0] for start in starts for then in thans)
        return self.linked.question.text[min(starts) : span[1]] if span is not None and is_led else ""

    def _named(self, *nodes: Node) -> str:
        """The words from the first to the last of some things or values."""
        spans = [span for node in nodes if (span := self._span(node)) is not None]
        text = self.linked.question.text
        return text[min(a for a, _ in spans) : max(b for _, b in spans)] if spans else ""

    def _span(self, node: Node) -> tuple[int, int] | None:
        links = (n for n in self.linked.links if any(_is(m, node) for m in n.matches))
        longest = max(links, key=lambda n: n.end - n.start, default=None)
        return (longest.start, longest.end) if longest else None

    def _flag(self, prop: str, *, holds: bool) -> Said | None:
        """“active", "inactive": what is true of things, or not."""
        for found in self.cues:
            if found.cue is Cue.FLAG and found.iri == prop and found.high == holds:
                words = self._text(found.first, found.last)
                label = self.schema.ontology.label(prop, self.lang.code)
                return words, (telling.flag(words, label, holds=holds),)
        return None

    # ── numbers and dates ────────────────────────────────────────────────────────────────────────

    def _filters(self, form: Form) -> Iterator[Condition]:
        """Filters that the same words say are one condition: "between 3 and 10 kg"."""
        found: dict[str, list[tuple[Filter, tuple[str, ...]]]] = {}
        for condition in form.filters:
            prop = next((f.property for f in form.facts if f.object == condition.variable), "")
            if prop != RDF_TYPE and (said := self._filter(condition, prop)):
                found.setdefault(said[0], []).append((condition, said[1]))
        for words, held in found.items():
            gone = {condition for condition, _ in held}
            told = tuple(dict.fromkeys(line for _, lines in held for line in lines))
            rest = tuple(f for f in form.filters if f not in gone)
            yield Condition(words, replace(form, filters=rest), told)

    def _filter(self, condition: Filter, prop: str) -> Said | None:
        """The words of a filter on a value of a property, and the line for the trace."""
        values = condition.values
        if any(isinstance(v, str) for v in values):
            return None  # a comparison
        if is_dated(self.schema, prop) and (said := self._dated(condition, prop)):
            return said
        if len(values) == 1 and isinstance(values[0], Literal) and values[0].number:
            return self._measured(condition, values[0], prop)
        words = self._named(*values) or self._as_written(values)
        return (words, ()) if words else None

    def _dated(self, condition: Filter, prop: str) -> Said | None:
        for found in self.cues:
            if found.cue is not Cue.DATE or found.since is None or found.before is None:
                continue
            variable: Variable = condition.variable
            if condition in period(self.schema, variable, prop, found.operator, found.since, found.before):
                words = self._text(found.first, found.last)
                return words, (telling.period(words, found.operator, found.since, found.before),)
        return None

    def _measured(self, condition: Filter, value: Literal, prop: str) -> Said | None:
        known = self.schema.ontology.properties.get(prop)
        unit = known.unit if known else ""
        for found in self._numbers:
            for said in found.units or ("",):
                given = found.number or 0.0
                number = convert(given, said, unit) if said and unit else given
                if number is not None and math.isclose(number, float(value.value), rel_tol=1e-9):
                    words = self._number_text(found)
                    line = telling.number(words, condition.operator, given, said, number, unit)
                    return words, (line,)
        return None

    def _compared(self, form: Form) -> Iterator[Condition]:
        """“heavier than the Spar 3", "above the average": what is held against another value."""
        for condition in form.filters:
            limit = condition.values[0]
            if not isinstance(limit, str):
                continue
            used = {limit, *(o for c in form.bound if c.name == limit for o in within(c.value))}
            bound = tuple(c for c in form.bound if c.name != limit)
            nested = tuple(n for n in form.nested if not used & {c.name for c in n.computed})
            rest = replace(form, bound=bound, nested=nested)
            facts = _connected(form.facts, rest)
            lost = [f for f in form.facts if f not in facts]
            things = tuple(n for f in lost for n in (f.subject, f.object) if isinstance(n, Thing))
            filters = tuple(f for f in form.filters if f is not condition and not set(f.values) & {*things})
            if words := self._held_against(things):
                yield Condition(words, replace(rest, facts=facts, filters=filters))

    def _held_against(self, things: tuple[Thing, ...]) -> str:
        """The words from a comparison to the things that it is made with, or to what many come to."""
        spans = [span for thing in things if (span := self._span(thing)) is not None]
        many = (self._many_end(f) for f in self.cues if f.cue is Cue.STANDARD and not things)
        end = max([*(b for _, b in spans), *many], default=0)
        starts = (self.tokens[f.first].start for f in self.cues if f.cue is Cue.COMPARISON)
        start = max((s for s in starts if s < end), default=None)
        return self.linked.question.text[start:end] if start is not None else ""

    def _many_end(self, standard: Found) -> int:
        """Where the words end that say what many come to: "the average weight of masts"."""
        end = self.tokens[standard.last].end
        within = self.lang.phrases("compare.within")
        for token in self.tokens[standard.last + 1 :]:
            named = max((n.end for n in self.linked.links if n.start == token.start and n.matches), default=0)
            if token.start >= end and not named and token.folded not in within:
                break
            end = max(end, named)
        return end

    def _as_written(self, values: tuple[Node, ...]) -> str:
        text = self.linked.question.text
        for value in values:
            if isinstance(value, Literal) and (at := text.casefold().find(value.value.casefold())) >= 0:
                return text[at : at + len(value.value)]
        return ""

    @cached_property
    def _numbers(self) -> list[Found]:
        return [f for f in self.cues if f.cue is Cue.NUMBER and f.number is not None]

    def _counted(self, number: float) -> str:
        found = next((f for f in self._numbers if f.number == number), None)
        return self._number_text(found, counts=True) if found else ""

    def _number_text(self, found: Found, *, counts: bool = False) -> str:
        """A number with its comparison, or its range; one that counts, with what it counts."""
        first, last = found.first, found.last
        for low, high in self._ranges:
            if found in (low, high):
                return self._text(low.first - 1, high.last)
        for other in self.cues:
            if other.cue is Cue.COMPARISON:
                first = min(first, other.first) if other.last == found.first - 1 else first
                last = max(last, other.last) if other.first == found.last + 1 else last
        if counts and last + 1 < len(self.tokens):
            start = self.tokens[last + 1].start
            ends = [n.end for n in self.linked.links if n.start == start and n.matches]
            if ends:
                return self.linked.question.text[self.tokens[first].start : max(ends)]
        return self._text(first, last)

    @cached_property
    def _ranges(self) -> list[tuple[Found, Found]]:
        """“between 3 and 10 kg": the two numbers."""
        opening, joining = self.lang.phrases("between.open"), self.lang.phrases("between.join")
        return [
            (low, high)
            for low in self._numbers
            for high in self._numbers
            if low.first
            and high.first == low.last + 2
            and self.tokens[low.first - 1].folded in opening
            and self.tokens[low.last + 1].folded in joining
        ]

    # ── what must not be ─────────────────────────────────────────────────────────────────────────

    def _absent(self, absent: Absent) -> Said | None:
        """“without an e-mail": the negation and the name behind it."""
        for fact in absent.facts:
            if flag := self._flag(fact.property, holds=False):
                return flag
        properties = {f.property for f in absent.facts}
        named = properties.union(
            *(self.schema.ontology.inverses(p) | self.schema.ontology.subproperties(p) for p in properties),
            (n.iri for f in absent.facts for n in (f.subject, f.object) if isinstance(n, Thing)),
        )
        for found in self.cues:
            if found.cue is Cue.NEGATION:
                behind = (n for n in self.linked.links if n.start >= self.tokens[found.last].end)
                first = next((n for n in behind if n.matches), None)
                if first is not None and any(m.iri in named for m in first.matches):
                    return self.linked.question.text[self.tokens[found.first].start : first.end], ()
        return None

    def _text(self, first: int, last: int) -> str:
        return self.linked.question.text[self.tokens[first].start : self.tokens[last].end]


def _is(match: Match, node: Node) -> bool:
    """Whether a name is taken for a node."""
    if isinstance(node, Thing):
        return match.iri == node.iri
    return isinstance(node, Literal) and match.value is not None and fold(match.value) == fold(node.value)


def _connected(facts: tuple[Fact, ...], form: Form) -> tuple[Fact, ...]:
    """The facts that still hang together with what is asked for."""
    reached: set[Node] = {*form.shown, *(v for n in form.nested for v in n.shown)}
    while True:
        ends = (n for f in facts if {f.subject, f.object} & reached for n in (f.subject, f.object))
        more = {n for n in ends if isinstance(n, str)} - reached
        if not more:
            return tuple(f for f in facts if {f.subject, f.object} & reached)
        reached |= more
