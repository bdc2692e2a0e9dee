"""Meaning is asked last: only where names alone gave no reading, and only an answer is taken from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgqa.pipeline import Kit
from kgqa.types import Match, Outcome, TermKind
from tests.kgqa.zoo import DEF, ask, first


class Meaning:
    """Knows that heft is weight."""

    name = "semantic"

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def find(
        self, phrases: Sequence[str], *, language: str, limit: int = 10
    ) -> Sequence[Sequence[Match]]:
        self.asked += phrases
        heft = Match(kind=TermKind.PROPERTY, iri=DEF + "weight", label="weight", score=0.8, how="semantic")
        return [[heft] if phrase == "heft" else [] for phrase in phrases]


def test_what_names_do_not_explain_is_read_by_its_meaning(kit: Kit) -> None:
    assert ask(kit, "What is the heft of Pip?").outcome is Outcome.NOT_IN_GRAPH
    answer = ask(replace(kit, linkers=(Meaning(),)), "What is the heft of Pip?")
    assert answer.outcome is Outcome.ANSWERED
    assert first(answer) == ["4"]
    assert any("near in meaning" in detail for step in answer.trace for detail in step.details)


def test_a_question_that_names_explain_is_not_asked_again(kit: Kit) -> None:
    meaning = Meaning()
    ask(replace(kit, linkers=(meaning,)), "What is the weight of Pip?")
    assert meaning.asked == []


def test_where_meaning_does_not_help_the_first_word_stands(kit: Kit) -> None:
    meaning = Meaning()
    answer = ask(replace(kit, linkers=(meaning,)), "What is the passport of Pip?")
    assert meaning.asked
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert answer.text == ask(kit, "What is the passport of Pip?").text
