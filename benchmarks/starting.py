"""How long a graph of a given shape and size takes to start, and what its first questions cost.

In: shapes with their sizes (see SHAPES). Out: a table of seconds and megabytes: the first start, the next
ones, the card, the first two questions; the same as JSON. Each start is a process of its own, as that of
`querist ask` is. Files are loaded into memory, or into a store on disk that the next start finds again
(`--store`, the setting `QUERIST_STORE`).

    python -m benchmarks.starting company:1000000 [SHAPE:SIZE…] [--store] [--starts 2] [--json OUT]
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.answering import ASKED_AT
from benchmarks.classes import KINDS, MATERIALS
from benchmarks.engine import resident
from benchmarks.graphs import write_company
from benchmarks.measured import memory
from bot.settings import load
from bot.wiring import close_core, open_core
from connectors.embedded import EmbeddedGraph
from kgqa.card.card import card_of
from kgqa.types import Question, Stage

BASE, ID = "https://shapes.example/def#", "https://shapes.example/id/"
TYPE = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"
LABEL = "<http://www.w3.org/2000/01/rdf-schema#label>"
BELOW = "<http://www.w3.org/2000/01/rdf-schema#subClassOf>"
CLASS = "<http://www.w3.org/2002/07/owl#Class>"
A_MEGABYTE = 2**20
_A_BRANCH = 10  # classes below each class


# ── shapes ───────────────────────────────────────────────────────────────────────────────────────


def classes(number: int) -> Iterator[str]:
    """So many classes, ten below each, as in an ontology of medicine; each with a thing that two properties
    join to things of other classes.
    """
    for n in range(number):
        name = f"{MATERIALS[n % len(MATERIALS)]} {KINDS[n // len(MATERIALS) % len(KINDS)]} {n}"
        yield f"<{BASE}c{n}> {TYPE} {CLASS} .\n"
        yield f'<{BASE}c{n}> {LABEL} "{name}" .\n'
        if n:
            yield f"<{BASE}c{n}> {BELOW} <{BASE}c{n // _A_BRANCH}> .\n"
        yield f"<{ID}t{n}> {TYPE} <{BASE}c{n}> .\n"
        yield f'<{ID}t{n}> {LABEL} "specimen {n}" .\n'
        yield f"<{ID}t{n}> <{BASE}partOf> <{ID}t{n * 7919 % number}> .\n"
        yield f"<{ID}t{n}> <{BASE}madeBy> <{ID}t{n * 104729 % number}> .\n"


def blank(number: int) -> Iterator[str]:
    """So many things without an IRI: orders with lines, which hold a quantity with a unit."""
    for n in range(number // 3):
        yield f"_:o{n} {TYPE} <{BASE}Order> .\n"
        yield f'_:o{n} {LABEL} "order {n}" .\n'
        yield f"_:o{n} <{BASE}line> _:l{n} .\n"
        yield f"_:l{n} {TYPE} <{BASE}Line> .\n"
        yield f"_:l{n} <{BASE}quantity> _:q{n} .\n"
        yield f'_:q{n} <{BASE}amount> "{n % 97}"^^<http://www.w3.org/2001/XMLSchema#integer> .\n'
        yield f'_:q{n} <{BASE}unit> "{("kg", "m", "l")[n % 3]}" .\n'


def long(number: int) -> Iterator[str]:
    """So many documents whose text is a megabyte each."""
    for n in range(number):
        yield f"<{ID}d{n}> {TYPE} <{BASE}Document> .\n"
        yield f'<{ID}d{n}> {LABEL} "document {n}" .\n'
        yield f'<{ID}d{n}> <{BASE}text> "{n} {("lorem ipsum " * (A_MEGABYTE // 12))}" .\n'


def _company(folder: Path, size: int) -> list[Path]:
    return write_company(folder, size)


def _of(lines: Callable[[int], Iterator[str]]) -> Callable[[Path, int], list[Path]]:
    def write(folder: Path, size: int) -> list[Path]:
        file = folder / f"{lines.__name__}-{size}.nt"
        with file.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(lines(size))
        return [file]

    return write


@dataclass(frozen=True, slots=True)
class Shape:
    """What is written in so many pieces, and two questions about it."""

    of: str
    write: Callable[[Path, int], list[Path]]
    questions: tuple[str, str]


SHAPES = {
    "company": Shape("triples", _company, ("Which suppliers are in Norway?", "How many orders are open?")),
    "classes": Shape("classes", _of(classes), ("What is part of specimen 7?", "What is specimen 7 part of?")),
    "blank": Shape("blank nodes", _of(blank), ("How many orders are there?", "What is the line of order 7?")),
    "long": Shape(
        "megabytes", _of(long), ("How many documents are there?", "What is the text of document 7?")
    ),
}


# ── measuring ────────────────────────────────────────────────────────────────────────────────────


def started(graph: str, store: str, data: str, questions: tuple[str, ...]) -> dict[str, float]:
    """What one start of a process of its own takes."""
    return asyncio.run(_started(graph, Path(store) if store else None, Path(data), questions))


async def _started(
    graph: str, store: Path | None, data: Path, questions: tuple[str, ...]
) -> dict[str, float]:
    begun = time.perf_counter()
    marks = [("loading the files", begun)]
    core = await open_core(
        load(graph=graph, ontology="", store=store, data=data),
        told=lambda what: marks.append((what, time.perf_counter())),
    )
    ends = [*(at for _, at in marks[1:]), time.perf_counter()]
    parts: dict[str, float] = {}
    for (what, at), end in zip(marks, ends, strict=True):
        parts[f"  {what}, s"] = parts.get(f"  {what}, s", 0.0) + end - at
    found = {"start, s": time.perf_counter() - begun, **parts}
    kit = core.kit
    begun = time.perf_counter()
    card_of(kit.ontology, kit.naming, kit.index)
    found["card, s"] = time.perf_counter() - begun
    for nth, text in zip(("first", "second"), questions, strict=False):
        begun = time.perf_counter()
        answer = await core.answer(Question(text=text, asked_at=ASKED_AT), _quiet)
        found[f"{nth} question ({answer.outcome.value}), ms"] = 1000 * (time.perf_counter() - begun)
    found["peak memory of ours, MB"] = memory()["peak memory, MB"]
    if isinstance(kit.graph, EmbeddedGraph):
        found["memory of the graph's process, MB"] = resident(kit.graph)
    found |= {
        "triples": float((await kit.graph.describe()).triples or 0),
        "classes": float(len(kit.ontology.classes)),
        "notices": float(len(kit.ontology.notices)),
    }
    close_core(core)
    return found


async def _quiet(_: Stage, __: str = "") -> None: ...


def measure(shape: str, size: int, starts: int, *, stored: bool) -> list[dict[str, float]]:
    """The figures of each start, the first one first."""
    with tempfile.TemporaryDirectory(prefix="starting-") as name:
        folder = Path(name)
        (folder / "graph").mkdir()
        files = SHAPES[shape].write(folder / "graph", size)
        graph = ",".join(map(str, files))
        found = []
        for _ in range(starts):
            # a process of its own: nothing of one start is left for the next but what is kept on disk
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
                given = (graph, str(folder / "store") if stored else "", str(folder / "data"))
                found.append(apart.submit(started, *given, SHAPES[shape].questions).result())
        return found


def shown(title: str, starts: list[dict[str, float]]) -> Table:
    """The figures of each start as a column."""
    table = Table(
        title, "first start", *(f"start {n}" for n in range(2, len(starts) + 1)), title_justify="left"
    )
    for name in dict.fromkeys(name for start in starts for name in start):
        values = (start.get(name) for start in starts)
        table.add_row(name, *("" if v is None else f"{v:,.0f}" if v >= 100 else f"{v:.2f}" for v in values))
    return table


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("graphs", nargs="+", metavar="SHAPE:SIZE", help=", ".join(SHAPES))
    parser.add_argument("--store", action="store_true", help="load into a store on disk")
    parser.add_argument("--starts", type=int, default=2)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results = {}
    for graph in options.graphs:
        shape, _, size = graph.partition(":")
        if shape not in SHAPES or not size.isdecimal():
            parser.error(f"{graph} is no SHAPE:SIZE; shapes are {', '.join(SHAPES)}")
        results[graph] = measure(shape, int(size), options.starts, stored=options.store)
        Console(width=110).print(shown(f"{int(size):,} {SHAPES[shape].of}", results[graph]))
        if options.json:
            options.json.write_text(json.dumps(results, indent=2), "utf-8")


if __name__ == "__main__":
    main()
