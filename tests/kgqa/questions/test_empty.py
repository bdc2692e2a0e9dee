"""Nothing found: the one condition whose removal gives rows is named in the asker's own words."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask


@pytest.mark.parametrize(
    ("question", "told"),
    [
        (
            "Which mammals are heavier than 9000 kg?",
            "Without the condition “heavier than 9000 kg” there are three",
        ),
        ("Which keepers joined after 2035?", "Without the condition “after 2035” there are four"),
        ("Which birds live in the Savannah?", "Without the condition “Savannah” there are three"),
        (
            "Which keepers look after more than 50 animals?",
            "Without the condition “more than 50 animals” there are three",
        ),
        (
            "Which mammals in the Night House have no date of birth?",
            "Without the condition “no date of birth”",
        ),
        ("Welche Säugetiere wiegen mehr als 9000 kg?", "Ohne die Bedingung „mehr als 9000 kg“ gibt es drei"),
    ],
)
def test_the_condition_that_leaves_nothing_is_named(kit: Kit, question: str, told: str) -> None:
    answer = ask(kit, question)
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert told in answer.text


def test_the_question_without_it_is_offered(kit: Kit) -> None:
    answer = ask(kit, "Which mammals that are heavier than 9000 kg live in the Savannah?")
    assert [s.question for s in answer.suggestions] == ["Which mammals that are live in the Savannah?"]
