"""RAGonite's thirty questions over generated cars: `python -m benchmarks.ragonite [--show] [--calls FILE]`.

In: the questions of the paper (beside the project), the cars (`benchmarks.ragonite.graph`), gold of our own.
Out: the paper's table of four variants with ours beside it: without a model, or with the one that is set up
(`--model`) or whose replies were kept (`--calls FILE --replay`).
"""

from __future__ import annotations

import argparse
import asyncio
import json
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pyoxigraph import RdfFormat, Store
from rich.console import Console
from rich.table import Table

from benchmarks.ladder.__main__ import opened
from benchmarks.ladder.kept import Kept
from benchmarks.ragonite.gold import is_right
from benchmarks.ragonite.graph import lines
from bot.settings import load
from bot.wiring import close_core, open_core
from kgqa.conversation import turn_of
from kgqa.errors import BadInput
from kgqa.pipeline import Pipeline
from kgqa.spending import MemoryLedger, Purse
from kgqa.types import Answer, Question, Stage, Turn

HERE = Path(__file__).parent
GIVEN = Path("../shared/data/ragonite-bmw/questions.jsonl")
CALLS = Path("ragonite-calls.jsonl")
ASKED_AT = datetime(2025, 3, 3, 9, tzinfo=UTC)

KINDS = ("lookup", "complex", "abstract")


@dataclass(frozen=True, slots=True)
class Variant:
    """One of the paper's variants: what it is called there, and the strategies that come nearest to it."""

    name: str
    published: str  # the name of its scores in the questions
    alone: str  # the strategies without a model; "" where there is none
    asked: str  # those with one
    settings: dict[str, Any]


VARIANTS = (
    Variant("SPARQL over the graph", "sparql_only", "parse", "parse,agent", {}),
    Variant("SQL over the tables", "sql_only", "", "tables", {}),
    Variant("text of the graph", "vbl_only", "passages", "passages", {}),
    Variant(
        "all together",
        "sql_vbl",
        "parse,passages",
        "parse,agent,tables,passages",
        {"branches": True},
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """One question in one variant."""

    id: str
    kind: str
    variant: str
    question: str
    outcome: str
    strategy: str
    sure: float
    right: bool
    text: str
    query: str


async def measure(
    variants: Sequence[Variant], model: Kept | None, turns: int, conversations: Collection[int] = ()
) -> list[Tried]:
    """Every question in every variant: so many `turns` of each conversation, or of `conversations` alone."""
    questions = [json.loads(line) for line in _text(GIVEN).splitlines() if line.strip()]
    questions = [q for q in questions if not conversations or q["conversation"] in conversations]
    gold: dict[str, Any] = tomllib.loads(_text(HERE / "gold.toml"))
    tried = []
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder) / "cars.nt"
        graph.write_text("\n".join(lines()) + "\n", encoding="utf-8")
        store = Store()
        store.load(graph.read_bytes(), format=RdfFormat.N_TRIPLES)
        for variant in variants:
            strategies = variant.asked if model else variant.alone
            if not strategies:
                continue
            settings = load(
                graph=str(graph),
                graph_name="cars",
                data=Path(folder) / "data",
                strategies=strategies,
                model_name=model.name if model else "",
                model_record=None,
                model_replay=None,
                **variant.settings,
            )
            purse = Purse(model, MemoryLedger()) if model else None
            core = await open_core(settings, purse=purse)
            try:
                tried += await _asked(
                    core, variant, [q for q in questions if q["turn"] <= turns], gold, store
                )
            finally:
                close_core(core)
    return tried


async def _asked(
    core: Pipeline, variant: Variant, questions: list[dict[str, Any]], gold: dict[str, Any], store: Store
) -> list[Tried]:
    async def quiet(_: Stage, __: str = "") -> None:
        return None

    history: defaultdict[int, tuple[Turn, ...]] = defaultdict(tuple)
    tried = []
    for given in questions:
        before = history[given["conversation"]]
        asked = Question(text=given["question"], asked_at=ASKED_AT, language="en", history=before)
        answer = await core.answer(asked, quiet)
        history[given["conversation"]] = (*before, turn_of(answer))
        tried.append(_tried(given, variant, answer, is_right(answer, gold[given["id"]], store)))
    return tried


def _tried(given: dict[str, Any], variant: Variant, answer: Answer, right: bool) -> Tried:
    return Tried(
        id=given["id"],
        kind=given["category"],
        variant=variant.name,
        question=given["question"],
        outcome=answer.outcome.value,
        strategy=answer.strategy,
        sure=answer.confidence.value,
        right=right,
        text=answer.text,
        query=answer.query.text if answer.query else "",
    )


def _text(file: Path) -> str:
    if not file.is_file():
        raise BadInput(f"There is no {file}. The questions of the paper lie beside the project.")
    return file.read_text("utf-8")


def table_of(
    tried: Sequence[Tried], published: Sequence[dict[str, Any]], variants: Sequence[Variant]
) -> Table:
    """The paper's table with ours beside it: right, answered otherwise, and right by kind of question."""
    table = Table("variant", "paper: right", "here: right", "wrong", "no answer", *KINDS)
    for variant in variants:
        some = [t for t in tried if t.variant == variant.name]
        theirs = str(sum(q["published_correct"][variant.published] for q in published))
        if not some:
            table.add_row(variant.name, theirs, "-", "-", "-", *("-" for _ in KINDS))
            continue
        wrong = sum(not t.right and t.outcome in ("answered", "nothing_found") for t in some)
        right = sum(t.right for t in some)
        kinds = (_of([t for t in some if t.kind == kind]) for kind in KINDS)
        table.add_row(variant.name, theirs, str(right), str(wrong), str(len(some) - right - wrong), *kinds)
    return table


def _of(some: Sequence[Tried]) -> str:
    return f"{sum(t.right for t in some)} of {len(some)}"


async def _run(options: argparse.Namespace) -> list[Tried]:
    model = opened(options.calls, is_replay=options.replay) if options.model or options.replay else None
    try:
        variants = [VARIANTS[n] for n in options.variants]
        return await measure(variants, model, options.turns, options.conversations)
    finally:
        if model:
            await model.close()


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--show", action="store_true", help="each question with its answer")
    parser.add_argument("--variants", nargs="+", type=int, choices=range(len(VARIANTS)), default=range(4))
    parser.add_argument("--turns", type=int, default=5, help="so many turns of each conversation")
    parser.add_argument("--conversations", nargs="+", type=int, default=(), help="these alone, of 1 to 6")
    parser.add_argument("--model", action="store_true", help="with the model of the settings")
    parser.add_argument("--calls", type=Path, default=CALLS, help="where the model's replies are kept")
    parser.add_argument("--replay", action="store_true", help="ask nobody: the kept replies alone")
    parser.add_argument("--json", type=Path, help="write every answer here")
    options = parser.parse_args()
    tried = asyncio.run(_run(options))
    console = Console(width=130)
    asked = {t.id for t in tried}
    published = [q for q in map(json.loads, _text(GIVEN).splitlines()) if q["id"] in asked]
    console.print(table_of(tried, published, VARIANTS))
    if options.show:
        for each in tried:
            console.print(
                f"{each.id} {'right' if each.right else 'not right'} {each.outcome} {each.strategy} "
                f"{each.sure:.2f} ({each.variant}): {each.question}\n    {each.text[:600]}\n    {each.query}",
                highlight=False,
                markup=False,
            )
    if options.json:
        options.json.write_text(json.dumps([asdict(t) for t in tried], indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
