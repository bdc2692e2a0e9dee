"""What a thread keeps of an answer, and how a typed reply picks one of the choices."""

from __future__ import annotations

import pytest

from kgqa.conversation import FEW, chosen, turn_of
from kgqa.types import Answer, Choice, Outcome, Pin, Question, ResultTable, Term, Turn
from tests.kgqa.zoo import ASKED_AT, ID

ASKED = "When did Brandt join?"
CHOICES = tuple(
    Choice(label=label, detail=detail, question=ASKED, pins=(Pin(mention="Brandt", term=ID + local),))
    for label, detail, local in (
        ("Lena Brandt", "Bird Team, Porto", "lena"),
        ("Jonas Brandt", "Mammal Team, Porto", "jonas"),
    )
)
CLARIFIED = Turn(question=ASKED, outcome=Outcome.CLARIFY, text="Which?", choices=CHOICES)


def reply(text: str, *history: Turn) -> Question:
    return chosen(Question(text=text, asked_at=ASKED_AT, history=history))


@pytest.mark.parametrize(
    ("text", "local"),
    [
        ("1", "lena"),
        (" 2 ", "jonas"),
        ("2.", "jonas"),
        ("Lena Brandt", "lena"),
        ("JONAS BRANDT!", "jonas"),
        ("bird team", "lena"),
        ("the one in the Mammal Team, please", "jonas"),
    ],
)
def test_a_reply_picks_by_number_label_or_detail(text: str, local: str) -> None:
    question = reply(text, CLARIFIED)
    assert question.text == ASKED
    assert question.pins == (Pin(mention="Brandt", term=ID + local),)


@pytest.mark.parametrize("text", ["3", "0", "the one in Porto", "How many animals are there?", ""])
def test_a_reply_that_picks_none_or_both_stays_as_it_is(text: str) -> None:
    question = reply(text, CLARIFIED)
    assert question.text == text
    assert question.pins == ()


def test_only_the_last_turn_offers_choices() -> None:
    answered = Turn(question="x", outcome=Outcome.ANSWERED, text="y")
    assert reply("1", CLARIFIED, answered).pins == ()
    assert reply("1").pins == ()


def test_a_turn_keeps_the_things_that_were_answered_if_they_are_few() -> None:
    def answer(count: int) -> Answer:
        rows = tuple((Term(kind="iri", value=f"{ID}{n}"),) for n in range(count))
        return Answer(
            question=Question(text="q", asked_at=ASKED_AT),
            outcome=Outcome.ANSWERED,
            text="t",
            table=ResultTable(columns=("x",), rows=rows),
        )

    assert turn_of(answer(2)).things == (ID + "0", ID + "1")
    assert turn_of(answer(FEW + 1)).things == ()
