"""`python -m benchmarks.overhead [--langchain PYTHON]`: what a question costs beside the model.

In: the sample company, its questions, a model whose replies are written down and take no time. Out: medians
and 90th percentiles of milliseconds on the wall and on cores, of our strategies with all checks on, and of
LangChain's SPARQL chain (in a Python that has langchain-community) with the same model, questions and data.

Each question is put to all of them, one after the other, before the next one is: what else the machine does
meets them alike. What the model is to say is found out in a process of its own, so that the first time is
the first.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from typing import Any

from pyoxigraph import DefaultGraph, RdfFormat, Store

from benchmarks.measured import percentile
from benchmarks.overhead.asked import Took, opened, pair_of, rehearse, whole_of
from benchmarks.overhead.chained import Chain, chained
from benchmarks.overhead.script import Script
from connectors import sample
from kgqa.language import read_dictionaries

WAYS = {
    "oneshot": (("oneshot",), 0.8),
    "agent": (("agent",), 0.8),
    "as with a strong model": (("library", "parse", "agent"), 0.8),
    "as with a small model": (("library", "parse", "oneshot"), 0.8),
    "all of these, each asked": (("library", "parse", "oneshot", "agent"), 2.0),
}
ENGINES = ("rdflib", "oxigraph")
UNCOUNTED = 3  # questions at the start that are asked to warm up, and are no first time

Ask = Callable[[Mapping[str, Any]], Awaitable[Took]]


def gold_of(every: int) -> list[dict[str, Any]]:
    """Questions with a query that gives rows: the chain reads no yes or no."""
    lines = sample.questions_text(sample.QUESTIONS).splitlines()
    gold = [json.loads(line) for line in lines]
    return [g for g in gold if g["sparql"] and g["answer"] and "ASK" not in g["sparql"]][::every]


@asynccontextmanager
async def asking(
    folder: Path, gold: Sequence[dict[str, Any]], queries: Mapping[str, str], python: str
) -> AsyncIterator[dict[str, Ask | Chain]]:
    """All that questions are put to, by name; the chains where there is a Python for them."""
    others = [pair_of(g) for g in gold]
    async with AsyncExitStack() as stack:
        found: dict[str, Ask | Chain] = {}
        for way, (strategies, sure) in WAYS.items():
            core = await stack.enter_async_context(
                opened(folder, strategies, Script(queries, whole_of(gold)), others, sure)
            )

            async def ask(one: Mapping[str, Any], core: Any = core) -> Took:
                took: Took = (await core(one["question"]))[1]
                return took

            found[way] = ask
        if python:
            graph = whole(folder / "chain")
            for engine in ENGINES:
                found[f"LangChain over {engine}"] = stack.enter_context(chained(python, engine, graph))
        yield found


async def measured(
    all_: Mapping[str, Ask | Chain], gold: Sequence[dict[str, Any]], rounds: int
) -> tuple[dict[str, list[Took]], dict[str, list[Took]]]:
    """What each question took of each, asked again and the first time."""
    again: defaultdict[str, list[Took]] = defaultdict(list)
    first: defaultdict[str, list[Took]] = defaultdict(list)
    for number in range(rounds + 1):
        for at, one in enumerate(gold):
            for name, asked in all_.items():
                took = await (asked.ask(one) if isinstance(asked, Chain) else asked(one))
                if number:
                    again[name].append(took)
                elif at >= UNCOUNTED:
                    first[name].append(took)
    return again, first


def whole(folder: Path) -> Path:
    """The graph with its ontology, as one file."""
    store, file = Store(), folder / "whole.nt"
    for part in sample.graph_files(folder):
        store.load(path=part)
    store.dump(file, RdfFormat.N_TRIPLES, from_graph=DefaultGraph())
    return file


def figures(took: Sequence[Took], first: Sequence[Took]) -> dict[str, float]:
    """Milliseconds of a question and of a call of the model."""
    steps = [1000 * step for one in took for step in one.steps]
    found = {
        "questions": len(took),
        "calls": sum(t.calls for t in took) / len(took),
    }
    for name in ("wall", "cpu"):
        values = [1000 * getattr(t, name) for t in took]
        found |= {f"{name}, median": median(values), f"{name}, p90": percentile(values, 90)}
        found[f"{name}, mean"] = sum(values) / len(values)
        found[f"{name} a call, median"] = median(
            v / max(1, t.calls) for v, t in zip(values, took, strict=True)
        )
        if first:
            found[f"{name} the first time, median"] = median(1000 * getattr(t, name) for t in first)
    if steps:
        found |= {"step, median": median(steps), "step, p90": percentile(steps, 90)}
    return {name: round(value, 2) for name, value in found.items()}


def table(rows: Mapping[str, Mapping[str, float]]) -> str:
    lines = [
        "| ms | calls | wall: median / p90 | cores: median / p90 / mean | first time | a call | step |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, row in rows.items():
        step = f"{row['step, median']:.1f} / {row['step, p90']:.1f}" if "step, median" in row else ""
        lines.append(
            f"| {name} | {row['calls']:.1f} | {row['wall, median']:.1f} / {row['wall, p90']:.1f} | "
            f"{row['cpu, median']:.1f} / {row['cpu, p90']:.1f} / {row['cpu, mean']:.1f} | "
            f"{row.get('cpu the first time, median', 0):.1f} | {row['cpu a call, median']:.1f} | {step} |"
        )
    return "\n".join(lines)


def compared(rows: Mapping[str, Mapping[str, float]]) -> list[str]:
    """One-shot and a call of the agent beside the chains."""
    lines = []
    for engine in ENGINES:
        if chain := rows.get(f"LangChain over {engine}"):
            for name in ("cpu, median", "cpu, p90", "cpu, mean", "cpu the first time, median"):
                if name in chain:
                    ratio = rows["oneshot"][name] / chain[name]
                    lines.append(f"oneshot / LangChain over {engine}, {name}: {ratio:.2f}")
            ratio = rows["agent"]["cpu a call, median"] / chain["cpu a call, median"]
            lines.append(f"agent / LangChain over {engine}, cpu a call, median: {ratio:.2f}")
    return lines


async def run(folder: Path, given: argparse.Namespace) -> dict[str, dict[str, float]]:
    """The figures of all, by name."""
    gold = gold_of(given.every)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as apart:
        queries = apart.submit(rehearse, folder / "apart", gold).result()
    kept = [g for g in gold if g["question"] in queries]
    print(f"{len(kept)} of {len(gold)} questions: the written replies lead to the known rows.\n")
    async with asking(folder, kept, queries, given.langchain) as all_:
        again, first = await measured(all_, kept, given.rounds)
        for name, asked in all_.items():
            if isinstance(asked, Chain):
                print(f"{name}: other rows than the known ones for {len(asked.wrong)} questions.")
    return {name: figures(took, first[name]) for name, took in again.items()}


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--langchain", default="", help="A Python with langchain-community, rdflib, pyoxigraph."
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--every", type=int, default=1, help="Every so many-th question alone.")
    parser.add_argument("--json", type=Path)
    given = parser.parse_args(arguments)
    read_dictionaries()
    with tempfile.TemporaryDirectory() as made:
        rows = asyncio.run(run(Path(made), given))
    print(table(rows), *compared(rows), sep="\n")
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
