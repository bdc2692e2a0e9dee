"""A model service: what it does not know is asked for otherwise, what it refuses is said in a sentence."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from connectors.models import Calls, ChatModel, allow
from kgqa.errors import ModelUnavailable
from tests.doubles.model_service import Fails, ModelService, served

SCHEMA: dict[str, Any] = {"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]}
ASK = (("system", "You count."), ("user", "How many?"))


def plain(_: dict[str, Any]) -> str:
    return '{"n": 3}'


async def unhurried(_: float) -> None:
    """Waits not at all."""


async def asked(service: ModelService, schema: dict[str, Any] | None = SCHEMA, **options: Any) -> str:
    async with served(service) as at:
        model = ChatModel("counter", url=at.url, **{"key": "k-1", "sleep": unhurried, **options})
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


async def test_half_json_is_asked_for_again_otherwise() -> None:
    replies = iter(['{"n": ', '{"n": 3}'])
    service = ModelService(lambda _: next(replies))
    assert json.loads(await asked(service)) == {"n": 3}
    assert [(request.get("response_format") or {}).get("type") for request in service.asked] == [
        "json_schema",
        "json_object",
    ]


async def test_json_that_was_cut_is_no_json() -> None:
    service = ModelService(lambda _: '{"n": ', ends="length")
    with pytest.raises(ModelUnavailable, match=r"came to no end before its JSON did"):
        await asked(service)
    assert len(service.asked) == 1


async def test_all_that_it_took_to_get_json_is_paid_for() -> None:
    replies = iter(["Three.", "Three!", '```json\n{"n": 3}\n```'])
    async with served(ModelService(lambda _: next(replies))) as at:
        model = ChatModel("counter", url=at.url)
        reply = await model.complete(ASK, schema=SCHEMA)
        await model.close()
    assert (reply.calls, reply.input_tokens, reply.output_tokens) == (3, 33, 21)


async def test_a_schema_is_strict_where_it_names_everything() -> None:
    service = ModelService(plain)
    await asked(service)
    await asked(service, {**SCHEMA, "additionalProperties": False})
    strict = [request["response_format"]["json_schema"]["strict"] for request in service.asked]
    assert strict == [False, True]


# ── parameters ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("refuses", "missing", "there"),
    [
        (("temperature",), {"temperature"}, {"max_tokens", "stream", "stream_options"}),
        (("stream_options",), {"stream_options"}, {"temperature", "stream"}),
        (("stream",), {"stream", "stream_options"}, {"temperature"}),
        (("max_tokens",), {"max_tokens"}, {"max_completion_tokens"}),
        (("max_tokens", "max_completion_tokens"), {"max_tokens", "max_completion_tokens"}, {"stream"}),
        (("temperature", "stream", "max_tokens"), {"temperature", "stream"}, {"max_completion_tokens"}),
    ],
)
async def test_what_a_service_refuses_is_left_out_and_that_is_remembered(
    refuses: tuple[str, ...], missing: set[str], there: set[str]
) -> None:
    async with served(ModelService(lambda _: "Three.", refuses=refuses)) as at:
        model = ChatModel("counter", url=at.url)
        for _ in range(2):
            assert (await model.complete(ASK, most=50)).text == "Three."
        await model.close()
    assert len(at.asked) == 2 + len(refuses)
    assert not missing & at.asked[-1].keys()
    assert there <= at.asked[-1].keys()


async def test_temperature_and_length_are_sent() -> None:
    async with served(ModelService(plain)) as at:
        model = ChatModel("counter", url=at.url)
        await model.complete(ASK, temperature=0.7, most=50)
        await model.complete(ASK)
        await model.close()
    assert [(one.get("temperature"), one.get("max_tokens")) for one in at.asked] == [(0.7, 50), (0.0, None)]


@pytest.mark.parametrize("options", [{"is_counting": False}, {"refuses": ("stream_options",)}])
async def test_tokens_that_nobody_counted_are_estimated_and_marked(options: dict[str, Any]) -> None:
    async with served(ModelService(lambda _: "word " * 40, **options)) as at:
        model = ChatModel("counter", url=at.url)
        reply = await model.complete(ASK)
        await model.close()
    assert reply.estimated
    assert 20 <= reply.output_tokens <= 80
    assert 3 <= reply.input_tokens <= 15


@pytest.mark.parametrize("options", [{"is_streaming": False}, {"refuses": ("stream",)}, {}])
async def test_a_service_without_streams_is_understood(options: dict[str, Any]) -> None:
    async with served(ModelService(lambda _: "Three.", **options)) as at:
        model = ChatModel("counter", url=at.url)
        reply = await model.complete(ASK)
        await model.close()
    assert (reply.text, reply.input_tokens, reply.estimated, reply.cut) == ("Three.", 11, False, False)


async def test_an_older_address_of_azure_is_called_as_azure_wants_it() -> None:
    async with served(ModelService(plain)) as at:
        url = f"{at.url.removesuffix('/v1')}/openai/deployments/counter?api-version=2024-10-21"
        model = ChatModel("counter", url=url, key="k-1")
        await model.complete(ASK)
        await model.close()
    assert at.paths == ["/openai/deployments/counter/chat/completions?api-version=2024-10-21"]


# ── replies without an end ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "piece", ["la", "I think it is three.\n", "?x a ex:Thing . ?x ex:partOf ?y . " * 10, "\n"]
)
async def test_a_reply_that_loops_is_stopped(piece: str) -> None:
    endless = "Well: " + piece * (400_000 // len(piece))
    async with served(ModelService(lambda _: endless, piece=10)) as at:
        model = ChatModel("counter", url=at.url)
        reply = await model.complete(ASK)
        await model.close()
    assert reply.cut
    assert reply.estimated
    assert len(reply.text) < 5_000
    assert at.said < 40_000


@pytest.mark.parametrize("piece", [1, 40])
async def test_a_reply_that_grows_past_what_it_may_have_is_stopped(piece: int) -> None:
    numbers = " ".join(str(number * number) for number in range(3_000))
    async with served(ModelService(lambda _: numbers, piece=piece)) as at:
        model = ChatModel("counter", url=at.url)
        reply = await model.complete(ASK, most=50)
        await model.close()
    assert reply.cut
    assert len(reply.text) <= 50 * 8 + 40


async def test_a_reply_that_the_service_ended_early_is_cut() -> None:
    async with served(ModelService(plain, ends="length")) as at:
        model = ChatModel("counter", url=at.url)
        assert (await model.complete(ASK)).cut
        await model.close()


# ── another try ──────────────────────────────────────────────────────────────────────────────────


async def tried(*failures: Fails, **options: Any) -> tuple[list[float], ModelService]:
    pauses: list[float] = []

    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    service = ModelService(plain, failures=list(failures))
    await asked(service, None, sleep=sleep, **options)
    return pauses, service


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504])
async def test_a_trouble_that_may_pass_is_waited_out_a_little_longer_each_time(status: int) -> None:
    pauses, service = await tried(Fails(status), Fails(status))
    assert len(service.asked) == 3
    assert 0.25 <= pauses[0] <= 0.5 <= pauses[1] <= 1.0


@pytest.mark.parametrize("headers", [{"Retry-After": "7"}, {"retry-after-ms": "7000"}])
async def test_a_service_that_asks_for_a_pause_gets_it(headers: dict[str, str]) -> None:
    pauses, _ = await tried(Fails(429, headers=headers))
    assert pauses == [7.0]


@pytest.mark.parametrize("seconds", ["3600", "Fri, 01 Jan 2100 00:00:00 GMT", "inf"])
async def test_a_service_that_asks_for_too_long_a_pause_is_given_up(seconds: str) -> None:
    with pytest.raises(ModelUnavailable, match=r"takes no more questions now .*It asks to wait"):
        await tried(Fails(429, headers={"Retry-After": seconds}))


@pytest.mark.parametrize("seconds", ["soon", "-5", "nan"])
async def test_a_pause_that_is_none_is_passed_over(seconds: str) -> None:
    pauses, _ = await tried(Fails(503, headers={"Retry-After": seconds}))
    assert 0.25 <= pauses[0] <= 0.5


async def test_a_storm_is_given_up() -> None:
    service = ModelService(plain, status=503)
    with pytest.raises(ModelUnavailable, match=r"failed \(503\)"):
        await asked(service, None)
    assert len(service.asked) == 3


async def test_a_wrong_key_is_not_tried_twice() -> None:
    service = ModelService(plain, status=401)
    with pytest.raises(ModelUnavailable):
        await asked(service, None)
    assert len(service.asked) == 1


# ── where calls may go ───────────────────────────────────────────────────────────────────────────


async def test_in_tests_nothing_but_this_machine_is_called() -> None:
    model = ChatModel("counter", url="https://models.example/v1", key="k-1")
    with pytest.raises(ModelUnavailable, match=r"models\.example was not called: .* forbidden here"):
        await model.complete(ASK)
    await model.close()


@pytest.mark.parametrize("calls", [Calls.NOWHERE, Calls.LOOPBACK])
async def test_an_operator_forbids_calls(calls: Calls) -> None:
    before = allow(Calls.ANYWHERE)
    try:
        for url in ("https://models.example/v1", "http://127.0.0.1:9/v1")[: 1 + (calls is Calls.NOWHERE)]:
            model = ChatModel("counter", url=url, calls=calls)
            with pytest.raises(ModelUnavailable, match=rf"QUERIST_MODEL_CALLS is {calls}"):
                await model.complete(ASK)
            await model.close()
    finally:
        allow(before)
