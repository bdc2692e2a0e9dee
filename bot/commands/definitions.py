"""`querist definitions`: the company's own terms and metrics, each with what it was read as on this graph."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.markup import escape

from bot.commands.working import quiet
from bot.settings import load
from kgqa.check import check
from kgqa.definitions.definition import Definition, Term
from kgqa.forms.write import write
from kgqa.pipeline import Kit, things_of
from kgqa.restate import restate
from kgqa.types import CheckedQuery


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A definition with what it was read as, or why it is not used."""

    definition: Definition
    read_as: str = ""
    sparql: str = ""
    problem: str = ""


def add(app: typer.Typer) -> None:
    """Adds `querist definitions`."""

    @app.command()
    def definitions(
        file: Annotated[
            Path | None, typer.Argument(help="A definitions file; otherwise QUERIST_DEFINITIONS.")
        ] = None,
        graph: Annotated[
            list[str] | None, typer.Option(help="A file, a folder or a SPARQL endpoint.")
        ] = None,
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON list.")] = False,
    ) -> None:
        """Show what your own terms and metrics are read as. Exit code 1: one of them cannot be read."""
        given = {"definitions": file, "graph": ",".join(graph or ()), "ontology": ontology}
        shown = asyncio.run(_read({k: v for k, v in given.items() if v}))
        if as_json:
            typer.echo(json.dumps([_plain(each) for each in shown], ensure_ascii=False, indent=2))
        else:
            _print(shown)
        raise typer.Exit(int(any(each.problem for each in shown)))


async def _read(given: dict[str, object]) -> list[Shown]:
    from bot.wiring import close_core, open_core

    settings = load(**given)
    quiet(settings)
    core = await open_core(settings)
    try:
        return [await _shown(each, core.kit) for each in core.kit.definitions.every]
    finally:
        close_core(core)


async def _shown(definition: Definition, kit: Kit) -> Shown:
    if term := kit.definitions.terms.get(definition.name):
        return await _term(term, kit)
    return Shown(definition=definition, problem=kit.definitions.problems.get(definition.name, ""))


async def _term(term: Term, kit: Kit) -> Shown:
    query = check(write(term.form, kit.ontology), kit.ontology)
    if not isinstance(query, CheckedQuery):
        return Shown(definition=term.definition, problem=query[0].message)
    labels = await kit.labels.of(things_of(query), "en")
    return Shown(definition=term.definition, read_as=restate(query, kit.ontology, labels), sparql=query.text)


def _plain(shown: Shown) -> dict[str, object]:
    definition = shown.definition
    return {
        "kind": definition.kind.value,
        "name": definition.name,
        "also": list(definition.also),
        "means": definition.means,
        "read_as": shown.read_as,
        "sparql": shown.sparql,
        "problem": shown.problem,
    }


def _print(shown: list[Shown]) -> None:
    console = Console(highlight=False, soft_wrap=True)
    if not shown:
        console.print("No definitions are set up. QUERIST_DEFINITIONS names a file; see docs/definitions.md.")
    for each in shown:
        for line in _lines(each):
            console.print(line)
        console.print()


def _lines(shown: Shown) -> Iterator[str]:
    definition = shown.definition
    also = f"  [dim]also {escape(', '.join(definition.also))}[/]" if definition.also else ""
    yield f"[bold]{escape(definition.name)}[/]  [dim]{definition.kind.value}[/]{also}"
    yield f"  means    {escape(definition.means)}"
    if shown.read_as:
        yield f"  read as  {escape(shown.read_as)}"
    if shown.problem:
        yield f"  [yellow]{escape(shown.problem)}[/]"
