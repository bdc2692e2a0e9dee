"""What the settings say of a model is what stands round it, and who pays for it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bot.settings import Settings, load
from bot.wiring import close_model, open_model, open_purse
from bot.wiring.desks import open_database
from kgqa.errors import BadSetting, BudgetSpent, ModelUnavailable
from tests.doubles.model_service import ModelService, served

ASK = (("user", "How many sheep has Ann?"),)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def settings(**more: Any) -> Settings:
    return load(**{"data": Path("data"), "model_name": "m", "model_key": "key-of-ours", **more})


def three(_: dict[str, Any]) -> str:
    return "Three."


def test_without_a_name_there_is_no_model() -> None:
    assert open_model(settings(model_name="")) is None
    assert open_purse(settings(model_name="")) is None


@pytest.mark.slow
async def test_what_leaves_is_redacted_recorded_and_kept(here: Path) -> None:
    (here / "rules_of_the_wiring.py").write_text(
        "def no_names(text, *, role):\n    return text.replace('Ann', 'N')\n"
    )
    async with served(ModelService(three)) as at:
        model = open_model(
            settings(
                model_url=at.url,
                model_redaction="rules_of_the_wiring:no_names",
                model_cache_mb=1,
                model_record=Path("calls.jsonl"),
            )
        )
        assert model
        replies = [await model.complete(ASK) for _ in range(2)]
        await close_model(model)
    assert [reply.cached for reply in replies] == [False, True]
    assert [one["messages"][0]["content"] for one in at.asked] == ["How many sheep has N?"]
    assert at.keys == ["Bearer key-of-ours"]
    lines = [json.loads(line) for line in (here / "calls.jsonl").read_text().splitlines()]
    assert [line["cached"] for line in lines] == [False, True]
    assert "Ann" not in (here / "calls.jsonl").read_text()
    assert (here / "data" / "models" / "replies.db").exists()


async def test_a_recording_speaks_in_place_of_the_model(here: Path) -> None:
    (here / "rules_of_the_replay.py").write_text(
        "def no_names(text, *, role):\n    return text.replace('Ann', 'N')\n"
    )
    redacted = {"model_redaction": "rules_of_the_replay:no_names"}
    async with served(ModelService(three)) as at:
        model = open_model(settings(model_url=at.url, model_record=Path("calls.jsonl"), **redacted))
        assert model
        recorded = await model.complete(ASK)
        await close_model(model)
    model = open_model(settings(model_name="", model_replay=Path("calls.jsonl"), **redacted))
    assert model
    assert await model.complete(ASK) == recorded
    with pytest.raises(ModelUnavailable, match="no reply to call 2"):
        await model.complete((("user", "Why?"),))
    await close_model(model)


async def test_an_operator_forbids_calls() -> None:
    async with served(ModelService(three)) as at:
        model = open_model(settings(model_url=at.url, model_calls="nowhere"))
        assert model
        with pytest.raises(ModelUnavailable, match="QUERIST_MODEL_CALLS is nowhere"):
            await model.complete(ASK)
        await close_model(model)
    assert not at.asked


async def test_a_persons_day_lasts_over_a_restart() -> None:
    async with served(ModelService(three)) as at:
        for number in range(3):
            chosen = settings(model_url=at.url, model_person_calls=2, model_price_input=1.0)
            database = open_database(chosen)
            purse = open_purse(chosen, database)
            assert purse
            async with purse.open("slack:T1:U1", NOON) as model:
                if number < 2:
                    await model.complete(ASK)
                else:
                    with pytest.raises(BudgetSpent, match="2 calls of a model"):
                        await model.complete(ASK)
            await close_model(purse.model)
            database.close()
    assert len(at.asked) == 2


@pytest.mark.parametrize("field", ["model_question_money", "model_person_money", "model_day_money"])
def test_a_budget_of_money_needs_prices(field: str) -> None:
    with pytest.raises(BadSetting, match=rf"QUERIST_{field.upper()} .* no price .*QUERIST_MODEL_PRICE_INPUT"):
        open_purse(settings(**{field: 1.0}))


def test_a_redaction_that_is_not_there_stops_the_start() -> None:
    with pytest.raises(BadSetting, match="There is no nothing"):
        open_model(settings(model_redaction="nothing"))
