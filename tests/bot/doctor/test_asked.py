"""What `querist doctor` finds out about what is asked: graph, ontology, names, model."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.doctor import CHECKS, Visit, examine
from bot.doctor.graph import names
from bot.wiring import close_graph, open_whole_core
from kgqa.errors import BadSetting
from kgqa.terms import terms_of
from tests.bot.doctor.visits import company, finding, findings, settings
from tests.doubles.http_endpoint import http_endpoint
from tests.doubles.model_service import Fails, ModelService, served
from tests.doubles.oxigraph import oxigraph
from tests.kgqa.linking.test_build import MANY, Cutting
from tests.kgqa.test_partly_read import Refusing


async def test_a_graph_in_a_file_is_opened_and_told(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path, graph=company(tmp_path)))
    found = await findings(visit, "Graph", "Ontology", "Names")
    assert visit.graph is not None
    close_graph(visit.graph)
    assert [each.state for each in found.values()] == ["ok", "ok", "note"]
    assert "5 triples" in found["Graph"].told
    assert "2 classes" in found["Ontology"].told
    assert "querist index" in found["Names"].step


async def test_what_the_store_counts_twice_is_told_of_the_graph_and_once(tmp_path: Path) -> None:
    data = tmp_path / "data.trig"
    data.write_text(
        "@prefix : <https://e.example/> . GRAPH :a { :x a :X ; :n 1 } GRAPH :b { :x a :X }", "utf-8"
    )
    with oxigraph(tmp_path, data) as url:
        visit = Visit(settings=settings(tmp_path, graph=url, endpoint_graphs="all"))
        found = await findings(visit, "Graph", "Ontology")
    assert visit.graph is not None
    close_graph(visit.graph)
    assert [each.state for each in found.values()] == ["note", "ok"]
    assert "triples. Several of the named graphs hold the same triples" in found["Graph"].told
    assert found["Graph"].step.startswith("Read graphs that share nothing")


async def test_each_of_several_graphs_is_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "graphs.toml"
    file.write_text(
        f'[towns]\ngraph = "{company(tmp_path)}"\n[gone]\ngraph = "http://127.0.0.1:9/sparql"\n', "utf-8"
    )
    visit = Visit(settings=settings(tmp_path, graphs=file))
    found = {name: each.state async for name, each in examine(visit, CHECKS[3:6])}
    assert found == {
        "Graph towns": "ok",
        "Ontology towns": "ok",
        "Names towns": "note",
        "Graph gone": "wrong",
        "Ontology gone": "skipped",
        "Names gone": "skipped",
    }


TOWN = "https://example.org/Town"


async def test_a_closed_name_that_the_graph_does_not_know_is_a_fault(tmp_path: Path) -> None:
    wrong = settings(tmp_path, graph=company(tmp_path), closed_classes="https://example.org/Twon")
    visit = Visit(settings=wrong)
    found = await findings(visit, "Graph", "Ontology", "Names", "Closed")
    assert visit.graph is not None
    close_graph(visit.graph)
    assert [each.state for each in found.values()] == ["ok", "ok", "note", "wrong"]
    assert "QUERIST_CLOSED_CLASSES" in found["Closed"].told
    assert found["Closed"].step == f"Did you mean “{TOWN}”?"


async def test_what_is_closed_is_counted(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path, graph=company(tmp_path), closed_classes=TOWN))
    found = await findings(visit, "Graph", "Ontology", "Closed")
    assert visit.graph is not None
    close_graph(visit.graph)
    assert found["Closed"].state == "ok"
    assert found["Closed"].told == "1 class closed in it"


@pytest.mark.slow
async def test_of_several_graphs_each_has_to_know_what_is_closed_in_it(tmp_path: Path) -> None:
    file = tmp_path / "graphs.toml"
    file.write_text(
        f'[towns]\ngraph = "{company(tmp_path)}"\nclosed_classes = "{TOWN}"\n'
        f'[cities]\ngraph = "{company(tmp_path)}"\nclosed_properties = "{TOWN}"\n',
        "utf-8",
    )
    visit = Visit(settings=settings(tmp_path, graphs=file))
    chosen = [check for check in CHECKS if check.name in ("Graph", "Ontology", "Closed")]
    found = {name: each.state async for name, each in examine(visit, chosen)}
    assert (found["Closed towns"], found["Closed cities"]) == ("ok", "wrong")
    with pytest.raises(
        BadSetting, match=r"^The graph cities: .* knows no property “https://example.org/Town”"
    ):
        await open_whole_core(settings(tmp_path, graphs=file))


async def test_a_file_of_graphs_that_is_not_there_hides_no_other_check(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path, graphs=tmp_path / "none.toml"))
    chosen = [check for check in CHECKS if check.name in ("Graph", "Names", "Port")]
    found = {name: each.state async for name, each in examine(visit, chosen)}
    assert found == {"Graph": "wrong", "Port": "ok"}


async def test_a_pattern_of_a_class_that_is_not_there_is_named_with_the_remedy(tmp_path: Path) -> None:
    file = tmp_path / "profile.toml"
    file.write_text('[classes."https://example.org/Twon"]\nis = "none"\n', "utf-8")
    visit = Visit(settings=settings(tmp_path, graph=company(tmp_path), profile=file))
    found = (await findings(visit, "Graph", "Ontology"))["Ontology"]
    assert found.state == "wrong"
    assert "the graph has no class https://example.org/Twon" in found.told
    assert found.step == "Did you mean https://example.org/Town?"


async def test_an_endpoint_that_is_dead_is_wrong_and_what_needs_it_is_skipped(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path, graph="http://127.0.0.1:9/sparql"))
    found = await findings(visit, "Graph", "Ontology", "Names")
    assert [each.state for each in found.values()] == ["wrong", "skipped", "skipped"]


async def test_an_endpoint_that_wants_an_account_is_wrong(tmp_path: Path) -> None:
    async with http_endpoint() as endpoint:
        found = await finding(Visit(settings=settings(tmp_path, graph=endpoint.url("/401"))), "Graph")
    assert found.state == "wrong"
    assert "QUERIST_ENDPOINT" in found.step


async def test_a_graph_that_takes_too_long_ends_with_its_time(tmp_path: Path) -> None:
    async with http_endpoint() as endpoint:
        visit = Visit(settings=settings(tmp_path, graph=endpoint.url("/slow")))
        chosen = [check for check in CHECKS if check.name in ("Graph", "Secret", "Port")]
        found = {name: each async for name, each in examine(visit, chosen, long=0.05)}
        endpoint.over.set()
    assert found["Graph"].state == "wrong"
    assert "--seconds" in found["Graph"].step
    assert found["Port"].state == "ok"


async def test_a_model_is_asked_for_a_few_tokens(tmp_path: Path) -> None:
    async with served(ModelService(lambda _: "ready")) as service:
        given = settings(tmp_path, model_url=service.url, model_name="small", model_key="hidden")
        visit = Visit(settings=given)
        assert (await finding(visit, "Model")).state == "note", "no bound is set"
        (asked,) = service.asked
        assert max(asked.get("max_tokens") or 0, asked.get("max_completion_tokens") or 0) <= 8
        bounded = Visit(settings=given.model_copy(update={"model_day_tokens": 1_000}))
        assert (await finding(bounded, "Model")).state == "ok"
        offline = Visit(settings=given, offline=True)
        assert (await finding(offline, "Model")).state == "skipped"
        assert len(service.asked) == 2


async def test_a_model_that_refuses_the_key_is_wrong(tmp_path: Path) -> None:
    refusing = ModelService(lambda _: "", always=Fails(401, {"error": {"message": "no"}}))
    async with served(refusing) as service:
        given = settings(tmp_path, model_url=service.url, model_name="small", model_key="hidden")
        found = await finding(Visit(settings=given), "Model")
    assert found.state == "wrong"
    assert "hidden" not in str(found)


async def test_without_a_model_nothing_is_missing(tmp_path: Path) -> None:
    assert (await finding(Visit(settings=settings(tmp_path)), "Model")).state == "skipped"


async def test_what_could_not_be_read_of_a_graph_is_told(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path), graph=Refusing("(isliteral(?o))"))
    found = await finding(visit, "Ontology")
    assert found.state == "note"
    assert "not all could be read: which properties hold values" in found.told
    assert "too many of them" in found.told


async def test_a_store_that_keeps_names_to_itself_is_told(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path), terms=await terms_of(Cutting(MANY, most=17)))
    found = await names(visit)
    assert found.state == "note"
    assert "and not all. The graph could not be read fully, names" in found.told
