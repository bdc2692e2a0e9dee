"""Beside a model, what is read without one is a second opinion: it makes surer or less sure, and does not
end the search; only a verified pair does, or a way that was measured to be right.
"""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from kgqa.calibration import Calibration, Level
from kgqa.errors import ModelUnavailable
from kgqa.pipeline import Kit
from kgqa.strategies.agent import Agent
from kgqa.strategies.parse.parser import Parser
from kgqa.types import Outcome
from tests.doubles.model import ScriptedModel
from tests.kgqa.zoo import ask, first

QUESTION = "Which animals live in the Ice House?"
RIGHT = "SELECT DISTINCT ?a WHERE { ?a :livesIn :Ice_House }"
OTHER = "SELECT DISTINCT ?a WHERE { ?a :livesIn :Aviary }"


def answered(sparql: str) -> str:
    carried = [{"words": "animals", "by": "?a"}, {"words": "live in the Ice House", "by": ":livesIn"}]
    return json.dumps(
        {"thought": "", "actions": [{"action": "answer", "sparql": sparql, "carried": carried}]}
    )


def failed() -> str:
    return json.dumps({"thought": "", "actions": [{"action": "failure", "reason": "no", "missing": []}]})


def with_model(kit: Kit, *replies: str | Exception, calibration: Calibration | None = None) -> Kit:
    """The parser first, and a model that weighs what it found."""
    return replace(
        kit,
        strategies=(Parser(kit.parts), Agent(kit.parts)),
        model=ScriptedModel(*replies),
        purse=None,
        calibration=calibration or Calibration(),
    )


def test_the_model_is_asked_also_where_the_parser_is_sure(kit: Kit) -> None:
    asked = with_model(kit, answered(RIGHT))
    answer = ask(asked, QUESTION)
    assert answer.strategy == "agent"
    assert sorted(first(answer)) == ["pan", "pip"]
    assert asked.model is not None
    assert len(asked.model.asked) == 1  # type: ignore[attr-defined]


def test_where_both_found_the_same_the_answer_is_surer_than_where_they_differ(kit: Kit) -> None:
    same, other = (ask(with_model(kit, answered(text)), QUESTION) for text in (RIGHT, OTHER))
    assert same.confidence.value > other.confidence.value
    assert first(other) == ["rio"]  # the model has seen more: what it found stands
    assert dict(same.confidence.evidence)["agreed"] == 1.0
    assert dict(other.confidence.evidence)["differed"] == 1.0


def test_what_a_model_finds_nothing_for_is_not_answered_from_a_second_opinion_alone(kit: Kit) -> None:
    answer = ask(with_model(kit, failed()), QUESTION)
    assert answer.outcome is Outcome.UNKNOWN
    assert answer.table is None


@pytest.mark.parametrize("error", [ModelUnavailable("The model cannot be reached.")])
def test_where_the_model_is_away_the_parser_answers_as_it_does_without_one(
    kit: Kit, error: Exception
) -> None:
    answer = ask(with_model(kit, error), QUESTION)
    assert answer.strategy == "parse"
    assert sorted(first(answer)) == ["pan", "pip"]


def test_a_parser_that_was_measured_to_be_right_answers_without_the_model(kit: Kit) -> None:
    curve = (Level(least=0.0, asked=10, right=2), Level(least=0.8, asked=200, right=199))
    asked = with_model(kit, answered(OTHER), calibration=Calibration({"parse": curve}))
    answer = ask(asked, QUESTION)
    assert answer.strategy == "parse"
    assert asked.model.asked == []  # type: ignore[union-attr]


def test_a_question_that_only_the_model_has_a_sense_of_is_answered_by_it(kit: Kit) -> None:
    answer = ask(with_model(kit, answered(RIGHT)), "Zqxw brrl the icy place, who dwells?")
    assert answer.strategy == "agent"
