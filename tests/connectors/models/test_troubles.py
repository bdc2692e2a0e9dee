"""What goes wrong with a model service is one sentence, with the setting to look at and without the key."""

from __future__ import annotations

import re
from typing import Any

import pytest

from connectors.models import ChatModel, Patience, Retries
from kgqa.errors import ModelUnavailable
from kgqa.spending import SpentInVain
from tests.doubles.model_service import Fails, ModelService, served

KEY = "sk-proj-secret-123456789"
ASK = (("system", "You count."), ("user", "How many?"))
ONCE = Retries(times=0)


def plain(_: dict[str, Any]) -> str:
    return "Three of them."


def failing(status: int, **body: Any) -> ModelService:
    return ModelService(plain, always=Fails(status, body))


async def trouble(service: ModelService, path: str = "", **options: Any) -> ModelUnavailable:
    async with served(service) as at:
        model = ChatModel("counter", url=at.url + path, key=KEY, **{"retries": ONCE, **options})
        with pytest.raises(ModelUnavailable) as told:
            await model.complete(ASK)
        await model.close()
    assert KEY not in str(told.value)
    return told.value


@pytest.mark.parametrize(
    ("service", "said"),
    [
        (
            failing(401, message=f"Incorrect API key provided: {KEY}"),
            r"refuses the key\. Check QUERIST_MODEL_KEY",
        ),
        (failing(403, message="no"), r"refuses the key"),
        (
            failing(404, message="The model `counter` does not exist", code="model_not_found"),
            r"knows no model counter\. Check QUERIST_MODEL_NAME",
        ),
        (
            failing(404, code="DeploymentNotFound", message="The API deployment does not exist."),
            r"knows no model counter\. Check QUERIST_MODEL_NAME",
        ),
        (
            ModelService(plain, always=Fails(404, "404 page not found")),
            r"There is no model service at http://127.*nothing is found there\. Check QUERIST_MODEL_URL",
        ),
        (
            failing(
                400,
                code="context_length_exceeded",
                message="This model's maximum context length is 4096 tokens. You requested 5000 tokens.",
            ),
            r"too long for the model counter .*4096.* QUERIST_MODEL_NAME",
        ),
        (
            failing(400, type="exceed_context_size_error", message="the request exceeds the context size"),
            r"too long for the model counter",
        ),
        (
            failing(400, code="content_filter", message="The response was filtered"),
            r"content filter\. Ask in other words",
        ),
        (failing(429, message="slow down"), r"takes no more questions now \(slow down\)\. Try again later"),
        (
            failing(429, code="insufficient_quota", message="You exceeded your current quota"),
            r"has no credit left .* billing",
        ),
        (
            failing(500, message="out of memory\x1b[31m"),
            r"failed \(500\): out of memory\. Look into its",
        ),
        (
            failing(400, message=f"messages[0] is odd, {KEY} or sk-other-987654321"),
            r"refused the question \(400\): messages\[0\] is odd, … or …\.",
        ),
        (
            ModelService(plain, always=Fails(307, "", {"Location": "https://elsewhere.example/v1"})),
            r"has moved to https://elsewhere\.example/v1\. Set QUERIST_MODEL_URL",
        ),
        (
            ModelService(plain, body="<html>login</html>"),
            r"gave no reply of a model\. Check QUERIST_MODEL_URL",
        ),
        (ModelService(lambda _: ""), r"gave no reply of a model"),
        (ModelService(plain, ends="content_filter"), r"content filter"),
        (ModelService(plain, breaks=1), r"broke off in the middle of its reply"),
        (ModelService(plain, last='{"choices": [{"ind'), r"broke off in the middle of its reply"),
        (ModelService(plain, last='{"error": {"message": "CUDA died"}}'), r"failed: CUDA died"),
        (ModelService(plain, last='{"error": {"message": "no slot", "code": 503}}'), r"\(503\): no slot"),
    ],
    ids=lambda value: value[:30] if isinstance(value, str) else "",
)
async def test_what_goes_wrong_is_said_with_the_setting_that_mends_it(
    service: ModelService, said: str
) -> None:
    assert re.search(said, str(await trouble(service)))


async def test_a_service_that_is_not_there_is_named() -> None:
    model = ChatModel("counter", url="http://127.0.0.1:9/v1", retries=ONCE)
    with pytest.raises(ModelUnavailable, match=r"127\.0\.0\.1:9/v1 cannot be reached\. Does it run"):
        await model.complete(ASK)
    await model.close()


async def test_a_name_in_the_address_is_not_shown() -> None:
    model = ChatModel("counter", url="http://ann:hunter2@127.0.0.1:9/v1?api-version=1", retries=ONCE)
    with pytest.raises(ModelUnavailable) as told:
        await model.complete(ASK)
    assert "hunter2" not in str(told.value)
    await model.close()


async def test_a_service_that_does_not_begin_is_not_waited_for() -> None:
    service = ModelService(plain, hangs=0)
    told = await trouble(service, patience=Patience(first=0.05))
    assert "did not begin to reply in 0.05 seconds" in str(told)
    assert "QUERIST_MODEL_FIRST_SECONDS" in str(told)


async def test_a_service_that_stops_in_the_middle_is_not_waited_for_and_its_words_are_paid() -> None:
    service = ModelService(plain, hangs=2)
    told = await trouble(service, patience=Patience(between=0.05))
    assert "stopped in the middle of its reply" in str(told)
    assert isinstance(told, SpentInVain)
    assert told.spent.calls == 1
    assert told.spent.input_tokens > 0
    assert told.spent.output_tokens > 0
    assert len(service.asked) == 1


async def test_a_call_has_an_end_however_slowly_it_goes_on() -> None:
    told = await trouble(ModelService(plain, hangs=1), patience=Patience(overall=0.2))
    assert "was not done in 0.2 seconds" in str(told)
    assert isinstance(told, SpentInVain)


async def test_replies_that_broke_off_are_paid_for_each_time() -> None:
    async def unhurried(_: float) -> None:
        pass

    service = ModelService(plain, breaks=2)
    told = await trouble(service, retries=Retries(times=2), sleep=unhurried)
    assert isinstance(told, SpentInVain)
    assert told.spent.calls == len(service.asked) == 3


async def test_a_model_that_declines_is_heard() -> None:
    refusal = '{"choices": [{"index": 0, "delta": {"refusal": "I must not."}, "finish_reason": "stop"}]}'
    told = await trouble(ModelService(lambda _: "", last=refusal))
    assert str(told) == "The model counter declines: I must not."


async def test_a_model_that_only_thinks_is_told() -> None:
    thought = '{"choices": [{"index": 0, "delta": {"reasoning_content": "Hm."}, "finish_reason": "length"}]}'
    told = await trouble(ModelService(lambda _: "", last=thought))
    assert "thought until it had no more room" in str(told)
