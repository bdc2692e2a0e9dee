"""A second question that asks what each thing has is a column: "…, and who is the customer of each?"."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.strategies.parse.besides import besides, is_lead


@pytest.mark.parametrize(
    ("text", "code", "led"),
    [
        ("which projects ended and who is the customer of each", "en", "and who is the of each"),
        ("which projects ended and in which town", "en", "and in which"),
        ("which orders are late and when are they due", "en", "and when are they"),
        ("welche aufträge sind offen und wer ist jeweils der kunde", "de", "und wer ist jeweils der"),
        ("welche aufträge sind offen und wie hoch ist ihre summe", "de", "und wie hoch ist ihre"),
        ("customers and suppliers in norway", "en", ""),
        ("and who is the customer", "en", ""),
        ("which projects ended and who", "en", ""),
    ],
)
def test_the_words_that_lead_to_a_second_question_are_told(text: str, code: str, led: str) -> None:
    words = text.split()
    found = besides([w.replace("ä", "a") for w in words], language(code))
    assert " ".join(words[i] for i in sorted(found)) == led


def test_nothing_else_stands_in_a_lead() -> None:
    english = language("en")
    assert is_lead(("and", "what", "is", "their"), english)
    assert not is_lead(("and", "what", "red"), english)
    assert not is_lead((), english)
