"""Replies reach the thread once, whole, and say what they lack."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.buttons import Seal
from bot.message import NotPosted
from bot.platforms.slack import Slack
from kgqa.errors import BadSetting
from kgqa.types import Answer, Stage
from manifests.slack import Mode
from tests.bot.slack_bot import Bot, connect, installed, running, serving
from tests.doubles import answers
from tests.doubles.reception import PaperReception
from tests.doubles.slack import Fault
from tests.doubles.slack.blocks import words


async def asked(bot: Bot, channel: str = "C1") -> None:
    ask = bot.people.say if channel == "D1" else bot.people.mention
    ask("Who leads Field Engineering?", channel=channel)
    await bot.people.deliver()


def shown(message: dict[str, Any]) -> str:
    return words(message["blocks"])


@pytest.mark.parametrize("answer", answers.all_outcomes(), ids=lambda a: a.outcome.value)
async def test_every_outcome_is_posted_in_the_thread_as_slack_takes_it(answer: Answer) -> None:
    async with running() as bot:
        await asked(bot)
        posted = await bot.platform.send(bot.reply(answer), again=False)
        (message,) = bot.slack.workspace.answers()
        assert message["thread_ts"] == bot.desk.received[0].thread
        assert posted.ids[0] == message["ts"]
        assert message["blocks"]
        assert message["sent"]["unfurl_links"] is False
        assert message["metadata"]["event_payload"] == {"reference": "7f3a-21"}


async def test_an_answer_is_one_message_and_attaches_nothing() -> None:
    async with running() as bot:
        await asked(bot)
        posted = await bot.platform.send(bot.reply(answers.many_rows()), again=False)
        (message,) = bot.slack.workspace.answers()
        assert posted.ids == (message["ts"],)
        assert bot.slack.workspace.files() == []


async def test_the_permalink_leads_to_the_message() -> None:
    async with running() as bot:
        await asked(bot)
        posted = await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        name = posted.ids[0].replace(".", "")
        assert posted.permalink.startswith(f"https://acme.slack.com/archives/C1/p{name}?thread_ts=")


async def test_a_workspace_without_containers_gets_a_button_for_query_and_steps() -> None:
    async with running() as bot:
        bot.slack.workspace.has_containers = False
        await asked(bot)
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        await bot.platform.send(bot.reply(answers.one_thing(), "7f3a-22"), again=False)
        first, second = bot.slack.workspace.answers()
        for message in (first, second):
            assert "SELECT ?person" not in shown(message)
            assert "Query and steps" in shown(message)
        assert [m for m, _ in bot.slack.workspace.calls].count("chat.postMessage") == 3  # it learned


async def test_one_refused_drawing_does_not_unfold_the_next() -> None:
    async with running() as bot:
        await asked(bot)
        bot.slack.fail("chat.postMessage", Fault(error="invalid_blocks"))
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        await bot.platform.send(bot.reply(answers.one_thing(), "7f3a-22"), again=False)
        folds = [any(b["type"] == "container" for b in m["blocks"]) for m in bot.slack.workspace.answers()]
        assert folds == [False, True]


async def test_when_slack_takes_no_drawing_the_words_are_sent() -> None:
    async with running() as bot:
        await asked(bot)
        bot.slack.fail("chat.postMessage", Fault(error="invalid_blocks"), Fault(error="invalid_blocks"))
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        (message,) = bot.slack.workspace.answers()
        assert message["text"].startswith("Ada Njoroge leads Field Engineering.")


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        ("is_archived", "archived"),
        ("channel_not_found", "does not exist"),
        ("not_in_channel", "invite"),
        ("token_revoked", "revoked"),
        ("account_inactive", "install"),
        ("a_word_of_tomorrow", "a_word_of_tomorrow"),
    ],
)
async def test_what_slack_refuses_is_certainly_not_posted(error: str, reason: str) -> None:
    async with running() as bot:
        await asked(bot)
        bot.slack.fail("chat.postMessage", Fault(error=error))
        with pytest.raises(NotPosted, match=reason) as caught:
            await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert caught.value.retry_after is None


async def test_an_archived_channel_is_named() -> None:
    async with running() as bot:
        await asked(bot)
        bot.slack.workspace.channels["C1"].archived = True
        with pytest.raises(NotPosted, match="archived"):
            await bot.platform.send(bot.reply(answers.one_thing()), again=False)


async def test_a_long_pause_that_slack_asks_for_is_the_desks_to_plan() -> None:
    async with running() as bot:
        await asked(bot)
        bot.slack.fail("chat.postMessage", Fault(error="ratelimited", status=429, retry_after=30))
        with pytest.raises(NotPosted) as caught:
            await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert caught.value.retry_after == 30


async def test_a_short_pause_is_waited_out() -> None:
    async with running() as bot:
        await asked(bot)
        bot.slack.fail("chat.postMessage", Fault(error="ratelimited", status=429, retry_after=0))
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert len(bot.slack.workspace.answers()) == 1


@pytest.mark.parametrize(
    "fault", [Fault(lost="after"), Fault(error="internal_error"), Fault(error="", status=502)]
)
async def test_an_uncertain_try_is_not_repeated_behind_the_desks_back(fault: Fault) -> None:
    async with running() as bot:
        await asked(bot)
        bot.slack.fail("chat.postMessage", fault)
        with pytest.raises(Exception) as caught:  # noqa: PT011  # any but NotPosted leaves it open
            await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        assert not isinstance(caught.value, NotPosted)
        assert [m for m, _ in bot.slack.workspace.calls].count("chat.postMessage") == 1


@pytest.mark.parametrize("channel", ["C1", "D1"])
async def test_an_uncertain_answer_that_stands_is_adopted(channel: str) -> None:
    async with running(follow_up=True) as bot:
        await asked(bot, channel)
        bot.slack.fail("chat.postMessage", Fault(lost="after"))
        reply = bot.reply(answers.one_thing())
        with pytest.raises(Exception):  # noqa: B017, PT011  # the connection was lost
            await bot.platform.send(reply, again=False)
        posted = await bot.platform.send(reply, again=True)
        (message,) = bot.slack.workspace.answers()
        assert posted.ids[0] == message["ts"]


async def test_an_answer_that_was_sent_already_is_not_sent_again() -> None:
    async with running(follow_up=True) as bot:
        await asked(bot)
        reply = bot.reply(answers.one_thing())
        await bot.platform.send(reply, again=False)
        await bot.platform.send(reply, again=True)
        assert len(bot.slack.workspace.answers()) == 1


async def test_an_uncertain_answer_that_is_not_there_is_posted_now() -> None:
    async with running(follow_up=True) as bot:
        await asked(bot)
        ts = bot.desk.received[0].thread
        for n in range(40):  # more than one page of replies
            bot.people.say(f"aside {n}", thread=ts)
        await bot.platform.send(bot.reply(answers.one_thing()), again=True)
        assert len(bot.slack.workspace.answers()) == 1


async def test_an_answer_behind_many_replies_is_found() -> None:
    async with running(follow_up=True) as bot:
        await asked(bot)
        ts = bot.desk.received[0].thread
        for n in range(40):
            bot.people.say(f"aside {n}", thread=ts)
        reply = bot.reply(answers.one_thing())
        await bot.platform.send(reply, again=False)
        await bot.platform.send(reply, again=True)
        assert len(bot.slack.workspace.answers()) == 1


async def test_a_thread_too_long_to_look_through_gets_a_pointer() -> None:
    async with running(follow_up=True) as bot:
        await asked(bot)
        for n in range(200):
            bot.people.say(f"aside {n}", thread=bot.desk.received[0].thread)
        await bot.platform.send(bot.reply(answers.one_thing()), again=True)
        assert "I was interrupted" in bot.slack.workspace.answers()[0]["text"]


async def test_where_we_may_not_look_a_pointer_stands_instead_of_a_second_answer() -> None:
    async with running() as bot:  # the least scopes: no channels:history
        await asked(bot)
        await bot.platform.send(bot.reply(answers.one_thing()), again=True)
        (message,) = bot.slack.workspace.answers()
        assert "I was interrupted" in message["text"]
        assert "Ada Njoroge" not in message["text"]


async def test_a_look_that_slack_puts_off_leaves_it_open() -> None:
    async with running(follow_up=True) as bot:
        await asked(bot)
        bot.slack.fail("conversations.replies", Fault(error="ratelimited", status=429, retry_after=60))
        with pytest.raises(Exception) as caught:  # noqa: PT011  # any but NotPosted leaves it open
            await bot.platform.send(bot.reply(answers.one_thing()), again=True)
        assert not isinstance(caught.value, NotPosted)
        assert not bot.slack.workspace.answers()


async def test_the_status_says_what_is_going_on() -> None:
    async with running() as bot:
        await asked(bot)
        await asyncio.gather(*(bot.platform.progress(bot.desk.received[0], stage) for stage in Stage))
        assert "is asking the graph" in [s["status"] for s in bot.slack.workspace.statuses]


async def test_the_status_tells_the_step_as_plain_words() -> None:
    async with running() as bot:
        await asked(bot)
        await bot.platform.progress(bot.desk.received[0], Stage.EXPLORING, "looks for <!channel> & “Acme”")
        (status,) = bot.slack.workspace.statuses
        assert status["status"] == "is exploring the graph: looks for &lt;!channel&gt; &amp; “Acme”"


async def test_no_status_is_shown_once_the_answer_stands() -> None:
    async with running() as bot:
        await asked(bot)
        await bot.platform.send(bot.reply(answers.one_thing()), again=False)
        await bot.platform.progress(bot.desk.received[0], Stage.QUEUED)
        assert bot.slack.workspace.statuses == []


@pytest.mark.parametrize("fault", [Fault(error="missing_scope"), Fault(lost="before"), Fault(status=500)])
async def test_a_status_that_fails_harms_nothing(fault: Fault) -> None:
    async with running() as bot:
        await asked(bot)
        bot.slack.fail("assistant.threads.setStatus", fault)
        await bot.platform.progress(bot.desk.received[0], Stage.RUNNING)


async def test_hostile_text_speaks_to_nobody() -> None:
    async with running() as bot:
        await asked(bot)
        await bot.platform.send(bot.reply(answers.hostile()), again=False)
        (message,) = bot.slack.workspace.answers()
        assert "<" not in message["text"]
        assert "&lt;!channel&gt;" in message["text"]
        assert "\u202e" not in shown(message)


@pytest.mark.parametrize(
    ("tokens", "named"),
    [
        ({"bot_token": ""}, "QUERIST_SLACK_BOT_TOKEN"),
        ({"bot_token": "xoxb-1"}, "QUERIST_SLACK_APP_TOKEN"),
    ],
)
def test_a_missing_token_is_named(tokens: dict[str, Any], named: str) -> None:
    with pytest.raises(BadSetting, match=named):
        Slack(seal=Seal("s"), **tokens)


@pytest.mark.parametrize(("mode", "named"), [("http", "BOT_TOKEN"), ("socket", "APP_TOKEN")])
async def test_a_token_that_slack_refuses_stops_the_start_and_is_named(mode: Mode, named: str) -> None:
    async with installed(mode) as slack:
        platform = connect(slack, mode)
        if mode == "http":
            slack.workspace.bot_token = "xoxb-another"
        else:
            slack.workspace.app_token = "xapp-another"
        with pytest.raises(BadSetting, match=named):
            async with serving(platform, slack, PaperReception(), mode):
                pass


async def test_a_slack_that_is_away_stops_no_start() -> None:
    async with installed("http") as slack:
        platform = connect(slack, "http")
        slack.fail("auth.test", Fault(lost="before"))
        async with serving(platform, slack, PaperReception(), "http") as people:
            people.mention("Who leads Field Engineering?")
            assert await people.deliver() == [True]
