"""What is read, and what is told that it is no question."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.intake import LONGEST, Refusal, clean, query_in, read
from bot.message import Message
from kgqa.types import Move, Outcome
from tests.bot.desks import message


def taken(text: str) -> str:
    """The text as it is asked; fails for a refusal."""
    found = read(message(text))
    assert isinstance(found, Message)
    return found.text


def refused(text: str) -> Refusal:
    found = read(message(text), ("Who leads sales?",))
    assert isinstance(found, Refusal)
    return found


@pytest.mark.parametrize(
    "text",
    [
        "من يقود الهندسة الميدانية؟",
        "מי מנהל את המכירות?",
        "می‌خواهم بدانم",  # with the joiner that Persian needs
        "製品はいくつありますか",
        "<!channel> which <b>valves</b> & pumps?",
        "Which *products* cost > 1,000 `EUR`?",
        "Who is 👩‍🔧 in Porto?",
        "42",
    ],
)
def test_text_in_any_script_and_with_any_markup_passes_unharmed(text: str) -> None:
    assert taken(text) == text


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("  who\n\tleads\r\n sales ? ", "who leads sales ?"),
        ("wh\x00o\x07 leads\x1b[31m", "who leads[31m"),
        ("\u202ewho\u2066 leads\u200b\ufeff", "who leads"),
        ("Cafe\u0301 in Porto", "Café in Porto"),
        ("half \ud83d pair", "half pair"),
    ],
)
def test_control_and_invisible_characters_go(text: str, asked: str) -> None:
    assert taken(text) == asked


def test_the_longest_question_is_taken_and_one_character_more_is_not() -> None:
    assert taken("x" * LONGEST) == "x" * LONGEST
    too_long = refused("x" * (LONGEST + 1))
    assert (too_long.outcome, too_long.move) == (Outcome.FAILED, Move.ASKER)
    assert "2,001 characters" in too_long.text


@pytest.mark.parametrize(
    "text", ["", "   ", "🎉🎉", ":tada: :+1::skin-tone-2:", "?!", "👍🏽", "1️⃣", "\u200b", "—"]
)
def test_what_holds_no_question_is_told_what_can_be_asked(text: str) -> None:
    empty = refused(text)
    assert empty.outcome is Outcome.UNKNOWN
    assert [suggestion.question for suggestion in empty.suggestions] == ["Who leads sales?"]


@given(st.text())
def test_clean_text_stays_as_it_is(text: str) -> None:
    assert clean(clean(text)) == clean(text)


def test_a_query_with_half_characters_is_taken_without_them() -> None:
    found = read(message("", query="SELECT ?x { ?x ?y '\ud83d' }"))
    assert isinstance(found, Message)
    assert found.query == "SELECT ?x { ?x ?y '' }"


@pytest.mark.parametrize(
    "text",
    [
        "SELECT ?s WHERE { ?s a ?t }",
        "select * { ?s ?p ?o } limit 5",
        "PREFIX : <https://zoo.example/def/>\nASK { ?s a :Bird }",
        "```sparql\nSELECT ?s { ?s ?p ?o }\n```",
        "```SELECT ?s { ?s ?p ?o }```",
    ],
)
def test_a_pasted_query_is_a_query(text: str) -> None:
    assert query_in(text).endswith(("}", "5"))
    assert "`" not in query_in(text)


@pytest.mark.parametrize(
    "text", ["Select all suppliers in Norway", "Ask me anything", "Describe Ada", "{ ?s ?p ?o }", ""]
)
def test_words_are_no_query(text: str) -> None:
    assert query_in(text) == ""
