"""Things of the graph that are found by name from a chat's message box."""

from __future__ import annotations

import pytest

from bot.desk import Router
from bot.desk.desk import Finds
from bot.wiring.found import finder
from kgqa.pipeline import Pipeline
from tests.doubles.core import PreparedCore


@pytest.fixture(scope="module")
def find(core: Pipeline) -> Finds:
    """What finds things of the sample company."""
    found = finder(core)
    assert found is not None
    return found


async def test_a_thing_is_found_by_its_name_with_its_kind_and_where_it_is(find: Finds) -> None:
    ((label, kind, iri), *_) = await find("Havbris Plast AS", 5, (), None)
    assert (label, kind.lower()) == ("Havbris Plast AS", "supplier")
    assert iri.startswith("http")


@pytest.mark.parametrize("typed", ["havbris plast", "Havbris", "Havbriss Plast AS"])
async def test_a_part_of_a_name_and_a_slip_of_the_finger_are_enough(find: Finds, typed: str) -> None:
    assert "Havbris Plast AS" in [label for label, _, _ in await find(typed, 5, (), None)]


async def test_each_thing_is_found_once_and_no_more_than_are_wanted(find: Finds) -> None:
    found = await find("Moreau", 10, (), None)
    assert len({iri for _, _, iri in found}) == len(found) > 1
    assert len(await find("Moreau", 1, (), None)) == 1


@pytest.mark.parametrize("typed", ["", "  ", "Zzyzx Qqwrt", "x" * 5_000, "{}()*?", "\x00"])
async def test_what_is_called_nothing_like_it_is_not_found(find: Finds, typed: str) -> None:
    assert await find(typed, 5, (), None) == ()


def test_a_core_without_names_finds_nothing() -> None:
    assert finder(PreparedCore()) is None


async def test_of_several_graphs_those_that_are_asked_are_looked_through(core: Pipeline) -> None:
    find = finder(Router({"company": core, "other": PreparedCore()}))
    assert find is not None
    name = "Havbris Plast AS"
    everywhere = await find(name, 5, (), None)
    assert everywhere[0][0] == name
    assert await find(name, 5, ("other", "company"), None) == everywhere
    assert await find(name, 5, ("other",), None) == ()
    assert await find(name, 5, ("gone",), None) == ()
