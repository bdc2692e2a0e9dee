"""Sentences that answer without a model, and what a model composes, held against its passages."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.passages.asked import Asked
from kgqa.passages.cited import Cited, cited
from kgqa.passages.extract import extracts
from kgqa.passages.passage import Block, Hit, Passage, Place

EN, DE = language("en"), language("de")
LEASE = Passage(
    "lease-weir.pdf",
    (
        Block("Lease of the Weir site", Place(page=1, heading="Lease of the Weir site", paragraph=1)),
        Block(
            "Either party may end the lease with a notice period of 90 days. The rent is due monthly.",
            Place(page=3, heading="Notice", paragraph=2),
        ),
    ),
)


def found(question: str, *passages: Passage, code: str = "en") -> list[str]:
    lang = language(code)
    asked = Asked.of(question, lang, size=50, frequency=lambda _: 3)
    return [e.text for e in extracts(asked, [Hit(p, 1.0) for p in passages], lang)]


def test_the_sentence_that_holds_the_words_of_the_question_answers_it_with_its_place() -> None:
    asked = Asked.of("What is the notice period of the lease?", EN, 50, lambda _: 3)
    (extract,) = extracts(asked, [Hit(LEASE, 1.0)], EN)
    assert extract.text == "Either party may end the lease with a notice period of 90 days."
    assert extract.place == Place(page=3, heading="Notice", paragraph=2)
    assert extract.share == 1.0


@pytest.mark.parametrize(
    "question",
    [
        "What is the notice period of the Harrow lease?",  # another lease
        "What is the colour of the roof?",
        "When was the lease signed?",
        "What is the lease?",
        "",
        "???",
    ],
)
def test_where_the_text_does_not_surely_tell_nothing_is_said(question: str) -> None:
    assert found(question, LEASE) == []


RULES = Passage(
    "rules.md",
    (
        Block("Certificates are kept for ten years.", Place(heading="Calibration > Certificates")),
        Block("Wind sensors are calibrated every second spring.", Place(heading="Calibration > Interval")),
        Block("Wind sensors are calibrated by the test field.", Place(heading="Calibration > Interval")),
        Block("A passphrase has at least fourteen characters and two digits.", Place(heading="Accounts")),
        Block("A hardware key is handed out on the first day.", Place(heading="Accounts")),
        Block("A lost hardware key costs 40 euro.", Place(heading="Accounts")),
        Block("Send claims within a month of coming home.", Place(heading="Travel > Claims")),
        Block("Claims are signed by the line manager.", Place(heading="Travel > Claims")),
    ),
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("How long are certificates kept?", "Certificates are kept for ten years."),
        ("How long do we keep calibration certificates?", "Certificates are kept for ten years."),
        ("What does a lost hardware key cost?", "A lost hardware key costs 40 euro."),
        (
            "How many characters must a passphrase have?",
            "A passphrase has at least fourteen characters and two digits.",
        ),
        ("When do I have to send in my travel claims?", "Send claims within a month of coming home."),
    ],
)
def test_the_answer_has_the_kind_of_number_that_is_asked_for(question: str, answer: str) -> None:
    assert found(question, RULES) == [answer]


@pytest.mark.parametrize(
    "question",
    [
        "What does a passphrase cost?",  # no amount of money is there
        "How many digits must a hardware key have?",
        "How often are certificates signed?",
    ],
)
def test_a_sentence_without_that_kind_of_number_is_no_answer(question: str) -> None:
    assert found(question, RULES) == []


def test_words_that_many_passages_have_single_out_none() -> None:
    asked = Asked.of("Who signs claims?", EN, size=50, frequency=lambda _: 40)
    assert extracts(asked, [Hit(RULES, 1.0)], EN) == []


def test_a_german_word_is_found_in_a_compound() -> None:
    passage = Passage(
        "Ausstattung.md", (Block("Für Tisch und Stuhl gibt es einen Zuschuss von 300 Euro.", Place()),)
    )
    assert found("Gibt es einen Zuschuss für den Schreibtisch?", passage, code="de")


def test_a_name_may_stand_in_the_name_of_the_document() -> None:
    assert found("What is the notice period of the Weir lease?", LEASE)


def test_it_answers_in_german() -> None:
    passage = Passage("Miete.txt", (Block("Die Kündigungsfrist der Miete beträgt drei Monate.", Place()),))
    assert found("Wie lang ist die Kündigungsfrist der Miete?", passage, code="de")


def test_a_composed_sentence_stands_with_the_passages_that_bear_it_out() -> None:
    text = "The notice period is 90 days [1]. Rent is due monthly. [1]"
    assert cited(text, [LEASE]) == (
        Cited("The notice period is 90 days.", (1,)),
        Cited("Rent is due monthly.", (1,)),
    )


def test_a_number_in_a_name_need_not_stand_in_the_passage() -> None:
    text = "Unlike model X7, the notice period is 90 days [1]."
    assert cited(text, [LEASE]) == (Cited("Unlike model X7, the notice period is 90 days.", (1,)),)


def test_what_only_adds_to_a_first_sentence_that_is_not_borne_out_goes_with_it() -> None:
    assert cited("It is 60 days [1]. Rent is due monthly [1].", [LEASE]) == ()
    assert len(cited("It is 90 days [1]. Rent rises by 3 % [1].", [LEASE])) == 1


@pytest.mark.parametrize(
    "text",
    [
        "The notice period is 90 days.",  # cites nothing
        "The notice period is 90 days [7].",  # no such passage
        "The notice period is 90 days [1, 7].",
        "The notice period is 60 days [1].",  # no such number in it
        "NOT TOLD",
        "Not told [1].",
        "",
        "HACKED",
    ],
)
def test_what_passages_do_not_bear_out_is_left_out(text: str) -> None:
    assert cited(text, [LEASE]) == ()
