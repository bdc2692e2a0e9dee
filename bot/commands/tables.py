"""`querist tables GRAPH`: the tables that are induced from a graph, with where each column comes from.

In: a graph. Out: Markdown, or one JSON object.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

import typer

from bot.commands.working import quiet
from bot.graphs_file import chosen
from bot.settings import load
from kgqa.induced.schema import Schema
from kgqa.induced.told import markdown, plain


@dataclass(frozen=True, slots=True)
class _Shown:
    """A schema and, where the tables were filled, how many rows they have and what did not fit."""

    name: str
    schema: Schema
    rows: Mapping[str, int]
    aside: Mapping[tuple[str, str], int]


def add(app: typer.Typer) -> None:
    """Adds `querist tables`."""

    @app.command()
    def tables(
        graph: Annotated[
            str, typer.Argument(help="A file, a folder, an endpoint, or a graph of QUERIST_GRAPHS.")
        ] = "",
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        fill: Annotated[bool, typer.Option("--fill", help="Fill the tables, and count their rows.")] = False,
        fresh: Annotated[bool, typer.Option("--fresh", help="Fill them anew, whatever is there.")] = False,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ) -> None:
        """Show the tables that the strategy “tables” asks in SQL, and where each column comes from."""
        given = {k: v for k, v in {"graph": graph, "ontology": ontology}.items() if v}
        shown = asyncio.run(_opened(given, fill=fill or fresh, fresh=fresh))
        if as_json:
            told = {"graph": shown.name, **plain(shown.schema, shown.rows, shown.aside)}
            typer.echo(json.dumps(told, ensure_ascii=False, indent=2))
            return
        typer.echo(f"# The tables of {shown.name}")
        typer.echo("\n".join(markdown(shown.schema, shown.rows, shown.aside)))


async def _opened(given: dict[str, str], *, fill: bool, fresh: bool) -> _Shown:
    from bot.wiring import close_graph, open_terms, schema_of_tables, tables_filled

    settings = chosen(load(**given))
    quiet(settings)
    terms = await open_terms(settings)
    try:
        if not fill:
            return _Shown(terms.described.name, await schema_of_tables(settings, terms), {}, {})
        tables = await tables_filled(settings, terms, fresh=fresh)
        return _Shown(terms.described.name, tables.schema, await tables.rows(), tables.aside)
    finally:
        close_graph(terms.graph)
