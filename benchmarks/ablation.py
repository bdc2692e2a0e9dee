"""What each step of the interpreter is worth: `python -m benchmarks.ablation FOLDER… [--only STEP…]`.

In: folders of questions with known answers. Out: for each step on how many questions it did something, and
what becomes of these without it. A step without which nothing is lost on two graphs has to go, unless what it
reads is promised somewhere. Questions within conversations are not asked.
"""

from __future__ import annotations

import argparse
import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from operator import is_not
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bot.bench_record import record_of
from bot.gold import GoldFolder, GoldQuestion, read_folder
from bot.settings import load
from bot.wiring import close_core, open_core
from kgqa.language import read_dictionaries
from kgqa.pipeline import Pipeline
from kgqa.strategies.interpret import cued
from kgqa.strategies.interpret.draft import Draft
from kgqa.types import Question, Stage

STRATEGIES = ("library", "parse", "interpret")
RIGHT, WRONG = "right", "wrong"

Step = Callable[[cued.Context, Draft], list[Draft]]
STEPS: dict[str, Step] = {step.__name__: step for step in cued.STEPS}


@dataclass(frozen=True, slots=True)
class Change:
    """What became of a question without a step: verdicts as `querist bench` has them."""

    step: str
    graph: str
    question: str
    before: str
    after: str


@contextmanager
def steps(*, without: str = "", acting: set[str] | None = None) -> Iterator[None]:
    """The interpreter without a step; the names of those that do something come into `acting`."""
    kept = cued.STEPS
    chosen = {name: step for name, step in STEPS.items() if name != without}
    if acting is not None:
        chosen = {name: _watched(name, step, acting) for name, step in chosen.items()}
    cued.STEPS = tuple(chosen.values())
    try:
        yield
    finally:
        cued.STEPS = kept


def _watched(name: str, step: Step, acting: set[str]) -> Step:
    def watched(on: cued.Context, draft: Draft) -> list[Draft]:
        made = step(on, draft)
        if len(made) != 1 or any(map(is_not, made, [draft])):
            acting.add(name)
        return made

    return watched


async def changes(folder: Path, only: Collection[str], acted: Counter[str]) -> list[Change]:
    """What changes without each step, over the questions of one folder."""
    gold = read_folder(folder)
    core = await open_core(
        load(graph=gold.graph, ontology=gold.ontology, graph_name=gold.name), strategies=STRATEGIES
    )
    found = []
    try:
        for question in (q for q in gold.questions if not q.conversation):
            acting: set[str] = set()
            with steps(acting=acting):
                before = await _verdict(core, gold, question)
            acted.update(acting)
            for name in sorted(acting & set(only)):
                with steps(without=name):
                    after = await _verdict(core, gold, question)
                if after != before:
                    found.append(Change(name, gold.name, question.question, before, after))
    finally:
        close_core(core)
    return found


async def _verdict(core: Pipeline, folder: GoldFolder, gold: GoldQuestion) -> str:
    answer = await core.answer(Question(text=gold.question, asked_at=datetime.now(UTC)), _silent)
    return str(record_of(folder, gold, answer, None).get("verdict", ""))


async def _silent(_: Stage, __: str = "") -> None:
    """Nobody waits."""


def table_of(found: Iterable[Change], acted: Counter[str], only: Collection[str]) -> Table:
    """A line a step, those that are worth least first."""
    by_step: defaultdict[str, list[Change]] = defaultdict(list)
    for change in found:
        by_step[change.step].append(change)
    table = Table("without", "acted on", "right lost", "on graphs", "right won", "wrong more", "wrong fewer")
    rows = []
    for name in only:
        lost = [c for c in by_step[name] if c.before == RIGHT]
        figures = (
            acted[name],
            len(lost),
            len({c.graph for c in lost}),
            sum(c.after == RIGHT for c in by_step[name]),
            sum(c.after == WRONG for c in by_step[name]),
            sum(c.before == WRONG for c in by_step[name]),
        )
        rows.append((figures[1], name, figures))
    for _, name, figures in sorted(rows):
        table.add_row(name, *map(str, figures))
    return table


async def _all(folders: Sequence[Path], only: Collection[str], acted: Counter[str]) -> list[Change]:
    return [change for folder in folders for change in await changes(folder, only, acted)]


def main() -> None:
    """Asks and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.ablation", description=__doc__)
    parser.add_argument("folders", nargs="+", type=Path)
    parser.add_argument("--only", nargs="+", choices=tuple(STEPS), default=tuple(STEPS), metavar="STEP")
    parser.add_argument("--show", action="store_true", help="name each question that changes")
    options = parser.parse_args()
    read_dictionaries()
    acted: Counter[str] = Counter()
    found = asyncio.run(_all(options.folders, options.only, acted))
    console = Console(width=120)
    if options.show:
        for c in found:
            console.print(f"{c.step}: {c.graph}: {c.before} -> {c.after}: {c.question}", markup=False)
    console.print(table_of(found, acted, options.only))


if __name__ == "__main__":
    main()
