"""Questions come to the usual order of their words, and what is in it already stays."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.pipeline import Kit
from kgqa.types import Outcome
from kgqa.word_order import straightened
from tests.kgqa.zoo import ask


@pytest.mark.parametrize(
    ("said", "usual"),
    [
        ("In the Ice House, which animals live?", "Which animals live in the Ice House?"),
        ("Since 2020, how many animals came?", "How many animals came since 2020?"),
        ("at Lund, who works", "Who works at Lund"),
        ("What is the Ice House's floor area?", "What is the floor area of the Ice House?"),
        ("Who's Pip\u2019s head keeper?", "Who's the head keeper of Pip?"),
        ("What is the split of our animals by keeper?", "How many animals per keeper?"),
        ("Which animals are ill? Leave the birds out.", "Which animals are ill without the birds"),
        ("How many animals, not counting sold ones?", "How many animals without sold ones"),
        ("How many animals are there, birds excluded", "How many animals are there without birds"),
        ("How much have we spent on food for Pip?", "What is the total cost of food for Pip?"),
        ("Which animals have no keeper at all in Lund?", "Which animals have no keeper in Lund?"),
        ("Animals w/o a keeper, i.e. new ones", "Animals without a keeper, new ones"),
    ],
)
def test_a_question_comes_to_the_usual_order(said: str, usual: str) -> None:
    assert straightened(said, language("en")) == usual


@pytest.mark.parametrize(
    "text",
    [
        "Which animals live in the Ice House?",
        "What is Pip's weight?",
        "What is Pip's keeper's phone number?",
        "What is Pip's date of birth?",
        "In each enclosure, the animals and their weights",
        "For each keeper, how many animals are there?",
        "In Norway, Sweden and Peru, which animals live?",
        "",
    ],
)
def test_other_questions_stay_as_they_are(text: str) -> None:
    assert straightened(text, language("en")) == text


@pytest.mark.parametrize(
    ("said", "usual"),
    [
        ("Welche Kolleginnen und Kollegen sind in Ulm?", "Welche Kollegen sind in Ulm?"),
        ("Unsere Kunden bzw. Kundinnen", "Unsere Kunden"),
        ("Ärztinnen oder Ärzte", "Ärzte"),
        ("Lieferantinnen und Kunden", "Lieferantinnen und Kunden"),
        ("Wie verteilen sich die Tiere auf die Gehege?", "Wie viele Tiere je Gehege?"),
        ("Wer hatte im Mai 2024 die meisten Tiere?", "Wer hatte die meisten Tiere im Mai 2024?"),
        ("Tiere je Gehege, verkaufte bitte raus", "Tiere je Gehege, ohne die verkaufte"),
        (
            "Wie viele Leute? Die Ausgeschiedenen bitte nicht mitzählen.",
            "Wie viele Leute, ohne die ausgeschiedenen",
        ),
        ("wer hat noch nix bestellt", "wer hat noch nichts bestellt"),
        ("Kunden mit mind. 5 % Rabatt, d.h. die guten", "Kunden mit mindestens 5 % Rabatt, die guten"),
        ("Hat Nix Nielsen bestellt?", "Hat Nix Nielsen bestellt?"),
        ("Was haben wir 2024 für Futter ausgegeben?", "Wie hoch sind die gesamten Kosten 2024 für Futter?"),
    ],
)
def test_german_pairs_are_one_and_what_is_spread_is_counted(said: str, usual: str) -> None:
    assert straightened(said, language("de")) == usual


def test_german_questions_stay_as_they_are() -> None:
    text = "In Lund, wer arbeitet?"
    assert straightened(text, language("de")) == text


def test_the_place_may_stand_first(kit: Kit) -> None:
    usual = ask(kit, "Which animals live in the Ice House?")
    fronted = ask(kit, "In the Ice House, which animals live?")
    assert usual.outcome is Outcome.ANSWERED
    assert fronted.query == usual.query


@pytest.mark.parametrize(
    ("code", "said", "usual"),
    [
        ("en", "which parts have only one supplier?", "which parts have exactly one supplier?"),
        ("en", "which parts have just a single supplier?", "which parts have exactly one supplier?"),
        ("en", "show only 3 products", "show only 3 products"),
        ("en", "only 3 products", "only 3 products"),
        ("en", "the only one who left", "the only one who left"),
        ("en", "customers per country, how many is that?", "How many customers per country"),
        (
            "de",
            "Welche Teile haben nur einen einzigen Lieferanten?",
            "Welche Teile haben genau einen Lieferanten?",
        ),
        ("de", "zeige nur 3 Produkte", "zeige nur 3 Produkte"),
        ("de", "kunden je land, wie viele sind das?", "Wie viele kunden je land"),
        ("de", "Welche Kunden haben 2025 nichts bestellt?", "Welche Kunden haben nichts bestellt in 2025?"),
    ],
)
def test_how_many_are_meant_is_said_exactly(code: str, said: str, usual: str) -> None:
    assert straightened(said, language(code)) == usual
