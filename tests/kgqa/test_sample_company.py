"""The sample company's own questions, asked once: what was right before stays right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from connectors import sample
from connectors.sample import Gold
from kgqa.conversation import turn_of
from kgqa.measure import Verdict, score
from kgqa.trace import bound
from kgqa.types import Answer
from tests.kgqa.company import Graph


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


def _asked(graph: Graph, golds: Sequence[Gold], *, thread: bool) -> list[Asked]:
    found: list[Asked] = []
    for gold in golds:
        history = tuple(turn_of(each.answer) for each in found) if thread else ()
        found.append(Asked(gold, graph.ask(gold.question, history)))
    return found


@pytest.fixture(scope="module")
def company(company: Graph) -> Company:
    questions = _asked(company, sample.questions(), thread=False)
    turns = [a for c in sample.conversations() for a in _asked(company, c, thread=True)]
    return Company(tuple(questions), tuple(turns))


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
