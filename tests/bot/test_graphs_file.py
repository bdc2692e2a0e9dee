"""A file of graphs is read into the settings of each, and what is wrong in it is named with the remedy."""

from __future__ import annotations

import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot import wiring
from bot.desk import Router
from bot.graphs_file import read_graphs
from bot.settings import Settings
from bot.wiring.asleep import asleep, wake
from bot.wiring.offers import offers_of
from bot.wiring.reviewed import ReviewedByAll
from kgqa.errors import BadInput, BadSetting, GraphUnavailable
from kgqa.types import Answer, Outcome, Stage
from tests.doubles import answers

PLANTS = """
@prefix ex: <https://plants.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Greenhouse a owl:Class ; rdfs:label "greenhouse" .
ex:area a owl:DatatypeProperty ; rdfs:label "area" ; rdfs:domain ex:Greenhouse ; rdfs:range xsd:integer .
ex:g1 a ex:Greenhouse ; rdfs:label "North House" ; ex:area 40 .
ex:g2 a ex:Greenhouse ; rdfs:label "South House" ; ex:area 55 .
ex:g3 a ex:Greenhouse ; rdfs:label "Palm House" ; ex:area 90 .
"""
SHIPS = """
@prefix ex: <https://ships.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
ex:Ferry a owl:Class ; rdfs:label "ferry" .
ex:seats a owl:DatatypeProperty ; rdfs:label "seats" ; rdfs:domain ex:Ferry ; rdfs:range xsd:integer .
ex:f1 a ex:Ferry ; rdfs:label "Astrid" ; ex:seats 120 .
ex:f2 a ex:Ferry ; rdfs:label "Birgit" ; ex:seats 80 .
"""


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return made(tmp_path, "")


def made(folder: Path, text: str, **values: Any) -> Settings:
    file = folder / "graphs.toml"
    file.write_text(text, "utf-8")
    return Settings(_env_file=None, data=folder / "data", graphs=file, **values)  # type: ignore[call-arg]  # pydantic's own


def test_each_graph_has_its_own_settings_and_shares_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STAFF_TOKEN", "s3cret")
    text = """
[sales]
graph = "sales.ttl"
store = "~/stores/sales"
query_seconds = 5

["Our staff"]
graph = "https://staff.example/sparql"
endpoint_token = "STAFF_TOKEN"
closed_properties = "https://staff.example/salary"
"""
    own = read_graphs(made(tmp_path, text, query_rows=7, endpoint_user="me", closed_properties="ex:a"))
    sales, staff = own["sales"], own["Our staff"]
    assert list(own) == ["sales", "Our staff"]
    assert (sales.graph, sales.graph_name, sales.query_seconds) == ("sales.ttl", "sales", 5)
    assert sales.store == Path("~/stores/sales").expanduser()
    assert (sales.query_rows, sales.endpoint_user, sales.closed_properties) == (7, "", "ex:a")
    assert staff.endpoint_token.get_secret_value() == "s3cret"
    assert (staff.closed_properties, staff.store) == ("https://staff.example/salary", None)
    assert (staff.graphs, staff.data) == (None, sales.data)


