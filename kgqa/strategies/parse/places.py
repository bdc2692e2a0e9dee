"""The rules for "where": the place of a thing, by a property that nobody named.

In: a set that "where" asks about. Out: its place; of an address, which has no name, the things that it leads
to, such as a city and a country, beside what has it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.forms.form import Fact, Thing
from kgqa.forms.periods import is_dated
from kgqa.language import everywhere
from kgqa.schema import Schema
from kgqa.schema.facts import is_contact, within
from kgqa.strategies.parse.meaning import End, Found_, Set
from kgqa.strategies.parse.measures import GUESSED, NEXT, Measures


@dataclass(frozen=True)
class Places:
    """Places over one schema."""

    measures: Measures

    @property
    def schema(self) -> Schema:
        return self.measures.schema

    def of(self, other: Set) -> Iterator[Found_]:
        """“Where is Ada", "where are our offices"."""
        is_said = isinstance(other.focus.node, Thing) or any(v == other.focus.node for v, _ in other.types)
        if not (other.is_plain and is_said) or other.open is not None or other.is_value:
            return  # "where is it made": the plants are places
        number = 0
        for step in self.schema.steps(*sorted(other.focus.classes)):
            if step.forward and self.is_place(step.property) and self._is_held(other, step.property):
                yield self._placed(other, step.property, step.to), GUESSED + NEXT * number
                number += 1
        if isinstance(other.focus.node, Thing):
            edges = self.measures.patterns.edges.get(other.focus.node.iri, ())
            for prop in sorted(e.property for e in edges if not e.reached and self.is_place(e.property)):
                contacts = any(is_contact(self.schema, use) for use in self.schema.ontology.uses_of(prop))
                if self.schema.is_data(prop) and not contacts:  # an e-mail address is no place
                    fact = Fact(other.focus.node, prop, "where")
                    held = other.changed(focus=End("where", literal=prop), facts=(*other.facts, fact))
                    yield held, GUESSED + NEXT * number
                    number += 1

    def beside_date(self, other: Set) -> Iterator[Found_]:
        """“Where did he die": the place that is called as the date is."""
        prop, owner = other.focus.literal, self.measures.owner(other)
        if owner is None or not is_dated(self.schema, prop) or len(other.facts) != 1:
            return
        own = self.measures.label(prop) - everywhere("date_words")
        for place in sorted({h.property for h in self.schema.steps(*sorted(owner.classes)) if h.forward}):
            if self.is_place(place) and self.measures.label(place) - everywhere("place_words") == own:
                fact = Fact(other.facts[0].subject, place, other.focus.node)
                focus = End(other.focus.node, frozenset(c for c in self.schema.objects(place) if c))
                yield other.changed(focus=focus, facts=(fact,)), 0.0

    def is_place(self, prop: str) -> bool:
        """Whether the name of a property speaks of places."""
        return bool(self.measures.label(prop) & everywhere("place_words"))

    def _is_held(self, other: Set, prop: str) -> bool:
        """Whether a thing whose edges are known has the property."""
        edges = self.measures.patterns.edges.get(getattr(other.focus.node, "iri", ""))
        return edges is None or any(e.property == prop and not e.reached for e in edges)

    def _placed(self, other: Set, prop: str, classes: frozenset[str]) -> Set:
        naming = self.measures.patterns.naming
        place = End("where", classes)
        facts = (*other.facts, Fact(other.focus.node, prop, "where"))
        is_named = not (naming and classes) or self.measures.patterns.are_named(classes)
        ways = [] if is_named else within(self.schema, min(classes), naming)
        shown = [place]
        for number, way in enumerate(ways):
            (inner,) = way.steps
            literal = inner if self.schema.is_data(inner) else ""
            end = End(f"where{number}", frozenset(c for c in self.schema.objects(inner) if c), literal)
            facts = (*facts, Fact("where", inner, end.node, optional=number > 0))
            shown = [end] if number == 0 else [*shown, end]
        if isinstance(other.focus.node, str) and (ways or other.many):
            shown = [other.focus, *shown]
        return other.changed(focus=shown[0], also=tuple(shown[1:]), facts=facts)
