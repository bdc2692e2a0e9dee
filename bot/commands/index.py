"""`querist index`: the names of a graph, built, looked at, searched, and given out for an admin to complete.

In: a graph. Out: a screen, a table of matches, or a lexicon file; with --json one object for programs.
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from bot.commands.index_found import Found, Shown, Written
from bot.commands.index_shown import State
from bot.commands.reading import Reading
from bot.commands.working import quiet
from bot.graphs_file import chosen
from bot.settings import Settings, load
from kgqa.errors import BadInput
from kgqa.linking.lexicon import Lexicon, strangers
from kgqa.linking.skeleton import class_called, completed, skeleton
from kgqa.terms import Terms

LIMIT = 10  # matches that a search shows


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """What a call asks for."""

    search: str = ""
    inspect: bool = False
    fresh: bool = False
    lexicon: Path | None = None
    classes: Sequence[str] = ()
    as_json: bool = False


def add(app: typer.Typer) -> None:
    """Adds `querist index`."""

    @app.command()
    def index(
        graph: Annotated[
            list[str] | None, typer.Argument(help="Files, folders or one endpoint, instead of QUERIST_GRAPH.")
        ] = None,
        ontology: Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")] = "",
        search: Annotated[str, typer.Option(help="Show what a phrase may mean.")] = "",
        inspect: Annotated[
            bool, typer.Option("--inspect", help="Only look: nothing is read anew. Exit code 1: out of date.")
        ] = False,
        fresh: Annotated[bool, typer.Option("--fresh", help="Read every name anew.")] = False,
        lexicon: Annotated[
            Path | None,
            typer.Option(help="Write the terms here for you to complete: .json, .jsonl or .csv."),
        ] = None,
        classes: Annotated[
            list[str] | None, typer.Option("--class", help="In the lexicon also the things of this class.")
        ] = None,
        as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
    ) -> None:
        """Build the index of names, look at it, search it, or complete its names by a lexicon."""
        wish = Wish(
            search=search.strip(),
            inspect=inspect,
            fresh=fresh,
            lexicon=lexicon,
            classes=classes or (),
            as_json=as_json,
        )
        _refuse_nonsense(wish)
        given = {"graph": ",".join(graph or ()), "ontology": ontology}
        settings = chosen(load(**{name: value for name, value in given.items() if value}))
        quiet(settings)
        try:
            code = asyncio.run(run(wish, settings, Console(highlight=False), Console(stderr=True)))
        except KeyboardInterrupt:
            typer.echo("Stopped. What was read is kept, and the next run goes on from there.", err=True)
            code = 130
        raise typer.Exit(code)


def _refuse_nonsense(wish: Wish) -> None:
    """Raises BadInput for options that say nothing together."""
    if wish.classes and not wish.lexicon:
        raise BadInput("--class says which things go into a lexicon. Say where: --lexicon FILE.")
    if wish.inspect and (wish.fresh or wish.lexicon or wish.search):
        raise BadInput("--inspect only looks. Leave it out to read, to search or to write a lexicon.")
    if wish.search and wish.lexicon:
        raise BadInput("--search and --lexicon are two things. Ask for one after the other.")


async def run(wish: Wish, settings: Settings, out: Console, progress: Console) -> int:
    """Does what is wished and returns the exit code. Raises AskersMove and OperatorsMove."""
    from bot import wiring

    earlier = wiring.lexicon_at(wish.lexicon) if wish.lexicon else None
    start = time.monotonic()
    with Reading(progress) as reading:
        terms = await wiring.open_terms(
            settings, reading.loaded, reading.told, reading.read, look=wish.inspect, fresh=wish.fresh
        )
        try:
            seconds = time.monotonic() - start
            if wish.search:
                matches, notices = await wiring.search(settings, terms, wish.search, limit=LIMIT)
                result = Found(phrase=wish.search, matches=matches, ontology=terms.ontology, notices=notices)
                reading.stop()
                return _print(result, wish, out)
            if wish.lexicon:
                return _written(wish, wish.lexicon, earlier, terms, reading, out)
            state = await _state(terms, settings, seconds)
        finally:
            wiring.close_graph(terms.graph)
    _print(state, wish, out)
    return 1 if wish.inspect and not state.is_current else 0


async def _state(terms: Terms, settings: Settings, seconds: float) -> State:
    from bot import wiring

    notices = list(terms.ontology.notices)
    lexicons = wiring.open_lexicons(settings)
    for lexicon in lexicons:
        notices += await strangers(lexicon, terms.graph, terms.ontology)
    ways, _, more = wiring.open_linkers(settings, terms.ontology, terms.index().thing)
    return State(
        terms=terms,
        folder=wiring.open_shelf(settings).folder,
        seconds=seconds,
        lexicons=lexicons,
        ways=ways,
        notices=tuple(dict.fromkeys((*notices, *more))),
    )


# ── a lexicon ────────────────────────────────────────────────────────────────────────────────────


def _written(
    wish: Wish, path: Path, earlier: Lexicon | None, terms: Terms, reading: Reading, out: Console
) -> int:
    """Writes the lexicon."""
    from bot import wiring

    made, notices = skeleton(path.name, terms, [class_called(name, terms) for name in wish.classes])
    lexicon = completed(earlier, made) if earlier else made
    wiring.write_lexicon(path, lexicon)
    reading.stop()
    return _print(Written(path=path, lexicon=lexicon, earlier=earlier, notices=tuple(notices)), wish, out)


def _print(what: Shown, wish: Wish, out: Console) -> int:
    if wish.as_json:
        typer.echo(json.dumps(what.plain(), ensure_ascii=False, indent=2))
    else:
        what.draw(out)
    return 0
