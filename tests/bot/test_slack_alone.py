"""Answers that only their asker sees, and answers that are taken away again."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.message import Heard, NotPosted, Reply
from kgqa.errors import OperatorsMove
from tests.bot.slack_bot import Bot, running
from tests.doubles import answers
from tests.doubles.slack import Fault
from tests.doubles.slack.blocks import words
from tests.doubles.slack.hands import Hands


async def asked(bot: Bot, channel: str = "C1") -> Reply:
    """The reply to a question, for who asked alone."""
    ask = bot.people.say if channel == "D1" else bot.people.mention
    ask("Who leads Field Engineering?", channel=channel)
    await bot.people.deliver()
    reply = bot.reply(answers.many_rows())
    return replace(reply, message=replace(reply.message, to_asker=True))


def files(bot: Bot) -> list[str]:
    return [file["id"] for file in bot.slack.workspace.files()]


async def test_an_answer_for_the_asker_is_shown_to_nobody_else_and_offers_no_files() -> None:
    async with running() as bot:
        reply = await asked(bot)
        posted = await bot.platform.send(reply, again=False)
        (shown,) = bot.slack.workspace.ephemerals
        assert shown["user"] == reply.message.person
        assert shown["thread_ts"] == reply.message.thread
        assert "Get the files" not in words(shown["blocks"])
        assert "SELECT ?valve" in words(shown["blocks"])
        assert posted.ids == ()
        assert bot.slack.workspace.answers() == []


async def test_in_a_direct_message_the_answer_is_alone_anyway_and_offers_its_files() -> None:
    async with running() as bot:
        await bot.platform.send(await asked(bot, "D1"), again=False)
        (answer,) = bot.slack.workspace.answers()
        assert "Get the files" in words(answer["blocks"])
        assert bot.slack.workspace.ephemerals == []


async def test_an_uncertain_private_answer_leaves_a_pointer_for_its_asker() -> None:
    async with running() as bot:
        reply = await asked(bot)
        bot.slack.fail("chat.postEphemeral", Fault(lost="after"))
        with pytest.raises(Exception) as caught:  # noqa: PT011  # any but NotPosted leaves it open
            await bot.platform.send(reply, again=False)
        assert not isinstance(caught.value, NotPosted)
        await bot.platform.send(reply, again=True)
        first, second = bot.slack.workspace.ephemerals
        assert first["blocks"]
        assert "I was interrupted" in second["text"]


@pytest.mark.parametrize("container", [True, False])
async def test_a_private_answer_is_drawn_as_that_workspace_takes_it(container: bool) -> None:
    async with running() as bot:
        bot.slack.workspace.has_containers = container
        await bot.platform.send(await asked(bot), again=False)
        (shown,) = bot.slack.workspace.ephemerals
        assert any(block["type"] == "container" for block in shown["blocks"]) is container


async def test_a_person_who_left_the_channel_or_was_deactivated_is_named_as_the_reason() -> None:
    async with running() as bot:
        reply = await asked(bot)
        bot.slack.workspace.channels["C1"].absent.add(reply.message.person)
        with pytest.raises(NotPosted, match="not in the channel any more") as caught:
            await bot.platform.send(reply, again=False)
        assert caught.value.retry_after is None


async def test_a_question_that_came_with_an_address_of_its_own_is_answered_there() -> None:
    async with running() as bot:
        reply = await asked(bot)
        bot.slack.workspace.channels["C1"].member = False  # a command works where the bot is no member
        address = json.loads(reply.message.address)
        there = f"{bot.slack.address}/respond/r1"
        message = replace(reply.message, address=json.dumps(address | {"response_url": there}))
        await bot.platform.send(replace(reply, message=message), again=False)
        (shown,) = bot.slack.workspace.screens.responses["r1"]
        assert shown["response_type"] == "ephemeral"
        assert "SELECT ?valve" in words(shown["blocks"])


async def test_an_answer_is_removed_with_its_files() -> None:
    async with running() as bot:
        reply = replace(await asked(bot), message=bot.desk.received[0])
        posted = await bot.platform.send(reply, again=False)
        bot.desk.heard = Heard(reply=reply)
        (message,) = bot.slack.workspace.answers()
        await Hands(bot.people).press(message, "Get the files")
        await bot.slack.wait_for(1, files=5)
        await bot.platform.remove(reply.message, (*posted.ids, *files(bot)))
        assert bot.slack.workspace.answers() == []
        assert files(bot) == []
        await bot.platform.remove(reply.message, posted.ids)  # what is gone is gone


async def test_what_slack_does_not_let_us_delete_is_said_and_the_rest_is_gone() -> None:
    async with running() as bot:
        reply = replace(await asked(bot), message=bot.desk.received[0])
        posted = await bot.platform.send(reply, again=False)
        with pytest.raises(NotPosted, match="does not let Querist delete") as caught:
            await bot.platform.remove(reply.message, (reply.message.thread, *posted.ids))
        assert caught.value.retry_after is None
        assert bot.slack.workspace.answers() == []


@pytest.mark.parametrize(
    "fault",
    [
        Fault(lost="before"),
        Fault(status=502),
        Fault(error="internal_error"),
        Fault(error="ratelimited", status=429, retry_after=60),
    ],
)
async def test_a_slack_that_is_away_can_be_asked_again_to_delete(fault: Fault) -> None:
    async with running() as bot:
        reply = replace(await asked(bot), message=bot.desk.received[0])
        posted = await bot.platform.send(reply, again=False)
        bot.slack.fail("chat.delete", fault)
        with pytest.raises(OperatorsMove):
            await bot.platform.remove(reply.message, posted.ids)
        await bot.platform.remove(reply.message, posted.ids)
        assert bot.slack.workspace.answers() == []


async def test_an_archived_channel_keeps_what_stands_in_it() -> None:
    async with running() as bot:
        reply = replace(await asked(bot), message=bot.desk.received[0])
        posted = await bot.platform.send(reply, again=False)
        bot.slack.workspace.channels["C1"].archived = True
        with pytest.raises(NotPosted, match="archived"):
            await bot.platform.remove(reply.message, posted.ids)
