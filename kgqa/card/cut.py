"""The part of a card that a question needs, where the whole has no room.

In: a card in words, what the question was linked to, a number of bytes. Out: lines. What was linked and the
ways between it come first, so that no join that is needed is cut; then what is most like the question, then
what most things have.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property

from kgqa.card.card import ClassCard, Held
from kgqa.card.told import Told
from kgqa.language import language
from kgqa.vocabulary.schema import Rank, Schema, Wanted, stems_of
from kgqa.vocabulary.told import weight

_MORE = 80  # bytes of the line that says that a class has more
_OTHERS = 60  # classes that are only named
_VALUE = 8  # properties of a class up to which its things are taken for values
_NAMED = 0.12  # the share of the room in which they are


class Tier(IntEnum):
    """Why a property is shown."""

    THINGS = 0  # a thing that the question names has it, or it leads there
    BEYOND = 1  # it says what such a property leads to: the value of a date, the lines of an address
    WAYS = 2  # the question names it, or it is on a way between classes that it names
    LIKE = 3  # it is called much like the question's words, or its class is
    REST = 4  # a class that is shown has it


@dataclass(frozen=True, slots=True)
class Things:
    """What the things that a question names are and have: their classes, and the properties round them."""

    classes: tuple[str, ...] = ()
    properties: frozenset[str] = frozenset()


class Cut:
    """One card with its parts; safe to use by several tasks at once."""

    def __init__(self, told: Told, schema: Schema) -> None:
        self.told, self.schema = told, schema
        self._classes = {c.iri: c for c in told.card.classes}

    @cached_property
    def whole(self) -> tuple[str, ...]:
        """All lines."""
        told = self.told
        lines = [
            line
            for c in told.card.classes
            for line in (told.opening(c), *(told.said(h, c.things) for h in c.held))
        ]
        return (*lines, *told.empty(), *told.undeclared(), *told.unread())

    @cached_property
    def size(self) -> int:
        """Bytes of the whole."""
        return sum(weight(line) + 1 for line in self.whole)

    def part(self, wanted: Wanted, room: int, things: Things = Things()) -> tuple[str, ...]:  # frozen
        """The lines for a question, at most `room` bytes."""
        told = self.told
        kept: dict[str, list[Held]] = {}
        unread = told.unread()
        left = int(room * (1 - _NAMED)) - sum(weight(line) + 1 for line in unread)

        def opened(iri: str) -> bool:
            nonlocal left
            cls = self._classes.get(iri)
            if cls is None or iri in kept:
                return cls is not None
            cost = weight(told.opening(cls)) + _MORE
            if cost > left:
                return False
            kept[iri] = []
            left -= cost
            return True

        for iri in (*wanted.classes, *things.classes):
            opened(iri)
        for tier, held in self._ordered(wanted, things):
            cls = self._classes[held.subject]
            cost = weight(told.said(held, cls.things)) + 1
            if tier is Tier.REST and kept and held.subject not in kept:
                continue
            if cost > left or not opened(held.subject):
                break
            kept[held.subject].append(held)
            left -= cost
            for end in held.classes[:2] if tier < Tier.LIKE else ():
                opened(end)
        lines = []
        for iri, some in kept.items():
            cls = self._classes[iri]
            lines += [told.opening(cls), *(told.said(h, cls.things) for h in some)]
            if missing := len(cls.held) - len(some):
                lines.append(f"  … and {missing} more properties: describe {told.vocabulary.handle(iri)}")
        undeclared = told.undeclared({held.iri for some in kept.values() for held in some})
        if sum(weight(line) + 1 for line in undeclared) <= left:
            lines += undeclared
        return (*lines, *self._others(kept, room), *unread)

    def _others(self, kept: dict[str, list[Held]], room: int) -> Iterator[str]:
        """The names of the other classes, the largest first."""
        rest = [c for c in self.told.card.classes if c.iri and c.iri not in kept]
        if not rest:
            return
        told: list[str] = []
        left = int(room * _NAMED) - 60
        for cls in rest[:_OTHERS]:
            name = f"{self.told.vocabulary.handle(cls.iri)} {cls.things:,}"
            left -= weight(name) + 2
            if left < 0 and told:
                break
            told.append(name)
        more = f" and {len(rest) - len(told):,} more" if len(rest) > len(told) else ""
        yield f"Other classes, with their numbers of things: {', '.join(told)}{more}"

    def _ordered(self, wanted: Wanted, things: Things) -> Iterator[tuple[Tier, Held]]:
        """What the classes have that the question may need, the most needed first; each once."""
        rank = Rank(self.schema, wanted, stems_of(wanted.words, language(wanted.language)))
        ways = {e.property for e in rank.needed()}
        at_things, named = self._near(things.classes), {*wanted.classes, *things.classes}
        pairs = [(c, h) for c in self.told.card.classes for h in c.held]
        around = {
            h
            for c, h in pairs
            if h.iri in things.properties and (c.iri in at_things or not at_things.isdisjoint(h.classes))
        }
        beyond = {end for h in around for end in h.classes if self._is_value(end)}
        likeness = {c.iri: 1.0 if c.iri in named else rank.likeness(c.iri) for c in self.told.card.classes}

        def place(cls: ClassCard, held: Held) -> tuple[Tier, float]:
            like = rank.likeness(held.iri)
            if held in around:
                return Tier.THINGS, like
            if cls.iri in beyond:
                return Tier.BEYOND, like
            if held.iri in ways:
                return Tier.WAYS, like + likeness[cls.iri]
            both = 0.5 if like and likeness[cls.iri] else 0.0
            return Tier.LIKE, like + likeness[cls.iri] + both

        placed = [(*place(c, h), h) for c, h in pairs]
        placed.sort(key=lambda p: (p[0], -p[1], -p[2].having, p[2].subject, p[2].iri))
        yield from ((tier, held) for tier, like, held in placed if tier < Tier.LIKE or like)
        yield from ((Tier.REST, held) for tier, like, held in placed if tier is Tier.LIKE and not like)

    def _is_value(self, iri: str) -> bool:
        """Whether a class has so few properties that its things are mostly values of others: a date, an
        address.
        """
        cls = self._classes.get(iri)
        return cls is not None and 0 < len(cls.held) <= _VALUE

    def _near(self, classes: Iterable[str]) -> set[str]:
        """These classes with those above and below them."""
        ontology = self.schema.ontology
        return {a for c in classes for a in (*ontology.superclasses(c), *ontology.subclasses(c))}
