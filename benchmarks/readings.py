"""What the parser reads, and what its evidence is worth: `python -m benchmarks.readings FOLDER… [--write]`.

In: folders of questions with known answers. Out: for each graph how many questions its likeliest reading
answers rightly, whatever it is trusted; and how that changes when it is trusted by weights that were fitted
on all other graphs. The weights fitted on all are written into the product with `--write`.
"""

from __future__ import annotations

import argparse
import asyncio
import math
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.fitting import Example, chance, fitted
from bot.gold import GoldQuestion, read_folder
from bot.settings import load
from bot.wiring import close_core, open_core
from kgqa.language import read_dictionaries
from kgqa.measure import score
from kgqa.pipeline import Kit
from kgqa.pipeline.cascade import Cascade
from kgqa.pipeline.trying import TRUST, Trials
from kgqa.pipeline.work import Work
from kgqa.strategies.parse.parser import Parser
from kgqa.trace import bound
from kgqa.types import Outcome, Question, Stage

WEIGHTS = Path(__file__).parents[1] / "kgqa" / "strategies" / "parse" / "trust.toml"
# What each is taken to be worth where no answers tell.
PRIOR = {
    **dict.fromkeys(("names", "weakest"), -0.1),
    **dict.fromkeys(("skipped", "put"), -0.5),
    "share": 0.5,
    "empty": -1.0,
}
BASE = 1.0
WITHIN = {
    # Few questions with known answers pass over a name and show what that costs; people ask such every day.
    "skipped": (-math.inf, -0.5),
    # That there are none is said of the plainest reading alone: people take it for a fact.
    "empty": (-math.inf, -2.2),
}
AT = datetime(2026, 11, 30, 9, tzinfo=UTC)  # the day for which the known answers are
LEVELS = (TRUST, 0.7, 0.8, 0.9)
HEAD = """# What each piece of evidence is worth for a reading, in log-odds (evidence.py).
# Fitted by `python -m benchmarks.readings` on {count} questions of {graphs} graphs (benchmarks/README.md).

[weights]
"""


async def read(folder: Path) -> list[Example]:
    """The evidence of the likeliest reading of each question that has rows for an answer, and of each that
    the graph cannot answer, whose readings are all wrong.
    """
    gold = read_folder(folder)
    core = await open_core(
        load(graph=gold.graph, ontology=gold.ontology, graph_name=gold.name),
        strategies=("parse",),
    )
    try:
        asked = (q for q in gold.questions if (q.rows and not q.expect) or Outcome.NOT_IN_GRAPH in q.expect)
        found = [await _example(core.kit, q, gold.name) for q in asked]
    finally:
        close_core(core)
    return [one for one in found if one is not None]


async def _example(kit: Kit, gold: GoldQuestion, graph: str) -> Example | None:
    work = Work(kit, Question(text=gold.question, asked_at=AT), _silent, None)
    trials = Trials(work)
    cascade = Cascade(work, trials)
    (strategy,) = kit.strategies
    assert isinstance(strategy, Parser)
    linked = await cascade.linked(kit.linkers)
    readings = await strategy.weighed(linked, trials.means()) if strategy.reads(linked) else []
    if not readings:
        return None
    ran, evidence = readings[0]
    measured = score(
        Outcome.ANSWERED, bound(ran.table), gold.rows or (), others=gold.others, ordered=gold.ordered
    )
    return Example(graph, dict(evidence.told), right=measured.exact and not gold.expect)


def table_of(examples: Sequence[Example]) -> Table:
    """One line a graph: how many likeliest readings are right, and of those that are trusted at each level
    by the weights of the other graphs how many are.
    """
    table = Table("graph left out", "n", "right", *(f"from {level:g}" for level in LEVELS))
    every: list[tuple[float, bool]] = []
    for graph in sorted({e.graph for e in examples}):
        weights = _fitted([e for e in examples if e.graph != graph])
        found = [(chance(weights, e.evidence), e.right) for e in examples if e.graph == graph]
        table.add_row(graph, *_figures(found))
        every += found
    table.add_row("all", *_figures(every))
    return table


def _fitted(examples: Sequence[Example]) -> dict[str, float]:
    return fitted(examples, PRIOR, BASE, balanced=True, within=WITHIN)


def _figures(found: Sequence[tuple[float, bool]]) -> list[str]:
    trusted = [[right for p, right in found if p >= level] for level in LEVELS]
    figures = [str(len(found)), str(sum(right for _, right in found))]
    return figures + [f"{sum(rights)} of {len(rights)}" for rights in trusted]


async def _silent(_: Stage, __: str = "") -> None:
    """Nobody waits."""


async def _all(folders: Sequence[Path]) -> list[Example]:
    return [example for folder in folders for example in await read(folder)]


def main() -> None:
    """Reads, fits and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.readings", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--write", action="store_true", help="write the weights into the product")
    options = parser.parse_args()
    read_dictionaries()
    examples = asyncio.run(_all(options.folders))
    console = Console(width=120)
    console.print(table_of(examples))
    weights = _fitted(examples)
    console.print("  ".join(f"{name} {value:g}" for name, value in weights.items()))
    if options.write:
        head = HEAD.format(count=len(examples), graphs=len({e.graph for e in examples}))
        WEIGHTS.write_text(head + "".join(f"{name} = {value}\n" for name, value in weights.items()), "utf-8")


if __name__ == "__main__":
    main()
