"""What people say in Slack reaches the desk once, as plain words, over both transports."""

from __future__ import annotations

from datetime import UTC

import pytest
from hypothesis import given
from hypothesis import strategies as st
from slack_sdk.web.async_client import AsyncWebClient

from bot.buttons import Pressed
from bot.cards.look import Look
from bot.cards.slack import draw
from bot.message import Message
from bot.people import People
from bot.platforms.slack import words
from bot.platforms.slack.workspaces import OneWorkspace
from manifests.slack import Mode
from tests.bot.slack_bot import SEAL, running
from tests.doubles import answers
from tests.doubles.slack.hands import Hands

BOTH: tuple[Mode, ...] = ("http", "socket")


@pytest.mark.parametrize("mode", BOTH)
async def test_a_mention_in_a_channel_is_asked_in_its_thread(mode: Mode) -> None:
    async with running(mode) as bot:
        ts, _ = bot.people.mention("Who leads <#C9|field-engineering>? &amp; why")
        assert await bot.people.deliver() == [True]
        (message,) = bot.desk.received
        assert message.text == "Who leads #field-engineering? & why"
        assert message.thread == ts
        assert (message.platform, message.tenant, message.channel, message.person) == (
            "slack",
            "T1",
            "C1",
            "UADA",
        )
        assert not message.private
        assert message.sent_at.tzinfo is UTC


@pytest.mark.parametrize("mode", BOTH)
async def test_a_direct_message_needs_no_mention(mode: Mode) -> None:
    async with running(mode) as bot:
        bot.people.say("Who leads Field Engineering?", channel="D1")
        assert await bot.people.deliver() == [True]
        assert bot.desk.received[0].private
        assert bot.desk.received[0].text == "Who leads Field Engineering?"


@pytest.mark.parametrize("mode", BOTH)
async def test_a_redelivered_event_is_the_same_work(mode: Mode) -> None:
    async with running(mode) as bot:
        ts, (event,) = bot.people.mention("Who leads Field Engineering?")
        await bot.people.deliver()
        assert await bot.people.redeliver(event)
        assert bot.desk.offered == 2  # a retry header alone drops nothing
        assert [m.event for m in bot.desk.received] == [f"message:C1:{ts}"]


@pytest.mark.parametrize("mode", BOTH)
async def test_what_the_desk_cannot_take_is_not_acknowledged_and_comes_again(mode: Mode) -> None:
    async with running(mode) as bot:
        bot.people.patience = 0.3
        bot.desk.refusing = "The database cannot be reached."
        bot.people.mention("Who leads Field Engineering?")
        assert await bot.people.deliver() == [False]
        assert bot.desk.offered == 1
        bot.desk.refusing = ""
        bot.people.patience = 3.0
        assert await bot.people.deliver() == [True]
        assert len(bot.desk.received) == 1


async def test_a_failing_look_at_who_we_are_loses_no_event() -> None:
    async with running("http") as bot:
        one = bot.platform._workspaces
        assert isinstance(one, OneWorkspace)
        one._workspace = one.identity._me = None  # as after a start while Slack was away
        bot.slack.workspace.token_error = "internal_error"
        bot.people.mention("Who leads Field Engineering?")
        assert await bot.people.deliver() == [False]
        bot.slack.workspace.token_error = ""
        assert await bot.people.deliver() == [True]
        assert len(bot.desk.received) == 1


async def test_a_dropped_connection_is_opened_again() -> None:
    async with running("socket") as bot:
        await bot.slack.connected.wait()
        await bot.slack.drop_connections()
        bot.people.mention("Who leads Field Engineering?")
        assert await bot.people.deliver() == [True]


async def test_a_follow_up_in_the_thread_needs_no_mention_when_that_is_switched_on() -> None:
    async with running("http", follow_up=True) as bot:
        ts, _ = bot.people.mention("Which plants make valves?")
        await bot.people.deliver()
        bot.people.say("and in Germany?", thread=ts)
        await bot.people.deliver()
        assert [m.text for m in bot.desk.received] == ["Which plants make valves?", "and in Germany?"]
        assert len({m.thread for m in bot.desk.received}) == 1


