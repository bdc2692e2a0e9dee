"""What the tests of names on disk share: a graph of pumps, in small pages, and how it is indexed."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Callable, Iterable
from dataclasses import replace
from pathlib import Path

from connectors.names.shelf import Shelf
from kgqa.linking.build import index_names
from kgqa.linking.entry import Entry
from kgqa.linking.names import naming_of
from kgqa.observed import profile
from kgqa.ports import Indexed, NameShelf
from kgqa.types import CheckedQuery, GraphDescription, Limits, ResultTable
from tests.doubles.graph import SmallGraph

DEF, ID = "https://shop.example/def/", "https://shop.example/id/"
HEAD = f"@prefix : <{DEF}> . @prefix i: <{ID}> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n"


def pumps(number: int, *, but: dict[int, str] | None = None, without: Iterable[int] = ()) -> str:
    """Turtle of pumps with names and part numbers; some have another name."""
    but = but or {}
    return HEAD + "".join(
        f'i:{n} a :Pump ; rdfs:label "{but.get(n, f"pump number {n}")}" ; :partNumber "VX-{n:04}" ; '
        f':colour "{("blue", "red")[n % 2]}" .\n'
        for n in range(number)
        if n not in set(without)
    )


class Pumps(SmallGraph):
    """Gives pages of ten rows; `at_page` hears which page of all comes next, and may raise or worse."""

    def __init__(
        self,
        turtle: str,
        *,
        at_page: Callable[[int], None] = lambda _: None,
        fingerprint: str = "",
        rows: int = 10,
    ) -> None:
        super().__init__(turtle, name="pumps")
        self.page = 0
        self.rows = rows
        self.skipped = 0
        self._at_page = at_page
        self._told = fingerprint

    async def pages(
        self, query: CheckedQuery, limits: Limits, *, skip: int = 0
    ) -> AsyncGenerator[ResultTable, None]:
        self.skipped += skip
        async for page in super().pages(query, replace(limits, rows=self.rows), skip=skip):
            self.page += 1
            self._at_page(self.page)
            yield page

    async def describe(self, *, afresh: bool = False) -> GraphDescription:
        described = await super().describe(afresh=afresh)
        return replace(described, fingerprint=self._told or described.fingerprint)


async def build(
    graph: SmallGraph, shelf: NameShelf | Path, told: Callable[[str], None] = lambda _: None, **more: object
) -> Indexed:
    ontology = await profile(graph)
    return await index_names(
        graph,
        await graph.describe(),
        ontology,
        naming_of(ontology),
        Shelf(shelf) if isinstance(shelf, Path) else shelf,
        told=told,
        **more,  # type: ignore[arg-type]
    )


def everything(found: Indexed, number: int) -> list[Entry]:
    """Every entry of the pumps and their values."""
    iris = [*(f"{ID}{n}" for n in range(number)), DEF + "partNumber", DEF + "colour"]
    return sorted((e for iri in iris for e in found.names.of_term(iri, 1_000)), key=repr)
