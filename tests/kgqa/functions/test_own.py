"""Functions of an admin's own: described, found by their words, kept within limits."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from connectors.models.scripted import ScriptedModel
from kgqa.functions import (
    Amount,
    Function,
    Graph,
    Kind,
    NoResult,
    NotCallable,
    Slot,
    Thing,
    described,
    function,
)
from kgqa.pipeline import Kit, Pipeline
from kgqa.strategies.calls import Calls
from kgqa.trail import followed
from kgqa.types import Move, Outcome, QueryLanguage
from tests.kgqa.functions.harbour import ID, ask, asking, rows


@function(asked={"en": ["neighbours of {thing}"]})
def neighbours(thing: Thing, graph: Graph) -> list[dict[str, str]]:
    """What lies in the same port."""
    port = "https://harbour.example/def/inPort"
    return graph.rows(
        f"SELECT ?neighbour WHERE {{ {graph.iri(thing)} <{port}> ?port . ?neighbour <{port}> ?port "
        f"FILTER(?neighbour != {graph.iri(thing)}) }} ORDER BY ?neighbour"
    )


def made(call: Any, phrase: str) -> Function:
    return described(call, asked={"en": [phrase]})


def test_a_function_is_described_by_its_annotations_and_its_first_line() -> None:
    assert neighbours.name == "neighbours"
    assert neighbours.means == "What lies in the same port."
    assert [(p.name, p.slot) for p in neighbours.parameters] == [("thing", Slot.THING)]
    assert neighbours.graph == "graph"


def test_its_rows_answer_and_things_are_shown_by_name(known: Kit) -> None:
    answer = ask(asking(known, [neighbours]), "Show me the neighbours of Anna")
    assert answer.outcome is Outcome.ANSWERED
    assert rows(answer)[0] == [ID + "berta"]
    assert answer.display is not None
    assert answer.display.rows[0][0].label == "Berta"
    assert answer.restatement == "neighbours, with thing: Anna"


def test_what_it_asks_in_its_own_thread_is_kept_on_the_trail_of_the_question(known: Kit) -> None:
    with followed() as trail:
        ask(asking(known, [neighbours]), "Show me the neighbours of Anna")
    assert any("?neighbour" in each.text and each.rows for each in trail.executed)


def test_an_argument_that_may_be_several_things_is_asked_back(known: Kit) -> None:
    """Two sheds are called by one half of their names; neither is guessed."""
    answer = ask(asking(known, [neighbours]), "neighbours of Shed")
    assert answer.strategy != "functions" or answer.outcome is Outcome.CLARIFY


def test_a_closed_function_is_refused(known: Kit) -> None:
    answer = ask(asking(known, [neighbours], closed=["neighbours"]), "neighbours of Anna")
    assert answer.outcome is Outcome.REFUSED
    assert answer.text == "“neighbours” is not open to you here."


def test_a_query_that_the_check_refuses_is_never_run(known: Kit) -> None:
    def wipe(thing: Thing, graph: Graph) -> list[dict[str, str]]:
        """Forgets a thing."""
        return graph.rows(f"DELETE WHERE {{ {graph.iri(thing)} ?p ?o }}")

    answer = ask(asking(known, [made(wipe, "wipe {thing}")]), "wipe Anna")
    assert answer.outcome is Outcome.FAILED
    assert "one of its queries was refused" in answer.text


def test_one_that_raises_is_told_in_a_sentence(known: Kit) -> None:
    def broken(thing: Thing) -> str:
        """Breaks off."""
        raise ValueError(thing)

    answer = ask(asking(known, [made(broken, "break {thing}")]), "break Anna")
    assert answer.outcome is Outcome.FAILED
    assert answer.move is Move.OPERATOR
    assert "it broke off (ValueError)" in answer.text
    assert ID not in answer.text


def test_one_that_ends_the_program_ends_its_call_alone(known: Kit) -> None:
    def leave(thing: Thing) -> str:
        """Leaves."""
        raise SystemExit(3)

    assert ask(asking(known, [made(leave, "leave {thing}")]), "leave Anna").outcome is Outcome.FAILED


def test_one_that_hangs_is_left_alone_and_others_go_on(known: Kit) -> None:
    free = threading.Event()

    def hang(thing: Thing) -> str:
        """Waits."""
        free.wait(60)
        return thing

    core = asking(known, [made(hang, "hang on {thing}"), neighbours], seconds=0.05)
    try:
        answer = ask(core, "hang on Anna")
        assert answer.outcome is Outcome.FAILED
        assert "it did not answer in 0.05 seconds" in answer.text
        for _ in range(3):
            ask(core, "hang on Anna")
        assert "it is still busy with earlier questions" in ask(core, "hang on Anna").text
    finally:
        free.set()


@pytest.mark.parametrize("endless", [True, False])
def test_of_a_million_rows_the_first_are_taken_and_that_is_said(known: Kit, *, endless: bool) -> None:
    def many(thing: Thing) -> Iterator[int] | list[int]:
        """Counts."""
        return itertools.count() if endless else list(range(1_000_000))

    answer = ask(asking(known, [made(many, "count up {thing}")]), "count up Anna")
    assert answer.outcome is Outcome.ANSWERED
    assert len(rows(answer)) == 10_000
    assert answer.table is not None
    assert answer.table.truncated
    assert "It gave more than 10,000 rows; the rest is left out." in answer.text


def test_one_that_has_nothing_to_give_says_why(known: Kit) -> None:
    def silent(thing: Thing) -> str:
        """Keeps silent."""
        raise NoResult("It is a secret.")

    answer = ask(asking(known, [made(silent, "tell on {thing}")]), "tell on Anna")
    assert answer.outcome is Outcome.NOTHING_FOUND
    assert answer.text == "It is a secret."


def test_amounts_numbers_and_kinds_are_arguments_too(known: Kit) -> None:
    def plan(kind: Kind, speed: Amount, days: int, share: float = 0.5) -> dict[str, Any]:
        """Plans."""
        return {"kind": kind, "speed": speed.value, "unit": speed.unit, "days": days, "share": share}

    phrase = "plan {kind} with {speed} for {days} days"
    answer = ask(asking(known, [made(plan, phrase)]), "Plan cranes with 12 km/h for 3 days")
    assert rows(answer) == [["https://harbour.example/def/Crane", "12", "km/h", "3", "0.5"]]


def test_a_function_may_wait(known: Kit) -> None:
    async def later(thing: Thing) -> Decimal:
        """Answers later."""
        return Decimal("1.50") if thing else Decimal(0)

    assert rows(ask(asking(known, [made(later, "later {thing}")]), "later Anna")) == [["1.50"]]


@pytest.mark.parametrize(
    ("phrase", "problem"),
    [
        ("{thing}", "would take every question"),
        ("owner of {owner}", "there is no such parameter"),
        ("owner", "gives no “thing”"),
    ],
)
def test_a_phrase_that_cannot_ask_for_it_is_refused(phrase: str, problem: str) -> None:
    def owner(thing: Thing) -> str:
        """Who owns it."""
        return thing

    with pytest.raises(NotCallable, match=problem):
        made(owner, phrase)


def test_a_parameter_that_says_no_kind_is_refused() -> None:
    def vague(thing):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        """Vague."""
        return thing

    with pytest.raises(NotCallable, match="does not say what “thing” is"):
        described(vague)


def test_one_that_does_not_say_what_it_is_for_is_refused() -> None:
    def mute(thing: Thing) -> str:
        return thing

    with pytest.raises(NotCallable, match="does not say what it is for"):
        described(mute)


# ── with a model ─────────────────────────────────────────────────────────────────────────────────

CHOICE = '{"function": "nearest", "arguments": {"kind": "crane", "place": "North Shed"}}'


def by_model(known: Kit, *said: str, closed: Sequence[str] = ()) -> tuple[Pipeline, ScriptedModel]:
    core, model = asking(known, closed=closed), ScriptedModel(*said)
    strategies = (*core.kit.strategies, Calls(replace(core.kit.parts, functions=core.kit.functions)))
    return Pipeline(replace(core.kit, strategies=strategies, model=model, rephrase=None)), model


def test_a_model_says_which_function_answers_where_no_phrase_fits(known: Kit) -> None:
    core, model = by_model(known, CHOICE)
    answer = ask(core, "From the North Shed, to which crane is it the shortest stroll?")
    assert rows(answer)[0][0] == ID + "anna"
    assert answer.confidence.reason == "a function that a model chose"
    assert "- nearest(kind: kind of things, place: thing, count: whole number (optional))" in model.told(0)


def test_a_model_is_told_of_no_closed_function_and_not_asked_where_all_are_closed(known: Kit) -> None:
    stroll = "From the North Shed, to which crane is it the shortest stroll?"
    core, model = by_model(known, CHOICE, closed=["nearest"])
    assert ask(core, stroll).strategy != "functions"
    assert "- nearest(" not in model.told(0)
    assert core.kit.functions is not None
    core, model = by_model(known, closed=[f.name for f in core.kit.functions.every])
    assert ask(core, stroll).outcome is not Outcome.FAILED
    assert model.asked == []


@pytest.mark.parametrize(
    "said",
    [
        "I cannot say.",
        '{"function": "", "arguments": {}}',
        '{"function": "erase", "arguments": {"thing": "North Shed"}}',
        '{"function": "nearest", "arguments": {"kind": "crane", "place": "South Shed"}}',
        '{"function": "nearest", "arguments": {"kind": "stroll", "place": "North Shed"}}',
        '{"function": "nearest", "arguments": "North Shed"}',
    ],
)
def test_what_it_makes_up_is_not_called(known: Kit, said: str) -> None:
    core, _ = by_model(known, said)
    answer = ask(core, "From the North Shed, to which crane is it the shortest stroll?")
    assert answer.query is None or answer.query.language is not QueryLanguage.CALL
