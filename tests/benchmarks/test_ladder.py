"""The ladder, climbed with a scripted model: what each rung makes of the same replies."""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from benchmarks.ladder.__main__ import separation, summary, table_of
from benchmarks.ladder.asking import Record, asked, chosen
from benchmarks.ladder.kept import Kept
from benchmarks.ladder.rungs import SMALL
from bot.gold import GoldQuestion
from kgqa.errors import BadInput
from tests.doubles.model import ScriptedModel

pytestmark = pytest.mark.slow

GRAPH = """
@prefix : <http://ships.example/def/> .
@prefix i: <http://ships.example/id/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
:Ship a owl:Class ; rdfs:label "ship" .
:Port a owl:Class ; rdfs:label "port" .
:berthedIn a owl:ObjectProperty ; rdfs:label "berthed in" ; rdfs:domain :Ship ; rdfs:range :Port .
i:s1 a :Ship ; rdfs:label "Lark" ; :berthedIn i:p1 .
i:s2 a :Ship ; rdfs:label "Wren" ; :berthedIn i:p2 .
i:p1 a :Port ; rdfs:label "Odde" .
i:p2 a :Port ; rdfs:label "Skarvik" .
"""
IN_PORT = "SELECT DISTINCT ?s WHERE { ?s <http://ships.example/def/berthedIn> <http://ships.example/id/p%d> }"
QUESTIONS = [
    {"id": "1", "question": "Which ships are berthed in Odde?", "sparql": IN_PORT % 1, "answer": [
        ["http://ships.example/id/s1"]]},
    {"id": "2", "question": "Which ships are berthed in Skarvik?", "sparql": IN_PORT % 2, "answer": [
        ["http://ships.example/id/s2"]]},
]  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ships").mkdir()
    (tmp_path / "ships" / "kg.ttl").write_text(GRAPH, "utf-8")
    lines = "".join(json.dumps(q) + "\n" for q in QUESTIONS)
    (tmp_path / "ships" / "questions.jsonl").write_text(lines, "utf-8")
    return tmp_path / "ships"


def by_prompt(messages: tuple[tuple[str, str], ...]) -> str:
    """As a weak model: alone it invents an address; with placeholders it uses them, for ports the wrong way
    round in one of two questions.
    """
    told = "\n".join(text for _, text in messages)
    if "a rdfs:Class" in told:
        return f"```sparql\n{IN_PORT % 7}\n```"
    if "{e1}" not in told:
        return "I cannot put that right."
    is_odde = "Odde?" in messages[-1][1]
    pattern = "?s :berthedIn {e1}" if is_odde else "{e1} :berthedIn ?s"
    return f"```sparql\nSELECT DISTINCT ?s WHERE {{ {pattern} }}\n```"


async def climbed(folder: Path, model: Kept, rungs: tuple[str, ...] = SMALL) -> list[Record]:
    records: AsyncIterator[Record] = asked(str(folder), model, rungs)
    return [record async for record in records]


async def test_each_rung_makes_more_of_the_same_replies(folder: Path, tmp_path: Path) -> None:
    found = summary(await climbed(folder, Kept(ScriptedModel(by_prompt), tmp_path / "calls.jsonl")))
    assert tuple(found) == SMALL
    assert found["alone"]["right"] == 0
    assert found["linking"]["right"] == 1
    assert (found["check"]["right"], found["check"]["wrong"]) == (1, 0)
    assert found["repair"]["right"] == 2
    assert found["cascade"]["f1"] == found["no-model"]["f1"] == 1.0
    assert found["no-model"]["calls"] == 0
    assert table_of(found).row_count == len(SMALL)


def strong(messages: tuple[tuple[str, str], ...]) -> str:
    """As a strong model: it answers from the card, and looks once where it may."""
    told, asked = "\n".join(text for _, text in messages), messages[1][1]
    query = f"SELECT DISTINCT ?s WHERE {{ ?s :berthedIn :{'Odde' if 'Odde?' in asked else 'Skarvik'} }}"
    if '"action": "answer"' in told:
        carried = [{"words": "ships berthed in", "by": ":berthedIn"}]
        answer = {"action": "answer", "sparql": query, "carried": carried, "assumed": [], "doubt": ""}
        return json.dumps({"thought": "", "actions": [answer]})
    if "write FINAL" in told and len(messages) == 2:
        return "```sparql\nSELECT ?s ?p WHERE { ?s :berthedIn ?p }\n```"
    return f"{'FINAL' if 'write FINAL' in told else ''}\n```sparql\n{query}\n```"


