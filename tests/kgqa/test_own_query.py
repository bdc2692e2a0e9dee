"""A query of the asker's own is checked like any, runs as it stands, and is answered like any."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from kgqa.check.conditions import Closed
from kgqa.pipeline import Kit, Pipeline
from kgqa.types import Answer, Outcome, Question, Stage
from tests.kgqa.zoo import ASKED_AT, DEF, ID, first, zoo

KENYANS = f"SELECT ?a WHERE {{ ?a <{DEF}nativeTo> <{ID}ke> }}"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return zoo()


def run(kit: Kit, query: str, *, language: str = "en") -> Answer:
    async def quiet(stage: Stage, _: str = "") -> None:
        return None

    question = Question(text="Which are from Kenya?", asked_at=ASKED_AT, language=language, query=query)
    return asyncio.run(Pipeline(kit).answer(question, quiet))


def test_its_rows_are_the_answer_and_the_query_is_the_one_that_was_given(kit: Kit) -> None:
    answer = run(kit, KENYANS)
    assert answer.outcome is Outcome.ANSWERED
    assert answer.query is not None
    assert answer.query.text == KENYANS
    assert answer.strategy == "own"
    assert first(answer)


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("SELECT ?a WHERE { ?a ", "Your query was not run."),
        ("DELETE WHERE { ?a ?b ?c }", "Your query was not run."),
        (f"SELECT ?a WHERE {{ ?a <{DEF}nativeeTo> ?b }}", "Your query was not run."),
    ],
)
def test_what_does_not_pass_the_check_is_not_run_and_told_why(kit: Kit, query: str, said: str) -> None:
    answer = run(kit, query)
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.query is None
    assert answer.text.startswith(said)
    assert len(answer.text) > len(said) + 10


def test_a_slip_in_it_is_told_and_not_put_right_behind_its_back(kit: Kit) -> None:
    answer = run(kit, f"SELECT ?a WHERE {{ ?a <{DEF}nativeeTo> ?b }}")
    assert "nativeeTo" in answer.text
    assert answer.fixes == ()


def test_what_is_closed_is_refused_without_a_word_on_what_it_is(kit: Kit) -> None:
    closed = replace(
        kit, conditions=replace(kit.conditions, closed=Closed(properties=frozenset({f"{DEF}nativeTo"})))
    )
    answer = run(closed, KENYANS)
    assert answer.outcome is Outcome.REFUSED
    assert "nativeTo" not in answer.text


def test_rows_that_are_not_there_are_nothing_found(kit: Kit) -> None:
    assert run(kit, f"SELECT ?a WHERE {{ ?a <{DEF}supervisor> ?a }}").outcome is Outcome.NOTHING_FOUND


def test_why_it_was_not_run_is_said_in_the_language_of_the_question(kit: Kit) -> None:
    assert run(kit, "SELECT", language="de").text.startswith("Die Abfrage wurde nicht ausgeführt.")


def test_what_is_wrong_with_it_is_said_in_german_too(kit: Kit) -> None:
    answer = run(kit, f"SELECT ?a WHERE {{ ?a <{DEF}nativeeTo> ?b }}", language="de")
    assert "Der Graph hat keine Eigenschaft „nativee to“." in answer.text
    assert answer.issues[0].message.startswith("Der Graph hat keine Eigenschaft „nativee to“.")
    refused = next(step for step in answer.trace if step.stage == "checks")
    assert refused.details[0] == answer.issues[0].message


def test_what_is_called_by_a_letter_is_told_as_rows(kit: Kit) -> None:
    assert run(kit, "SELECT * WHERE { ?s ?p ?o }").text.endswith(" rows.")
