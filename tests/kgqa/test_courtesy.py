"""What people say round a question is no part of it, and what only looks so stays."""

from __future__ import annotations

import asyncio

import pytest

from kgqa.courtesy import Talk, asked_in, talk
from kgqa.language import language
from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask

ENGLISH = "Which animals live in the Ice House?"
GERMAN = "Welche Tiere leben im Eishaus?"


def named(text: str) -> bool:
    """The names of a small zoo."""
    return any(
        name in text.casefold() for name in ("animal", "tier", "ice house", "eishaus", "pip", "weight")
    )


@pytest.mark.parametrize(
    "said",
    [
        "Hi, {}",
        "Hi there {}",
        "Good morning team! {}",
        "{} Thanks!",
        "{} thank you so much",
        "Could you please tell me: {}",
        "I'd like to know: {}",
        "For our newsletter: {}",
        "For my report, {}",
        "Hello everyone, quick question: {} Cheers",
        "Would you be so kind as to look this up: {}",
        "{} I think there are more of them, need all",
        "Sorry to bother you. {} Could you send me the list? Many thanks, Kim",
        "{} pls",
    ],
)
def test_greetings_thanks_and_what_says_that_something_is_asked_go(said: str) -> None:
    assert asked_in(said.format(ENGLISH), language("en"), named) == ENGLISH


@pytest.mark.parametrize(
    "said",
    [
        "Guten Tag, {}",
        "Moin zusammen! {}",
        "{} Vielen Dank!",
        "Können Sie mir bitte sagen: {}",
        "Für meinen Bericht: {}",
        "{} Ich glaube, das sind mehrere.",
    ],
)
def test_in_german_they_go_too(said: str) -> None:
    assert asked_in(said.format(GERMAN), language("de"), named) == GERMAN


@pytest.mark.parametrize(
    "text",
    [
        "Thanks!",
        "Hello",
        "Animals: how many?",
        "Our keepers: which of them look after birds?",
        "For the Ice House: how many animals?",
        "I need Pip's data: weight and keeper",
        "Hello Kitty lives where?",
        "Compare the two: Pip and Pan",
        "red ones: which animals?",
        "which animals live in the Ice House? also Pip",
        "in the north: which animals are there?",
        "Which animals are there? The red ones",
        "Are there more birds than fish? Give me the two numbers.",
        "Tell me about “Notes: a bird”",
        "The question of 2023: which animals came?",
        "",
        "::: ,, !",
    ],
)
def test_what_is_a_part_of_the_question_stays(text: str) -> None:
    assert asked_in(text, language("en"), named) == text


@pytest.mark.parametrize(
    ("said", "asked", "lang"),
    [
        ("For the audit on Friday I need to know which animals live there", "which animals live there", "en"),
        ("Könnt ihr mir bitte sagen, welche Tiere dort leben?", "welche Tiere dort leben?", "de"),
        ("I need to know for Pip which food it has", "I need to know for Pip which food it has", "en"),
        ("Mehr Vögel als Fische? Nenn mir beide Zahlen.",) * 2 + ("de",),
        ("Which animals came? Send me the list.", "Which animals came?", "en"),
        ("In 2023 I want to know which animals came", "In 2023 I want to know which animals came", "en"),
        ("Which animals came? Only in the north.", "Which animals came? Only in the north.", "en"),
        ("Which animals came? I mean in 2023.", "Which animals came? I mean in 2023.", "en"),
    ],
)
def test_what_introduces_a_question_goes_unless_it_says_something(said: str, asked: str, lang: str) -> None:
    assert asked_in(said, language(lang), named) == asked


@pytest.mark.parametrize(
    ("said", "asked", "lang"),
    [
        ("audit prep: animals without a keeper", "animals without a keeper", "en"),
        ("ordering chairs - how many animals are there?", "how many animals are there?", "en"),
        ("Bin neu hier: Was fressen Tiere?", "Was fressen Tiere?", "de"),
        ("weight of Pip, for the board slides", "weight of Pip", "en"),
        ("Which animals are ill? need a vet", "Which animals are ill?", "en"),
    ],
)
def test_what_an_answer_is_for_is_no_part_of_the_question(said: str, asked: str, lang: str) -> None:
    assert asked_in(said, language(lang), named) == asked


@pytest.mark.parametrize("condition", ["I only need the light ones.", "We mean those that came last year."])
def test_a_sentence_with_a_condition_is_not_passed_over(kit: Kit, condition: str) -> None:
    plain, more = ask(kit, ENGLISH), ask(kit, f"{ENGLISH} {condition}")
    assert plain.query
    assert more.query is None or more.query.text != plain.query.text


def test_a_polite_question_is_answered_as_the_plain_one_and_kept_as_it_was_asked(kit: Kit) -> None:
    plain = ask(kit, ENGLISH)
    polite = ask(kit, f"Hi team, quick question: {ENGLISH} Thanks!")
    assert plain.outcome is polite.outcome is Outcome.ANSWERED
    assert polite.query == plain.query
    assert polite.question.text.startswith("Hi team")


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("hi", "en", Talk.GREETING),
        ("Hello there!", "en", Talk.GREETING),
        ("good morning, how are you?", "en", Talk.GREETING),
        ("Thanks a lot!", "en", Talk.THANKS),
        ("help", "en", Talk.HELP),
        ("Hi, what can you do?", "en", Talk.HELP),
        ("are you an AI?", "en", Talk.HELP),
        ("Hallo, was kannst du?", "de", Talk.HELP),
        ("Vielen Dank", "de", Talk.THANKS),
    ],
)
def test_what_is_said_to_who_answers_is_talk(text: str, code: str, said: Talk) -> None:
    assert talk(text, language(code)) is said


@pytest.mark.parametrize("text", ["hi, which animals live in the aviary?", "help desk", "thanks giving", ""])
def test_a_word_more_is_a_question(text: str) -> None:
    assert talk(text, language("en")) is None


def test_who_greets_is_greeted_and_shown_what_can_be_asked(kit: Kit) -> None:
    answer = ask(kit, "hello!")
    assert answer.text.startswith("Hello.")
    assert [s.question for s in answer.suggestions] == list(asyncio.run(kit.examples.tried())["en"])
    assert answer.query is None
