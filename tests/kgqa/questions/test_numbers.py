"""Numbers and units in a question: what is said is what is asked, and nothing else."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask

UNCERTAIN = (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN)


def test_a_weight_is_not_compared_with_money(kit: Kit) -> None:
    assert ask(kit, "Which animals are heavier than 3 euro?").outcome in UNCERTAIN


def test_the_two_ends_of_a_range_measure_the_same(kit: Kit) -> None:
    assert ask(kit, "Which animals weigh between 10 kg and 5 euro?").outcome in UNCERTAIN


def test_a_range_may_be_said_either_way_round(kit: Kit) -> None:
    up, down = (ask(kit, f"Which animals weigh between {r} kg?") for r in ("3 and 100", "100 and 3"))
    assert up.table is not None
    assert down.table is not None
    assert up.outcome is Outcome.ANSWERED
    assert set(up.table.rows) == set(down.table.rows)


def test_a_minus_sign_counts(kit: Kit) -> None:
    answer = ask(kit, "Which animals weigh more than -5 kg?")
    assert answer.query is not None
    assert "> -5" in answer.query.text


@pytest.mark.parametrize("count", ["-5", "1.5", "99999999999999999999"])
def test_a_number_of_things_is_whole_and_positive(kit: Kit, count: str) -> None:
    assert ask(kit, f"top {count} animals by weight").outcome in UNCERTAIN


def test_a_number_beyond_reading_is_said_as_it_is_written(kit: Kit) -> None:
    answer = ask(kit, f"Which animals weigh more than {'9' * 41} kg?")
    assert answer.outcome is Outcome.NOTHING_FOUND
