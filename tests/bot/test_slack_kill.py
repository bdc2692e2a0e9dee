"""kill -9 at the worst moments: what Slack was told is taken is answered, and nothing is answered twice."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from multiprocessing import Pipe
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from connectors.database.database import Database
from connectors.database.record import Record
from tests.bot import slack_process
from tests.bot.desks import until
from tests.bot.slack_bot import installed
from tests.doubles.slack import Fault, LocalSlack, People
from tests.mortal import started

WHO = "Who leads Field Engineering?"


@asynccontextmanager
async def process(
    slack: LocalSlack, folder: Path, *, stuck: bool = False
) -> AsyncIterator[tuple[BaseProcess, str]]:
    """A running Querist and its address, killed at the end."""
    workspace = slack.workspace
    given = (slack.api_url, folder, workspace.bot_token, workspace.signing_secret)
    heard, told = Pipe(duplex=False)
    running = started(slack_process.main, told, *given, stuck=stuck)
    told.close()
    try:
        yield running, await asyncio.wait_for(asyncio.to_thread(heard.recv), 60)
    finally:
        running.kill()
        await asyncio.to_thread(running.join)


@pytest.mark.slow
async def test_killed_while_it_works_it_answers_after_its_next_start(tmp_path: Path) -> None:
    async with installed("http", follow_up=True) as slack:
        people = People(slack)
        async with process(slack, tmp_path, stuck=True) as (_, people.url):
            _, (event, _twin) = people.mention(WHO)
            assert all(await people.deliver())
        assert slack.workspace.answers() == []
        async with process(slack, tmp_path) as (_, people.url):
            await slack.wait_for(1)
            assert await people.redeliver(event)
            people.mention("And who else?")
            await people.deliver()
            assert len(await slack.wait_for(2)) == 2


@pytest.mark.slow
async def test_killed_while_its_answer_grows_it_goes_on_in_the_same_message(tmp_path: Path) -> None:
    async with installed("http", follow_up=True) as slack:
        people, record = People(slack), Record(Database.open(f"sqlite:///{tmp_path}/querist.db"))
        async with process(slack, tmp_path, stuck=True) as (_, people.url):
            people.mention(WHO)
            assert all(await people.deliver())
            await slack.seen(slack.workspace.growing)
            (growing,) = slack.workspace.growing()

            async def noted() -> bool:
                asked = await record.recent("slack", "T1", "UADA", 1)
                return bool(asked) and bool(await record.notes(asked[0].reference, "added"))

            await until(noted)
        async with process(slack, tmp_path) as (_, people.url):
            await slack.seen(lambda: any(said["text"] for said in slack.workspace.answers()))
            (answer,) = slack.workspace.answers()
        assert answer["ts"] == growing["ts"]
        assert answer["text"].startswith("Ada Njoroge")
        assert slack.workspace.growing() == []


@pytest.mark.slow
async def test_killed_between_posting_and_noting_it_does_not_post_again(tmp_path: Path) -> None:
    async with installed("http", follow_up=True) as slack:
        people = People(slack)
        async with process(slack, tmp_path) as (running, people.url):
            slack.fail("chat.postMessage", Fault(lost="after", then=running.kill))
            people.mention(WHO)
            assert all(await people.deliver())
            await slack.wait_for(1)
            await asyncio.to_thread(running.join)
        async with process(slack, tmp_path) as (_, people.url):
            await slack.wait_for(1)
            people.mention("And who else?")
            await people.deliver()
            texts = [m["text"].split("\n")[0] for m in await slack.wait_for(2)]
        assert texts == ["Ada Njoroge leads Field Engineering.", "And who else?"]
