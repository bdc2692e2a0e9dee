"""`querist check`: query files against an ontology and against data.

In: files. Out: what passed, what does not fit, what puts it right; with --fix the files put right.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bot.commands.check_files import STANDARD_INPUT, query_files, read, write
from bot.commands.check_shown import Checked, plain, show
from bot.commands.reading import Reading
from bot.settings import Settings, load, name_of
from kgqa.check import Conditions, Policy, check
from kgqa.check.looking import looked_up
from kgqa.errors import BadInput
from kgqa.ontology import Ontology
from kgqa.ports import Graph
from kgqa.repair import repaired
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery, Ground

CHOOSABLE = tuple(g for g in Ground if g not in (Ground.BROKEN, Ground.FORBIDDEN))


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a call asks for."""

    sources: Sequence[str]
    ontologies: Sequence[Path]
    data: str
    conditions: Conditions
    settings: Settings
    fix: bool


def add(app: typer.Typer) -> None:
    """Adds `querist check`."""

    @app.command(name="check")
    def _check(
        queries: Annotated[
            list[str],
            typer.Argument(
                help="Files with one SPARQL query each, or folders of them; - reads standard input."
            ),
        ],
        ontology: Annotated[
            list[Path] | None, typer.Option(help="Ontology files or folders: .ttl, .rdf, .owl, .nt, .jsonld.")
        ] = None,
        data: Annotated[
            str, typer.Option(help="Look at this data too: a file, a folder or a SPARQL endpoint.")
        ] = "",
        function: Annotated[
            list[str] | None,
            typer.Option(
                help="A function of the store's own that may be called, beside those of "
                f"{name_of('check_functions')}: its IRI, or a namespace and *."
            ),
        ] = None,
        fix: Annotated[
            bool, typer.Option("--fix", help="Write certain fixes into the files; print them for -.")
        ] = False,
        block: Annotated[
            list[str] | None, typer.Option(help=f"Refuse this too: {', '.join(CHOOSABLE)}.")
        ] = None,
        allow: Annotated[list[str] | None, typer.Option(help="Only warn of this.")] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ) -> None:
        """Check queries before they run. Exit code 0: all pass; 1: issues; 2: a file cannot be read."""
        if not ontology and not data:
            raise BadInput(
                "Name an ontology with --ontology, or data with --data: a query fits to something."
            )
        from bot.wiring.conditions import function_named

        wish = Wish(
            sources=tuple(query_files(queries)),
            ontologies=ontology or (),
            data=data,
            conditions=Conditions(
                policy=policy_of(block or (), allow or ()),
                functions=frozenset(map(function_named, function or ())),
            ),
            settings=load(),
            fix=fix,
        )
        if wish.fix and as_json and STANDARD_INPUT in wish.sources:
            raise BadInput(
                "With --fix the query is printed, and with --json the findings. Choose one of them."
            )
        found, schema = asyncio.run(_find(wish))
        if as_json:
            queries_found = [plain(each, schema) for each in found]
            whole = {
                "passed": all(c.passed for c in found),
                "notices": list(schema.notices),
                "queries": queries_found,
            }
            typer.echo(json.dumps(whole, ensure_ascii=False, indent=2))
        else:
            _print(found, schema, fix=fix)
        raise typer.Exit(int(not all(c.passed for c in found)))


def policy_of(block: Iterable[str], allow: Iterable[str]) -> Policy:
    """The usual policy with changes. Raises BadInput for a ground that does not exist or always blocks."""
    blocks = {*Policy().blocks, *map(_ground, block)} - set(map(_ground, allow))
    return Policy(blocks=frozenset(blocks), silent=Policy().silent - blocks)


def _ground(name: str) -> Ground:
    for ground in CHOOSABLE:
        if ground.value == name.strip().lower():
            return ground
    raise BadInput(f"There is no ground “{name}” to choose. Those that exist: {', '.join(CHOOSABLE)}.")


async def _find(wish: Wish) -> tuple[list[Checked], Ontology]:
    """What is found in each query, and the ontology that it was held against."""
    from bot.wiring import close_graph, open_schema
    from bot.wiring.conditions import functions_of

    texts = [(source, read(source)) for source in wish.sources]
    with Reading(Console(stderr=True)) as bar:
        schema, graph = await open_schema(wish.ontologies, wish.data, bar.loaded)
    try:
        allowed = wish.conditions.functions | functions_of(wish.settings, schema)
        wish = replace(wish, conditions=replace(wish.conditions, functions=allowed))
        return [await _checked(source, text, schema, graph, wish) for source, text in texts], schema
    finally:
        if graph is not None:
            close_graph(graph)


async def _checked(source: str, text: str, schema: Ontology, graph: Graph | None, wish: Wish) -> Checked:
    parsed = parse(text, schema.prefixes)
    conditions = wish.conditions
    if graph is not None and isinstance(parsed, ParsedQuery):
        conditions = await looked_up(parsed, graph, schema, conditions)
    verdict = check(text, schema, conditions)
    repair = repaired(text, schema, conditions)
    mended = wish.fix and bool(repair.fixes)
    return Checked(
        source=source,
        text=text,
        issues=verdict.warnings if isinstance(verdict, CheckedQuery) else verdict,
        rules=verdict.passed if isinstance(verdict, CheckedQuery) else (),
        repair=repair,
        written=mended and (source == STANDARD_INPUT or write(source, text, repair.text)),
    )


def _print(found: Sequence[Checked], schema: Ontology, *, fix: bool) -> None:
    printing = fix and any(c.source == STANDARD_INPUT for c in found)  # the query itself goes to stdout
    console = Console(highlight=False, soft_wrap=True, stderr=printing)
    for notice in schema.notices:
        console.print(f"[yellow]notice[/]  {notice}", markup=True)
    for checked in found:
        show(checked, schema, console, several=len(found) > 1)
        if fix and checked.source == STANDARD_INPUT:
            typer.echo(checked.repair.text)
        elif fix and checked.repair.fixes and not checked.written:
            console.print("Not written: the comments inside the query would be lost. Put it in by hand.\n")
    if len(found) > 1:
        passed = sum(c.passed for c in found)
        console.print(f"{passed} of {len(found)} queries pass.")
