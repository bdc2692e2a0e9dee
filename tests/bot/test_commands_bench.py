"""`querist bench`: what it counts, which questions it asks, what it writes, and what it leaves alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from bot.commands import bench as command
from bot.gold import GoldQuestion, part_of
from connectors.calibration_file import read as read_calibration
from kgqa.errors import BadInput
from tests.doubles.model_service import Fails, ModelService, served
from tests.kgqa.zoo import DATA, ID, ONTOLOGY

pytestmark = pytest.mark.slow


def say(request: dict[str, Any]) -> str:
    """Every query is one that counts the birds."""
    return "```sparql\nSELECT (COUNT(DISTINCT ?b) AS ?n) WHERE { ?b a :Bird }\n```"


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("QUERIST_MODEL_CALLS", "loopback")
    monkeypatch.setenv("QUERIST_MODEL_RETRIES", "0")
    monkeypatch.setenv("COLUMNS", "140")
    return tmp_path


@pytest.fixture
def folder(here: Path) -> Path:
    zoo = here / "zoo"
    zoo.mkdir()
    (zoo / "kg.ttl").write_text(ONTOLOGY + DATA, "utf-8")
    asked = [
        {"id": "birds", "question": "How many birds are there?", "answer": [["3"]]},
        {"id": "none", "question": "What is the zqxw of the qqzz?", "answer": [["3"]]},
        {"id": "big", "question": "Which enclosures are big?", "answer": [["x"]], "category": "other"},
    ]
    (zoo / "questions.jsonl").write_text("\n".join(json.dumps(one) for one in asked), "utf-8")
    return zoo


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModelService]:
    """A model in a thread of its own, since a command has its own loop."""
    model, ready, loop = ModelService(say), Event(), asyncio.new_event_loop()
    done = asyncio.Event()

    async def serve() -> None:
        async with served(model):
            ready.set()
            await done.wait()

    thread = Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    ready.wait(10)
    monkeypatch.setenv("QUERIST_MODEL_NAME", "small")
    monkeypatch.setenv("QUERIST_MODEL_KEY", "key-of-ours")
    monkeypatch.setenv("QUERIST_MODEL_URL", model.url)
    yield model
    loop.call_soon_threadsafe(done.set)
    thread.join(10)
    loop.close()


def bench(*arguments: object) -> tuple[str, dict[str, Any]]:
    app = typer.Typer()
    app.callback()(lambda: None)
    command.add(app)
    result = CliRunner().invoke(app, ["bench", *map(str, arguments), "--json", "out.json"])
    if result.exception:
        raise result.exception
    return result.output, json.loads(Path("out.json").read_text("utf-8"))


def test_calls_tokens_money_and_seconds_are_told_apart(
    folder: Path, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERIST_MODEL_PRICE_INPUT", "1000")
    output, out = bench(folder, "--strategy", "oneshot")
    model = out["summary"]["all"]["model"]
    assert model["calls"] == len(service.asked) >= len(out["questions"])
    assert model["input_tokens"] == 11 * model["calls"]
    assert model["output_tokens"] == 7 * model["calls"]
    assert model["money"] == pytest.approx(model["calls"] * 0.011)
    for record in out["questions"]:
        spent = record["model"]
        assert spent["seconds"] > 0
        assert spent["seconds"] + spent["rest"] == pytest.approx(record["seconds"], abs=1e-5)
    assert "Models" in output
    assert "EUR" in output
    assert "failed on" not in output


def test_without_a_model_nothing_is_said_of_models(folder: Path) -> None:
    output, out = bench(folder)
    assert "Models" not in output
    assert out["summary"]["all"]["model"]["calls"] == 0
    assert out["summary"]["all"]["questions"] == 3


def test_a_model_that_fails_midway_leaves_a_table_and_is_counted(folder: Path, service: ModelService) -> None:
    bench(folder, "--strategy", "oneshot", "--at-most", 1)
    service.always = Fails(500)
    output, out = bench(folder, "--strategy", "parse,oneshot", "--sure", 2)
    assert "Answers against gold" in output
    assert "The model failed on 3 of 3 questions" in output
    assert out["summary"]["all"]["model"]["failed"] == 3
    assert out["questions"][0]["verdict"] == "right"  # by the parser


def test_a_recording_speaks_in_place_of_the_model(
    folder: Path, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, one = bench(folder, "--strategy", "oneshot", "--record", "calls.jsonl")
    count = len(service.asked)
    monkeypatch.delenv("QUERIST_MODEL_NAME")
    _, other = bench(folder, "--strategy", "oneshot", "--replay", "calls.jsonl")
    assert len(service.asked) == count
    assert [r["rows"] for r in one["questions"]] == [r["rows"] for r in other["questions"]]
    assert one["summary"]["all"]["model"]["calls"] == other["summary"]["all"]["model"]["calls"]
    assert "key-of-ours" not in Path("calls.jsonl").read_text("utf-8")


def test_a_recording_without_the_call_is_a_failure_that_is_told(
    folder: Path, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench(folder, "--strategy", "oneshot", "--record", "calls.jsonl", "--at-most", 1)
    monkeypatch.delenv("QUERIST_MODEL_NAME")
    output, _ = bench(folder, "--strategy", "oneshot", "--replay", "calls.jsonl")
    assert "The model failed on 2 of 3 questions" in output


def test_recording_needs_a_model_and_is_not_replayed_at_once(folder: Path) -> None:
    with pytest.raises(BadInput, match="QUERIST_MODEL_NAME"):
        bench(folder, "--record", "calls.jsonl")
    with pytest.raises(BadInput, match="Give one of them"):
        bench(folder, "--record", "calls.jsonl", "--replay", "calls.jsonl")


def test_who_must_be_surer_than_sure_lets_all_be_asked(folder: Path, service: ModelService) -> None:
    bench(folder, "--strategy", "parse,oneshot", "--at-most", 1)
    assert not service.asked
    bench(folder, "--strategy", "parse,oneshot", "--at-most", 1, "--sure", 2)
    assert service.asked


def test_a_question_that_is_left_open_counts_as_offered_where_a_reading_to_choose_is_right(
    folder: Path,
) -> None:
    asked = {"id": "cute", "question": "Which cute birds are in the Aviary?", "answer": [[f"{ID}rio"]]}
    (folder / "questions.jsonl").write_text(json.dumps(asked), "utf-8")
    output, written = bench(folder, "--strategy", "parse")
    assert [written["summary"]["all"][name] for name in ("abstained", "offered")] == [1, 1]
    assert "off." in output


def test_the_database_and_its_ledger_are_left_alone(
    here: Path, folder: Path, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERIST_DATABASE", f"sqlite:///{here / 'ours.db'}")
    bench(folder, "--strategy", "library,parse,oneshot")
    assert not [
        file for file in here.rglob("*.db") if "index" not in file.parts
    ]  # but the names of the graph


def test_the_sample_company_leaves_nothing_behind(here: Path) -> None:
    bench("sample", "--at-most", 1)
    assert [file.name for file in here.iterdir()] == ["out.json"]


# ── calibration ──────────────────────────────────────────────────────────────────────────────────


def test_each_strategy_is_measured_alone_and_what_was_measured_can_be_used(
    here: Path, folder: Path, service: ModelService, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = {"id": "b", "question": "How many birds are there?", "answer": [["3"]]}
    wrong = question | {"id": "w", "answer": [["4"]]}
    lines = [json.dumps(one) for one in [question] * 9 + [wrong] * 3]
    (folder / "questions.jsonl").write_text("\n".join(lines), "utf-8")
    output, out = bench(folder, "--strategy", "parse,oneshot", "--calibrate", "sure.toml")
    assert "parse: 12 answers, 9 right, 1 step." in output
    assert set(out["summary"]["folders"]) == {"zoo, parse", "zoo, oneshot"}
    known = read_calibration(here / "sure.toml")
    assert known.of("parse", 0.9) == pytest.approx(10 / 14, abs=1e-4)
    assert "measured = 20" in (here / "sure.toml").read_text("utf-8")

    monkeypatch.setenv("QUERIST_CALIBRATION", "sure.toml")
    _, out = bench(folder, "--at-most", 1)
    assert out["questions"][0]["confidence"]["value"] == pytest.approx(10 / 14, abs=1e-3)
    assert "9 of 12 such answers were right" in out["questions"][0]["confidence"]["reason"]
    bench(folder, "--calibrate", "again.toml")  # measures what strategies say, not what that was worth
    assert read_calibration(here / "again.toml").curves == {"parse": known.curves["parse"]}


def test_too_few_answers_calibrate_nothing_and_are_told(here: Path, folder: Path) -> None:
    output, _ = bench(folder, "--calibrate", "sure.toml")
    assert "too few to tell anything (at least 10)" in output
    assert read_calibration(here / "sure.toml").curves == {}


def test_a_bad_calibration_is_told_before_anything_is_asked(
    here: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "sure.toml").write_text("parse = 3")
    monkeypatch.setenv("QUERIST_CALIBRATION", "sure.toml")
    with pytest.raises(BadInput, match="no list of steps"):
        bench(folder)


# ── the part of the questions that is asked ──────────────────────────────────────────────────────


def gold(*names: str) -> list[GoldQuestion]:
    """Questions; those of a name with a dot belong to the conversation before it."""
    return [
        GoldQuestion(id=n, question=n, rows=None, conversation=n.split(".")[0] if "." in n else "")
        for n in names
    ]


def test_every_so_many_th_question_is_asked_and_at_most_so_many() -> None:
    questions = gold("a", "b", "c", "d", "e", "f", "g")
    assert [q.id for q in part_of(questions, every=3)] == ["a", "d", "g"]
    assert [q.id for q in part_of(questions, every=3, at_most=2)] == ["a", "d"]
    assert part_of(questions) == tuple(questions)


def test_a_conversation_stays_whole() -> None:
    questions = gold("x.1", "x.2", "y.1", "y.2", "z.1", "z.2", "alone")
    assert [q.id for q in part_of(questions, every=2)] == ["x.1", "x.2", "z.1", "z.2"]
