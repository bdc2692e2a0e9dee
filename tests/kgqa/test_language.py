"""The words of a language: both files have the same lists, and texts are told apart by their small words."""

from __future__ import annotations

import pytest

from kgqa.language import LANGUAGES, everywhere, fold, guess, language


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Which animals live in the Savannah?", "en"),
        ("Welche Tiere leben in der Savanne?", "de"),
        ("Wie schwer ist Tembo?", "de"),
        ("Tembo", "en"),
        ("größter auftrag 2024", "de"),
        ("Was ersetzt Gale 200?", "de"),  # "was" is of both
        ("umsatz 2024", "de"),
        ("revenue 2024", "en"),
        ("Müller", "en"),
        ("", "en"),
        ("¿Qué animales viven aquí?", "en"),
    ],
)
def test_a_text_is_of_the_language_whose_small_words_it_uses(text: str, code: str) -> None:
    assert guess(text).code == code


@pytest.mark.parametrize(("code", "expected"), [("de-AT", "de"), ("DE", "de"), ("fr", "en"), ("", "en")])
def test_a_language_without_a_file_is_read_as_english(code: str, expected: str) -> None:
    assert language(code).code == expected


def test_each_language_has_every_list_and_table_of_the_others() -> None:
    keys = [set(language(code).data) for code in LANGUAGES]
    assert keys[0] == keys[1]


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_money_measures_is_an_adjective_of_the_language(code: str) -> None:
    assert language(code).money_measures


def test_a_label_may_be_in_another_language_than_the_question() -> None:
    assert {"year", "jahr"} <= everywhere("year_words")


def test_folding_takes_away_case_and_diacritics() -> None:
    assert fold("Åse MÜLLER-Straße") == "ase muller-strasse"


def test_inflected_words_have_one_lemma_or_stem() -> None:
    assert language("en").lemma("Countries") == "country"
    assert language("en").stem("managed") == language("en").stem("manages")
    assert language("de").lemma("Häuser") == "haus"
