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
    "a kind of the things": (("Which animals are heavier than 3 kg?", "only the birds"), "pan pip"),
    "another kind of thing": (("List the birds", "and the mammals?"), "asha kibo moss tembo"),
    "another number": (("Which animals are heavier than 1000 kg?", "and 500 kg?"), "asha kibo tembo"),
    "also another thing": (
        ("Which animals live in the Aviary?", "also those in the Ice House"),
        "pan pip rio",
    ),
    "whatever it is": (("Which birds live in the Ice House?", "all enclosures"), "pan pip rio"),
    "a condition less": (
        ("Which birds are heavier than 4.5 kg?", "without the weight condition"),
        "pan pip rio",
    ),
    "not those": (("List the birds", "not those in the Aviary"), "pan pip"),
    "another group": (("How many animals live in each enclosure?", "by country instead"), "cl in ke"),
    "grouped after all": (("Which animals are heavier than 1000 kg?", "how many per country?"), "in ke"),
    "the first few": (("Which is the heaviest animal?", "top 2"), "asha tembo"),
    "the next few": (("Which is the heaviest animal?", "top 2", "the next two"), "kibo pan"),
    "the other end": (("Which is the heaviest animal?", "the other way round"), "rio"),
    "of what was answered": (("Which is the heaviest animal?", "top 3", "only those under 1000 kg"), "kibo"),
    "which ones": (("How many animals were born in 2024?", "which ones?"), "pan rio"),
    "the average": (("How heavy are the birds?", "the average?"), "3.3"),
    "one of those answered": (("Which is the heaviest animal?", "top 2", "the second one?"), "asha"),
    "the thing of that kind": (
        ("Where does Tembo live?", "Who looks after Tembo?", "How large is that enclosure?"),
        "5000",
    ),
    "the question before the last": (
        ("Who looks after Tembo?", "When did she join?", "and Pip?"),
        "lena",
    ),
    "German, ordered": (("Welche Tiere leben in Savannah?", "das leichteste?"), "kibo"),
    "another topic, in short": (
        ("Which animals live in the Savannah?", "list the keepers"),
        "jonas lena omar ruth",
    ),
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


def test_an_order_keeps_what_has_no_such_value(kit: Kit) -> None:
    assert first(talk(kit, "List the mammals", "sort by weight")) == ["moss", "kibo", "asha", "tembo"]


def test_a_further_column_keeps_what_has_no_such_value(kit: Kit) -> None:
    rows = values(talk(kit, "Which keepers are in the Mammal Team?", "with their e-mail"))
    assert sorted(rows) == [("jonas", ""), ("omar", "omar@zoo.example"), ("ruth", "ruth@zoo.example")]


def test_a_yes_or_no_is_asked_of_another_thing(kit: Kit) -> None:
    assert talk(kit, "Is Tembo a mammal?", "and Kibo?").text.startswith("Yes")
    assert talk(kit, "Is Tembo a mammal?", "and Pip?").text.startswith("No")


def test_what_those_were_taken_for_is_told(kit: Kit) -> None:
    answer = talk(kit, "Which animals live in the Savannah?", "how heavy are those?")
    assert answer.assumed == ("I read “those” as the 3 animals of the last answer.",)


def test_why_is_answered_from_the_last_query(kit: Kit) -> None:
    answer = talk(kit, "Who looks after Tembo?", "When did she join?", "why?")
    assert answer.outcome is Outcome.ANSWERED
    assert answer.table is None
    assert "Ruth Adeyemi" in answer.text
    assert "I read “she” as Ruth Adeyemi." in answer.text


def test_an_explanation_does_not_end_the_conversation(kit: Kit) -> None:
    answer = talk(kit, "Which animals live in the Savannah?", "why?", "only those heavier than 4000 kg")
    assert first(answer) == ["tembo"]


def test_why_after_no_answer_says_that_there_was_none(kit: Kit) -> None:
    answer = talk(kit, "Which spaceships are fast?", "why?")
    assert "no query" in answer.text


def test_a_fragment_is_in_the_language_of_the_thread(kit: Kit) -> None:
    answer = talk(kit, "Welche Tiere leben in Savannah?", "Gewicht?")
    assert answer.question.language == "de"
    assert sorted(values(answer)) == [("asha", "3100"), ("kibo", "900"), ("tembo", "4200.5")]


def test_without_a_thread_a_pronoun_means_nothing(kit: Kit) -> None:
    assert ask(kit, "When did she join?").outcome is not Outcome.ANSWERED


def test_a_kept_form_that_cannot_be_read_any_more_is_passed_over(kit: Kit) -> None:
    turn = Turn(question="Which animals?", outcome=Outcome.ANSWERED, text="7 found.", form='{"kind": "gone"}')
    assert first(ask(kit, "Which birds live in the Ice House?", history=[turn])) == ["pan", "pip"]
