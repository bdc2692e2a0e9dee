"""A folder of questions with known answers, asked on each rung.

In: a folder, a model, rungs, every which question. Out: one record for each question and rung. On the rungs
with pairs the library holds the folder's other questions with their queries, never the one that is asked.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.ladder import rungs as named
from benchmarks.ladder.bare import bare
from benchmarks.ladder.card_alone import CardAlone
from benchmarks.ladder.kept import Kept
from benchmarks.ladder.rungs import EXPLORING, WITH_PAIRS, kits
from bot.gold import QUESTIONS, GoldFolder, GoldQuestion, read_folder
from bot.settings import load
from bot.wiring import close_core, open_core, sample_folder
from kgqa.library.checking import stock
from kgqa.library.pair import Pair, Source
from kgqa.library.shelf import Shelf
from kgqa.measure import score
from kgqa.pipeline import Kit, Pipeline
from kgqa.spending import MemoryLedger, Purse
from kgqa.strategies.agent import Agent
from kgqa.strategies.oneshot import OneShot
from kgqa.trace import bound
from kgqa.types import Answer, Outcome, Question, ResultTable, Spent, Stage

AT = datetime(2026, 11, 30, 9, tzinfo=UTC)  # every run asks on the same day, so that prompts are the same
Record = dict[str, Any]
ALL = ("library", "parse", "oneshot", "agent")


def chosen(questions: Sequence[GoldQuestion], at_most: int) -> list[GoldQuestion]:
    """Those that have a known answer; of too many every k-th, so that they are spread over the folder."""
    known = [q for q in questions if q.rows is not None or q.expect]
    step = max(1, -(-len(known) // at_most)) if at_most else 1
    return known[::step]


async def asked(
    name: str, model: Kept, rungs: Sequence[str], at_most: int = 0, at_once: int = 1
) -> AsyncIterator[Record]:
    """The records of a folder (or "sample"), rung by rung: so the beginning of a prompt is read once.
    `at_once` questions are asked side by side, where no pairs change between them.
    """
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
        core = await open_core(settings, strategies=ALL)
        try:
            ladder = _Ladder(core.kit, model, folder, _pairs(path / QUESTIONS))
            for rung in rungs:
                golds = chosen(folder.questions, at_most)
                step = 1 if rung in WITH_PAIRS else at_once
                turns = asyncio.Semaphore(step)

                async def one(rung: str, gold: GoldQuestion, turns: asyncio.Semaphore) -> Record:
                    async with turns:
                        return await ladder.record(rung, gold)

                tasks = [asyncio.ensure_future(one(rung, gold, turns)) for gold in golds]
                for task in tasks:
                    yield await task
        finally:
            close_core(core)


class _Ladder:
    """One graph with its rungs."""

    def __init__(self, kit: Kit, model: Kept, folder: GoldFolder, pairs: Sequence[Pair]) -> None:
        self.model, self.folder, self.pairs = model, folder, pairs
        self.kit = replace(kit, model=model, purse=Purse(model, MemoryLedger()))
        self.pipelines = {rung: Pipeline(each) for rung, each in kits(self.kit).items()}
        self.shelf = _shelf(kit)
        self.alone = CardAlone(self.kit, next(s.known for s in kit.strategies if isinstance(s, Agent)))

    async def record(self, rung: str, gold: GoldQuestion) -> Record:
        pairs = [p for p in self.pairs if p.question != gold.question] if rung in WITH_PAIRS else []
        stock(self.shelf, pairs, self.kit.ontology, self.kit.conditions)
        waited, begun = self.model.waited, time.perf_counter()
        match rung:
            case named.ALONE:
                asked = self._bare(gold)
            case named.CARD | named.EXPLORING:
                asked = self._alone(gold, looking=rung == EXPLORING)
            case _:
                asked = self._answered(self.pipelines[rung], gold)
        record, table, spent = await asked
        own = time.perf_counter() - begun - (self.model.waited - waited)
        measured = score(
            Outcome(record["outcome"]),
            bound(table),
            gold.rows or (),
            others=gold.others,
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

    async def _alone(self, gold: GoldQuestion, *, looking: bool) -> tuple[Record, ResultTable | None, Spent]:
        assert self.kit.purse is not None
        async with self.kit.purse.open("", AT) as model:
            today = AT.date().isoformat()
            found = await self.alone.answer(gold.question, today, model, looking=looking)
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
        "evidence": dict(answer.confidence.evidence),
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
