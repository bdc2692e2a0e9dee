"""How much a name is like a phrase: slips, order and words left out cost little; other digits cost much."""

from __future__ import annotations

import pytest

from kgqa.linking.likeness import likeness


def test_the_same_text_is_like_itself() -> None:
    assert likeness("ice house", "ice house") == 1.0


@pytest.mark.parametrize(
    ("phrase", "nearer", "farther"),
    [
        ("aurora pumsp", "aurora pumps", "aurora pups north"),
        ("pumps aurora", "aurora pumps", "aurora lamps"),
        ("aurora north", "aurora pumps north", "boreal pumps north"),
        ("arora north", "aurora pumps north", "arona"),
        ("weir radar pro", "weir radar pro", "weir radar"),
        ("vx 2041", "vx 2041 inductor", "vx 2042"),
        ("sensor vx 2041", "sensr vx 2041", "sensor vx 2043"),
    ],
)
def test_the_name_that_was_meant_is_more_alike(phrase: str, nearer: str, farther: str) -> None:
    assert likeness(phrase, nearer) > likeness(phrase, farther)


def test_a_code_with_other_digits_is_another_code() -> None:
    assert likeness("pump 2041", "pump 2042") < 0.8 < likeness("pump 2041", "pmup 2041")


def test_short_words_and_numbers_bear_no_slip_where_words_are_left_out() -> None:
    assert likeness("red 12", "rad 12 large") < 0.74
    assert likeness("red 12", "red 13 large") < 0.74


def test_every_word_of_the_phrase_needs_a_word_of_its_own() -> None:
    assert likeness("north north", "north pumps hall") < 0.74
