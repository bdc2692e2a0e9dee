"""Questions of the sample company, asked with a scripted model: seconds beside the model.

In: strategies. Out: for each question what it took on the wall and on cores, in all and from call to call.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from benchmarks.overhead.processor import Clock
from benchmarks.overhead.script import Messages, Script, numbered, query_of
from bot.settings import load
from bot.wiring import close_core, open_core
from connectors.models import ScriptedModel
from kgqa.language import read_dictionaries
from kgqa.library.pair import Pair, Source
from kgqa.measure import same_rows
from kgqa.pipeline import Pipeline
from kgqa.ports import Completion
from kgqa.spending import MemoryLedger, Purse
from kgqa.strategies.oneshot import OneShot
from kgqa.trace import bound
from kgqa.types import Answer, Question, Stage

AT = datetime(2026, 11, 20, 9, tzinfo=UTC)


class Timed(ScriptedModel):
    """Keeps when it was asked and when it had replied."""

    def __init__(self, reply: Callable[[Messages], str]) -> None:
        super().__init__(reply, name="scripted", is_counted=True)
        self.calls: list[tuple[float, float]] = []

    async def complete(self, messages: Any, **rest: Any) -> Completion:
        begun = time.perf_counter()
        said = await super().complete(messages, **rest)
        self.calls.append((begun, time.perf_counter()))
        return said


@dataclass(frozen=True, slots=True)
class Took:
    """One question: seconds beside the model; `steps` are those between one reply and the next call."""

    wall: float
    cpu: float
    calls: int
    steps: tuple[float, ...]
    stages: Mapping[str, float] = field(default_factory=dict)


class Asking:
    """One core with a scripted model."""

    def __init__(self, core: Pipeline, model: Timed, script: Script) -> None:
        self.core, self.model, self.script = core, model, script
        self.clock = Clock()

    async def __call__(self, text: str) -> tuple[Answer, Took]:
        """The answer, and what it took."""

        async def quiet(_: Stage, __: str = "") -> None: ...

        self.script.asked = text
        self.model.calls.clear()
        self.model.asked.clear()
        cpu, wall = self.clock.seconds(), time.perf_counter()
        answer = await self.core.answer(Question(text=text, asked_at=AT), quiet)
        ended = time.perf_counter()
        cpu = self.clock.seconds() - cpu
        calls = tuple(self.model.calls)
        said = sum(end - begin for begin, end in calls)
        edges = [wall, *(t for call in calls for t in call), ended]
        between = tuple(b - a for a, b in zip(edges[::2], edges[1::2], strict=True))
        stages: dict[str, float] = {}
        for step in answer.trace:
            stages[step.stage] = stages.get(step.stage, 0.0) + step.seconds
        return answer, Took(ended - wall - said, cpu - said, len(calls), between[1:-1], stages)


@asynccontextmanager
async def opened(
    folder: Path, strategies: Sequence[str], script: Script, pairs: Sequence[Pair] = (), sure: float = 0.8
) -> AsyncIterator[Asking]:
    """A core on the sample company, with its checks and its purse as they are in service."""
    model = Timed(script.either)
    settings = load(graph="", ontology="", definitions=None, data=folder, model_name="scripted", sure=sure)
    core = await open_core(settings, strategies=tuple(strategies), purse=Purse(model, MemoryLedger()))
    for strategy in core.kit.strategies:
        parts = getattr(strategy, "parts", None)
        if parts is not None:
            parts.shelf.stock(pairs)
    asking = Asking(core, model, script)
    try:
        yield asking
    finally:
        asking.clock.close()
        close_core(core)


async def rehearsed(folder: Path, gold: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The queries that a model would write for gold questions, each tried: those that lead one-shot and agent
    to the gold rows.
    """
    found: dict[str, str] = {}
    tried: dict[str, str] = {}
    for way in ("oneshot", "agent"):
        async with opened(folder, (way,), Script(tried, whole_of(gold))) as ask:
            if way == "oneshot":
                maker = next(s for s in ask.core.kit.strategies if isinstance(s, OneShot))
                queries = {g["question"]: query_of(maker.writer.example(pair_of(g))) for g in gold}
            before, found = found, {}
            for each in gold:
                text = each["question"]
                options = numbered(queries[text] or "") if way == "oneshot" else [before.get(text)]
                for query in filter(None, options):
                    tried[text] = query
                    answer, _ = await ask(text)
                    if same_rows(bound(answer.table), each["answer"]):
                        found[text] = query
                        break
    return found


def rehearse(folder: Path, gold: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """As `rehearsed`, for a process of its own, in a folder of its own."""
    read_dictionaries()
    folder.mkdir()
    return asyncio.run(rehearsed(folder, gold))


def whole_of(gold: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The gold queries as they stand, by question."""
    return {g["question"]: g["sparql"] for g in gold}


def pair_of(gold: Mapping[str, Any]) -> Pair:
    return Pair(question=gold["question"], sparql=gold["sparql"], by="gold", at=AT, source=Source.FILE)
