"""A folder of questions with known answers, asked on each rung.

In: a folder, a model, rungs, every which question. Out: one record for each question and rung. On the rungs
with pairs the library holds the folder's other questions with their queries, never the one that is asked.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.ladder.bare import bare
from benchmarks.ladder.kept import Kept
from benchmarks.ladder.rungs import ALONE, WITH_PAIRS, kits
from bot.gold import QUESTIONS, GoldFolder, GoldQuestion, read_folder
from bot.settings import load
from bot.wiring import close_core, open_core, sample_folder
from bot.wiring.strategies import WITH_MODEL, WITHOUT_MODEL
from kgqa.library.checking import stock
from kgqa.library.pair import Pair, Source
from kgqa.library.shelf import Shelf
from kgqa.measure import score
from kgqa.pipeline import Kit, Pipeline
from kgqa.spending import MemoryLedger, Purse
from kgqa.strategies.oneshot import OneShot
from kgqa.trace import bound
from kgqa.types import Answer, Outcome, Question, ResultTable, Spent, Stage

AT = datetime(2026, 11, 20, 9, tzinfo=UTC)  # every run asks on the same day, so that prompts are the same
Record = dict[str, Any]


def chosen(questions: Sequence[GoldQuestion], at_most: int) -> list[GoldQuestion]:
    """Those that have a known answer; of too many every k-th, so that they are spread over the folder."""
    known = [q for q in questions if q.rows is not None or q.expect]
    step = max(1, -(-len(known) // at_most)) if at_most else 1
    return known[::step]


async def asked(name: str, model: Kept, rungs: Sequence[str], at_most: int = 0) -> AsyncIterator[Record]:
    """The records of a folder (or "sample"), rung by rung: so the beginning of a prompt is read once."""
    with tempfile.TemporaryDirectory() as made:
        path = sample_folder(QUESTIONS, Path(made) / name) if name == "sample" else Path(name)
        folder = read_folder(path)
        settings = load(
            graph=folder.graph,
            ontology=folder.ontology,
            graph_name=folder.name,
            data=Path(made),
            model_name=model.name,
            model_record=None,
            model_replay=None,
        )
        core = await open_core(settings, strategies=(*WITHOUT_MODEL, *WITH_MODEL))
        try:
            ladder = _Ladder(core.kit, model, folder, _pairs(path / QUESTIONS))
            for rung in rungs:
                for gold in chosen(folder.questions, at_most):
                    yield await ladder.record(rung, gold)
        finally:
            close_core(core)


class _Ladder:
    """One graph with its rungs."""

    def __init__(self, kit: Kit, model: Kept, folder: GoldFolder, pairs: Sequence[Pair]) -> None:
        self.model, self.folder, self.pairs = model, folder, pairs
        self.kit = replace(kit, model=model, purse=Purse(model, MemoryLedger()))
        self.pipelines = {rung: Pipeline(each) for rung, each in kits(self.kit).items()}
        self.shelf = _shelf(kit)

    async def record(self, rung: str, gold: GoldQuestion) -> Record:
        pairs = [p for p in self.pairs if p.question != gold.question] if rung in WITH_PAIRS else []
        stock(self.shelf, pairs, self.kit.ontology, self.kit.conditions)
        waited, begun = self.model.waited, time.perf_counter()
        record, table, spent = await (
            self._bare(gold) if rung == ALONE else self._answered(self.pipelines[rung], gold)
        )
        own = time.perf_counter() - begun - (self.model.waited - waited)
        measured = score(
            Outcome(record["outcome"]),
            bound(table),
            gold.rows or (),
            expect=gold.expect,
            ordered=gold.ordered,
        )
        return record | {
            "folder": self.folder.name,
            "id": gold.id,
            "rung": rung,
            "f1": measured.f1,
            "verdict": measured.verdict.value,
            "calls": spent.calls,
            "input_tokens": spent.input_tokens,
            "output_tokens": spent.output_tokens,
            "seconds": round(own + spent.seconds, 3),
        }

    async def _bare(self, gold: GoldQuestion) -> tuple[Record, ResultTable | None, Spent]:
        assert self.kit.purse is not None
        async with self.kit.purse.open("", AT) as model:
            found = await bare(self.kit, gold.question, model)
        return {"outcome": found.outcome.value, "sparql": found.sparql}, found.table, model.spent

    async def _answered(
        self, pipeline: Pipeline, gold: GoldQuestion
    ) -> tuple[Record, ResultTable | None, Spent]:
        async def quiet(_: Stage, __: str = "") -> None: ...

        answer = await pipeline.answer(Question(text=gold.question, asked_at=AT), quiet)
        return _told(answer), answer.table, answer.spent


def _told(answer: Answer) -> Record:
    return {
        "outcome": answer.outcome.value,
        "sparql": answer.query.text if answer.query else "",
        "strategy": answer.strategy,
        "confidence": answer.confidence.value,
        "text": answer.text,
        "steps": [[s.stage, s.summary, list(s.details)] for s in answer.trace],
    }


def _shelf(kit: Kit) -> Shelf:
    """The shelf that the strategies share."""
    return next(s.parts.shelf for s in kit.strategies if isinstance(s, OneShot))


def _pairs(file: Path) -> list[Pair]:
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines() if line.strip()]
    return [
        Pair(question=g["question"], sparql=g["sparql"], by="gold", at=AT, source=Source.FILE)
        for g in lines
        if g.get("sparql")
    ]