async def test_a_follow_up_with_a_new_mention_is_asked_once() -> None:
    async with running("http", follow_up=True) as bot:
        ts, _ = bot.people.mention("Which plants make valves?")
        bot.people.mention("and in Germany?", thread=ts)
        await bot.people.deliver()
        assert [m.text for m in bot.desk.received] == ["Which plants make valves?", "and in Germany?"]


async def test_what_people_say_to_each_other_is_left_alone() -> None:
    async with running("http", follow_up=True) as bot:
        ts, _ = bot.people.mention("Which plants make valves?")
        other, _ = bot.people.say("Lunch?")
        bot.people.say("Yes", thread=other)
        bot.people.say("<@UBOB> did you know?", thread=ts)
        assert all(await bot.people.deliver())
        asked = [m.text for m in bot.desk.received if not m.overheard]
        assert asked == ["Which plants make valves?"]
        assert [m.text for m in bot.desk.received if m.overheard] == ["Lunch?", "Yes"]  # the desk's to judge


async def test_a_follow_up_is_left_alone_when_it_is_switched_off() -> None:
    async with running("http") as bot:
        bot.slack.workspace.events.add("message.channels")  # granted, yet not switched on
        ts, _ = bot.people.mention("Which plants make valves?")
        bot.people.say("and in Germany?", thread=ts)
        assert all(await bot.people.deliver())
        assert len(bot.desk.received) == 1


async def test_a_thread_is_known_again_after_a_restart() -> None:
    known: set[str] = set()  # the threads of which something is kept

    async def takes_part(message: Message) -> bool:
        return message.thread in known

    async with running("http", follow_up=True, takes_part=takes_part) as bot:
        ts, _ = bot.people.say("an old question")
        known.add(ts)
        other, _ = bot.people.say("Lunch?")
        bot.people.say("and in Germany?", thread=ts)
        bot.people.say("Yes", thread=other)
        await bot.people.deliver()
        assert [m.text for m in bot.desk.received if not m.overheard] == ["and in Germany?"]


@pytest.mark.parametrize(
    "more",
    [
        {"bot_id": "BOTHER"},
        {"bot_id": "BQUERIST", "user": "UQUERIST"},
        {"user": "USLACKBOT"},
        {"subtype": "message_changed"},
        {"subtype": "message_deleted"},
        {"subtype": "bot_message"},
        {"subtype": "channel_join"},
        {"user": ""},
    ],
)
async def test_bots_edits_and_deletions_start_nothing(more: dict[str, str]) -> None:
    async with running("http") as bot:
        bot.people.say("Who leads Field Engineering?", channel="D1", **more)
        assert await bot.people.deliver() == [True]
        assert bot.desk.offered == 0


@pytest.mark.parametrize("mode", BOTH)
async def test_a_pressed_button_is_a_message_that_names_its_record(mode: Mode) -> None:
    async with running(mode) as bot:
        bot.people.mention("When did Okafor join?")
        await bot.people.deliver()
        await bot.platform.send(bot.reply(answers.clarify()), again=False)
        (asked,) = bot.slack.workspace.answers()
        assert await bot.people.press(asked, "querist.choice.1", user="UBOB")
        message = bot.desk.received[-1]
        assert message.pressed == Pressed("7f3a-21", "choice", 1)
        assert message.person == "UBOB"
        assert message.thread == bot.desk.received[0].thread
        await bot.platform.send(bot.reply(answers.one_thing(), "7f3a-22"), again=False)
        assert bot.slack.workspace.answers()[-1]["thread_ts"] == asked["thread_ts"]


async def test_a_button_that_the_desk_cannot_take_is_not_acknowledged() -> None:
    async with running("http") as bot:
        bot.people.mention("When did Okafor join?")
        await bot.people.deliver()
        await bot.platform.send(bot.reply(answers.clarify()), again=False)
        bot.desk.refusing = "The database cannot be reached."
        assert not await bot.people.press(bot.slack.workspace.answers()[0], "querist.choice.1")


