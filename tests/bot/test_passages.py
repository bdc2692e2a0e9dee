"""Documents and the graph in sentences, from the settings to the cards; what is closed is in neither."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from bot.buttons import Seal
from bot.cards import slack, teams, teams_message, web
from bot.cards.look import Look
from bot.cards.terminal import draw
from bot.cards.view import view
from bot.settings import load
from bot.wiring import close_core, open_core
from kgqa.errors import BadSetting
from kgqa.passages.passage import Passage
from kgqa.pipeline import Pipeline
from kgqa.types import Answer, Outcome, Question, Stage
from tests.bot.cards.test_view import reply_to
from tests.kgqa.company import ASKED_AT

GRAPH = """
@prefix : <https://firm.example/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Pump a owl:Class ; rdfs:label "pump" . :Person a owl:Class ; rdfs:label "person" .
:Patient a owl:Class ; rdfs:label "patient" ; rdfs:subClassOf :Person .
:weight a owl:DatatypeProperty ; rdfs:label "weight (kg)" ; rdfs:domain :Pump ; rdfs:range xsd:integer .
:margin a owl:DatatypeProperty ; rdfs:label "margin" ; rdfs:domain :Pump ; rdfs:range xsd:integer .
:since a owl:DatatypeProperty ; rdfs:label "in service since" ; rdfs:domain :Pump ; rdfs:range xsd:date .
:servedBy a owl:ObjectProperty ; rdfs:label "served by" ; rdfs:domain :Pump ; rdfs:range :Person .
:usedBy a owl:ObjectProperty ; rdfs:label "used by" ; rdfs:domain :Pump ; rdfs:range :Person .
:p1 a :Pump ; rdfs:label "Niagara 5" ; :weight 120 ; :margin 31337 ; :since "2024-05-01"^^xsd:date ;
    :servedBy :ada ; :usedBy :zoe .
:ada a :Person ; rdfs:label "Ada Moss" .
:zoe a :Patient ; rdfs:label "Zoe Quill" .
"""
POLICY = "# Travel policy\n\nReceipts must be handed in within 30 days of the journey.\n"
STRATEGIES = "library, parse, passages"
ASKED = "Within how many days must receipts be handed in?"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("passages")
    (folder / "firm.ttl").write_text(GRAPH)
    (folder / "documents").mkdir()
    (folder / "documents" / "policy.md").write_text(POLICY)
    return folder


def opened(folder: Path, name: str, told: list[str] | None = None, **more: str) -> Pipeline:
    given = {"graph": str(folder / "firm.ttl"), "strategies": STRATEGIES}
    given |= {"documents": str(folder / "documents")} | more
    settings = load(graph_name="firm", data=folder / name, **given)
    core = asyncio.run(open_core(settings, told=(told if told is not None else []).append))
    assert isinstance(core, Pipeline)
    return core


@pytest.fixture(scope="module")
def whole(folder: Path) -> Iterator[Pipeline]:
    core = opened(folder, "whole")
    yield core
    close_core(core)


@pytest.fixture(scope="module")
def closed(folder: Path) -> Iterator[Pipeline]:
    core = opened(
        folder,
        "closed",
        closed_classes="<https://firm.example/Patient>",
        closed_properties="<https://firm.example/margin>",
    )
    yield core
    close_core(core)


def ask(core: Pipeline, text: str) -> Answer:
    async def quiet(_: Stage, __: str = "") -> None:
        return None

    return asyncio.run(core.answer(Question(text=text, asked_at=ASKED_AT, language="en"), quiet))


def passages(core: Pipeline, *words: str) -> list[Passage]:
    index = core.kit.passages
    assert index is not None
    return [hit.passage for word in words for hit in asyncio.run(index.search(word, "en", 50))]


def text_of(core: Pipeline) -> str:
    return "\n".join(p.text for p in passages(core, "pump", "Niagara", "person", "patient", "Zoe", "margin"))


def test_a_thing_is_told_with_labels_units_dates_and_each_fact_in_reverse(whole: Pipeline) -> None:
    text = text_of(whole)
    assert "Niagara 5 is a pump." in text
    assert "120 kg is weight of Niagara 5." in text
    assert "1 May 2024" in text or "May 1, 2024" in text
    assert "Niagara 5 is served by Ada Moss.\nAda Moss is what Niagara 5 is served by." in text
    assert "31,337" in text
    assert "Zoe Quill" in text


def test_what_is_closed_is_in_no_passage_of_the_graph(closed: Pipeline) -> None:
    text = text_of(closed)
    assert "Niagara 5 is a pump." in text
    for secret in ("31,337", "31337", "margin", "Zoe", "patient"):
        assert secret not in text


def test_who_asks_for_it_is_refused_and_gets_nothing_of_the_text(closed: Pipeline) -> None:
    answer = ask(closed, "What does the policy say of the margin of receipts?")
    assert answer.outcome is Outcome.REFUSED
    assert not answer.evidence


def test_where_named_graphs_are_closed_the_graph_is_not_told_in_sentences(folder: Path) -> None:
    told: list[str] = []
    secret = folder / "secret.trig"
    secret.write_text("<https://firm.example/secret> { <urn:a> <https://firm.example/cost> 5 }", "utf-8")
    core = opened(
        folder,
        "graphs",
        told,
        graph=f"{folder / 'firm.ttl'}, {secret}",
        closed_graphs="<https://firm.example/secret>",
    )
    assert passages(core, "Niagara") == []
    assert any("not told in sentences" in line for line in told)
    close_core(core)


def test_a_document_answers_and_every_card_shows_its_source(whole: Pipeline) -> None:
    answer = ask(whole, ASKED)
    assert answer.text == "Receipts must be handed in within 30 days of the journey. [1]"
    reply = reply_to(answer)
    shown = view(reply, Look())
    assert shown.opens == "Sources and steps"
    assert shown.evidence[0].startswith("From policy.md")
    console = Console(width=200)
    with console.capture() as captured:
        console.print(draw(shown))
    page = web.draw(shown, seal=lambda b: b.kind, address=str)
    cards = (
        captured.get(),
        json.dumps(slack.draw(reply, Seal("s"), Look()).blocks),
        json.dumps(teams.card(reply, seal=Seal("s"), look=Look())),
        json.dumps(page),
    )
    for card in cards:
        assert "[1] policy.md, Travel policy, paragraph 2: Receipts must be handed in" in card
        assert "Query and steps" not in card


def test_teams_links_each_number_to_its_source(whole: Pipeline) -> None:
    message = teams_message.message(reply_to(ask(whole, ASKED)), seal=Seal("s"))
    assert message["text"] == "Receipts must be handed in within 30 days of the journey. [1]"
    (citation,) = message["entities"][0]["citation"]
    assert citation["position"] == 1
    assert citation["appearance"]["name"] == "policy.md, Travel policy, paragraph 2"


def test_it_is_off_until_it_is_set(folder: Path) -> None:
    told: list[str] = []
    core = opened(folder, "off", told, strategies="library, parse")
    assert core.kit.passages is None
    assert any("QUERIST_STRATEGIES does not name “passages”" in line for line in told)
    close_core(core)


def test_a_folder_that_is_missing_is_said(folder: Path) -> None:
    with pytest.raises(BadSetting, match="QUERIST_DOCUMENTS"):
        opened(folder, "missing", documents=str(folder / "nowhere"))
