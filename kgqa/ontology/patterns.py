"""Patterns of modelling that a graph uses, as values: what a class or a property is there for.

In: nothing. Out: `Pattern`, as it was recognised; `Chain`, what a property that leads from things to their
like was seen to make; `TextForm`, in which form the texts of a property are written; `Ruling`, what an admin
says of a class or a property instead.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class PatternKind(StrEnum):
    CODE_LIST = "code list"  # a class of few things that others point at
    HIERARCHY = "hierarchy"  # a property that leads from things to wider or narrower ones
    RELATION = "relation"  # a class whose things only join others: a membership
    EVENT = "event"  # such a class with a date: an inspection
    VALUE = "value"  # a class whose things stand for a value or a few: an address
    QUANTITY = "quantity"  # a class whose things stand for a number in a unit
    STATEMENT = "statement"  # a property that leads to statements about what another leads to (Wikibase)
    NAME = "name"  # a property by which things are called
    NAME_IN_PARTS = "name in parts"  # a class whose things are called by given and family name
    DATE_TEXT = "date as text"  # a property with texts that are dates
    YEAR_TEXT = "year as text"
    NUMBER_TEXT = "number as text"


class Form(StrEnum):
    """In which form a date or a number is written."""

    DATE = "2021-03-05"
    MOMENT = "2021-03-05T10:00:00"
    NUMBER = "1200.5"
    MONTH = "2021-03"
    OTHER_DATE = "05.03.2021"  # or with slashes, or with a time that SPARQL does not read
    OTHER_NUMBER = "1,200.50"  # or with a decimal comma


class Role(StrEnum):
    """What a property does in a pattern."""

    UP = "up"  # of a hierarchy: leads to what is wider
    DOWN = "down"  # leads to what is narrower
    JOINS = "joins"  # of a relation or an event: leads from it to what it joins
    HELD_BY = "held by"  # leads to it from what it joins
    DATE = "date"
    VALUE = "value"  # of a value or a statement: has the value, or a part of it
    NUMBER = "number"
    UNIT = "unit"
    DIRECT = "direct"  # of a statement: says the same without one
    QUALIFIER = "qualifier"
    GIVEN = "given"
    FAMILY = "family"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pattern:
    """A class or a property (`of`, its IRI) is a pattern of a kind; `roles` are the properties that make it
    one, and `why` says in a sentence how it was known.

    `inclusive`, of a hierarchy: what holds of a thing holds of what is wider as well (an office in Oslo is
    one in Norway). `languages` are those of names, as far as they were seen. `datatype`, of texts: what a
    query turns them into to compare them, "" where it cannot; `strays` says that some are something else, or
    may be.
    """

    kind: PatternKind
    of: str
    roles: tuple[tuple[Role, str], ...] = ()
    inclusive: bool = False
    languages: tuple[str, ...] = ()
    datatype: str = ""
    strays: bool = False
    why: str = ""

    def role(self, role: Role) -> tuple[str, ...]:
        """The properties that do this in it."""
        return tuple(iri for each, iri in self.roles if each is role)

    @property
    def terms(self) -> frozenset[str]:
        """Every IRI that it names."""
        return frozenset((self.of, *(iri for _, iri in self.roles)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """What the steps by a property make that leads from things to things of the same kind, as far as they
    were looked at: of `steps` steps, `starts` things take one and `ends` things are led to, of which `on`
    take one themselves; at most `levels` follow each other. `fewer` are the things at the side that has
    fewer, () where these are many or not all known.
    """

    property: str
    steps: int
    starts: int
    ends: int
    on: int
    levels: int
    cyclic: bool
    fewer: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class TextForm:
    """In which form the texts of a property are written: of those that were `looked` at, all that there are
    where `whole`, so many do `fit`; `stray` is one that does not.
    """

    property: str
    form: Form
    looked: int
    fits: int
    stray: str = ""
    whole: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """An admin says that a class or a property is a pattern of this kind, or (None) of none. The `roles` that
    are left out are those that its shape suggests.
    """

    of: str
    kind: PatternKind | None
    roles: tuple[tuple[Role, str], ...] = ()
    inclusive: bool | None = None

    @property
    def terms(self) -> frozenset[str]:
        """Every IRI that it names."""
        return frozenset((self.of, *(iri for _, iri in self.roles)))
