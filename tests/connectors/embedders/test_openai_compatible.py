"""An embeddings service: vectors in order, few phrases at a time, and every failure in our own words."""

from __future__ import annotations

import asyncio
from array import array
from collections.abc import AsyncIterator

import pytest

from connectors.embedders.openai_compatible import BATCH, OpenAICompatible
from kgqa.errors import ModelUnavailable
from tests.doubles.embeddings import FEW, EmbeddingsService, embeddings_service, meaning


@pytest.fixture
async def service() -> AsyncIterator[EmbeddingsService]:
    async with embeddings_service() as running:
        yield running


def model(
    service: EmbeddingsService, manner: str, *, retries: int = 0, seconds: float = 10, rest: float = 0
) -> OpenAICompatible:
    return OpenAICompatible(
        "little-model", url=service.url(manner), key="secret", retries=retries, seconds=seconds, rest=rest
    )


def as_sent(phrase: str) -> array[float]:
    return array("f", meaning(phrase))


@pytest.mark.parametrize("manner", ["fine", "turned"])
async def test_each_phrase_has_its_own_vector_in_whatever_order_they_come(
    service: EmbeddingsService, manner: str
) -> None:
    vectors = await model(service, manner).embed(["lorry", "ship", "train"])
    assert vectors == [as_sent("lorry"), as_sent("ship"), as_sent("train")]


async def test_the_model_and_the_key_are_sent_and_the_model_is_the_name(service: EmbeddingsService) -> None:
    embedder = model(service, "fine")
    await embedder.embed(["lorry"])
    _, headers, asked = service.requests[0]
    assert embedder.name == asked["model"] == "little-model"
    assert headers["Authorization"] == "Bearer secret"
    assert asked["encoding_format"] == "float"


async def test_many_phrases_are_sent_in_batches(service: EmbeddingsService) -> None:
    phrases = [f"phrase {i}" for i in range(BATCH + 5)]
    vectors = await model(service, "fine").embed(phrases)
    assert [len(asked["input"]) for _, _, asked in service.requests] == [BATCH, 5]
    assert vectors[-1] == as_sent(phrases[-1])


async def test_a_service_that_takes_few_phrases_gets_few(service: EmbeddingsService) -> None:
    embedder = model(service, "stingy")
    phrases = [f"phrase {i}" for i in range(10)]
    assert await embedder.embed(phrases) == [as_sent(phrase) for phrase in phrases]
    assert len(service.requests[-1][2]["input"]) <= FEW
    tries = len(service.requests)
    await embedder.embed(phrases[:2])
    assert len(service.requests) == tries + 1  # what was learnt is kept


async def test_a_long_phrase_is_cut_and_no_phrases_are_no_request(service: EmbeddingsService) -> None:
    embedder = model(service, "fine")
    await embedder.embed(["long " * 20_000])
    assert len(service.requests[0][2]["input"][0]) == 300
    assert await embedder.embed([]) == []
    assert len(service.requests) == 1


async def test_a_failure_that_passes_is_not_told(service: EmbeddingsService) -> None:
    assert len(await model(service, "hiccup", retries=1).embed(["lorry"])) == 1


@pytest.mark.parametrize(
    ("manner", "words"),
    [
        ("stranger", "refuses the key. Check QUERIST_EMBEDDINGS_KEY"),
        ("no-model", "knows no model little-model"),
        ("busy", "takes no more phrases now"),
        ("refusing", r"refused the phrases \(400\): .*bad input"),
        ("broken", r"failed \(500\): .*out of memory"),
        ("web-page", "replied what cannot be read"),
        ("garbage", "replied what cannot be read"),
        ("strange", "replied what cannot be read"),
        ("missing", "gave 1 vectors for 2 phrases"),
        ("uneven", "vectors of different lengths"),
        ("not-numbers", "numbers that are none"),
    ],
)
async def test_every_failure_names_the_service_and_the_remedy(
    service: EmbeddingsService, manner: str, words: str
) -> None:
    phrases = ["lorry"] if manner in {"not-numbers", "strange"} else ["lorry", "ship"]
    with pytest.raises(ModelUnavailable, match=words) as told:
        await model(service, manner).embed(phrases)
    assert "127.0.0.1" in str(told.value)
    assert "\x1b" not in str(told.value)
    assert "secret" not in str(told.value)


async def test_a_service_that_does_not_answer_is_given_up(service: EmbeddingsService) -> None:
    with pytest.raises(ModelUnavailable, match=r"did not answer in 0\.2 seconds"):
        await model(service, "slow", seconds=0.2).embed(["lorry"])


async def test_a_service_that_is_not_there_is_named() -> None:
    embedder = OpenAICompatible("m", url="http://127.0.0.1:9/v1", retries=0)
    with pytest.raises(
        ModelUnavailable, match=r"127\.0\.0\.1:9/v1 cannot be reached. .*QUERIST_EMBEDDINGS_URL"
    ):
        await embedder.embed(["lorry"])


async def test_after_a_failure_nobody_waits_for_the_service_for_a_while(service: EmbeddingsService) -> None:
    embedder = model(service, "broken", rest=1_000)
    for _ in range(3):
        with pytest.raises(ModelUnavailable, match="out of memory"):
            await embedder.embed(["lorry"])
    assert len(service.requests) == 1


def test_it_may_be_asked_from_one_event_loop_after_another() -> None:
    async def all_of_it() -> None:
        async with embeddings_service() as service:
            embedder = model(service, "fine")
            loops = [asyncio.to_thread(asyncio.run, once(embedder)) for _ in range(3)]
            assert await asyncio.gather(*loops) == [1, 1, 1]

    async def once(embedder: OpenAICompatible) -> int:
        return len(await embedder.embed(["lorry"]))

    asyncio.run(all_of_it())
