"""The schema of induced tables, as values.

In: nothing. Out: tables and columns, each with where it comes from in the graph, and look-ups on them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property

from kgqa.induced.spelled import Spelling

KEY = "iri"  # the first column of the table of a class: the thing itself


class Kind(StrEnum):
    """What stands in a column."""

    THING = "THING"  # an IRI
    TEXT = "TEXT"
    INTEGER = "INTEGER"
    NUMBER = "NUMBER"
    DATE = "DATE"
    MOMENT = "MOMENT"
    BOOLEAN = "BOOLEAN"


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column with its origin: things of `cls` have `property` ("" for the thing itself). `datatype` is what
    most of its literals have; with a `language` it holds the texts in that one alone. `leads_to` are the
    classes of the things in it, where they are known. Its numbers are texts in the graph where they have a
    `spelling`. `values` are all its texts where they are few, `having` how many things have it, where that is
    known.
    """

    name: str
    kind: Kind
    cls: str
    property: str = ""
    label: str = ""
    unit: str = ""
    datatype: str = ""
    language: str = ""
    leads_to: tuple[str, ...] = ()
    spelling: Spelling | None = None
    values: tuple[str, ...] = ()
    having: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The things of a class ("": those without one), or, where `of` names such a table, the values of one of
    their properties of which a thing may have several. `classes` are those that its things are typed with;
    `things` says how many the profile has seen. `twin` is the table of a class with the very same things that
    is told in its place.
    """

    name: str
    cls: str
    label: str
    columns: tuple[Column, ...]
    classes: tuple[str, ...] = ()
    things: int = 0
    of: str = ""
    twin: str = ""

    @property
    def shown(self) -> str:
        """The table that is told for it."""
        return self.twin or self.name

    def column(self, name: str) -> Column | None:
        return next((c for c in self.columns if c.name == name.lower()), None)


@dataclass(frozen=True)
class Schema:
    """`together` are pairs of classes of which a thing may be both. `aside` tells in sentences what of the
    graph is in no table.
    """

    tables: tuple[Table, ...] = ()
    together: frozenset[tuple[str, str]] = frozenset()
    aside: tuple[str, ...] = field(default=())

    @cached_property
    def by_name(self) -> dict[str, Table]:
        return {t.name: t for t in self.tables}

    def table(self, name: str) -> Table | None:
        return self.by_name.get(name.lower())

    def links_of(self, table: Table) -> tuple[Table, ...]:
        """The tables of its properties with several values."""
        return self._links.get(table.name, ())

    @cached_property
    def _links(self) -> dict[str, tuple[Table, ...]]:
        found: dict[str, tuple[Table, ...]] = {}
        for table in self.tables:
            if table.of:
                found[table.of] = (*found.get(table.of, ()), table)
        return found

    def of_class(self, iri: str) -> tuple[Table, ...]:
        """The tables that hold things of a class, that of the class itself first."""
        found = [t for t in self.tables if not t.of and (iri == t.cls or iri in t.classes)]
        return tuple(sorted(found, key=lambda t: (t.cls != iri, len(t.classes))))

    def of_property(self, iri: str) -> tuple[tuple[Table, Column], ...]:
        """The columns that hold a property."""
        return self._by_property.get(iri, ())

    @cached_property
    def _by_property(self) -> dict[str, tuple[tuple[Table, Column], ...]]:
        found: dict[str, list[tuple[Table, Column]]] = {}
        for table in self.tables:
            for column in table.columns:
                if column.property:
                    found.setdefault(column.property, []).append((table, column))
        return {iri: tuple(places) for iri, places in found.items()}

    def may_meet(self, one: Column, other: Column) -> bool:
        """Whether the same thing may stand in both columns, as far as is known."""
        if one.kind is not Kind.THING or other.kind is not Kind.THING:
            return False
        mine, theirs = ends_of(one), ends_of(other)
        if not mine or not theirs:
            return True
        return any(a == b or (a, b) in self.together for a in mine for b in theirs)


def ends_of(column: Column) -> tuple[str, ...]:
    """The classes of the things in a column; () where nothing is known of them."""
    if column.property:
        return column.leads_to
    return (column.cls,) if column.cls else ()
