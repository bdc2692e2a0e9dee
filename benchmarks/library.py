"""What a library of verified pairs answers without a model: `python -m benchmarks.library [--every N]`.

In: nothing; the sample company and its questions. Out: for each kind of rewording the share that is answered
right, answered wrong and left open, by the library alone, by the parser alone and by both in that order;
once with the question's own pair in the library, once without it (leave-one-out). Near misses are asked with
it: answering one of them with the pair's query is wrong.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from pyoxigraph import Store
from rich.console import Console
from rich.table import Table

from benchmarks.rewordings import Reworded, Rewording
from bot.settings import load
from bot.wiring import close_core, open_core
from connectors import sample
from connectors.sample.gold import answer as gold_answer
from connectors.sample.gold import sample_store
from kgqa.conversation import spoken
from kgqa.library.pair import Pair, Source
from kgqa.library.shelf import Shelf
from kgqa.measure import Verdict, score
from kgqa.pipeline import Kit, Pipeline
from kgqa.strategies.library import Library
from kgqa.strategies.parts import Parts
from kgqa.types import Answer, Outcome, Question, Stage

AT = datetime(2026, 11, 20, 9, tzinfo=UTC)
RIGHT, WRONG, OPEN = "right", "wrong", "open"
WAYS = ("library", "parser", "both", "left out: library", "left out: both")


@dataclass(frozen=True, slots=True)
class Asked:
    """A rewording with what became of it in each way."""

    reworded: Reworded
    near: bool
    verdicts: dict[str, str]


async def measure(every: int = 1) -> tuple[list[Asked], list[float]]:
    """What became of each rewording; milliseconds of the library's own part."""
    with tempfile.TemporaryDirectory() as folder:
        core = await open_core(load(graph="", ontology="", definitions=None, data=Path(folder)))
        try:
            return await _measured(core.kit, every)
        finally:
            close_core(core)


async def _measured(kit: Kit, every: int) -> tuple[list[Asked], list[float]]:
    lines = Path(sample.__file__).with_name(sample.QUESTIONS).read_text("utf-8").splitlines()
    gold = [g for g in map(json.loads, lines) if g["sparql"]]
    pairs = [_pair(g["question"], g["sparql"]) for g in gold]
    shelf = Shelf()
    parts = Parts(
        graph=kit.graph, described=kit.described, ontology=kit.ontology, naming=kit.naming, labels=kit.labels,
        index=kit.index, shelf=shelf,
    )  # fmt: skip
    library = Library(parts)
    own = kit.strategies
    ways = {
        "library": Pipeline(replace(kit, strategies=(library,))),
        "parser": Pipeline(kit),
        "both": Pipeline(replace(kit, strategies=(library, *own))),
    }
    store, found, times = sample_store(), [], []
    rewording = Rewording(store, kit.ontology)
    for pair in pairs[::every]:
        lang = spoken(Question(text=pair.question, asked_at=AT)).code
        for near, texts in ((False, rewording.same), (True, rewording.near)):
            for reworded in texts(pair.question, pair.sparql, lang):
                shelf.stock(pairs)
                verdicts = {}
                for way, pipeline in ways.items():
                    begun = time.perf_counter()
                    verdicts[way] = await _verdict(pipeline, reworded, store)
                    if way == "library":
                        times.append(1000 * (time.perf_counter() - begun))
                if not near:
                    shelf.stock([p for p in pairs if p is not pair])
                    for way in ("library", "both"):
                        verdicts[f"left out: {way}"] = await _verdict(ways[way], reworded, store)
                found.append(Asked(reworded, near, verdicts))
    return found, times


def _pair(question: str, sparql: str) -> Pair:
    return Pair(question=question, sparql=sparql, by="gold", at=AT, source=Source.FILE)


async def _verdict(pipeline: Pipeline, reworded: Reworded, store: Store) -> str:
    """Right, wrong or open; where no query is known, an answer by the question's own pair is wrong, and any
    other is not judged.
    """

    async def quiet(_: Stage, __: str = "") -> None: ...

    answer = await pipeline.answer(Question(text=reworded.text, asked_at=AT), quiet)
    if reworded.sparql is None:
        if answer.outcome not in (Outcome.ANSWERED, Outcome.NOTHING_FOUND):
            return OPEN
        reading = f"like “{reworded.of}”"  # another pair may be of this very shape
        return WRONG if any(reading in step.summary for step in answer.trace) else ""
    gold = gold_answer(store, reworded.sparql)
    verdict = score(answer.outcome, _rows(answer), gold).verdict
    return {Verdict.RIGHT: RIGHT, Verdict.WRONG: WRONG}.get(verdict, OPEN)


def _rows(answer: Answer) -> list[tuple[str | None, ...]]:
    if answer.table is None:
        return []
    if answer.table.boolean is not None:
        return [("true" if answer.table.boolean else "false",)]
    return [tuple(t.value if t else None for t in row) for row in answer.table.rows]


# ── showing ──────────────────────────────────────────────────────────────────────────────────────


def summary(found: Sequence[Asked]) -> dict[str, dict[str, dict[str, int]]]:
    """For each kind and way, how many are right, wrong and open; "" are those that nobody can judge."""
    counts: defaultdict[str, dict[str, Counter[str]]] = defaultdict(lambda: {w: Counter() for w in WAYS})
    for asked in found:
        whole = "near misses" if asked.near else "rewordings"
        for kind in (f"{'near: ' if asked.near else ''}{asked.reworded.kind}", whole):
            for way, verdict in asked.verdicts.items():
                counts[kind][way][verdict] += 1
    order = sorted(counts, key=lambda k: (k.startswith("near"), k in ("rewordings", "near misses"), k))
    return {kind: {way: dict(c) for way, c in counts[kind].items() if c} for kind in order}


def _table(counts: dict[str, dict[str, dict[str, int]]]) -> Table:
    table = Table("kind", "asked", *(f"{way}: right / wrong / open" for way in WAYS))
    for kind, ways in counts.items():
        asked = sum(ways["library"].values())
        cells = [_cell(ways.get(way, {})) for way in WAYS]
        table.add_row(kind, str(asked), *cells)
    return table


def _cell(counts: dict[str, int]) -> str:
    judged = {name: counts.get(name, 0) for name in (RIGHT, WRONG, OPEN)}
    return " / ".join(map(str, judged.values())) if any(judged.values()) else ""


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--every", type=int, default=1, help="only every n-th question")
    parser.add_argument("--show", action="store_true", help="what the library answers wrong or leaves open")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    found, times = asyncio.run(measure(options.every))
    console = Console(width=200)
    console.print(_table(summary(found)))
    deciles = statistics.quantiles(times, n=10)
    console.print(
        f"the library alone: median {statistics.median(times):.1f} ms, p90 {deciles[-1]:.1f} ms a question"
    )
    for asked in found if options.show else ():
        verdict = asked.verdicts["library"]
        if verdict == WRONG or (verdict == OPEN and not asked.near):
            console.print(
                f"{verdict:6}{asked.reworded.kind:24}{asked.reworded.text}  [dim]{asked.reworded.of}[/]"
            )
    if options.json:
        plain = [
            {
                "near": a.near,
                "kind": a.reworded.kind,
                "text": a.reworded.text,
                "of": a.reworded.of,
                **a.verdicts,
            }
            for a in found
        ]
        options.json.write_text(json.dumps({"summary": summary(found), "asked": plain}, indent=1), "utf-8")


if __name__ == "__main__":
    main()
