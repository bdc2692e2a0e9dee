"""Things of the graph that are found by name from a chat's message box."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from bot import wiring
from bot.desk import Core, Router
from bot.desk.desk import Finds
from bot.settings import Settings
from bot.wiring.found import finder
from tests.doubles.core import PreparedCore


@pytest.fixture(scope="module")
def company(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Core]:
    """The sample company."""
    settings = Settings(_env_file=None, data=tmp_path_factory.mktemp("sample"))  # type: ignore[call-arg]  # pydantic's own
    core = asyncio.run(wiring.open_core(settings))
    yield core
    wiring.close_core(core)


@pytest.fixture(scope="module")
def find(company: Core) -> Finds:
    """What finds things of the sample company."""
    found = finder(company)
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


async def test_of_several_graphs_those_that_are_asked_are_looked_through(company: Core) -> None:
    find = finder(Router({"company": company, "other": PreparedCore()}))
    assert find is not None
    name = "Havbris Plast AS"
    everywhere = await find(name, 5, (), None)
    assert everywhere[0][0] == name
    assert await find(name, 5, ("other", "company"), None) == everywhere
    assert await find(name, 5, ("other",), None) == ()
    assert await find(name, 5, ("gone",), None) == ()