async def test_a_strong_model_is_measured_alone_exploring_and_with_all_of_querist(
    folder: Path, tmp_path: Path
) -> None:
    model = Kept(ScriptedModel(strong, is_counted=True), tmp_path / "calls.jsonl")
    records = await climbed(folder, model, ("card", "exploring", "agent", "ours"))
    found = summary(records)
    assert {rung: figures["right"] for rung, figures in found.items()} == dict.fromkeys(found, 2)
    assert {rung: figures["calls"] for rung, figures in found.items()} == {
        "card": 1.0,
        "exploring": 2.0,
        "agent": 1.0,
        "ours": 1.0,
    }
    assert all(r["evidence"]["settled"] == 1.0 for r in records if r["rung"] == "ours")


async def test_questions_may_be_asked_side_by_side(folder: Path, tmp_path: Path) -> None:
    model = Kept(ScriptedModel(strong), tmp_path / "calls.jsonl")
    records = [r async for r in asked(str(folder), model, ("card",), at_once=2)]
    assert [r["id"] for r in records] == ["1", "2"]


async def test_the_library_holds_the_other_questions_and_never_the_one_that_is_asked(
    folder: Path, tmp_path: Path
) -> None:
    model = ScriptedModel("UNKNOWN: nothing")
    records = await climbed(folder, Kept(model, tmp_path / "calls.jsonl"), ("library",))
    assert [r["strategy"] for r in records] == ["library", "library"]  # each is of the other's shape
    (folder / "questions.jsonl").write_text(json.dumps(QUESTIONS[0]) + "\n", "utf-8")
    (record,) = await climbed(folder, Kept(model, tmp_path / "calls.jsonl"), ("library",))
    assert record["verdict"] == "abstained"


async def test_a_run_that_was_cut_goes_on_and_can_be_played_again(folder: Path, tmp_path: Path) -> None:
    calls = tmp_path / "calls.jsonl"
    model = ScriptedModel(by_prompt, is_counted=True)
    first = await climbed(folder, Kept(model, calls), ("linking",))
    count = len(model.asked)
    again = await climbed(folder, Kept(model, calls), ("linking", "check"))
    assert len(model.asked) == count
    played = await climbed(folder, Kept(None, calls), ("linking",))
    for one, other, third in zip(first, again, played, strict=False):
        assert one["sparql"] == other["sparql"] == third["sparql"]
        assert one["input_tokens"] == other["input_tokens"] == third["input_tokens"] > 0


async def test_a_call_that_is_not_in_the_recording_leaves_the_question_open(
    folder: Path, tmp_path: Path
) -> None:
    (tmp_path / "calls.jsonl").touch()
    records = await climbed(folder, Kept(None, tmp_path / "calls.jsonl"), ("alone", "repair"))
    assert {r["verdict"] for r in records} == {"abstained"}


def test_a_recording_that_is_none_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"calls\.jsonl"):
        Kept(None, tmp_path / "calls.jsonl")


def test_of_many_questions_those_with_an_answer_are_taken_evenly() -> None:
    questions = [GoldQuestion(id=str(n), question="?", rows=() if n % 2 else None) for n in range(20)]
    assert [q.id for q in chosen(questions, 0)] == [str(n) for n in range(1, 20, 2)]
    assert [q.id for q in chosen(questions, 4)] == ["1", "7", "13", "19"]


def test_separation_is_the_chance_that_a_right_answer_is_surer_than_a_wrong_one() -> None:
    records = [
        {"verdict": "right", "confidence": 0.9},
        {"verdict": "right", "confidence": 0.6},
        {"verdict": "wrong", "confidence": 0.6},
        {"verdict": "abstained", "confidence": 0.0},
    ]
    assert separation(records) == 0.75
    assert separation(records[:2]) is None
