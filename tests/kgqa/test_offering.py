"""Where no reading is trusted the likeliest are offered, with what each would give; one taken is answered."""

from __future__ import annotations

import pytest

from kgqa.conversation import chosen, turn_of
from kgqa.library.pair import Pair, Source
from kgqa.library.verified import verified
from kgqa.meant import NOTHING, without
from kgqa.pipeline import Kit
from kgqa.types import Answer, Choice, Outcome, Question
from tests.kgqa.parse.test_questions import GRAPH, rows
from tests.kgqa.zoo import ASKED_AT, ask, kit_of, values

BOOKS = [["https://library.example/id/siddhartha"], ["https://library.example/id/steppenwolf"]]
PENNED = "Which tomes did Hermann Hesse write?"
UNSURE = "Which animals zorg in Kenya?"


@pytest.fixture(scope="module")
def library() -> Kit:
    return kit_of(GRAPH)


def taken(kit: Kit, choice: Choice) -> Answer:
    return ask(kit, choice.question, pins=choice.pins)


def test_a_question_is_offered_without_the_words_that_the_graph_does_not_know(library: Kit) -> None:
    answer = ask(library, PENNED)
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "“tomes”" in answer.text
    first = answer.choices[0]
    assert first.label.startswith("Without “tomes”")
    assert first.detail == "Siddhartha, Steppenwolf"


def test_the_one_that_is_taken_answers_and_says_what_was_not_used(library: Kit) -> None:
    answer = taken(library, ask(library, PENNED).choices[0])
    assert answer.outcome is Outcome.ANSWERED
    assert rows(answer) == BOOKS
    assert answer.question.text == PENNED
    assert any("“tomes” was not used" in sentence for sentence in answer.taken)


def test_a_reading_that_was_not_trusted_is_offered_and_taken(kit: Kit) -> None:
    answer = ask(kit, UNSURE)
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert "nothing about “zorg”. Did you mean" in answer.text
    for choice in answer.choices:
        assert taken(kit, choice).outcome is Outcome.ANSWERED
    assert values(taken(kit, answer.choices[0])) == [("kibo",), ("tembo",)]


def test_what_was_taken_is_as_sure_as_the_asker(kit: Kit) -> None:
    answer = taken(kit, ask(kit, UNSURE).choices[-1])
    assert answer.confidence.value == 1
    assert answer.confidence.reason == "you chose this reading"


def test_a_number_takes_one_too(kit: Kit) -> None:
    turn = turn_of(ask(kit, UNSURE))
    reply = chosen(Question(text="2", asked_at=ASKED_AT, history=(turn,)))
    assert reply.pins == turn.choices[1].pins
    other = Question(text="Which birds are in the Aviary?", asked_at=ASKED_AT, history=(turn,))
    assert chosen(other) == other


def test_another_thing_is_never_offered_for_a_name(kit: Kit) -> None:
    answer = ask(kit, "What does Zorg look after?")
    assert answer.outcome is Outcome.NOT_IN_GRAPH
    assert not answer.choices


def test_all_things_of_a_kind_are_not_offered_for_some_of_them(library: Kit) -> None:
    assert not ask(library, "Which novels are translated?").choices


def test_what_follows_goes_on_from_a_reading_that_was_taken(kit: Kit) -> None:
    answer = taken(kit, ask(kit, UNSURE).choices[0])
    follow = ask(kit, "And in Chile?", history=[turn_of(answer)])
    assert values(follow) == [("pan",), ("pip",)]


def test_a_reading_that_was_taken_can_be_verified(library: Kit) -> None:
    answer = taken(library, ask(library, PENNED).choices[0])
    pair = verified(answer, by="U1", at=ASKED_AT, source=Source.THREAD)
    assert isinstance(pair, Pair)
    assert pair.question == PENNED


@pytest.mark.parametrize(
    ("text", "words", "left"),
    [
        ("Which tomes did Hesse pen?", ("tomes", "pen"), "Which did Hesse ?"),
        ("tomes by Hesse", ("tomes",), "by Hesse"),
        ("books by Hesse", (), "books by Hesse"),
    ],
)
def test_words_are_taken_out_of_a_text(text: str, words: tuple[str, ...], left: str) -> None:
    assert without(text, words) == left


def test_a_word_that_is_left_out_is_kept_as_a_choice(library: Kit) -> None:
    choice = ask(library, PENNED).choices[0]
    assert [p.mention for p in choice.pins if p.term == NOTHING] == ["tomes"]
