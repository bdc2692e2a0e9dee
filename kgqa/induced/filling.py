"""A graph -> the rows of its tables, in bounded parts, whatever its size (RAGonite: inserting data).

In: a Graph, a Schema, a draft that keeps rows. Out: filled tables, with a count of what did not fit.
Each property is read once, whatever the number of classes whose things have it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from kgqa.induced.cells import Cell, cell
from kgqa.induced.induce import Several, induced
from kgqa.induced.schema import Column, Kind, Schema, Table
from kgqa.induced.spelled import Spelling
from kgqa.ontology import Ontology
from kgqa.ports import Graph, Tables, TablesDraft, TablesShelf
from kgqa.queries import query
from kgqa.types import UNTOLD, CheckedQuery, Limits, Term

PART = Limits(seconds=300.0, rows=10_000, bytes=20_000_000)
FEW = 0.01  # the share of a column's things that may have a second value which is kept aside
Told = Callable[[str], None]
_BLANKS = "Things without an IRI are in no table: the store gives them other names in each query."


@dataclass(frozen=True, slots=True)
class _Group:
    """Columns of the same property that take the same values."""

    column: Column
    places: tuple[tuple[Table, Column], ...]


async def tables_of(
    graph: Graph,
    ontology: Ontology,
    shelf: TablesShelf,
    *,
    closed: Collection[str] = (),
    told: Told = lambda _: None,
    fresh: bool = False,
) -> Tables:
    """The tables of a graph, filled anew where the graph, the schema or what is closed has changed. No thing
    of a `closed` class gets into them. Raises what `graph.pages` raises, and OperatorsMove when they cannot
    be kept.
    """
    described = await graph.describe()
    several: Several = shelf.several(described.fingerprint)
    schema = induced(ontology, several)
    fresh = fresh or described.fingerprint == UNTOLD  # whether the graph has changed is not told
    if not fresh and (kept := shelf.whole(schema, described.fingerprint, closed)) is not None:
        return kept
    told("filling the tables")
    filler = _Filler(graph, ontology, closed, blanks=not described.remote)
    draft = shelf.draft(schema)
    try:
        found = await filler.filled(schema, draft)
        if found:  # the profile took them for properties with one value
            several, before = (*several, *found), schema
            schema = induced(ontology, several)
            if _goes_on(before, schema):
                await filler.added(before, schema, draft)
            else:
                draft.close()
                draft = shelf.draft(schema)
                await filler.filled(schema, draft)
        if filler.has_blanks:
            schema = replace(schema, aside=(*schema.aside, _BLANKS))
        return draft.finish(schema, described.fingerprint, closed, several)
    finally:
        draft.close()


class _Filler:
    """Reads a graph into a draft."""

    def __init__(self, graph: Graph, ontology: Ontology, closed: Collection[str], *, blanks: bool) -> None:
        self.graph, self.ontology, self.closed = graph, ontology, sorted(closed)
        self._blanks = blanks
        self.has_blanks = False

    async def filled(self, schema: Schema, draft: TablesDraft) -> Several:
        """Fills the tables; the properties of classes that turned out to have several values, with which
        nothing was filled to its end.
        """
        for table in schema.tables:
            if not table.of:
                await self._things(table, draft)
        several: list[tuple[str, str]] = []
        for iri, places in _by_property(schema):
            for table, column in await self._values(iri, places, draft):
                several.append((table.cls, column.property))
        return tuple(dict.fromkeys(several))

    async def added(self, before: Schema, schema: Schema, draft: TablesDraft) -> None:
        """Fills the tables that an earlier schema did not have."""
        new = [t for t in schema.tables if before.table(t.name) is None]
        for table in new:
            await draft.add(table)
        for iri, places in _by_property(Schema(tuple(new))):
            await self._values(iri, places, draft)

    async def _things(self, table: Table, draft: TablesDraft) -> None:
        async for terms in self._pages(self._query_of(table)):
            await draft.things(table, [_key(t) for (t,) in terms if t is not None and self._fits(t)])

    def _query_of(self, table: Table) -> CheckedQuery:
        if not table.cls:
            return query("table-things-untyped")
        if self.closed:
            return query("table-things-open", **{"class": table.classes}, closed=self.closed)
        return query("table-things", **{"class": table.classes})

    async def _values(
        self, iri: str, places: Sequence[tuple[Table, Column]], draft: TablesDraft
    ) -> list[tuple[Table, Column]]:
        """The columns of a property that would have to leave out too much."""
        if self.closed:
            asked = query("table-values-open", property=(iri,), closed=self.closed)
        else:
            asked = query("table-values", property=(iri,))
        groups = list(_groups(places))
        async for terms in self._pages(asked):
            rows = [(s, o) for s, o in terms if s is not None and o is not None and self._fits(s, o)]
            for group in groups:
                await draft.values(group.places, *_cells(rows, group.column))
        found: list[tuple[Table, Column]] = []
        for group in groups:
            for table, column in group.places:
                having, second = await draft.counted(table, column)
                if second > FEW * having:
                    found.append((table, column))
        return found

    def _fits(self, *terms: Term) -> bool:
        """Whether the same thing has the same name in every query."""
        if self._blanks or all(t.kind != "bnode" for t in terms):
            return True
        self.has_blanks = True
        return False

    async def _pages(self, asked: CheckedQuery) -> AsyncIterator[tuple[tuple[Term | None, ...], ...]]:
        pages = self.graph.pages(asked, PART)
        try:
            async for page in pages:
                yield page.rows
        finally:
            await pages.aclose()


def _goes_on(before: Schema, schema: Schema) -> bool:
    """Whether what was filled by one schema may stay: the other leaves columns out, and has further tables of
    properties. The columns that are left out stay in the file, and nobody may ask them.
    """
    for table in schema.tables:
        known = before.table(table.name)
        if known is None and not table.of:
            return False
        if known is not None and (known.of != table.of or not set(table.columns) <= set(known.columns)):
            return False
    return True


def _by_property(schema: Schema) -> Iterator[tuple[str, list[tuple[Table, Column]]]]:
    found: dict[str, list[tuple[Table, Column]]] = {}
    for table in schema.tables:
        for column in table.columns:
            if column.property:
                found.setdefault(column.property, []).append((table, column))
    yield from found.items()


def _groups(places: Sequence[tuple[Table, Column]]) -> Iterator[_Group]:
    found: dict[tuple[Kind, str, Spelling | None], list[tuple[Table, Column]]] = {}
    for table, column in places:
        found.setdefault((column.kind, column.language, column.spelling), []).append((table, column))
    for own in found.values():
        yield _Group(own[0][1], tuple(own))


def _cells(
    rows: Sequence[tuple[Term, Term]], column: Column
) -> tuple[list[tuple[str, Cell]], list[tuple[str, str]]]:
    """The values that fit a column, and the texts of those of its sort that do not."""
    fitting: list[tuple[str, Cell]] = []
    odd: list[tuple[str, str]] = []
    for thing, value in rows:
        found = cell(value, column)
        if found is not None:
            fitting.append((_key(thing), found))
        elif (value.kind == "literal") is (column.kind is not Kind.THING) and not column.language:
            odd.append((_key(thing), value.value))
    return fitting, odd


def _key(thing: Term) -> str:
    return thing.value if thing.kind == "iri" else f"_:{thing.value}"
