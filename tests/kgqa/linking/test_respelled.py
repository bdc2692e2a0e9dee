"""Words of the language itself with one letter wrong."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.linking.respelled import respelled
from kgqa.pipeline import Kit
from tests.kgqa.zoo import ask


@pytest.mark.parametrize(
    ("lang", "text", "read"),
    [
        ("en", "averge weight of elephants", "average weight of elephants"),
        ("en", "birds withuot a keeper", "birds without a keeper"),
        ("en", "wich birds have the highset weight", "which birds have the highest weight"),
        ("de", "durchschnitlich schwer", "durchschnittlich schwer"),
    ],
)
def test_a_letter_too_few_or_swapped_is_put_right(lang: str, text: str, read: str) -> None:
    assert respelled(text, text.split(), language(lang))[0] == read


@pytest.mark.parametrize("text", ["the costs of Tatol", "brunt fuel", "averge-3", "avg weight", "tot"])
def test_names_codes_short_words_and_words_of_the_dictionary_stay(text: str) -> None:
    assert respelled(text, text.split(), language("en")) == (text, ())


def test_a_short_word_of_the_language_is_no_slip_of_a_longer_one() -> None:
    assert respelled("parcels that arent certified", ["arent"], language("en"))[1] == ()


def test_what_something_else_explains_stays() -> None:
    assert respelled("averge weight", ["weight"], language("en")) == ("averge weight", ())


def test_the_answer_says_how_the_word_was_read(kit: Kit) -> None:
    answer = ask(kit, "averge weight of mammals")
    assert answer.query is not None
    assert "AVG" in answer.query.text
    assert "“averge” is read as “average”." in answer.assumed
