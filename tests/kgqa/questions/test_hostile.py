"""Whatever people type: never an exception, never a query that does more than read."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.examples import examples
from tests.kgqa.zoo import ask

pytestmark = pytest.mark.slow

HOSTILE = {
    "nothing": "",
    "blanks": " \n\t ",
    "ten thousand characters": "animals in the Savannah and " * 357,
    "one word of ten thousand characters": "a" * 10_000,
    "emoji": "🦁🐧 which animals 🏠 live in the Savannah 😀?",
    "right-to-left": "\u202e\u05d0\u05d9\u05dc\u05d5 \u05d7\u05d9\u05d5\u05ea Savannah\u202c?",
    "markup": "<!channel> *Which* _animals_ live in <b>the</b> `Savannah`? <script>alert(1)</script>",
    "braces": "Which animals live in {Savannah} } . ?s ?p ?o . {{{}}} $THINGS {name}?",
    "a query": 'Which enclosure has the sign "x") . } ; DROP ALL ; INSERT DATA { <a> <b> <c> } #"?',
    "quotes": 'Which enclosure has the sign """\'\'"\\" \\u0022 „“?',
    "a NUL": "Which animals\x00 live in the \x00Savannah?",
    "a NUL in quotes": 'Which enclosure has the sign "a\x00b"?',
    "lone surrogate": "Which animals \ud800 live in the Savannah?",
    "lone surrogate in quotes": 'Which enclosure has the sign "a\ud800b"?',
    "numbers": "Which animals weigh more than 9" + "9" * 400 + " kg?",
    "impossible dates": "Which animals were born on 31 February 2024 or 2024-99-99 or in 9999?",
    "brackets in brackets": "What is " + "(" * 900 + "weight" + ")" * 900 + "?",
    "sums of sums": "sum of " * 280 + "the weight of animals",
    "a formula without end": "What is " + " / ".join(["weight"] * 200) + " of each animal?",
    "slashes": "1/2/" * 490,
    "numbers without end": " ".join(map(str, range(500))),
    "a number alone": "7",
    "dates without end": "animals born in " + " and ".join(f"May {2000 + n}" for n in range(150)),
    "top of top": "top 5 animals " * 140,
    "more than more than": "Which animals weigh " + "more than " * 190 + "5 kg?",
    "definitions in a circle": "What is m0 per animal, where "
    + ", ".join(f"m{n} is m{(n + 1) % 9} plus m{(n + 2) % 9}" for n in range(9))
    + "?",
    "definitions that double": "What is m0 per animal, where "
    + ", ".join(f"m{n} is " + " plus ".join([f"m{n + 1}"] * 9) for n in range(7))
    + " and m7 is weight?",
    "a compound of three hundred letters": "Welche " + "Elefantengehege" * 20 + " gibt es?",
    "template words": "Which animals live in the {0} %s %(x)s ${Savannah}?",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_question_gets_an_answer_and_no_exception(kit: Kit, name: str) -> None:
    answer = ask(kit, HOSTILE[name])
    assert answer.outcome in Outcome
    assert answer.text


def test_quoted_text_stays_one_literal(kit: Kit) -> None:
    answer = ask(kit, "Which enclosure has the sign “x') } # \\ {y}”?")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert answer.query is not None
    assert 'LCASE("x\') } # \\\\ {y}")' in answer.query.text


def test_a_document_is_not_taken_for_a_question(kit: Kit) -> None:
    answer = ask(kit, HOSTILE["ten thousand characters"])
    assert answer.outcome is Outcome.UNKNOWN
    assert "9,996 characters" in answer.text
    assert "2,000" in answer.text


def test_a_text_that_names_too_much_is_not_answered(kit: Kit) -> None:
    assert ask(kit, "animals in the Savannah and " * 60).outcome is not Outcome.ANSWERED


@given(st.text(max_size=60))
@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_text_gets_an_answer_and_no_exception(kit: Kit, text: str) -> None:
    assert ask(kit, text).outcome in Outcome


@given(st.text(max_size=30))
@settings(
    max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_any_quoted_text_is_looked_for_or_passed_over(kit: Kit, text: str) -> None:
    answer = ask(kit, f'Which enclosure has the sign "{text}"?')
    assert answer.outcome is not Outcome.FAILED
