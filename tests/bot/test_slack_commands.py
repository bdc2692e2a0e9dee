"""The slash command and "Ask about this": asked from anywhere, answered where it belongs."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from bot.channel import Channel
from bot.platforms.slack.events import Address
from tests.bot.slack_bot import running
from tests.doubles.slack.blocks import problems, words
from tests.doubles.slack.hands import Hands, labels


async def test_a_command_is_asked_for_its_asker_alone() -> None:
    async with running() as bot:
        hands = Hands(bot.people)
        told = await hands.command("Who leads *Field Engineering*?")
        (asked,) = bot.desk.received
        assert asked.text == "Who leads Field Engineering?"
        assert asked.to_asker
        assert (asked.channel, asked.person, asked.thread) == ("C1", "UADA", "alone:UADA")
        where = Address.of(asked)
        assert (where.channel, where.thread_ts) == ("C1", "")
        assert where.response_url.endswith(f"/respond/{hands.last_response}")
        assert told.body["response_type"] == "ephemeral"
        assert "You asked: Who leads Field Engineering?" in words(told.body["blocks"])


async def test_two_commands_are_two_questions_of_one_conversation() -> None:
    async with running() as bot:
        hands = Hands(bot.people)
        await hands.command("Who leads Field Engineering?")
        await hands.command("Who leads Field Engineering?")
        await Hands(bot.people, user="UBOB").command("and since when?")
        one, two, bobs = bot.desk.received
        assert one.event != two.event
        assert one.thread == two.thread != bobs.thread


async def test_a_command_works_over_socket_mode_too() -> None:
    async with running("socket") as bot:
        assert await bot.people.command("/querist", "Who leads Field Engineering?")
        assert bot.desk.received[0].to_asker


async def test_a_shortcut_and_its_dialog_work_over_socket_mode_too() -> None:
    async with running("socket") as bot:
        ts, _ = bot.people.say("Who leads Field Engineering?")
        bot.slack.workspace.screens.triggers.add("1.1.t")
        who = {"user": {"id": "UADA"}, "team": {"id": "T1"}, "trigger_id": "1.1.t"}
        said = {"message": {"ts": ts, "text": "Who leads it?"}, "channel": {"id": "C1"}}
        shortcut = {"type": "message_action", "callback_id": "querist_ask", **said}
        assert await bot.people.interact(who | shortcut)
        (view,) = bot.slack.workspace.screens.dialogs
        typed = {"text": {"text": {"type": "plain_text_input", "value": "Who leads it now?"}}}
        filled = {"type": "view_submission", "view": view | {"state": {"values": typed}}}
        assert await bot.people.interact(who | filled)
        assert [(m.text, m.thread) for m in bot.desk.received] == [("Who leads it now?", ts)]


@pytest.mark.parametrize("text", ["", "help", " Hilfe "])
async def test_a_command_without_a_question_says_what_can_be_asked(text: str) -> None:
    async with running() as bot:
        hands = Hands(bot.people)
        told = await hands.command(text)
        assert problems(told.body["blocks"]) == []
        assert "/querist" in words(told.body["blocks"])
        assert labels(told.body["blocks"]) == ["Who leads Logistics?"]
        shown = {"channel": "C1", "blocks": told.body["blocks"]}
        assert (await hands.press(shown, "Who leads Logistics?")).status == 200
        (asked,) = bot.desk.received
        assert (asked.text, asked.to_asker, asked.thread) == ("Who leads Logistics?", True, "alone:UADA")


async def test_a_command_that_cannot_be_taken_says_so() -> None:
    async with running() as bot:
        bot.desk.refusing = "The database cannot be reached."
        for text in ("Who leads Field Engineering?", "help", "settings"):
            told = await Hands(bot.people).command(text)
            assert told.status == 200
            assert told.body["text"] == "I cannot take this now. Try again in a moment."


async def test_a_command_with_markup_stays_letters() -> None:
    async with running() as bot:
        told = await Hands(bot.people).command("&lt;!channel&gt; who leads <https://a.example|it>?")
        assert bot.desk.received[0].text == "<!channel> who leads it?"
        assert "<!" not in told.body["text"]


async def test_a_message_is_asked_about_in_its_thread() -> None:
    async with running() as bot:
        ts, _ = bot.people.say("Does anybody know who leads &lt;Field Engineering&gt;?")
        hands = Hands(bot.people)
        await hands.shortcut(ts)
        (dialog,) = bot.slack.workspace.screens.dialogs
        typed = dialog["blocks"][0]["element"]["initial_value"]
        assert typed == "Does anybody know who leads <Field Engineering>?"
        await hands.submit(text="Who leads Field Engineering?")
        (asked,) = bot.desk.received
        assert (asked.text, asked.thread, asked.channel) == ("Who leads Field Engineering?", ts, "C1")
        assert not asked.to_asker
        assert json.loads(asked.address)["thread_ts"] == ts


async def test_a_reply_is_asked_about_in_the_thread_that_it_stands_in() -> None:
    async with running() as bot:
        root, _ = bot.people.say("Lunch?")
        ts, _ = bot.people.say("Who leads Field Engineering?", thread=root)
        hands = Hands(bot.people)
        await hands.shortcut(ts)
        await hands.submit()
        assert bot.desk.received[0].thread == root


@pytest.mark.parametrize("said", ["", "x" * 40_000, "🙂" * 3_000])
async def test_a_message_of_any_length_can_be_asked_about(said: str) -> None:
    async with running() as bot:
        ts, _ = bot.people.say(said)
        assert (await Hands(bot.people).shortcut(ts)).status == 200
        assert len(bot.slack.workspace.screens.dialogs) == 1


async def test_a_dialog_that_the_desk_cannot_take_stays_open_and_says_so() -> None:
    async with running() as bot:
        ts, _ = bot.people.say("Who leads Field Engineering?")
        hands = Hands(bot.people)
        await hands.shortcut(ts)
        bot.desk.refusing = "The database cannot be reached."
        told = await hands.submit()
        assert told.body["response_action"] == "errors"
        assert told.body["errors"] == {"text": "I cannot take this now. Try again in a moment."}
        bot.desk.refusing = ""
        await hands.submit()
        assert len(bot.desk.received) == 1


async def test_an_admin_sets_the_channel_in_a_dialog() -> None:
    async with running() as bot:
        now = Channel(graphs=("Suppliers",), language="de", private=True, askers=("UBOB",))
        bot.desk.shown = replace(
            bot.desk.shown,
            may_set=True,
            channel=now,
            graphs=(("Suppliers", "3 kinds of things"),),
            choosable=("Company", "Suppliers"),
        )
        hands = Hands(bot.people, channel="G1")
        await hands.command("settings")
        assert bot.desk.visited[0].channel == "G1"
        await hands.submit()  # as it stands there
        (message, channel) = bot.desk.channels[0]
        assert channel == now
        assert (message.channel, message.person) == ("G1", "UADA")
        told = await hands.submit(
            graphs=["Suppliers", "Company"],
            language="own",
            verbosity="brief",
            private="no",
            listening="questions",
            askers=["UADA", "UBOB"],
        )
        assert bot.desk.channels[-1][1] == Channel(
            graphs=("Suppliers", "Company"),
            verbosity="brief",
            askers=("UADA", "UBOB"),
            listening="questions",
        )
        assert told.body["response_action"] == "update"
        assert "Set." in words(told.body["view"]["blocks"])


async def test_who_may_not_set_the_channel_is_told_so() -> None:
    async with running() as bot:
        told = await Hands(bot.people).command("settings")
        assert told.body["text"] == "Only those who look after me can change the settings here."
        assert bot.slack.workspace.screens.dialogs == []


async def test_a_setting_that_is_gone_meanwhile_harms_no_dialog() -> None:
    async with running() as bot:
        now = Channel(graphs=("Sold", "Company"), language="fr")
        graphs = (("Company", ""), ("Suppliers", ""))
        bot.desk.shown = replace(bot.desk.shown, may_set=True, channel=now, graphs=graphs)
        await Hands(bot.people).command("settings")
        (dialog,) = bot.slack.workspace.screens.dialogs
        assert [o["value"] for o in dialog["blocks"][0]["element"]["initial_options"]] == ["Company"]
