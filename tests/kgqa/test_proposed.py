"""How a card is parted for a model, before anything is asked."""

from __future__ import annotations

import asyncio

import pytest

from kgqa.prepare import prepare
from kgqa.proposed.plan import CALLS_A_PART, plan
from kgqa.strategies.agent.start import Known
from tests.doubles.graph import SmallGraph


def known(classes: int) -> Known:
    """The card of a graph with so many classes of one thing each, and the first of them the largest."""
    things = "".join(
        f'ex:t{n} a ex:Class{n} ; ex:size{n} {n} ; ex:name "thing {n}" .\n' for n in range(classes)
    )
    more = "".join(f"ex:more{n} a ex:Class0 .\n" for n in range(9))
    text = f"@prefix ex: <https://example.org/> .\n{things}{more}"
    return Known(asyncio.run(prepare(SmallGraph(text))).parts)


def test_a_small_card_is_one_part_and_costs_two_calls() -> None:
    planned = plan(known(5).cut, calls=12)
    assert (len(planned.parts), planned.calls, planned.left_out) == (1, 2, 0)
    assert planned.parts[0].classes == 5


@pytest.mark.slow
def test_a_large_card_is_parted_and_the_largest_classes_go_first() -> None:
    planned = plan(known(200).cut, calls=4, room=2_000)
    assert planned.calls == 4
    assert planned.parts[0].lines[0].startswith(":Class0")
    assert sum(part.classes for part in planned.parts) + planned.left_out == 200
    assert all(part.size <= 2_000 for part in planned.parts)
    assert planned.tokens < 20_000


def test_too_few_calls_for_a_part_reach_none() -> None:
    planned = plan(known(5).cut, calls=CALLS_A_PART - 1)
    assert (planned.parts, planned.left_out, planned.tokens) == ((), 5, 0)
