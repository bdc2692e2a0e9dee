"""Text search: phrases -> what they may mean, found by the store itself among names that were never copied.

In: a Graph, a dialect, how the graph names things. Out: matches, scored as the index of names does. A search
that fails costs its own matches; where nothing at all is found, its error tells why.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Iterator, Sequence

from connectors.text_search import whole_names
from connectors.text_search.about import about
from connectors.text_search.dialect import Dialect, Pattern
from connectors.text_search.pieces import Pieces, pieces
from connectors.text_search.ranking import rank
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.linking.entry import Entry
from kgqa.linking.names import Naming
from kgqa.ports import Graph
from kgqa.types import CheckedQuery, Limits, Match, Term, TermKind

AT_ONCE = 8
SECONDS = 5.0  # for one search
PATIENCE = 10.0  # seconds after which no further search of the same question begins
_ROWS = 2_000

Row = tuple[Term | None, ...]
Trouble = GraphTimeout | GraphRejected


class TextSearch:
    """A `Linker` over a store's own text search. `notices` are what an admin should know of it beforehand."""

    name = "text search"

    def __init__(
        self,
        graph: Graph,
        dialect: Dialect,
        naming: Naming,
        *,
        values: Iterable[str] = (),
        schema: Collection[str] = (),
        seconds: float = SECONDS,
        patience: float = PATIENCE,
    ) -> None:
        """`values` are properties whose literals may be meant as such; `schema` are classes and properties,
        which are found in memory.
        """
        self.dialect = dialect
        self._graph = graph
        self._naming = naming
        self._parts = frozenset(part for pair in naming.parts for part in pair)
        self._properties = tuple(dict.fromkeys((*naming.all, *values)))
        self._schema = frozenset(schema)
        self._patience = patience
        self._limits = Limits(seconds=seconds, rows=_ROWS)
        notice = (
            "The store has no text search that Querist knows. Names are looked for by reading through "
            f"them, for {seconds:g} seconds at most, so that some may not be found."
        )
        self.notices: tuple[str, ...] = () if dialect.indexed else (notice,)

    async def find(
        self, phrases: Sequence[str], *, language: str, limit: int = 10
    ) -> Sequence[Sequence[Match]]:
        """As `Linker.find`. Raises GraphUnavailable, and GraphTimeout or GraphRejected where nothing was
        found.
        """
        wanted = {phrase: found for phrase in phrases if (found := pieces(phrase))}
        if not wanted or not self._properties:
            return [()] * len(phrases)
        hunt = _Hunt(self._graph, self._limits, self._patience)
        dialect = self.dialect
        queries = whole_names.queries(tuple(wanted), self._naming, self._properties, language)
        if dialect.indexed:
            queries += self._queries(dialect.every, wanted.values())
        entries = await self._entries(hunt, queries)
        ranked = rank(wanted, entries, language, limit)
        for pattern in (dialect.near,) if dialect.indexed else (dialect.every, dialect.near):
            rest = {phrase: found for phrase, found in wanted.items() if not ranked[phrase]}
            if rest and (more := await self._entries(hunt, self._queries(pattern, rest.values()))):
                entries += more
                ranked |= rank(rest, entries, language, limit)
        things = {m.iri for found in ranked.values() for m in found if m.kind is TermKind.ENTITY}
        known = await about(things, hunt.rows, self._naming, language)
        matches = [[known.told(match) for match in ranked.get(phrase, ())] for phrase in phrases]
        if hunt.trouble and not any(matches):
            raise type(hunt.trouble)(
                f"Names could not be looked for by {self.dialect.store}: {hunt.trouble}"
            ) from hunt.trouble
        return matches

    def _queries(self, pattern: Pattern, phrases: Iterable[Pieces]) -> list[CheckedQuery]:
        """One query for each phrase, or one for all where names are read one by one."""
        groups = [[phrase] for phrase in phrases] if self.dialect.indexed else [list(phrases)]
        queries = (self.dialect.query(pattern, group, self._properties) for group in groups)
        return [query for query in queries if query]

    async def _entries(self, hunt: _Hunt, queries: Sequence[CheckedQuery]) -> list[Entry]:
        tables = await hunt.all_rows(queries)
        return [entry for table in tables for row in table for entry in self._entry(row)]

    def _entry(self, row: Row) -> Iterator[Entry]:
        thing, prop, name = row
        if not (thing and prop and name) or name.kind != "literal" or not name.value.strip():
            return
        text, tag = name.value, name.language or ""
        if prop.value in self._naming.all or prop.value == whole_names.FULL:
            if thing.kind == "iri" and thing.value not in self._schema:
                preferred = prop.value not in self._naming.other
                source = prop.value if prop.value in self._parts else ""
                yield Entry(
                    TermKind.ENTITY, thing.value, text, text, preferred=preferred, language=tag, source=source
                )
        elif prop.value in self._properties:
            yield Entry(
                TermKind.VALUE, prop.value, text, text, value=text, datatype=name.datatype, language=tag
            )


class _Hunt:
    """The searches for one question: so many at once, none begun after the time is over. `trouble` is what
    went wrong with the first that failed.
    """

    def __init__(self, graph: Graph, limits: Limits, patience: float) -> None:
        self.trouble: Trouble | None = None
        self._graph, self._limits = graph, limits
        self._places = asyncio.Semaphore(AT_ONCE)
        self._patience = patience
        self._end = asyncio.get_running_loop().time() + patience

    async def all_rows(self, queries: Sequence[CheckedQuery]) -> list[tuple[Row, ...]]:
        """The rows of each query. Raises GraphUnavailable, and ends the other searches then."""
        try:
            async with asyncio.TaskGroup() as group:
                tasks = [group.create_task(self._in_time(query)) for query in queries]
        except ExceptionGroup as errors:
            unavailable, others = errors.split(GraphUnavailable)
            if others or unavailable is None:
                raise
            raise unavailable.exceptions[0] from None
        return [task.result() for task in tasks]

    async def _in_time(self, query: CheckedQuery) -> tuple[Row, ...]:
        async with self._places:
            if asyncio.get_running_loop().time() <= self._end:
                return await self.rows(query)
        self._failed(GraphTimeout(f"the searches took more than {self._patience:g} seconds together."))
        return ()

    async def rows(self, query: CheckedQuery) -> tuple[Row, ...]:
        """The rows of a query; () where the store does not answer it."""
        try:
            return (await self._graph.run(query, self._limits)).rows
        except (GraphTimeout, GraphRejected) as error:
            self._failed(error)
            return ()

    def _failed(self, trouble: Trouble) -> None:
        self.trouble = self.trouble or trouble
