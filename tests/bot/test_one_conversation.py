"""The same conversation with the real core on every platform: the same answers, each drawn in its own way."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from multiprocessing.process import BaseProcess
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import unused_port

from connectors.database.record import Record
from kgqa.pipeline import Pipeline
from kgqa.trace import bound
from kgqa.types import Answer, Outcome, Progress, Question
from tests import querist
from tests.bot.conversation import Person, Place, Said, Seen, alone, as_seen
from tests.bot.conversation_here import in_the_terminal, on_the_page
from tests.bot.conversation_slack import SlackPerson, on_slack
from tests.bot.conversation_teams import on_teams
from tests.bot.desks import until
from tests.bot.slack_bot import installed
from tests.doubles.slack import Fault, LocalSlack, People
from tests.patience import LONG
from tests.sample_names import with_names

pytestmark = pytest.mark.slow

NORWAY = "Which suppliers are in Norway?"
GERMANY = "and in Germany?"
COUNT = "how many are those?"
MOREAU = "When did Moreau join?"
LUC = 2  # the second button
MARGIN = "What is our profit margin?"
EARN = "What does Aino Kettunen earn?"
TALK: tuple[Said, ...] = (NORWAY, GERMANY, COUNT, MOREAU, LUC, MARGIN, EARN)

On = Callable[[Pipeline, Path], AbstractAsyncContextManager[tuple[Person, Place]]]
CHATS: dict[str, On] = {
    "slack-http": partial(on_slack, "http"),
    "slack-socket": partial(on_slack, "socket"),
    "teams": on_teams,
    "page": on_the_page,
}
PLATFORMS: dict[str, On] = {**CHATS, "terminal": in_the_terminal}


@pytest.fixture(scope="session")
def told(core: Pipeline) -> dict[Said, Answer]:
    """What the core alone says to each part of the conversation."""
    return dict(zip(TALK, asyncio.run(alone(core, TALK)), strict=True))


# ── the conversation itself ──────────────────────────────────────────────────────────────────────


def test_it_has_an_answer_a_follow_up_a_question_back_and_one_that_the_graph_does_not_know(
    told: dict[Said, Answer],
) -> None:
    assert as_seen(told[NORWAY]).lead == (
        "Four suppliers are in Norway: Havbris Plast AS, Nordlys Elektronikk AS, Polarkabel AS and "
        "Tindesmia Metall AS."
    )
    assert len(bound(told[GERMANY].table)) == 5
    assert bound(told[COUNT].table) == [["5"]]
    assert [choice.label for choice in told[MOREAU].choices] == ["Hélène Moreau", "Luc Moreau"]
    assert told[LUC].outcome is Outcome.ANSWERED
    assert told[MOREAU].choices[LUC - 1].pins[0].term in as_seen(told[LUC]).query
    assert told[MARGIN].outcome is Outcome.NOT_IN_GRAPH


def test_what_the_graph_does_not_know_is_not_answered_from_what_was_said_before(
    told: dict[Said, Answer],
) -> None:
    assert told[EARN].outcome in (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN)


# ── on every platform ────────────────────────────────────────────────────────────────────────────


async def converse(person: Person, place: Place) -> tuple[list[Seen], list[Answer]]:
    """The whole conversation: what was seen of each answer, and its record."""
    seen, kept = [], []
    for number, said in enumerate(TALK, 1):
        await (person.press(said) if isinstance(said, int) else person.say(said))
        seen.append(await person.answer(number))
        answer = await Record(place.database).answer_of(person.reference)
        assert answer is not None, f"nothing is recorded as {person.reference!r}"
        kept.append(answer)
    return seen, kept


@pytest.mark.parametrize("platform", PLATFORMS)
async def test_the_answers_their_queries_and_traces_are_the_same_everywhere(
    core: Pipeline, told: dict[Said, Answer], platform: str, tmp_path: Path
) -> None:
    async with PLATFORMS[platform](core, tmp_path) as (person, place):
        seen, kept = await converse(person, place)
        assert person.answers == len(TALK)
    for said, saw, answer in zip(TALK, seen, kept, strict=True):
        assert saw == as_seen(told[said])
        assert answer.outcome is told[said].outcome
        assert (answer.text, bound(answer.table)) == (told[said].text, bound(told[said].table))
        assert saw.trace


@pytest.mark.parametrize("platform", CHATS)
async def test_events_that_are_delivered_again_are_answered_once(
    core: Pipeline, told: dict[Said, Answer], platform: str, tmp_path: Path
) -> None:
    async with CHATS[platform](core, tmp_path) as (person, _):
        await person.say(NORWAY)
        await person.again()
        await person.answer(1)
        await person.again()
        await person.say(GERMANY)
        assert await person.answer(2) == as_seen(told[GERMANY])
        assert person.answers == 2


class Held:
    """The core, which keeps the answer to one question back until it is let go."""

    def __init__(self, core: Pipeline, question: str) -> None:
        self._core, self._question = core, question
        self._free = threading.Event()  # the desk's core thinks in a thread and a loop of its own
        self.asked: list[str] = []

    async def answer(self, question: Question, progress: Progress) -> Answer:
        self.asked.append(question.text)
        if question.text == self._question:
            assert await asyncio.to_thread(self._free.wait, LONG)
        return await self._core.answer(question, progress)

    def let_go(self) -> None:
        self._free.set()


@asynccontextmanager
async def holding(core: Pipeline, question: str) -> AsyncIterator[Held]:
    held = Held(core, question)
    try:
        yield held
    finally:
        held.let_go()


@pytest.mark.parametrize("platform", CHATS)
async def test_a_follow_up_waits_for_the_answer_before_it(
    core: Pipeline, told: dict[Said, Answer], platform: str, tmp_path: Path
) -> None:
    async with holding(core, NORWAY) as held, CHATS[platform](held, tmp_path) as (person, _):  # type: ignore[arg-type]  # a Core is enough

        async def is_asked() -> bool:
            return NORWAY in held.asked

        await person.say(NORWAY)
        await until(is_asked)
        await person.say(GERMANY)
        await person.say(MARGIN, elsewhere=True)  # said later, in a thread where nothing is in its way
        (margin,) = await alone(core, (MARGIN,))  # that thread has no history
        assert await person.answer(1) == as_seen(margin)
        assert held.asked == [NORWAY, MARGIN]
        held.let_go()
        assert await person.answer(2) == as_seen(told[NORWAY])
        assert await person.answer(3) == as_seen(told[GERMANY])


# ── killed in between ────────────────────────────────────────────────────────────────────────────


@asynccontextmanager
async def querist_serve(slack: LocalSlack, data: Path) -> AsyncIterator[tuple[BaseProcess, str]]:
    """The whole service as a process of its own, and where it takes Slack's events; killed at the end."""
    port = unused_port()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("QUERIST_")},
        "QUERIST_DATA": str(data),
        "QUERIST_PORT": str(port),
        "QUERIST_SLACK_API_URL": slack.api_url,
        "QUERIST_SLACK_BOT_TOKEN": slack.workspace.bot_token,
        "QUERIST_SLACK_SIGNING_SECRET": slack.workspace.signing_secret,
        "QUERIST_SLACK_FOLLOW_UP": "true",
    }
    process = querist.begun("serve", cwd=data, written=data, environment=environment).process

    async def is_healthy() -> bool:
        assert process.exitcode is None, "querist serve ended"
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.get(f"http://127.0.0.1:{port}/healthz") as told,
            ):
                return told.status == 200
        except aiohttp.ClientConnectionError:
            return False

    try:
        await until(is_healthy)
        yield process, f"http://127.0.0.1:{port}/slack/events"
    finally:
        process.kill()
        process.join()


async def test_killed_after_its_acknowledgement_it_goes_on_in_the_conversation_and_answers_once(
    told: dict[Said, Answer], tmp_path: Path
) -> None:
    with_names(tmp_path)
    async with installed("http", follow_up=True) as slack:
        people = People(slack)
        person = SlackPerson(slack, people)
        async with querist_serve(slack, tmp_path) as (process, people.url):
            await person.say(NORWAY)
            assert await person.answer(1) == as_seen(told[NORWAY])
            slack.fail("chat.postMessage", *[Fault(lost="before")] * 1000)  # however often it tries
            await person.say(GERMANY)
            process.kill()
            process.join()
            slack.recover("chat.postMessage")
        assert person.answers == 1
        async with querist_serve(slack, tmp_path) as (_, people.url):
            await person.again()
            assert await person.answer(2) == as_seen(told[GERMANY])
            await person.again()
            await person.say(COUNT)
            assert await person.answer(3) == as_seen(told[COUNT])
            assert person.answers == 3
