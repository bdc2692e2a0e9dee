"""`python -m benchmarks.overhead [--langchain PYTHON]`: what a question costs beside the model.

In: the sample company, its questions, a model whose replies are written down and take no time. Out: medians
and 90th percentiles of milliseconds on the wall and on cores, of our strategies with all checks on, and of
LangChain's SPARQL chain (in a Python that has langchain-community) with the same model, questions and data.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import subprocess
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from pyoxigraph import DefaultGraph, RdfFormat, Store

from benchmarks.measured import percentile
from benchmarks.overhead.asked import Took, opened, pair_of, rehearsed
from benchmarks.overhead.script import Script
from connectors import sample
from kgqa.language import read_dictionaries
from kgqa.measure import same_rows

WAYS = {
    "oneshot": (("oneshot",), 0.8),
    "agent": (("agent",), 0.8),
    "all four, until one is sure": (("library", "interpret", "oneshot", "agent"), 0.8),
    "all four, each asked": (("library", "interpret", "oneshot", "agent"), 2.0),
}
CHAIN = Path(__file__).with_name("chain.py")


def gold_of(every: int) -> list[dict[str, Any]]:
    """Questions with a query that gives rows: the chain reads no yes or no."""
    lines = sample.questions_text(sample.QUESTIONS).splitlines()
    gold = [json.loads(line) for line in lines]
    return [g for g in gold if g["sparql"] and g["answer"] and "ASK" not in g["sparql"]][::every]


async def ours(
    folder: Path, gold: Sequence[dict[str, Any]], script: Script, rounds: int
) -> dict[str, list[Took]]:
    """What each way took for each question and round; the first round warms up."""
    found: defaultdict[str, list[Took]] = defaultdict(list)
    for way, (strategies, sure) in WAYS.items():
        others = [pair_of(g) for g in gold]
        async with opened(folder, strategies, script, others, sure) as ask:
            for number in range(rounds + 1):
                for text in script.queries:
                    _, took = await ask(text)
                    if number:
                        found[way].append(took)
    return found


def chain(
    python: str, engine: str, graph: Path, gold: Sequence[Mapping[str, Any]], rounds: int
) -> tuple[list[Took], int]:
    """What the chain took, and how many questions it did not give the gold rows for."""
    task = {"graph": str(graph), "rounds": rounds, "engine": engine}
    task["questions"] = [[g["question"], g["sparql"]] for g in gold]
    ran = subprocess.run(  # noqa: S603  # the Python that was named
        [python, str(CHAIN)], input=json.dumps(task), capture_output=True, text=True, timeout=900, check=False
    )
    if ran.returncode:
        raise SystemExit(f"The chain failed: {ran.stderr[-2000:]}")
    lines = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    answers = {g["question"]: g["answer"] for g in gold}
    wrong = {line["question"] for line in lines if not same_rows(line["rows"], answers[line["question"]])}
    return [Took(line["wall"], line["cpu"], 3, ()) for line in lines], len(wrong)


def whole(folder: Path) -> Path:
    """The graph with its ontology, as one file."""
    store, file = Store(), folder / "whole.nt"
    for part in sample.graph_files(folder):
        store.load(path=part)
    store.dump(file, RdfFormat.N_TRIPLES, from_graph=DefaultGraph())
    return file


def figures(took: Sequence[Took]) -> dict[str, float]:
    """Milliseconds of a question and of a call of the model."""
    steps = [1000 * step for one in took for step in one.steps]
    found = {
        "questions": len(took),
        "calls": round(sum(t.calls for t in took) / len(took), 2),
    }
    for name in ("wall", "cpu"):
        values = [1000 * getattr(t, name) for t in took]
        found |= {f"{name}, median": median(values), f"{name}, p90": percentile(values, 90)}
        found[f"{name} a call, median"] = median(
            v / max(1, t.calls) for v, t in zip(values, took, strict=True)
        )
    if steps:
        found |= {"step, median": median(steps), "step, p90": percentile(steps, 90)}
    return {name: round(value, 2) for name, value in found.items()}


def table(rows: Mapping[str, Mapping[str, float]]) -> str:
    lines = [
        "| ms beside the model | calls | wall: median / p90 | cores: median / p90 | cores, a call | step |",
        "|---|---|---|---|---|---|",
    ]
    for name, row in rows.items():
        step = f"{row['step, median']:.1f} / {row['step, p90']:.1f}" if "step, median" in row else ""
        lines.append(
            f"| {name} | {row['calls']:.1f} | {row['wall, median']:.1f} / {row['wall, p90']:.1f} | "
            f"{row['cpu, median']:.1f} / {row['cpu, p90']:.1f} | {row['cpu a call, median']:.1f} | {step} |"
        )
    return "\n".join(lines)


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
    gold = gold_of(given.every)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        script = Script(asyncio.run(rehearsed(folder, gold)))
        kept = [g for g in gold if g["question"] in script.queries]
        print(f"{len(kept)} of {len(gold)} questions: the written replies lead to the known rows.\n")
        rows = {w: figures(t) for w, t in asyncio.run(ours(folder, kept, script, given.rounds)).items()}
        if given.langchain:
            graph = whole(folder / "chain")
            for engine in ("rdflib", "oxigraph"):
                took, wrong = chain(given.langchain, engine, graph, kept, given.rounds)
                rows[f"LangChain over {engine}"] = figures(took)
                print(f"LangChain over {engine}: other rows than the known ones for {wrong} questions.")
    print(table(rows))
    for engine in ("rdflib", "oxigraph"):
        if chained := rows.get(f"LangChain over {engine}"):
            for name in ("wall, median", "cpu, median"):
                print(
                    f"oneshot / LangChain over {engine}, {name}: {rows['oneshot'][name] / chained[name]:.2f}"
                )
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
