"""In a one-to-one chat what is being done grows into the answer, within what Teams allows, and once."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest

from bot.message import NotPosted
from bot.platforms.teams.activities import Address
from bot.platforms.teams.refusals import StoppedByReader
from bot.platforms.teams.streaming import Streams
from kgqa.errors import OperatorsMove

ADDRESS = Address(service_url="https://x", conversation="a:chat", tenant="t", bot="28:b")
ANSWER = {"type": "message", "summary": "Ada", "entities": [{"type": "https://schema.org/Message"}]}


class PaperChannel:
    """Writes down what is posted and when; `says` lines up what it answers instead: an error, or an id."""

    def __init__(self) -> None:
        self.posted: list[Mapping[str, Any]] = []
        self.moments: list[float] = []
        self.says: list[Exception | str] = []
        self.clock = 0.0
        self.open = asyncio.Event()
        self.open.set()

    async def post(self, address: Address, activity: Mapping[str, Any]) -> str:
        await self.open.wait()
        said = self.says.pop(0) if self.says else "s-1"
        if isinstance(said, Exception):
            raise said
        self.posted.append(activity)
        self.moments.append(self.clock)
        return said

    async def sleep(self, seconds: float) -> None:
        self.clock += seconds
        await asyncio.sleep(0)

    @property
    def infos(self) -> list[dict[str, Any]]:
        return [e for p in self.posted for e in p.get("entities", ()) if e["type"] == "streaminfo"]


@pytest.fixture
def channel() -> PaperChannel:
    return PaperChannel()


@pytest.fixture
def streams(channel: PaperChannel) -> Streams:
    return Streams(channel.post, now=lambda: channel.clock, sleep=channel.sleep)


async def inform(streams: Streams, words: str) -> bool:
    return await streams.inform("e", ADDRESS, words, parting="This takes longer.")


async def test_steps_are_numbered_updates_of_one_message_and_the_answer_ends_it(
    channel: PaperChannel, streams: Streams
) -> None:
    assert await inform(streams, "finding names")
    assert await inform(streams, "asking the graph")
    assert await streams.end("e", ADDRESS, ANSWER) == "s-1"
    first, second, last = channel.posted
    assert [(p["type"], p.get("text")) for p in (first, second)] == [
        ("typing", "finding names"),
        ("typing", "asking the graph"),
    ]
    assert channel.infos == [
        {"type": "streaminfo", "streamType": "informative", "streamSequence": 1},
        {"type": "streaminfo", "streamType": "informative", "streamSequence": 2, "streamId": "s-1"},
        {"type": "streaminfo", "streamType": "final", "streamId": "s-1"},
    ]
    assert last["entities"][1] == ANSWER["entities"][0]
    assert (last["type"], last["id"], last["summary"]) == ("message", "s-1", "Ada")


async def test_nothing_is_said_more_often_than_each_second_and_a_half(
    channel: PaperChannel, streams: Streams
) -> None:
    for n in range(5):
        await inform(streams, f"step {n}")
    await streams.end("e", ADDRESS, ANSWER)
    gaps = [b - a for a, b in zip(channel.moments, channel.moments[1:], strict=False)]
    assert gaps == [1.5] * 5


async def test_an_answer_without_updates_before_it_is_a_plain_message(
    channel: PaperChannel, streams: Streams
) -> None:
    assert await streams.end("e", ADDRESS, ANSWER) == "s-1"
    assert channel.posted == [ANSWER]


@pytest.mark.parametrize("refusal", [NotPosted("403", retry_after=None), OperatorsMove("500")])
async def test_where_streams_are_refused_the_answer_is_a_plain_message(
    channel: PaperChannel, streams: Streams, refusal: Exception
) -> None:
    channel.says = [refusal]
    assert not await inform(streams, "finding names")
    assert not await inform(streams, "asking the graph")
    await streams.end("e", ADDRESS, ANSWER)
    assert channel.posted == [ANSWER]


async def test_a_stream_that_its_reader_stopped_is_known_and_what_is_said_is_a_message_of_its_own(
    channel: PaperChannel, streams: Streams
) -> None:
    assert await inform(streams, "finding names")
    assert not streams.is_stopped("e")
    channel.says = [StoppedByReader("403", retry_after=None)]
    assert not await inform(streams, "asking the graph")
    assert streams.is_stopped("e")
    assert not await inform(streams, "wording the answer")
    await streams.end("e", ADDRESS, ANSWER)
    assert channel.posted[1:] == [ANSWER]


async def test_a_stream_that_expired_is_followed_by_the_answer_once(
    channel: PaperChannel, streams: Streams
) -> None:
    await inform(streams, "finding names")
    channel.says = [NotPosted("403", retry_after=None)]
    await streams.end("e", ADDRESS, ANSWER)
    assert [p["type"] for p in channel.posted] == ["typing", "message"]
    assert channel.posted[-1] == ANSWER


async def test_an_end_that_may_have_been_posted_is_not_posted_again(
    channel: PaperChannel, streams: Streams
) -> None:
    await inform(streams, "finding names")
    channel.says = [OperatorsMove("Teams answered 502.")]
    with pytest.raises(OperatorsMove):
        await streams.end("e", ADDRESS, ANSWER)
    assert [p["type"] for p in channel.posted] == ["typing"]


async def test_an_end_that_is_asked_to_wait_is_tried_again_in_the_same_stream(
    channel: PaperChannel, streams: Streams
) -> None:
    await inform(streams, "finding names")
    channel.says = [NotPosted("429", retry_after=7.0)]
    with pytest.raises(NotPosted):
        await streams.end("e", ADDRESS, ANSWER)
    await streams.end("e", ADDRESS, ANSWER)
    assert channel.posted[-1]["id"] == "s-1"


async def test_nothing_is_shown_as_under_way_after_the_answer_began_to_be_posted(
    channel: PaperChannel, streams: Streams
) -> None:
    await inform(streams, "finding names")
    channel.says = [NotPosted("429", retry_after=7.0)]
    with pytest.raises(NotPosted):
        await streams.end("e", ADDRESS, ANSWER)
    assert await inform(streams, "asking the graph")
    assert len(channel.posted) == 1


async def test_who_tells_may_be_stopped_by_the_answer_and_the_stream_is_still_ended(
    channel: PaperChannel, streams: Streams
) -> None:
    channel.open.clear()
    telling = asyncio.create_task(inform(streams, "finding names"))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    telling.cancel()
    ending = asyncio.create_task(streams.end("e", ADDRESS, ANSWER))
    channel.open.set()
    assert await ending == "s-1"
    assert [i["streamType"] for i in channel.infos] == ["informative", "final"]


async def test_a_stream_ends_before_two_minutes_with_words_and_the_answer_comes_by_itself(
    channel: PaperChannel, streams: Streams
) -> None:
    await inform(streams, "finding names")
    channel.clock = 119.0
    assert not await inform(streams, "asking the graph")
    await streams.end("e", ADDRESS, ANSWER)
    _, parting, answer = channel.posted
    assert (parting["text"], parting["entities"][0]["streamType"]) == ("This takes longer.", "final")
    assert answer == ANSWER


async def test_what_grew_for_a_question_that_was_taken_back_ends_and_nothing_grows_for_it_again(
    channel: PaperChannel, streams: Streams
) -> None:
    assert await inform(streams, "finding names")
    await streams.leave("e", ADDRESS, "You took this question back.")
    assert channel.posted[-1]["text"] == "You took this question back."
    assert channel.infos[-1] == {"type": "streaminfo", "streamType": "final", "streamId": "s-1"}
    assert not await inform(streams, "asking the graph")
    await streams.leave("e", ADDRESS, "You took this question back.")
    assert len(channel.posted) == 2


async def test_where_nothing_grew_nothing_is_ended(channel: PaperChannel, streams: Streams) -> None:
    await streams.leave("e", ADDRESS, "You took this question back.")
    assert channel.posted == []
    channel.says.append(NotPosted("No streams here.", retry_after=None))
    assert not await inform(streams, "finding names")
    await streams.leave("e", ADDRESS, "You took this question back.")
    assert channel.posted == []


async def test_an_answer_that_comes_all_the_same_is_a_message_of_its_own(
    channel: PaperChannel, streams: Streams
) -> None:
    assert await inform(streams, "finding names")
    await streams.leave("e", ADDRESS, "You took this question back.")
    await streams.end("e", ADDRESS, ANSWER)
    assert channel.posted[-1] == ANSWER


async def test_a_stream_that_teams_does_not_let_end_is_let_be(
    channel: PaperChannel, streams: Streams
) -> None:
    assert await inform(streams, "finding names")
    channel.says.append(OperatorsMove("Teams is away."))
    await streams.leave("e", ADDRESS, "You took this question back.")
    assert len(channel.posted) == 1
