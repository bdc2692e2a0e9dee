"""What people do with an answer in Slack: thumbs, other readings, the query, charts; and who presses when."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import pytest

from bot.buttons import Kind, Pressed
from bot.cards.look import Look
from bot.cards.slack import draw
from bot.message import Heard, Message, Reply
from bot.people import People
from bot.platforms.slack.events import Address
from kgqa.types import Answer, Choice, DisplayTable
from tests.bot.cards.test_view import reply_to
from tests.bot.desks import until
from tests.bot.slack_bot import SEAL, Bot, running
from tests.doubles import answers
from tests.doubles.slack import Fault
from tests.doubles.slack.blocks import words
from tests.doubles.slack.hands import Hands, labels

EVERYBODY = Look(reviewers=People.of(["UADA"]), editors=People.of(["UADA"]))


def charted(count: int = 5) -> Answer:
    """A few rows with one number each."""
    few = answers.many_rows(count)
    assert few.display
    display = DisplayTable(columns=few.display.columns[:2], rows=tuple(row[:2] for row in few.display.rows))
    return replace(few, display=display)


def grouped(count: int = 5) -> Answer:
    """Rows of a query that groups: others draw them unasked."""
    answer = charted(count)
    assert answer.query
    return replace(answer, query=replace(answer.query, text=f"{answer.query.text} GROUP BY ?x"))


def other_readings() -> Answer:
    others = (
        Choice(label="Who works in Field Engineering?", detail="the people of the unit", question="q1"),
        Choice(label="Where is Field Engineering?", detail="its city", question="q2"),
    )
    return replace(answers.one_thing(), others=others)


async def answered(bot: Bot, answer: Answer | None = None) -> tuple[dict[str, object], Reply]:
    """A question, its answer in the thread, and the reply that the desk gives for any press on it."""
    bot.people.mention("Who leads Field Engineering?")
    await bot.people.deliver()
    reply = bot.reply(answer or answers.one_thing())
    await bot.platform.send(reply, again=False)
    (posted,) = bot.slack.workspace.answers()
    bot.desk.heard = Heard(words="Thank you.", reply=reply)
    return posted, reply


async def test_a_thumb_up_is_recorded_and_thanked_for_to_who_pressed_alone() -> None:
    async with running() as bot:
        posted, reply = await answered(bot)
        assert (await Hands(bot.people, user="UBOB").press(posted, "Helpful")).status == 200
        (pressed,) = bot.desk.pressed
        assert pressed.pressed == Pressed("7f3a-21", "up", 0)
        assert (pressed.person, pressed.thread) == ("UBOB", reply.message.thread)
        (told,) = bot.slack.workspace.ephemerals
        assert (told["user"], told["text"]) == ("UBOB", "Thank you.")


async def test_a_thumb_down_counts_at_once_and_asks_for_the_reason() -> None:
    async with running() as bot:
        posted, reply = await answered(bot)
        hands = Hands(bot.people)
        await hands.press(posted, "Not helpful")
        assert [m.note for m in bot.desk.pressed] == [""]
        assert bot.slack.workspace.ephemerals == []  # the dialog says enough
        await hands.submit(chosen="incomplete", text="Bob leads it too.")
        last = bot.desk.pressed[-1]
        assert last.pressed == Pressed("7f3a-21", "down", 0)
        assert last.note == "incomplete: Bob leads it too."
        assert (last.thread, last.channel, last.person) == (reply.message.thread, "C1", "UADA")


async def test_a_reason_that_nobody_gives_changes_nothing() -> None:
    async with running() as bot:
        posted, _ = await answered(bot)
        hands = Hands(bot.people)
        await hands.press(posted, "Not helpful")
        assert (await hands.submit()).status == 200
        assert len(bot.desk.pressed) == 1


async def test_not_what_i_meant_offers_the_other_readings_and_asks_the_chosen_one() -> None:
    async with running() as bot:
        posted, _ = await answered(bot, other_readings())
        hands = Hands(bot.people)
        await hands.press(posted, "Not what I meant")
        (dialog,) = bot.slack.workspace.screens.dialogs
        options = dialog["blocks"][0]["element"]["options"]
        assert [o["text"]["text"] for o in options] == [
            "Who works in Field Engineering?",
            "Where is Field Engineering?",
        ]
        await hands.submit(chosen="1")
        asked = bot.desk.received[-1]
        assert asked.pressed == Pressed("7f3a-21", "other", 1)
        assert asked.thread == bot.desk.received[0].thread


async def test_not_what_i_meant_in_other_words_is_a_new_question_in_the_thread() -> None:
    async with running() as bot:
        posted, _ = await answered(bot, other_readings())
        hands = Hands(bot.people)
        await hands.press(posted, "Not what I meant")
        assert (await hands.submit()).body["errors"] == {"text": "Choose a reading, or ask in other words."}
        await hands.submit(text="Who was its first lead?")
        asked = bot.desk.received[-1]
        assert (asked.text, asked.pressed, asked.thread) == (
            "Who was its first lead?",
            None,
            bot.desk.received[0].thread,
        )


async def test_an_answer_without_other_readings_leaves_room_for_other_words() -> None:
    async with running() as bot:
        posted, _ = await answered(bot)
        hands = Hands(bot.people)
        await hands.press(posted, "Not what I meant")
        await hands.submit(text="Who was its first lead?")
        assert bot.desk.received[-1].text == "Who was its first lead?"


async def test_a_changed_query_comes_back_whole_with_the_question_that_it_answers() -> None:
    async with running(look=EVERYBODY) as bot:
        posted, reply = await answered(bot)
        bot.desk.answers["7f3a-21"] = reply.answer
        hands = Hands(bot.people)
        await hands.press(posted, "Edit the query")
        (dialog,) = bot.slack.workspace.screens.dialogs
        assert reply.answer.query
        assert dialog["blocks"][0]["element"]["initial_value"] == reply.answer.query.text
        changed = 'SELECT ?p WHERE {\n  ?p a <https://company.example/def/Person> . # "<&>"\n}'
        await hands.submit(text=changed)
        await hands.press(posted, "Edit the query")
        await hands.submit(text=changed)
        one, two = bot.desk.received[1:]  # each submission is work of its own
        assert one.query == two.query == changed
        assert one.event != two.event
        assert one.text == "Who leads Field Engineering?"
        assert (one.thread, one.address) == (reply.message.thread, two.address)


async def test_a_query_too_long_for_a_dialog_is_told_with_where_it_is() -> None:
    async with running(look=EVERYBODY) as bot:
        long = answers.ran("SELECT ?x WHERE { " + "?x ?p ?y . " * 400 + "}")
        posted, _ = await answered(bot, replace(answers.one_thing(), query=long))
        await Hands(bot.people).press(posted, "Edit the query")
        assert bot.slack.workspace.screens.dialogs == []
        (told,) = bot.slack.workspace.ephemerals
        assert told["text"] == (
            "This query has 4,419 characters, and a dialog of Slack holds 3,000. "
            "“Get the files” has all of it."
        )


@pytest.mark.parametrize("label", ["Edit the query", "Not what I meant"])
async def test_who_may_not_is_told_so_and_gets_no_dialog(label: str) -> None:
    async with running(look=EVERYBODY) as bot:
        posted, _ = await answered(bot)
        bot.desk.heard = Heard(words="Only editors change queries.")
        await Hands(bot.people, user="UBOB").press(posted, label)
        assert bot.slack.workspace.screens.dialogs == []
        (told,) = bot.slack.workspace.ephemerals
        assert (told["user"], told["text"]) == ("UBOB", "Only editors change queries.")


@pytest.mark.parametrize("label", ["Edit the query", "Not what I meant", "Not helpful"])
async def test_a_dialog_that_slack_does_not_open_any_more_is_told(label: str) -> None:
    async with running(look=EVERYBODY) as bot:
        posted, _ = await answered(bot)
        assert (await Hands(bot.people).press(posted, label, expired=True)).status == 200
        assert bot.slack.workspace.screens.dialogs == []
        assert len(bot.slack.workspace.ephemerals) == 1


@pytest.mark.slow
async def test_the_rows_are_posted_as_a_picture_into_the_thread() -> None:
    pytest.importorskip("matplotlib")
    async with running() as bot:
        posted, reply = await answered(bot, charted())
        await Hands(bot.people).press(posted, "Show as a chart")
        await bot.slack.wait_for(1, files=1)
        picture = bot.slack.workspace.messages[-1]
        assert picture["thread_ts"] == reply.message.thread
        (file,) = picture["files"]
        assert file["name"] == "7f3a-21.png"
        assert file["content"].startswith(b"\x89PNG")


async def test_who_asks_for_a_chart_in_words_gets_the_picture_below_the_answer() -> None:
    pytest.importorskip("matplotlib")
    async with running() as bot:
        bot.people.mention("Who leads Field Engineering, as a bar chart?")
        await bot.people.deliver()
        asked = replace(charted(), form_asked="bars")
        posted = await bot.platform.send(bot.reply(asked), again=False)
        (file,) = bot.slack.workspace.files()
        (message,) = bot.slack.workspace.answers()
        assert posted.ids == (message["ts"], file["id"])


@pytest.mark.parametrize("form", ["", "table"])
async def test_nobody_gets_a_picture_in_slack_who_has_not_asked_for_it(form: Literal["", "table"]) -> None:
    async with running() as bot:
        bot.people.mention("Who leads Field Engineering?")
        await bot.people.deliver()
        await bot.platform.send(bot.reply(replace(grouped(), form_asked=form)), again=False)
        assert bot.slack.workspace.files() == []


def test_where_the_rows_call_for_a_chart_its_button_stands_in_sight() -> None:
    for answer, in_sight in ((grouped(12), True), (charted(12), False)):
        card = draw(reply_to(answer), SEAL, Look())
        (row,) = [b for b in card.blocks if b["type"] == "actions"]
        plain = [e["text"]["text"] for e in row["elements"] if e["type"] == "button"]
        assert ("Show as a chart" in plain) is in_sight
        assert plain[0] == "Show all 12"  # nothing else says that these are not all


async def test_a_picture_that_slack_does_not_take_is_told() -> None:
    pytest.importorskip("matplotlib")
    async with running() as bot:
        posted, _ = await answered(bot, charted())
        bot.slack.workspace.scopes.discard("files:write")
        await Hands(bot.people).press(posted, "Show as a chart")
        await bot.slack.seen(lambda: bot.slack.workspace.ephemerals)
        assert "files:write" in bot.slack.workspace.ephemerals[0]["text"]


async def test_query_steps_and_rows_are_posted_as_files_in_one_message_for_who_wants_them() -> None:
    async with running() as bot:
        posted, reply = await answered(bot, answers.many_rows())
        await Hands(bot.people).press(posted, "Get the files")
        await bot.slack.wait_for(1, files=5)
        (message,) = [m for m in bot.slack.workspace.messages if m.get("files")]
        assert message["thread_ts"] == reply.message.thread
        files = bot.slack.workspace.files()
        assert [file["name"] for file in files] == [
            "7f3a-21.rq",
            "7f3a-21-trace.md",
            "7f3a-21-trace.json",
            "7f3a-21.csv",
            "7f3a-21.xlsx",
        ]
        assert files[0]["content"] == "SELECT ?valve WHERE { ?valve a <https://company.example/def/Valve> }"
        assert files[3]["content"].count("\r\n") == 313

        async def noted() -> bool:
            return bool(bot.desk.added)

        await until(noted)
        assert bot.desk.added == [("7f3a-21", tuple(file["id"] for file in files))]


@pytest.mark.parametrize(
    ("method", "fault", "told"),
    [
        ("files.getUploadURLExternal", Fault(error="internal_error"), "did not take the files"),
        ("files.getUploadURLExternal", Fault(error="missing_scope"), "files:write"),
        ("files.completeUploadExternal", Fault(lost="before"), "did not take the files"),
        ("upload", Fault(status=500), "did not take the files"),
    ],
)
async def test_files_that_slack_does_not_take_are_told(method: str, fault: Fault, told: str) -> None:
    async with running() as bot:
        posted, _ = await answered(bot)
        bot.slack.fail(method, fault)
        await Hands(bot.people).press(posted, "Get the files")
        await bot.slack.seen(lambda: bot.slack.workspace.ephemerals)
        assert told in bot.slack.workspace.ephemerals[0]["text"]


async def test_all_rows_are_shown_to_who_wants_them_alone() -> None:
    async with running() as bot:
        posted, reply = await answered(bot, answers.many_rows(83))
        await Hands(bot.people, user="UBOB").press(posted, "Show all 83")
        (shown,) = bot.slack.workspace.ephemerals
        assert (shown["user"], shown["thread_ts"]) == ("UBOB", reply.message.thread)
        (table,) = [block for block in shown["blocks"] if block["type"] == "table"]
        assert len(table["rows"]) == 84


async def test_where_the_bot_is_no_member_all_rows_come_by_the_address_of_the_press() -> None:
    async with running() as bot:
        posted, _ = await answered(bot, answers.many_rows(83))
        bot.slack.workspace.channels["C1"].member = False
        hands = Hands(bot.people)
        await hands.press(posted, "Show all 83")
        (shown,) = bot.slack.workspace.screens.responses[hands.last_response]
        assert (shown["response_type"], shown["replace_original"]) == ("ephemeral", False)
        assert "Valve V082" in words(shown["blocks"])


async def test_a_slack_without_containers_opens_query_and_steps_in_a_dialog() -> None:
    async with running() as bot:
        bot.slack.workspace.has_containers = False
        posted, _ = await answered(bot)
        await Hands(bot.people).press(posted, "Query and steps")
        (dialog,) = bot.slack.workspace.screens.dialogs
        for part in ("SELECT ?person", "names: 1 name found", "sha256 "):
            assert part in words(dialog["blocks"])


@pytest.mark.parametrize(
    ("label", "kind"), [("Verify", "verify"), ("Delete", "remove"), ("Run again", "again")]
)
async def test_the_other_buttons_reach_the_desk(label: str, kind: Kind) -> None:
    async with running(look=EVERYBODY) as bot:
        posted, _ = await answered(bot)
        await Hands(bot.people).press(posted, label)
        heard = [*bot.desk.pressed, *bot.desk.received][-1 if kind == "again" else 0]
        assert heard.pressed == Pressed("7f3a-21", kind, 0)


async def test_an_act_that_the_desk_cannot_do_now_is_told() -> None:
    async with running() as bot:
        posted, _ = await answered(bot)
        bot.desk.refusing = "The database cannot be reached."
        assert (await Hands(bot.people).press(posted, "Delete")).status == 200
        (told,) = bot.slack.workspace.ephemerals
        assert told["text"] == "I cannot take this now. Try again in a moment."


async def test_the_same_press_twice_is_two_presses_of_one_button() -> None:
    async with running() as bot:
        posted, _ = await answered(bot)
        hands = Hands(bot.people)
        await hands.press(posted, "Run again")
        await hands.press(posted, "Run again")
        one, two = bot.desk.received[1:]
        assert one.pressed == two.pressed
        assert one.event != two.event  # whether it counts twice is the desk's to say


@pytest.mark.parametrize("value", ["", "forged", SEAL.sign(Pressed("7f3a-21", "up", 0)) + "x"])
@pytest.mark.parametrize("label", ["Helpful", "Run again", "Verify"])
async def test_a_value_that_we_did_not_sign_is_told_to_its_presser(label: str, value: str) -> None:
    async with running(look=EVERYBODY) as bot:
        posted, _ = await answered(bot)
        assert (await Hands(bot.people).press(posted, label, value=value)).status == 200
        assert bot.desk.pressed == []
        (told,) = bot.slack.workspace.ephemerals
        assert told["text"] == "This button is no longer valid. Ask the question again."


@pytest.mark.parametrize(
    "trouble", ["is_archived", "channel_not_found", "user_not_in_channel", "account_inactive"]
)
async def test_a_channel_or_a_person_that_is_gone_harms_nothing(trouble: str) -> None:
    async with running() as bot:
        posted, _ = await answered(bot)
        bot.slack.fail("chat.postEphemeral", Fault(error=trouble))
        hands = Hands(bot.people)
        assert (await hands.press(posted, "Helpful")).status == 200
        assert bot.slack.workspace.ephemerals == []
        (said,) = bot.slack.workspace.screens.responses[hands.last_response]  # the way that is left
        assert (said["text"], said["response_type"]) == ("Thank you.", "ephemeral")


async def test_a_press_in_a_thread_of_ones_own_names_that_thread() -> None:
    async with running() as bot:
        hands = Hands(bot.people)
        await hands.command("Who leads Field Engineering?")
        asked: Message = bot.desk.received[-1]
        private = replace(bot.reply(answers.one_thing()), message=asked)
        card: dict[str, Any] = {"channel": "C1", "blocks": list(draw(private, SEAL).blocks)}
        assert "Share with the thread" in labels(card["blocks"])
        bot.desk.heard = Heard(words="Shared.")
        await hands.press(card, "Share with the thread")
        (pressed,) = bot.desk.pressed
        assert (pressed.thread, pressed.to_asker) == (asked.thread, True)
        assert Address.of(pressed).response_url
        await hands.press(card, "Delete")
        assert {"delete_original": True} in bot.slack.workspace.screens.responses[hands.last_response]
        shared = {"channel": "C1", "ts": "1795226400.900000", "blocks": card["blocks"]}
        await Hands(bot.people, user="UBOB").press(shared, "Run again")
        again = bot.desk.received[-1]
        assert (again.thread, again.to_asker) == (asked.thread, False)
        assert '"thread_ts": "1795226400.900000"' in again.address
