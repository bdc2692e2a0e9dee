"""A model service: what it does not know is asked for otherwise, what it refuses is said in a sentence."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from connectors.models import ChatModel
from kgqa.errors import ModelUnavailable
from tests.doubles.model_service import ModelService, served

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
ASK = (("system", "You count."), ("user", "How many?"))


def plain(_: dict[str, Any]) -> str:
    return '{"n": 3}'


async def asked(service: ModelService, schema: dict[str, Any] | None = SCHEMA, **options: Any) -> str:
    async with served(service) as at:
        model = ChatModel("counter", url=at.url, **{"key": "k-1", "retries": 0, **options})
        try:
            return (await model.complete(ASK, schema=schema)).text
        finally:
            await model.close()


async def test_a_reply_is_told_with_its_model_and_its_cost() -> None:
    async with served(ModelService(plain)) as at:
        model = ChatModel("counter", url=at.url, key="k-1")
        reply = await model.complete(ASK)
        await model.close()
    assert (reply.text, reply.model, reply.input_tokens, reply.output_tokens) == (
        plain({}),
        "counter-1",
        11,
        7,
    )
    assert at.asked[0]["messages"] == [{"role": role, "content": text} for role, text in ASK]
    assert at.keys == ["Bearer k-1"]


@pytest.mark.parametrize(
    ("forms", "tries"), [(("json_schema", "json_object"), 1), (("json_object",), 2), ((), 3)]
)
async def test_json_is_asked_for_as_strictly_as_the_service_allows(
    forms: tuple[str, ...], tries: int
) -> None:
    service = ModelService(plain, forms=forms)
    assert json.loads(await asked(service)) == {"n": 3}
    assert len(service.asked) == tries


async def test_what_a_service_does_not_know_is_asked_once() -> None:
    async with served(ModelService(plain, forms=())) as at:
        model = ChatModel("counter", url=at.url)
        for _ in range(3):
            await model.complete(ASK, schema=SCHEMA)
        await model.close()
    assert len(at.asked) == 5
    assert "```json" in at.asked[-1]["messages"][-1]["content"]


async def test_questions_at_the_same_time_find_out_together() -> None:
    async with served(ModelService(plain, forms=())) as at:
        model = ChatModel("counter", url=at.url)
        replies = await asyncio.gather(*(model.complete(ASK, schema=SCHEMA) for _ in range(4)))
        await model.close()
    assert [reply.text for reply in replies] == [plain({})] * 4


@pytest.mark.parametrize(
    "said",
    [
        'Here it is:\n```json\n{"n": 3}\n```\nAnything else?',
        'I count {"n": 3}.',
        '<think>{maybe 4?}</think>\n{"n": 3}',
    ],
)
async def test_json_is_found_in_what_a_model_says_around_it(said: str) -> None:
    assert json.loads(await asked(ModelService(lambda _: said))) == {"n": 3}


async def test_a_model_that_never_says_json_is_given_up() -> None:
    service = ModelService(lambda _: "Three, I\x00 think.")
    with pytest.raises(ModelUnavailable, match=r"counter did not reply in JSON: “Three, I think\.”"):
        await asked(service)
    assert len(service.asked) == 3


@pytest.mark.parametrize(
    ("service", "said"),
    [
        (ModelService(plain, status=401), r"refuses the key\. Check QUERIST_MODEL_KEY"),
        (ModelService(plain, status=403), r"refuses the key"),
        (ModelService(plain, status=404), r"knows no model counter\. Check QUERIST_MODEL_NAME"),
        (ModelService(plain, status=429), r"takes no more questions now .*Try again later"),
        (ModelService(plain, status=500), r"failed \(500\)"),
        (ModelService(plain, status=400), r"failed \(400\): .*status 400"),
        (
            ModelService(plain, body="<html>login</html>"),
            r"gave no reply of a model\. Check QUERIST_MODEL_URL",
        ),
        (ModelService(lambda _: ""), r"gave no reply of a model"),
        (ModelService(lambda _: "x" * 1_000_001), r"does not come to an end"),
    ],
)
async def test_what_goes_wrong_is_said_with_the_setting_that_mends_it(
    service: ModelService, said: str
) -> None:
    with pytest.raises(ModelUnavailable, match=said) as raised:
        await asked(service)
    assert "k-1" not in str(raised.value)


async def test_a_service_that_is_not_there_is_named() -> None:
    model = ChatModel("counter", url="http://127.0.0.1:9/v1", retries=0)
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:9/v1 cannot be reached\. Does it run"):
        await model.complete(ASK)
    await model.close()
