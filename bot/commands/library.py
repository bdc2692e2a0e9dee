"""`querist library`: verified questions with their queries: list, add, retire, check, import, export."""

from __future__ import annotations

import asyncio
import getpass
import json
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console

from bot.commands import library_shown as shown
from bot.commands.library_given import examples_in, text_of
from bot.commands.library_open import Opened, opened
from bot.commands.working import quiet
from bot.settings import Settings, load
from kgqa.errors import BadInput
from kgqa.library.pair import Pair, Source
from kgqa.library.zaha import finder, imported

T = TypeVar("T")
Graph = Annotated[list[str] | None, typer.Option(help="A file, a folder or a SPARQL endpoint.")]
Ontology = Annotated[str, typer.Option(help="The ontology, if the graph does not hold it.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
By = Annotated[str, typer.Option(help="Who says so; otherwise the user of this machine.")]
To = Annotated[Path | None, typer.Option(help="Write into this file, and not into the database.")]


def add(app: typer.Typer) -> None:
    """Adds `querist library` with its commands."""
    library = typer.Typer(help="Verified questions with their queries.", no_args_is_help=True)
    app.add_typer(library, name="library")
    library.command(name="list")(_list)
    library.command(name="add")(_add)
    library.command(name="retire")(_retire)
    library.command(name="check")(_check)
    library.command(name="import")(_import)
    library.command(name="export")(_export)


def _list(*, as_json: AsJson = False) -> None:
    """Show all verified questions."""
    both = _run({}, lambda at: at.library.both())
    if as_json:
        _print_json([shown.plain(p) for p in both.pairs])
    else:
        shown.listed(both.pairs, both.problems, _console())


def _add(
    question: Annotated[str, typer.Argument(help="The question, a file with it, or - for standard input.")],
    query: Annotated[str, typer.Argument(help="Its query, a file with it, or - for standard input.")],
    *,
    by: By = "",
    note: Annotated[str, typer.Option(help="For those who read the library.")] = "",
    language: Annotated[str, typer.Option(help="Of the question: en, de; otherwise it is guessed.")] = "",
    repaired: Annotated[
        bool,
        typer.Option("--repaired", help="Where certain fixes make a failing query pass, keep that."),
    ] = False,
    to: To = None,
    graph: Graph = None,
    ontology: Ontology = "",
    as_json: AsJson = False,
) -> None:
    """Check a question's query and keep both. Exit code 1: the query fails, and nothing is kept."""
    if question == query == "-":
        raise BadInput("Only one of the two can come from standard input. Give the other as text or file.")
    pair = Pair(
        question=" ".join(text_of(question, "question").split()),
        sparql=text_of(query, "query").strip(),
        by=by or getpass.getuser(),
        at=_now(),
        source=Source.ADMIN,
        language=language,
        note=note,
    )

    async def work(at: Opened) -> shown.Added:
        found = await at.examined(pair)
        if not found.passes and repaired:
            found = await at.examined(found.mended)
        if found.passes:
            await at.keep([found.pair], to)
        return found

    added = _run(_given(graph, ontology), work, reads=True)
    if as_json:
        _print_json(shown.plain_added(added))
    else:
        shown.added(added, _console(), to)
    raise typer.Exit(int(not added.passes))


def _retire(
    pair: Annotated[str, typer.Argument(help="Its id, the beginning of its id, or its question.")],
    *,
    why: Annotated[str, typer.Option(help="Why it is not to be used any more.")] = "",
    by: By = "",
) -> None:
    """Take a verified question out. Who did so and why stays in the record of the library."""

    async def work(at: Opened) -> tuple[Pair, str]:
        both = await at.library.both()
        found = _the_one(pair, both.pairs)
        await at.library.retire(found.id, by=by or getpass.getuser(), at=_now(), why=why)
        place = next((p for p in both.placed if p.pair.id == found.id), None)
        return found, f"{place.file}, line {place.line}" if place else ""

    found, place = _run({}, work)
    shown.retired(found, place, _console())


def _check(*, graph: Graph = None, ontology: Ontology = "", as_json: AsJson = False) -> None:
    """Check all verified questions against the graph as it is now. Exit code 1: some broke."""

    async def work(at: Opened) -> shown.Held:
        both = await at.library.both()
        return shown.Held(both.pairs, await at.broken(both.pairs), both.problems)

    held = _run(_given(graph, ontology), work, reads=True)
    if as_json:
        _print_json(shown.plain_held(held))
    else:
        shown.held(held, _console())
    raise typer.Exit(int(bool(held.broken or held.problems)))


def _import(
    file: Annotated[Path, typer.Argument(help="A library file (.toml), or Zaha's examples (.json, .jsonl).")],
    *,
    by: By = "",
    to: To = None,
    graph: Graph = None,
    ontology: Ontology = "",
    as_json: AsJson = False,
) -> None:
    """Keep the pairs of a file whose queries pass. Exit code 1: some did not."""
    who, now = by or getpass.getuser(), _now()

    async def work(at: Opened) -> shown.Imported:
        pairs, problems = [], []
        if file.suffix.lower() == ".toml":
            read = at.library_at(file)
            pairs, problems = [p.pair for p in read.pairs], list(read.problems)
        else:
            find = finder(at.index, at.ontology)
            for where, example in examples_in(file):
                made = imported(example, find, at.ontology.prefixes, by=who, at=now)
                if isinstance(made, Pair):
                    pairs.append(made)
                else:
                    problems.append(f"{where}: {made}")
        broken = await at.broken(pairs)
        out = {b.pair.id for b in broken}
        kept = [p for p in pairs if p.id not in out]
        await at.keep(kept, to)
        return shown.Imported(tuple(kept), broken, tuple(problems))

    done = _run(_given(graph, ontology), work, reads=True)
    if as_json:
        _print_json(shown.plain_imported(done))
    else:
        shown.imported(done, _console())
    raise typer.Exit(int(bool(done.broken or done.problems)))


def _export(
    file: Annotated[Path | None, typer.Argument(help="A new .toml file; otherwise standard output.")] = None,
    *,
    as_json: AsJson = False,
) -> None:
    """Write all verified questions as a file that can live in git."""

    async def work(at: Opened) -> tuple[Sequence[Pair], str]:
        pairs = await at.library.pairs()
        if file is not None and not as_json:
            if file.exists():
                raise BadInput(f"{file} is there already. Name a new file.")
            await at.keep(pairs, file)
        return pairs, at.text(pairs)

    pairs, text = _run({}, work)
    if as_json:
        _print_json([shown.plain(p) for p in pairs])
    elif file is None:
        typer.echo(text, nl=False)
    else:
        _console().print(f"{shown.counted(len(pairs), 'pair')} written to {file}.")


# ── what they share ──────────────────────────────────────────────────────────────────────────────


def _given(graph: list[str] | None, ontology: str) -> dict[str, object]:
    return {k: v for k, v in (("graph", ",".join(graph or ())), ("ontology", ontology)) if v}


def _run(given: dict[str, object], work: Callable[[Opened], Awaitable[T]], *, reads: bool = False) -> T:
    """Does the work on the library; with the graph read for it where that is needed."""
    settings: Settings = load(**given)
    quiet(settings)

    async def run() -> T:
        async with opened(settings, reads=reads) as at:
            return await work(at)

    return asyncio.run(run())


def _the_one(said: str, pairs: Sequence[Pair]) -> Pair:
    """The pair of an id, of the beginning of one, or of a question. Raises BadInput."""
    same = [p for p in pairs if said.strip().casefold() == p.question.strip().casefold()]
    found = same or [p for p in pairs if len(said) >= 4 and p.id.startswith(said.lower())]  # noqa: PLR2004
    if len(found) == 1:
        return found[0]
    if found:
        ids = ", ".join(p.id for p in found)
        raise BadInput(f"“{said}” means several pairs: {ids}. Give the id of one.")
    raise BadInput(f"No verified question is “{said}”. See them with: querist library list")


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)


def _console() -> Console:
    return Console(highlight=False, soft_wrap=True)


def _print_json(value: object) -> None:
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))
