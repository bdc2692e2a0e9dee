"""Plain questions in a graph's own words: `python -m benchmarks.plain [sample|FOLDER…] [--language de]
[--most N] [--show] [--json F]`.

In: folders with a graph and an ontology. Out: for each form of question ("number of A per B", "B with their
number of A", "A that are not C") how many answers have the rows of the query that it was made with. The words
are those of the ontology, so what fails is grammar and no vocabulary; nobody has to write gold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
from collections import Counter, defaultdict
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from pyoxigraph import NamedNode, Quad, Store
from rich.console import Console
from rich.table import Table

from benchmarks.plain.maker import Maker, Plain, Row
from benchmarks.plain.words import forms
from bot.commands.bench import SAMPLES
from bot.gold import GoldFolder, read_folder
from bot.settings import load
from bot.wiring import close_core, open_core, sample_folder
from kgqa.declared.files import File
from kgqa.language import read_dictionaries
from kgqa.measure import score
from kgqa.pipeline import Pipeline
from kgqa.trace import bound
from kgqa.types import Outcome, Question, Stage

ASKED_AT = datetime(2026, 11, 30, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Asked:
    """What came of one: "right", "wrong" or "open"."""

    graph: str
    plain: Plain
    verdict: str
    text: str


async def asked(folder: GoldFolder, language: str, most: int, console: Console) -> list[Asked]:
    """What comes of the plain questions of a folder's graph. Those without rows are not asked."""
    settings = load(graph=folder.graph, ontology=folder.ontology, graph_name=folder.name)
    core = await open_core(settings, strategies=("library", "parse"))
    store = Store()
    for file in map(Path, filter(None, (folder.graph, folder.ontology))):
        syntax = file.name.removesuffix(".gz").rpartition(".")[2]
        for triple in File(file.read_bytes(), syntax, file.name).triples():
            store.add(Quad(*cast("tuple[NamedNode, NamedNode, NamedNode]", triple)))
    maker = Maker(core.kit.ontology, store, language)
    try:
        with console.status(folder.name):
            questions = [(q, rows) for q in maker.questions(most) if (rows := maker.rows(q.query))]
            return [await _asked(core, folder.name, language, q, rows) for q, rows in questions]
    finally:
        close_core(core)


async def _asked(core: Pipeline, graph: str, language: str, plain: Plain, gold: list[Row]) -> Asked:
    question = Question(text=plain.question, asked_at=ASKED_AT, language=language)
    answer = await core.answer(question, _silent)
    if answer.outcome not in (Outcome.ANSWERED, Outcome.NOTHING_FOUND) or answer.table is None:
        return Asked(graph, plain, "open", answer.text)
    is_right = score(Outcome.ANSWERED, bound(answer.table), gold).exact
    return Asked(graph, plain, "right" if is_right else "wrong", answer.text)


async def _silent(_: Stage, __: str = "") -> None:
    """Nobody waits."""


def table_of(every: list[Asked]) -> Table:
    """One line a form of question."""
    table = Table("form", "an example", "n", "right", "wrong", "open")
    asked_in: defaultdict[str, list[Asked]] = defaultdict(list)
    for one in every:
        asked_in[one.plain.form].append(one)
    for form, some in asked_in.items():
        table.add_row(form, some[0].plain.question, *_numbers(some))
    table.add_row("all", "", *_numbers(every))
    return table


def _numbers(some: list[Asked]) -> list[str]:
    verdicts = Counter(one.verdict for one in some)
    return [str(len(some)), *(str(verdicts[v]) for v in ("right", "wrong", "open"))]


def main() -> None:
    """Asks and prints."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.plain", description=__doc__)
    parser.add_argument("folders", nargs="*", default=["sample"], help="sample, or folders of a bench")
    parser.add_argument("--language", choices=sorted(forms()), default="en", help="of the questions")
    parser.add_argument("--most", type=int, default=4, help="relations, numbers and dates of each graph")
    parser.add_argument("--show", action="store_true", help="those that are not right, with their answers")
    parser.add_argument("--json", type=Path, help="where all are written")
    options = parser.parse_args()
    read_dictionaries()
    console = Console(width=130)
    every: list[Asked] = []
    with tempfile.TemporaryDirectory() as made:
        for name in options.folders:
            path = sample_folder(SAMPLES[name], Path(made) / name) if name in SAMPLES else Path(name)
            every += asyncio.run(asked(read_folder(path), options.language, options.most, console))
    console.print(table_of(every))
    for one in every if options.show else ():
        if one.verdict != "right":
            told = f"{one.verdict} {one.graph} [{one.plain.form}]: {one.plain.question}\n    {one.text}"
            console.print(told, highlight=False, markup=False)
    if options.json:
        options.json.write_text(json.dumps([asdict(one) for one in every], indent=1), "utf-8")


if __name__ == "__main__":
    main()
