"""What everything outside a model costs: `python -m benchmarks.answering [--triples N…] [--json OUT]`.

In: nothing; a company is generated for each size. Out: seconds to open it, megabytes, and milliseconds a
question for each stage apart, side by side; the same as JSON. Each size runs in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from multiprocessing import get_context
from pathlib import Path

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from benchmarks.engine import resident
from benchmarks.graphs import write_company
from connectors.embedded import EmbeddedGraph
from connectors.names.shelf import Shelf
from kgqa.declared import read_ontology
from kgqa.linking.fact import Report
from kgqa.ontology import Ontology
from kgqa.pipeline import Pipeline
from kgqa.prepare import prepare
from kgqa.terms import Terms, terms_of
from kgqa.types import Answer, Question, Stage, TermKind

QUESTIONS = Path(__file__).with_name("questions.txt")
ASKED_AT = datetime(2025, 12, 15, 9, tzinfo=UTC)
STAGES = ("names", "reading", "checks", "run", "words")  # as the trace calls them
TARGET = 50.0  # ms a question at a million triples, all but a model
STARTING = {  # what a first start says when it begins, and what that costs
    "reading the schema": "profile, s",
    "reading the names": "read and index the names, s",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """One question: medians over the rounds, in milliseconds, and what the first round took."""

    construct: str
    question: str
    outcome: str
    rows: int
    first: float
    total: float
    stages: dict[str, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """One size: seconds, megabytes and counts of opening it; its questions."""

    opening: dict[str, float] = field(default_factory=dict)
    asked: tuple[Asked, ...] = ()


def questions() -> list[tuple[str, str]]:
    """(construct, question), as they stand in the file: a line "# construct", then its questions."""
    found, construct = [], ""
    for line in QUESTIONS.read_text("utf-8").splitlines():
        if line.startswith("#"):
            construct = line.lstrip("# ")
        elif line.strip():
            found.append((construct, line.strip()))
    return found


# ── measuring ────────────────────────────────────────────────────────────────────────────────────


def measure(triples: int, rounds: int, every: int = 1) -> Measured:
    """All figures of one size, with every n-th question."""
    with tempfile.TemporaryDirectory() as folder:
        files = write_company(Path(folder), triples)
        given = read_ontology(files[1].read_bytes(), files[1].suffix, files[1].name)
        own = _own_memory()
        begun = time.perf_counter()
        graph = EmbeddedGraph.open(files)
        try:
            loaded = time.perf_counter() - begun
            shelf = Shelf(Path(folder) / "names")
            return asyncio.run(_measure(graph, given, shelf, {"load, s": loaded}, own, rounds, every))
        finally:
            graph.close()


async def _measure(
    graph: EmbeddedGraph,
    given: Ontology,
    shelf: Shelf,
    opening: dict[str, float],
    own: float,
    rounds: int,
    every: int,
) -> Measured:
    marks: list[tuple[str, float]] = []
    terms = await terms_of(
        graph, given, shelf=shelf, told=lambda what: marks.append((what, time.perf_counter()))
    )
    ends = [*(at for _, at in marks[1:]), time.perf_counter()]
    opening |= {STARTING[what]: end - at for (what, at), end in zip(marks, ends, strict=True)}
    opening["in all, s"] = sum(opening.values())
    begun = time.perf_counter()
    kit = await prepare(graph, given, shelf=shelf)
    opening["the next start (s), but for the load"] = time.perf_counter() - begun
    opening["memory of the graph's process, MB"] = resident(graph)
    opening["memory of our process, MB"] = _own_memory() - own
    opening |= _sizes(terms)
    return Measured(opening, tuple([await _asked(Pipeline(kit), *q, rounds) for q in questions()[::every]]))


def _sizes(terms: Terms) -> dict[str, float]:
    report = terms.indexed.report if terms.indexed else Report()
    return {
        "triples": float(terms.described.triples or 0),
        "things with a name": float(report.things),
        "names of things": float(report.entries.get(TermKind.ENTITY, 0)),
        "values": float(report.entries.get(TermKind.VALUE, 0)),
    }


async def _asked(pipeline: Pipeline, construct: str, text: str, rounds: int) -> Asked:
    """A question asked once, and then `rounds` times more."""
    first = await _answer(pipeline, text)
    warm = [await _answer(pipeline, text) for _ in range(rounds)]
    stages: defaultdict[str, list[float]] = defaultdict(list)
    for answer in warm:
        for stage in STAGES:
            stages[stage].append(1000 * sum(s.seconds for s in answer.trace if s.stage == stage))
    return Asked(
        construct,
        text,
        first.outcome.value,
        len(first.table.rows) if first.table else 0,
        1000 * first.seconds,
        1000 * statistics.median(answer.seconds for answer in warm),
        {stage: statistics.median(values) for stage, values in stages.items()},
    )


async def _answer(pipeline: Pipeline, text: str) -> Answer:
    async def quiet(_: Stage, __: str = "") -> None: ...

    return await pipeline.answer(Question(text=text, asked_at=ASKED_AT), quiet)


def _own_memory() -> float:
    status = Path("/proc/self/status").read_text("ascii")
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


# ── showing ──────────────────────────────────────────────────────────────────────────────────────

SUMMARIES: dict[str, Callable[[Sequence[float]], float]] = {
    "median": statistics.median,
    "p90": lambda values: statistics.quantiles(values, n=10, method="inclusive")[-1],
    "max": max,
}


def summary(measured: Measured) -> dict[str, float]:
    """Milliseconds for each stage and in all, over the questions."""
    asked = measured.asked
    series = {stage: [a.stages[stage] for a in asked] for stage in STAGES}
    series |= {"in all": [a.total for a in asked], "first time": [a.first for a in asked]}
    found = {f"{n}, {how} ms": of(v) for n, v in series.items() for how, of in SUMMARIES.items()}
    return found | {"questions over the target": float(sum(a.total > TARGET for a in asked))}


def compared(title: str, figures: Sequence[tuple[str, dict[str, float]]]) -> Table:
    """The figures of each size as a column, and how often the last one is the first."""
    table = Table(title, *(name for name, _ in figures), "ratio", title_justify="left")
    for name in figures[0][1]:
        values = [column[name] for _, column in figures]
        ratio = f"{values[-1] / values[0]:.1f}" if values[0] > 0 and len(values) > 1 else ""
        table.add_row(name, *map(_shown, values), ratio)
    return table


def missed(measured: Measured) -> Table:
    """The questions that take longer than the target, the slowest first, with their slowest stage."""
    table = Table("over the target", "construct", "rows", "ms", "slowest stage", "its ms")
    for asked in sorted(measured.asked, key=lambda a: -a.total):
        if asked.total > TARGET:
            slowest = max(asked.stages, key=lambda stage: asked.stages[stage])
            cells = (_shown(asked.total), slowest, _shown(asked.stages[slowest]))
            table.add_row(asked.question, asked.construct, str(asked.rows), *cells)
    return table


def as_json(results: dict[int, Measured]) -> str:
    """Everything that was measured."""
    whole = {
        size: {
            "opening": m.opening,
            "summary": summary(m),
            "questions": [{name: getattr(a, name) for name in Asked.__dataclass_fields__} for a in m.asked],
        }
        for size, m in results.items()
    }
    return json.dumps(whole, indent=2, ensure_ascii=False)


def _shown(figure: float) -> str:
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.2g}" if figure < 10 else f"{figure:.1f}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--triples", type=int, nargs="+", default=[20_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results: dict[int, Measured] = {}
    with Progress(transient=True) as progress:
        task = progress.add_task("measuring", total=len(options.triples))
        for size in options.triples:
            # a process of its own: the memory of one size is not counted for the next
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
                results[size] = apart.submit(measure, size, options.rounds).result()
            progress.advance(task)
    console = Console()
    console.print(compared("opening", [(f"{n:,}", m.opening) for n, m in results.items()]))
    console.print(compared("a question", [(f"{n:,}", summary(m)) for n, m in results.items()]))
    for size, measured in results.items():
        if any(a.total > TARGET for a in measured.asked):
            console.print(f"\n{size:,} triples, more than {TARGET:.0f} ms:")
            console.print(missed(measured))
    if options.json:
        options.json.write_text(as_json(results), "utf-8")


if __name__ == "__main__":
    main()
