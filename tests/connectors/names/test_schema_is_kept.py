"""What was observed in a graph is kept: a start at an unchanged graph does not look at it again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from connectors.names.shelf import Shelf
from kgqa.errors import GraphTimeout
from kgqa.observed import QUERIES
from kgqa.ontology import Class, Name, Ontology
from kgqa.queries import query
from kgqa.terms import Terms, terms_as_they_are, terms_of
from kgqa.types import CheckedQuery, Limits, ResultTable
from tests.connectors.names.shelves import DEF, Pumps, pumps

REACH = query("reach").text
PROFILE = frozenset(query(name).text for name in QUERIES)


class Tired(Pumps):
    """Does not answer in time where it has to look at all literals."""

    async def run(self, query: CheckedQuery, limits: Limits) -> ResultTable:
        if "isliteral" in query.text.casefold() and "COUNT" in query.text:
            self.queries.append(query.text)
            raise GraphTimeout("The graph did not answer within 120 s.")
        return await super().run(query, limits)


def looked_at(graph: Pumps) -> bool:
    """Whether the graph was profiled, with each of the queries."""
    asked = PROFILE.intersection(graph.queries)
    assert asked in (frozenset(), PROFILE)
    return bool(asked)


async def start(graph: Pumps, folder: Path, *, fresh: bool = False) -> Terms:
    return await terms_of(graph, shelf=Shelf(folder), fresh=fresh)


async def test_the_second_start_asks_the_graph_nothing_but_whether_it_is_there(tmp_path: Path) -> None:
    first = await start(Pumps(pumps(20)), tmp_path)
    again = Pumps(pumps(20))
    second = await start(again, tmp_path)
    assert again.queries == [REACH]
    assert second.ontology == first.ontology
    assert second.naming == first.naming


async def test_so_it_is_where_the_names_stay_in_the_graph(tmp_path: Path) -> None:
    first = await terms_of(Pumps(pumps(20)), shelf=Shelf(tmp_path), by_name=False)
    again = Pumps(pumps(20))
    second = await terms_of(again, shelf=Shelf(tmp_path), by_name=False)
    assert again.queries == [REACH]
    assert second.ontology == first.ontology


async def test_who_only_looks_is_shown_what_was_observed_and_keeps_nothing(tmp_path: Path) -> None:
    unread = Pumps(pumps(20))
    await terms_as_they_are(unread, shelf=Shelf(tmp_path))
    assert looked_at(unread)
    assert not (tmp_path / "observed.json").exists()
    first = await start(Pumps(pumps(20)), tmp_path)
    again = Pumps(pumps(20))
    seen = await terms_as_they_are(again, shelf=Shelf(tmp_path))
    assert again.queries == [REACH]
    assert (seen.ontology, seen.stale) == (first.ontology, False)


async def test_a_changed_graph_is_profiled_anew(tmp_path: Path) -> None:
    await start(Pumps(pumps(20)), tmp_path)
    changed = Pumps(pumps(21))
    terms = await start(changed, tmp_path)
    assert looked_at(changed)
    assert terms.ontology.classes[DEF + "Pump"].instances == 21


async def test_another_ontology_beside_the_graph_needs_no_new_profile(tmp_path: Path) -> None:
    await start(Pumps(pumps(20)), tmp_path)
    again = Pumps(pumps(20))
    given = Ontology(classes={DEF + "Pump": Class(iri=DEF + "Pump", names=(Name("Kreiselpumpe", "de"),))})
    terms = await terms_of(again, given, shelf=Shelf(tmp_path))
    assert not looked_at(again)
    pump = terms.ontology.classes[DEF + "Pump"]
    assert (pump.names, pump.instances, pump.declared) == ((Name("Kreiselpumpe", "de"),), 20, True)


async def test_a_fresh_start_profiles_anew_and_keeps_that(tmp_path: Path) -> None:
    await start(Pumps(pumps(20), fingerprint="the same"), tmp_path)
    fresh, after = (Pumps(pumps(30), fingerprint="the same") for _ in range(2))
    await start(fresh, tmp_path, fresh=True)
    assert looked_at(fresh)
    terms = await start(after, tmp_path)
    assert not looked_at(after)
    assert terms.ontology.classes[DEF + "Pump"].instances == 30


async def test_a_graph_that_does_not_tell_whether_it_has_changed_is_profiled_each_time(
    tmp_path: Path,
) -> None:
    for _ in range(2):
        graph = Pumps(pumps(20), fingerprint="unknown")
        await start(graph, tmp_path)
        assert looked_at(graph)
    assert not (tmp_path / "observed.json").exists()


async def test_of_an_incomplete_profile_what_is_missing_is_asked_again(tmp_path: Path) -> None:
    tired = await start(Tired(pumps(20)), tmp_path)
    assert any("could not be read fully" in notice for notice in tired.ontology.notices)
    rested = Pumps(pumps(20))
    terms = await start(rested, tmp_path)
    assert 0 < len(PROFILE.intersection(rested.queries)) < len(PROFILE)
    assert terms.ontology.notices == ()


async def test_after_a_fresh_look_that_is_incomplete_the_earlier_profile_does_not_come_back(
    tmp_path: Path,
) -> None:
    await start(Pumps(pumps(20), fingerprint="the same"), tmp_path)
    await start(Tired(pumps(30), fingerprint="the same"), tmp_path, fresh=True)
    after = Pumps(pumps(30), fingerprint="the same")
    terms = await start(after, tmp_path)
    assert PROFILE.intersection(after.queries)
    assert terms.ontology.classes[DEF + "Pump"].instances == 30


def edited(change: Callable[[dict[str, str]], object]) -> Callable[[Path], None]:
    def harm(file: Path) -> None:
        data = json.loads(file.read_text())
        file.write_text(json.dumps(change(data)))

    return harm


@pytest.mark.parametrize(
    "harm",
    [
        lambda file: file.write_text(""),
        lambda file: file.write_bytes(file.read_bytes()[:-40]),
        lambda file: file.write_bytes(b"\xff\xfe\x00"),
        lambda file: file.write_text("[]"),
        lambda file: file.write_text("null"),
        edited(lambda data: data | {"format": "0"}),
        edited(lambda data: data | {"text": data["text"].replace("20", "0")}),
        edited(lambda data: data | {"text": None}),
        edited(lambda data: {name: data[name] for name in ("format", "stamp")}),
    ],
)
async def test_a_damaged_file_is_profiled_over_and_put_right(
    tmp_path: Path, harm: Callable[[Path], object]
) -> None:
    first = await start(Pumps(pumps(20)), tmp_path)
    harm(tmp_path / "observed.json")
    graph, after = Pumps(pumps(20)), Pumps(pumps(20))
    assert (await start(graph, tmp_path)).ontology == first.ontology
    assert looked_at(graph)
    assert (await start(after, tmp_path)).ontology == first.ontology
    assert not looked_at(after)


async def test_a_schema_that_cannot_be_kept_costs_a_notice_and_not_the_start(tmp_path: Path) -> None:
    first = await start(Pumps(pumps(20)), tmp_path)
    (tmp_path / "observed.json").unlink()
    (tmp_path / "observed.json").mkdir()
    terms = await start(Pumps(pumps(20)), tmp_path)
    assert terms.ontology.classes == first.ontology.classes
    (notice,) = terms.ontology.notices
    assert notice.startswith("The schema will be read anew at the next start, since it could not be kept: ")