async def test_a_reviewers_press_is_answered_to_its_presser_alone() -> None:
    async with running("http") as bot:
        bot.people.mention("Who leads Field Engineering?")
        await bot.people.deliver()
        reply = bot.reply(answers.one_thing())
        look = Look(reviewers=People.of(["UADA"]))
        await AsyncWebClient(
            token=bot.slack.workspace.bot_token, base_url=bot.slack.api_url
        ).chat_postMessage(
            channel=reply.message.channel,
            thread_ts=reply.message.thread,
            text="x",
            blocks=list(draw(reply, SEAL, look).blocks),
        )
        assert (await Hands(bot.people).press(bot.slack.workspace.answers()[0], "Verify")).status == 200
        (pressed,) = bot.desk.pressed
        assert pressed.pressed == Pressed("7f3a-21", "verify", 0)
        assert len(bot.desk.received) == 1
        (told,) = bot.slack.workspace.ephemerals
        assert (told["user"], told["text"], told["thread_ts"]) == (
            "UADA",
            "Thank you.",
            reply.message.thread,
        )


async def test_what_people_say_where_the_bot_is_reaches_the_desk_as_overheard() -> None:
    async with running("http", follow_up=True) as bot:
        ts, _ = bot.people.say("Which plants make valves?")
        bot.people.say("stop", thread=ts)
        bot.people.say("<@UBOB> Which plants make valves?")
        await bot.people.deliver()
        heard = [(m.text, m.overheard, m.thread) for m in bot.desk.received]
        assert heard == [("Which plants make valves?", True, ts), ("stop", True, ts)]


async def test_a_button_that_we_did_not_sign_tells_only_its_presser() -> None:
    async with running("http") as bot:
        bot.people.mention("When did Okafor join?")
        await bot.people.deliver()
        await bot.platform.send(bot.reply(answers.clarify()), again=False)
        assert await bot.people.press(bot.slack.workspace.answers()[0], "querist.choice.0", value="forged")
        assert len(bot.desk.received) == 1
        assert bot.slack.workspace.ephemerals[0]["user"] == "UADA"
        assert "no longer valid" in bot.slack.workspace.ephemerals[0]["text"]


@pytest.mark.parametrize(
    ("typed", "plain"),
    [
        ("<@UQUERIST> who leads it?", "who leads it?"),
        ("<@UQUERIST|querist>, who leads it?", ", who leads it?"),
        ("who is <@UBOB|bob>'s boss", "who is @bob's boss"),
        ("who is <@UBOB>'s boss", "who is @UBOB's boss"),
        ("<!here> and <!channel> and <!subteam^S1|@team>", "@here and @channel and @team"),
        ("see <https://a.example/x?a=1&amp;b=2|the page>", "see the page"),
        ("see <https://a.example/x_y_z>", "see https://a.example/x_y_z"),
        ("write to <mailto:ada@a.example|ada@a.example>", "write to ada@a.example"),
        ("&lt;script&gt; &amp;amp; 3 &lt; 4", "<script> &amp; 3 < 4"),
        ("which *_big_* `valves` cost ~less~ more?", "which big valves cost less more?"),
        ("5 * 4 * 3 and snake_case_name", "5 * 4 * 3 and snake_case_name"),
        ("the `U990` *LCD Inductor*?", "the U990 LCD Inductor?"),
        ("two   spaces\n and a line", "two spaces\nand a line"),
        ("🙂 مرحبا :smile:", "🙂 مرحبا :smile:"),
        ("", ""),
    ],
)
def test_slack_markup_becomes_plain_words(typed: str, plain: str) -> None:
    assert words.plain(typed, "UQUERIST") == plain


@given(st.text())
def test_no_words_at_all_break_the_reading(typed: str) -> None:
    assert "<@UQUERIST>" not in words.plain(f"<@UQUERIST> {typed}", "UQUERIST")


@pytest.mark.parametrize(
    "typed", ["*a " * 13_000, "<" * 40_000, "<a|" * 13_000, "_" * 40_000, "`*_~" * 10_000]
)
def test_a_message_made_to_be_slow_is_read_all_the_same(typed: str) -> None:
    assert words.plain(typed, "UQUERIST")


async def test_ten_thousand_characters_arrive_whole() -> None:
    async with running("http") as bot:
        bot.people.say("who " * 2_500, channel="D1")
        assert await bot.people.deliver() == [True]
        assert bot.desk.received[0].text == ("who " * 2_500).strip()
