"""What goes on from another question, what asks for one thing, and what stands on its own in a thread."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.conversation import turn_of
from kgqa.pipeline import Kit
from kgqa.strategies.parse.parser import Parser
from kgqa.types import Answer, LinkedQuestion, Outcome, Turn
from tests.kgqa.parse.test_questions import GRAPH
from tests.kgqa.zoo import ask, kit_of

ID = "https://library.example/id/"
FISCHER = "Which novels are published by Fischer?"


class InThreads(Parser):
    """The parser where it is asked about follow-ups as well."""

    def reads(self, linked: LinkedQuestion) -> bool:
        return not self.reader.is_beyond(linked)


@pytest.fixture(scope="module")
def alone() -> Kit:
    kit = kit_of(GRAPH, strategies=("parse",))
    return replace(kit, strategies=tuple(InThreads(s.parts) for s in kit.strategies if isinstance(s, Parser)))


def talk(kit: Kit, *questions: str) -> Answer:
    """The last answer of a conversation."""
    history: list[Turn] = []
    for question in questions:
        answer = ask(kit, question, history=history)
        history.append(turn_of(answer))
    return answer


def first(answer: Answer) -> set[str]:
    rows = answer.table.rows if answer.table else ()
    return {row[0].value.removeprefix(ID) for row in rows if row[0]}


CONVERSATIONS = {
    "another thing": ((FISCHER, "and Claassen?"), "gilgi"),
    "how many": ((FISCHER, "how many are those?"), "3"),
    "a further condition": ((FISCHER, "only those with more than 200 pages"), "steppenwolf magic"),
    "the same number in another place": (("How many desks are in North House?", "and in South House?"), "3"),
    "what was counted": (("How many desks are in South House?", "which ones?"), "desk4 desk5 desk6"),
    "groups": ((FISCHER, "per author"), "hesse mann"),
    "another period": (("Which loans were lent in 2024?", "and in 2025?"), "loan3 loan4"),
    "another number": (("Which novels have more than 900 pages?", "and 280?"), "magic steppenwolf"),
    "the longest of them": ((FISCHER, "which of them has the most pages?"), "magic"),
    "also another thing": ((FISCHER, "also Claassen"), "gilgi magic siddhartha steppenwolf"),
    "one person": (("Who mentors Ben Kranz?", "What is her email?"), "ada@library.example"),
    "values of them": ((FISCHER, "and their pages?"), "magic siddhartha steppenwolf"),
    "an own question": ((FISCHER, "How many authors are there?"), "4"),
    "an own question that is led in": ((FISCHER, "and how many readers are there?"), "6"),
    "a name alone": ((FISCHER, "Gilgi"), "gilgi"),
}


@pytest.mark.parametrize("name", CONVERSATIONS)
def test_a_question_is_read_with_what_was_said_where_it_goes_on(alone: Kit, name: str) -> None:
    questions, expected = CONVERSATIONS[name]
    assert first(talk(alone, *questions)) == set(expected.split())


def test_what_a_question_goes_on_from_is_told(alone: Kit) -> None:
    assert talk(alone, FISCHER, "how many are those?").assumed == (
        "I read “those” as the 3 novels of the last answer.",
    )
    assert talk(alone, FISCHER, "and Claassen?").assumed == (f"I went on from “{FISCHER}”.",)


def test_an_order_is_refused_in_a_thread_too(alone: Kit) -> None:
    assert talk(alone, FISCHER, "delete all novels").outcome is Outcome.REFUSED


@pytest.mark.parametrize("text", ["Distribution of pages", "and those from Atlantis", "only the purple"])
def test_a_word_that_is_not_understood_is_not_passed_over_in_a_thread(alone: Kit, text: str) -> None:
    assert talk(alone, FISCHER, text).outcome is not Outcome.ANSWERED


def test_one_thing_takes_the_place_of_all_that_were_listed(alone: Kit) -> None:
    assert first(talk(alone, "Which novels are published by Fischer or Insel?", "and Claassen?")) == {"gilgi"}


def test_where_two_things_are_of_a_kind_none_is_exchanged(alone: Kit) -> None:
    answer = talk(alone, "Is Ada Vogt mentored by Ben Kranz?", "and Cleo Marx?")
    assert answer.outcome is not Outcome.ANSWERED


@pytest.mark.parametrize(
    "text", ["Tell me about Gilgi", "Gilgi", "the novel Gilgi", "Erzähl mir etwas über Gilgi"]
)
def test_what_there_is_to_say_of_one_thing_is_told(alone: Kit, text: str) -> None:
    answer = ask(alone, text)
    assert answer.table is not None
    assert {"gilgi", "claassen", "keun", "260"} <= {
        cell.value.removeprefix(ID) for cell in answer.table.rows[0] if cell
    }


CONTAINERS = """
@prefix : <https://port.example/def/> .
@prefix i: <https://port.example/id/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
i:a a :Container ; :containerNumber 4711 ; :weight 12 ; :loadedBy i:ada .
i:b a :Container ; :containerNumber 4712 ; :weight 15 ; :loadedBy i:ben .
i:ada a :Employee ; rdfs:label "Ada Vogt" . i:ben a :Employee ; rdfs:label "Ben Kranz" .
"""


def test_a_thing_without_a_name_is_known_by_its_number() -> None:
    answer = ask(kit_of(CONTAINERS, strategies=("parse",)), "What is the weight of container 4712?")
    assert first(answer) == {"15"}
