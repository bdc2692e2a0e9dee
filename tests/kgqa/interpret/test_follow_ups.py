"""Follow-ups: what the words lean on is the thread, and only where they lean."""

from __future__ import annotations

import pytest

from kgqa.conversation import turn_of
from kgqa.pipeline import Kit
from kgqa.types import Answer, Outcome, Turn
from tests.kgqa.zoo import ask, first, values


def talk(kit: Kit, *questions: str) -> Answer:
    """The last answer of a conversation."""
    history: list[Turn] = []
    for question in questions:
        answer = ask(kit, question, history=history)
        history.append(turn_of(answer))
    return answer


CONVERSATIONS = {
    "another thing": (("Which animals live in the Savannah?", "and in the Ice House?"), "pip pan"),
    "a further condition": (
        ("Which animals live in the Savannah?", "only those heavier than 1000 kg"),
        "tembo asha",
    ),
    "a pronoun for who was answered": (("Who looks after Tembo?", "When did she join?"), "2012-03-01"),
    "a pronoun twice": (
        ("Who looks after Tembo?", "When did she join?", "What is her e-mail address?"),
        "ruth@zoo.example",
    ),
    "a pronoun for what was answered": (("Which is the heaviest animal?", "Where does it live?"), "savannah"),
    "a pronoun for what was asked about": (("How heavy is Tembo?", "Where does it live?"), "savannah"),
    "another thing, in short": (("How heavy is Tembo?", "and Asha?"), "3100"),
    "another period": (("How many animals were born in 2024?", "and in 2023?"), "1"),
    "how many are those": (
        ("Which animals live in the Savannah?", "only those heavier than 1000 kg", "how many are those?"),
        "2",
    ),
    "German": (("Welche Tiere leben in Savannah?", "und in Aviary?"), "rio"),
    "another topic": (("Which animals live in the Savannah?", "How many keepers are there?"), "4"),
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_follow_up_is_read_with_what_was_said(kit: Kit, name: str) -> None:
    questions, expected = CONVERSATIONS[name]
    assert sorted(first(talk(kit, *questions))) == sorted(expected.split())


@pytest.mark.parametrize(
    ("reply", "date"),
    [
        ("1", "2024-05-20"),
        ("2.", "2021-01-04"),
        ("Jonas Brandt", "2024-05-20"),
        ("the one in the Bird Team", "2021-01-04"),
        ("bird team", "2021-01-04"),
    ],
)
def test_a_typed_reply_picks_one_of_the_choices(kit: Kit, reply: str, date: str) -> None:
    assert values(talk(kit, "When did Brandt join?", reply)) == [(date,)]


def test_after_a_choice_the_conversation_is_about_what_was_chosen(kit: Kit) -> None:
    answer = talk(kit, "When did Brandt join?", "the one in the Bird Team", "What is her e-mail address?")
    assert values(answer) == [("lena@zoo.example",)]


def test_a_reply_that_picks_nothing_is_a_question_of_its_own(kit: Kit) -> None:
    assert values(talk(kit, "When did Brandt join?", "How many keepers are there?")) == [("4",)]


def test_without_a_thread_a_pronoun_means_nothing(kit: Kit) -> None:
    assert ask(kit, "When did she join?").outcome is not Outcome.ANSWERED


def test_a_kept_form_that_cannot_be_read_any_more_is_passed_over(kit: Kit) -> None:
    turn = Turn(question="Which animals?", outcome=Outcome.ANSWERED, text="7 found.", form='{"kind": "gone"}')
    assert first(ask(kit, "Which birds live in the Ice House?", history=[turn])) == ["pan", "pip"]
