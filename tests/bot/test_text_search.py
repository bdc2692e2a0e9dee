"""The store's own text search, as the settings and the ways ask for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot import wiring
from bot.settings import Settings, load
from kgqa.errors import BadSetting
from kgqa.linking.names import Naming
from kgqa.linking.ways import Ways
from kgqa.ontology import Ontology
from tests.doubles.graph import SmallGraph

LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
NAMING = Naming((LABEL,), ())
GRAPH = f'<https://a.example/ada> a <https://a.example/Person> ; <{LABEL}> "Ada Lovelace" .'
ASKED = Ways(by_class={"https://a.example/Person": ("direct", "text search")})


def settings(folder: Path, search: str) -> Settings:
    return load(data=folder, text_search=search)


@pytest.mark.parametrize(("search", "ways"), [("auto", Ways()), ("off", Ways()), ("off", ASKED)])
async def test_it_is_not_looked_for_where_nobody_asks(tmp_path: Path, search: str, ways: Ways) -> None:
    graph = SmallGraph(GRAPH)
    found = await wiring.open_text_search(settings(tmp_path, search), graph, NAMING, Ontology(), ways)
    assert found == (ways, None)
    assert graph.queries == []


async def test_a_class_that_leads_there_gets_what_the_store_has(tmp_path: Path) -> None:
    graph = SmallGraph(GRAPH)
    ways, search = await wiring.open_text_search(settings(tmp_path, "auto"), graph, NAMING, Ontology(), ASKED)
    assert ways == ASKED
    assert search is not None
    assert search.dialect.name == "plain"
    assert "no text search" in search.notices[0]


async def test_a_kind_that_is_named_is_asked_for_all_classes(tmp_path: Path) -> None:
    graph = SmallGraph(GRAPH)
    ways, search = await wiring.open_text_search(
        settings(tmp_path, "plain"), graph, NAMING, Ontology(), Ways()
    )
    assert search is not None
    assert ways.allows(search.name, ())
    assert ways.allows("fuzzy", ())


async def test_a_kind_that_does_not_exist_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="QUERIST_TEXT_SEARCH"):
        await wiring.open_text_search(settings(tmp_path, "x"), SmallGraph(GRAPH), NAMING, Ontology(), Ways())


async def test_the_graph_is_described_with_it_and_who_waits_is_told(tmp_path: Path) -> None:
    file = tmp_path / "small.ttl"
    file.write_text(GRAPH, "utf-8")
    told: list[str] = []
    core = await wiring.open_core(
        load(data=tmp_path / "data", graph=str(file), text_search="plain"), told=told.append
    )
    try:
        assert core.kit.described.text_search == "plain"
        assert "names are also looked for by reading through them" in told
        assert [linker.name for linker in core.kit.linkers] == ["text search"]
    finally:
        wiring.close_core(core)
