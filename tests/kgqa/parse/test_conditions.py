"""What the parser says beside a query: what each condition is called, and why nothing is there."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, asking, values


@pytest.fixture(scope="module")
def parser(kit: Kit) -> Kit:
    return asking(kit, "parse")


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Which birds are native to Kenya?", "Without the condition “Kenya” there are three."),
        ("Which birds live in the Savannah?", "Without the condition “Savannah” there are three."),
        (
            "Which animals are heavier than 9000 kg?",
            "Without the condition “heavier than 9000 kg” there are six.",
        ),
        ("Which animals were born before 1950?", "Without the condition “before 1950” there are seven."),
        (
            "Which keepers have more than 30 animals?",
            "Without the condition “more than 30 animals” there are three.",
        ),
        (
            "Which keepers in the Bird Team have no supervisor?",
            "Without the condition “no supervisor” there is one.",
        ),
    ],
)
def test_where_nothing_is_found_the_condition_is_named_without_which_there_is_something(
    parser: Kit, question: str, said: str
) -> None:
    answer = ask(parser, question)
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert said in answer.text
    assert values(ask(parser, answer.suggestions[0].question))


def test_another_reading_with_rows_is_no_reason_to_leave_a_clear_one(parser: Kit) -> None:
    """Birds and Kenya are joined by their keepers' other animals too; nobody asks for that."""
    assert values(ask(parser, "Which birds are native to Kenya?")) == []


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("Which animals weigh more than 3 tons?", "“more than 3 tons” is > 3 t = 3000 kg"),
        ("Which animals weigh between 3 and 10 kg?", "“between 3 and 10 kg” is >= 3 kg"),
        ("Which animals were born in 2024?", "“in 2024” is 2024-01-01 to 2024-12-31"),
    ],
)
def test_the_trace_says_what_a_value_was_read_as(parser: Kit, question: str, line: str) -> None:
    reading = next(s for s in ask(parser, question).trace if s.stage == "reading")
    assert any(line in detail for detail in reading.details), reading.details
