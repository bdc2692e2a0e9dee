"""The sample company's own questions, asked once: what was right before stays right."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.settings import load
from bot.wiring import close_core, open_core
from connectors import sample
from connectors.sample import Gold
from kgqa.conversation import turn_of
from kgqa.measure import Verdict, score
from kgqa.pipeline import Pipeline
from kgqa.trace import bound
from kgqa.types import Answer, Question, Stage, Turn

ASKED_AT = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Asked:
    gold: Gold
    answer: Answer

    @property
    def verdict(self) -> Verdict:
        gold = self.gold
        expect = () if gold.expect == ("answered",) else gold.expect
        return score(self.answer.outcome, bound(self.answer.table), gold.rows, expect=expect).verdict


@dataclass(frozen=True)
class Company:
    questions: tuple[Asked, ...]
    turns: tuple[Asked, ...]


async def _asked(core: Pipeline, golds: Sequence[Gold], *, thread: bool) -> list[Asked]:
    async def quiet(_: Stage) -> None:
        return None

    found: list[Asked] = []
    history: tuple[Turn, ...] = ()
    for gold in golds:
        answer = await core.answer(
            Question(text=gold.question, asked_at=ASKED_AT, history=history if thread else ()), quiet
        )
        history += (turn_of(answer),)
        found.append(Asked(gold, answer))
    return found


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Company:
    folder: Path = tmp_path_factory.mktemp("company")
    graph, ontology = sample.graph_files(folder)

    async def work() -> Company:
        core = await open_core(load(graph=str(graph), ontology=str(ontology), graph_name="sample"))
        try:
            questions = await _asked(core, sample.questions(), thread=False)
            turns = [a for c in sample.conversations() for a in await _asked(core, c, thread=True)]
        finally:
            close_core(core)
        return Company(tuple(questions), tuple(turns))

    return asyncio.run(work())


def wrong(asked: Sequence[Asked]) -> list[str]:
    """What a failing test shows."""
    return [f"{a.gold.id} {a.gold.question}" for a in asked if a.verdict is not Verdict.RIGHT]


def test_nearly_all_questions_are_right(company: Company) -> None:
    right = [a for a in company.questions if a.verdict is Verdict.RIGHT]
    assert len(right) >= 160, wrong(company.questions)


def test_no_question_without_an_answer_is_answered(company: Company) -> None:
    asked = [a for a in company.questions if a.gold.category == "unanswerable"]
    assert len(asked) >= 10
    assert wrong(asked) == []


def test_every_ambiguous_question_is_asked_back(company: Company) -> None:
    asked = [a for a in company.questions if a.gold.category == "ambiguous"]
    assert len(asked) >= 5
    assert wrong(asked) == []


def test_most_turns_of_the_conversations_are_right(company: Company) -> None:
    right = [a for a in company.turns if a.verdict is Verdict.RIGHT]
    assert len(right) >= 28, wrong(company.turns)
