"""Tokens that Slack replaces: renewed in time, once, by one process of all."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.message import NotPosted
from tests.bot.slack_installs import Installs, database, local, open_for_installs
from tests.doubles import answers
from tests.doubles.slack import Fault, LocalSlack

HOUR = 3_600


def calls(slack: LocalSlack, method: str) -> int:
    return Counter(name for w in slack.workspaces for name, _ in w.calls)[method]


async def asked(bot: Installs) -> bool:
    people = bot.people()
    people.mention("Who leads Field Engineering?")
    return (await people.deliver()) == [True]


async def answered(bot: Installs) -> None:
    await bot.platform.send(bot.reply(answers.one_thing()), again=False)


async def test_a_token_that_is_good_for_long_is_not_renewed(tmp_path: Path) -> None:
    async with (
        local(rotate=True) as slack,
        database(tmp_path) as opened,
        open_for_installs(slack, opened) as bot,
    ):
        await bot.install(slack.workspace)
        assert await asked(bot)
        await answered(bot)
        assert calls(slack, "oauth.v2.access") == 1  # the install's own


async def test_a_token_is_renewed_before_it_expires_and_the_new_one_kept(tmp_path: Path) -> None:
    async with local(rotate=True) as slack, database(tmp_path) as opened:
        slack.oauth.lifetime = HOUR
        async with open_for_installs(slack, opened) as bot:
            await bot.install(slack.workspace)
            first = slack.workspace.bot_token
            slack.oauth.lifetime = 12 * HOUR
            assert await asked(bot)
            assert slack.workspace.bot_token != first
            slack.workspace.expired_tokens.add(first)
            await answered(bot)
        async with open_for_installs(slack, opened) as bot:
            assert await asked(bot)
            await answered(bot)
        assert len(slack.workspace.answers()) == 2
        assert calls(slack, "oauth.v2.access") == 2


async def test_several_processes_renew_it_once(tmp_path: Path) -> None:
    async with local(rotate=True) as slack, AsyncExitStack() as stack:
        slack.oauth.lifetime = HOUR
        fleet = [
            await stack.enter_async_context(
                open_for_installs(slack, await stack.enter_async_context(database(tmp_path)))
            )
            for _ in range(3)
        ]
        await fleet[0].install(slack.workspace)
        slack.oauth.lifetime = 12 * HOUR
        took = await asyncio.gather(*(asked(bot) for bot in fleet for _ in range(3)))
        assert all(took)
        assert calls(slack, "oauth.v2.access") == 2
        for bot in fleet:
            await answered(bot)
        assert len(slack.workspace.answers()) == 3


async def test_processes_with_a_token_that_has_expired_wait_for_the_one_that_renews(tmp_path: Path) -> None:
    async with local(rotate=True) as slack, AsyncExitStack() as stack:
        slack.oauth.lifetime = 1  # as good as over
        one, other = [
            await stack.enter_async_context(
                open_for_installs(slack, await stack.enter_async_context(database(tmp_path)))
            )
            for _ in range(2)
        ]
        await one.install(slack.workspace)
        slack.workspace.expired_tokens.add(slack.workspace.bot_token)
        slack.oauth.lifetime = 12 * HOUR
        assert all(await asyncio.gather(asked(one), asked(other), asked(one), asked(other)))
        assert calls(slack, "oauth.v2.access") == 2
        for bot in (one, other):
            await answered(bot)


async def test_while_slack_does_not_renew_the_token_of_now_is_used(tmp_path: Path) -> None:
    async with (
        local(rotate=True) as slack,
        database(tmp_path) as opened,
        open_for_installs(slack, opened) as bot,
    ):
        slack.oauth.lifetime = HOUR
        await bot.install(slack.workspace)
        slack.fail("oauth.v2.access", *[Fault(error="internal_error")] * 4)
        assert await asked(bot)
        await answered(bot)
        assert len(slack.workspace.answers()) == 1


async def test_when_slack_is_away_and_the_token_over_the_event_comes_again(tmp_path: Path) -> None:
    async with (
        local(rotate=True) as slack,
        database(tmp_path) as opened,
        open_for_installs(slack, opened) as bot,
    ):
        slack.oauth.lifetime = 1
        await bot.install(slack.workspace)
        slack.fail("oauth.v2.access", Fault(lost="before"))
        people = bot.people()
        people.mention("Who?")
        assert await people.deliver() == [False]
        assert await people.deliver() == [True]


async def test_a_refresh_token_that_is_spent_wants_a_new_install(tmp_path: Path) -> None:
    async with (
        local(rotate=True) as slack,
        database(tmp_path) as opened,
        open_for_installs(slack, opened) as bot,
    ):
        slack.oauth.lifetime = HOUR
        await bot.install(slack.workspace)
        assert await asked(bot)
        slack.oauth.refresh_tokens.clear()
        slack.oauth.lifetime = 1
        await bot.install(slack.workspace)
        slack.oauth.refresh_tokens.clear()
        with pytest.raises(NotPosted, match="Install the app again") as caught:
            await answered(bot)
        assert caught.value.retry_after is None
        slack.oauth.lifetime = 12 * HOUR
        await bot.install(slack.workspace)
        await answered(bot)
        assert len(slack.workspace.answers()) == 1


async def test_an_organisations_token_is_renewed_for_all_of_its_workspaces(tmp_path: Path) -> None:
    async with local(rotate=True, org=True) as slack, database(tmp_path) as opened:
        slack.workspace.enterprise = "E1"
        other = slack.another("T2", "E1")
        slack.oauth.lifetime = HOUR
        async with open_for_installs(slack, opened) as bot:
            await bot.install(slack.workspace, other, org_wide=True)
            slack.oauth.lifetime = 12 * HOUR
            for place, channel in ((slack.workspace, "C1"), (other, "C1T2")):
                people = bot.people(place)
                people.mention("Who?", channel=channel)
                assert await people.deliver() == [True]
                await answered(bot)
        assert calls(slack, "oauth.v2.access") == 2
        assert [len(place.answers()) for place in (slack.workspace, other)] == [1, 1]
