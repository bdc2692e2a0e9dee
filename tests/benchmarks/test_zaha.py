"""Zaha's names are found, where its questions are at hand."""

from __future__ import annotations

import asyncio

import pytest

from benchmarks.linking import linked
from benchmarks.scenario import GIVEN, measure_scenario


@pytest.mark.slow
@pytest.mark.skipif(not GIVEN.exists(), reason="Zaha's questions are not beside the project")
def test_every_name_of_the_scenario_is_found_and_nothing_else_is_taken_for_one() -> None:
    """Table 3 of the paper: 50 of 50."""
    scenario = asyncio.run(measure_scenario(linked))
    missed = [each.question for each in scenario.asked if each.expected and not each.right]
    assert missed == []
    assert sum(bool(each.expected) for each in scenario.asked) == 50
