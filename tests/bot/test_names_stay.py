"""Names that stay in the graph: where no way leads to things by name none is copied, and they are found."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from bot import wiring
from bot.settings import load
from kgqa.types import Outcome, Question, Stage

GRAPH = """
@prefix : <https://a.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:ada a :Person ; rdfs:label "Ada Lovelace" ; :email "ada@a.example" .
:bea a :Person ; rdfs:label "Bea Stone" ; :email "bea@a.example" .
"""


async def quiet(_: Stage, __: str = "") -> None:
    return None


async def test_a_question_is_answered_by_the_text_search_alone(tmp_path: Path) -> None:
    (tmp_path / "kg.ttl").write_text(GRAPH)
    (tmp_path / "ways.toml").write_text('[default]\nways = ["text search"]\n')
    settings = load(data=tmp_path, graph=str(tmp_path / "kg.ttl"), linking=tmp_path / "ways.toml")
    told: list[str] = []
    core = await wiring.open_core(settings, told=told.append)
    try:
        asked_at = datetime(2025, 6, 1, tzinfo=UTC)
        answer = await core.answer(Question(text="What is the email of Bea Stone?", asked_at=asked_at), quiet)
    finally:
        wiring.close_core(core)
    assert answer.outcome is Outcome.ANSWERED
    assert answer.text == "The email of Bea Stone is bea@a.example."
    assert core.kit.index.names.size == 0
    assert not list((tmp_path / "index").glob("*/names-*"))
    assert "the names stay in the graph: no way leads to them by name" in told