def test_without_a_file_there_is_one_graph(tmp_path: Path) -> None:
    assert read_graphs(Settings(_env_file=None, data=tmp_path)) == {}  # type: ignore[call-arg]  # pydantic's own


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "names no graph"),
        ("graph = 'a.ttl'", "stands in no table"),
        ("[a", "is no TOML"),
        ("[a]", "names no data"),
        ("[a]\ngraph = 'a.ttl'\nport = 80", "sets “port”"),
        ("[a]\ngraph = 'a.ttl'\nquery_seconds = 'soon'", "query_seconds is not right"),
        ("[a]\ngraph = 'a.ttl'\nendpoint_token = 'NOT_SET_ANYWHERE'", "NOT_SET_ANYWHERE is not set"),
        ("['a,b']\ngraph = 'a.ttl'", "holds no comma"),
    ],
)
def test_what_is_wrong_is_named(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(BadSetting, match=told):
        read_graphs(made(tmp_path, text))


def test_one_graph_and_a_file_of_graphs_do_not_go_together(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="Set one of them"):
        read_graphs(made(tmp_path, "[a]\ngraph = 'a.ttl'", graph="b.ttl"))


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    missing = Settings(_env_file=None, data=tmp_path, graphs=tmp_path / "none.toml")  # type: ignore[call-arg]  # pydantic's own
    with pytest.raises(BadSetting, match=r"none\.toml cannot be read"):
        read_graphs(missing)


@pytest.mark.slow
async def test_a_graph_that_cannot_be_opened_is_tried_again_and_the_others_are_served(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, logger="bot")  # `querist doctor` turns it down
    (tmp_path / "plants.ttl").write_text(PLANTS, "utf-8")
    text = "".join(f"[{name}]\ngraph = '{tmp_path / name}.ttl'\n" for name in ("ships", "plants"))
    core = await wiring.open_whole_core(made(tmp_path, text))
    assert isinstance(core, Router)

    async def unseen(_: Stage, __: str = "") -> None: ...

    async def asked(text: str, *graphs: str) -> Answer:
        return await core.answer(replace(answers.question(text), graphs=graphs), unseen)

    try:
        assert "The graph ships is not served until it can be opened" in caplog.text
        assert [(o.name, o.kinds) for o in offers_of(core)] == [("ships", 0), ("plants", 1)]
        answer = await asked("How many greenhouses are there?")
        assert answer.outcome is Outcome.ANSWERED
        assert answer.trace[0].details == ("ships: failed", "plants: answered")
        with pytest.raises(GraphUnavailable, match="The graph ships cannot be asked yet"):
            await asked("How many ferries are there?", "ships")
        (sleeper,) = asleep(core)
        assert await sleeper.woken() is None
        (tmp_path / "ships.ttl").write_text(SHIPS, "utf-8")
        await wake(core, pause=0)
        assert asleep(core) == []
        assert (await asked("How many ferries are there?", "ships")).outcome is Outcome.ANSWERED
    finally:
        wiring.close_core(core)


async def test_where_no_graph_can_be_opened_the_start_says_why(tmp_path: Path) -> None:
    text = "".join(f"[{name}]\ngraph = '{tmp_path / name}.ttl'\n" for name in ("ships", "plants"))
    with pytest.raises(BadInput, match=r"ships\.ttl"):
        await wiring.open_whole_core(made(tmp_path, text))


@pytest.mark.slow
async def test_two_graphs_are_opened_and_each_answers_what_it_knows(tmp_path: Path) -> None:
    for name, text in (("plants", PLANTS), ("ships", SHIPS)):
        (tmp_path / f"{name}.ttl").write_text(text, "utf-8")
    text = "".join(f"[{name}]\ngraph = '{tmp_path / name}.ttl'\n" for name in ("plants", "ships"))
    settings = made(tmp_path, text)
    database = wiring.open_database(settings)
    core = await wiring.open_whole_core(settings, database=database)
    assert isinstance(core, Router)

    async def unseen(_: Stage, __: str = "") -> None: ...

    async def asked(text: str) -> Answer:
        return await core.answer(answers.question(text), unseen)

    try:
        here, there = (
            await asked("How many greenhouses are there?"),
            await asked("How many ferries are there?"),
        )
        assert [(a.outcome, a.graph and a.graph.name) for a in (here, there)] == [
            (Outcome.ANSWERED, "plants"),
            (Outcome.ANSWERED, "ships"),
        ]
        assert there.trace[0].summary == "asked plants, ships"
        assert [(o.name, o.kinds, o.such) for o in offers_of(core)] == [
            ("plants", 1, ("greenhouse",)),
            ("ships", 1, ("ferry",)),
        ]
        assert isinstance(wiring.open_reviewed(settings, core, database), ReviewedByAll)
    finally:
        wiring.close_core(core)
        database.close()
