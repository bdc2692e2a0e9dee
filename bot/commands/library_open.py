"""The library as its commands see it: what is kept, and the graph that queries are held against."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console

from bot.commands.library_shown import Added
from bot.commands.reading import Reading
from bot.settings import Settings
from kgqa.check import Conditions, check
from kgqa.check.things import things_in
from kgqa.labels import Labels
from kgqa.library.checking import Broken, recheck
from kgqa.library.making import made
from kgqa.library.making import opened as open_question
from kgqa.library.pair import Pair
from kgqa.linking.index import TermIndex
from kgqa.linking.names import Naming
from kgqa.ontology import Ontology
from kgqa.pipeline import things_of
from kgqa.ports import Graph
from kgqa.repair import repaired
from kgqa.restate import restate
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery

if TYPE_CHECKING:
    from bot.wiring.library import LibraryBeside, Read


@dataclass(frozen=True, slots=True)
class Schema:
    """What a query is held against."""

    graph: Graph
    ontology: Ontology
    index: TermIndex
    naming: Naming
    conditions: Conditions


@dataclass(frozen=True, slots=True)
class Opened:
    """The library; `schema` is None where the graph is not read."""

    library: LibraryBeside
    schema: Schema | None = None

    @property
    def ontology(self) -> Ontology:
        return self._schema.ontology

    @property
    def index(self) -> TermIndex:
        return self._schema.index

    @property
    def _schema(self) -> Schema:
        assert self.schema is not None, "the graph was not read"  # noqa: S101
        return self.schema

    async def examined(self, pair: Pair) -> Added:
        """What the check says of a pair, and what of it is open."""
        at = self._schema
        conditions = await self._conditions([pair])
        verdict = check(pair.sparql, at.ontology, conditions)
        if isinstance(verdict, CheckedQuery):
            labels = await Labels(at.graph, at.ontology, at.naming).of(things_of(verdict), "en")
            template = made(pair, at.index, at.ontology, conditions)
            return Added(
                pair=pair,
                issues=verdict.warnings,
                asks_for=restate(verdict, at.ontology, labels),
                open=open_question(template, at.ontology) if template else "",
                passes=True,
            )
        repair = repaired(pair.sparql, at.ontology, conditions)
        passes = isinstance(repair.verdict, CheckedQuery)
        return Added(
            pair=pair,
            issues=verdict,
            fixes=tuple(f.what for f in repair.fixes) if passes else (),
            repaired=repair.text.strip() if passes else "",
        )

    async def broken(self, pairs: Sequence[Pair]) -> tuple[Broken, ...]:
        """Those of the pairs that do not pass."""
        return recheck(pairs, self.ontology, await self._conditions(pairs))

    async def keep(self, pairs: Iterable[Pair], to: Path | None) -> None:
        """Keeps pairs: in a file, or in the database."""
        from bot.wiring.library import write_library

        if to is not None:
            write_library(to, pairs)
            return
        for pair in pairs:
            await self.library.add(pair)

    def library_at(self, path: Path) -> Read:
        """The pairs of a file. Raises BadInput."""
        from bot.wiring.library import library_at

        return library_at(path)

    def text(self, pairs: Iterable[Pair]) -> str:
        """The pairs as the text of a file."""
        from bot.wiring.library import library_text

        return library_text(pairs)

    async def _conditions(self, pairs: Iterable[Pair]) -> Conditions:
        """The conditions, with what the graph says of the things that the queries name."""
        at = self._schema
        parsed = (parse(p.sparql, at.ontology.prefixes) for p in pairs)
        things = dict(at.conditions.things)
        for query in parsed:
            if isinstance(query, ParsedQuery):
                things |= await things_in(query, at.graph, at.ontology, closed=at.conditions.closed)
        return replace(at.conditions, things=things)


@asynccontextmanager
async def opened(settings: Settings, *, reads: bool) -> AsyncIterator[Opened]:
    """The library of the settings; with the graph and its names where a command `reads` them."""
    from bot.wiring import close_graph, open_database, open_terms
    from bot.wiring.conditions import conditions_of
    from bot.wiring.library import open_library

    database = open_database(settings)
    try:
        library = open_library(settings, database)
        if not reads:
            yield Opened(library)
            return
        with Reading(Console(stderr=True)) as bar:
            terms = await open_terms(settings, bar.loaded, bar.told, bar.read)
        try:
            conditions, _ = await conditions_of(settings, terms.ontology, terms.graph)
            terms = terms.without(conditions.closed)
            yield Opened(
                library, Schema(terms.graph, terms.ontology, terms.index(), terms.naming, conditions)
            )
        finally:
            close_graph(terms.graph)
    finally:
        database.close()
