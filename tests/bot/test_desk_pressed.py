"""Buttons that act are authorised at each press, are noted, and lead to a plain sentence however often, by
whomever and whenever they are pressed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from bot.buttons import ACTS, Acts, Pressed
from bot.channel import Channel
from bot.desk import Desk, Limits
from bot.desk.standing import Standing
from bot.message import Heard, Message, NotPosted, Posted, Reply
from bot.people import People
from bot.words import words
from connectors.database import deeds
from connectors.database.channels import ChannelBook
from connectors.database.database import Database
from connectors.database.judgements import CHANGES
from connectors.database.record import Record
from connectors.database.tables import EntryRow, JudgementRow
from kgqa.errors import DatabaseUnavailable, GraphUnavailable
from kgqa.types import Answer, Choice, DisplayTable, Outcome, Pin
from tests.bot.desks import Room, message, until
from tests.doubles import answers
from tests.doubles.core import Once, PreparedCore
from tests.doubles.platform import PaperPlatform
from tests.patience import LONG
from tests.postgres import migrated_postgres

__all__ = ["migrated_postgres"]  # a fixture

ASKED = "Who leads Field Engineering?"
ADMIN, EDITOR = "U8", "U7"
OTHER = Choice(label="the unit", detail="Unit", question=ASKED, pins=(Pin(mention="Field", term="urn:f"),))


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    url = str(request.getfixturevalue("migrated_postgres")) if request.param == "postgresql" else ""
    prepared = {
        ASKED: replace(answers.one_thing(), others=(OTHER,)),
        "Which valves?": priced(answers.many_rows(12)),
        "Why?": answers.unknown(),
        "Wer leitet den Einkauf?": answers.one_thing(),
    }
    room = Room(
        tmp_path,
        postgres=url,
        core=PreparedCore(prepared),
        limits=Limits(grace=0, pause=0, taking=LONG, fresh=0),
    )
    yield room
    room.database.close()


def priced(answer: Answer) -> Answer:
    """The same rows with names and prices alone, as a chart can show them."""
    assert answer.display is not None
    columns, rows = answer.display.columns[:2], tuple(row[:2] for row in answer.display.rows)
    return replace(answer, display=DisplayTable(columns=columns, rows=rows))


def parts(room: Room) -> dict[str, Any]:
    return {
        "editors": People.of([EDITOR]),
        "admins": People.of([ADMIN]),
        "channels": ChannelBook(room.database),
    }


async def answered(desk: Desk, room: Room, text: str = ASKED, **changes: Any) -> str:
    """Asks, and gives the reference of the answer once it is posted for good."""
    count = room.platform.count
    await desk.receive(message(text, **changes))
    reference = str((await room.platform.wait_for(count + 1))[-1]["reference"])

    async def is_posted() -> bool:
        return await room.record.stage(reference) == "posted"

    await until(is_posted)
    return reference


def pressing(reference: str, kind: Acts, **changes: Any) -> Message:
    return message("the button", pressed=Pressed(reference, kind, 0), **changes)


async def said(desk: Desk, reference: str, kind: Acts, **changes: Any) -> str:
    heard = await desk.press(pressing(reference, kind, **changes))
    assert heard.reply is None
    return heard.words


def english(name: str, **values: Any) -> str:
    return words("en")(name, **values)


# ── thumbs ───────────────────────────────────────────────────────────────────────────────────────


async def test_a_thumb_is_noted_with_who_and_why_and_the_last_one_counts(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
        await said(desk, reference, "up", person="U2")
        await said(desk, reference, "down", person="U2", note="  another unit ")
        await said(desk, reference, "down", person="U2", note="another unit")  # delivered again
        await said(desk, reference, "up", person="U3")
    assert await room.record.judgements(reference) == (
        {"by": "paper:T1:U2", "verdict": "down", "reason": "another unit"},
        {"by": "paper:T1:U3", "verdict": "up", "reason": ""},
    )


@pytest.mark.slow
async def test_hundreds_of_presses_leave_one_judgement_and_a_line_for_each_change_of_mind_up_to_thirty(
    room: Room,
) -> None:
    def rows() -> int:
        with Session(room.database.engine) as session:
            tables = (EntryRow, JudgementRow)
            return sum(session.scalar(select(func.count()).select_from(table)) or 0 for table in tables)

    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, "Which valves?")
        before = rows()
        for n in range(25):
            await said(desk, reference, "up" if n % 2 else "down", note=f"for the {n}. time")
            await desk.press(pressing(reference, "chart"))
        await asyncio.gather(*(said(desk, reference, "down", note="x" * 9_000) for _ in range(50)))
        changes = 26
        assert rows() == before + 2 + changes
        (kept,) = await room.record.judgements(reference)
        assert (kept["verdict"], kept["reason"]) == ("down", "x" * 4_000)
        for n in range(50):
            await said(desk, reference, "up" if n % 2 else "down", note=f"once more, for the {n}. time")
    assert rows() == before + 2 + CHANGES


async def test_who_may_not_ask_in_a_channel_may_not_judge_there(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
        await desk.set_channel(message("", person=ADMIN), Channel(askers=("U1",)))
        assert await said(desk, reference, "up", person="U2") == english("desk-may-not-ask")
        assert await said(desk, reference, "up", person="U1") == english("desk-thanks")
    assert len(await room.record.judgements(reference)) == 1


# ── what is shown ────────────────────────────────────────────────────────────────────────────────


async def test_table_chart_and_other_readings_come_back_to_be_drawn(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, "Which valves?")
        for kind in ("table", "chart", "meant"):
            pressed = pressing(reference, kind, person="U2", address="here")
            reply = (await desk.press(pressed)).reply
            assert reply is not None
            assert reply.reference == reference
            assert reply.answer.text == "12 valves cost more than €1,000."
            assert (reply.message.person, reply.message.address) == ("U2", "here")
    assert [n["way"] for n in await room.record.notes(reference, "shown")] == ["table", "chart", "meant"]


async def test_what_cannot_be_shown_that_way_is_said(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, "Why?")
        assert await said(desk, reference, "table") == english("desk-no-table")
        assert await said(desk, reference, "chart") == english("desk-no-chart")
        assert await said(desk, reference, "edit", person=EDITOR) == english("desk-no-query")
    assert not await room.record.notes(reference, "shown")


async def test_the_query_is_shown_to_editors_alone(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
        assert await said(desk, reference, "edit") == english("desk-editors-only")
        reply = (await desk.press(pressing(reference, "edit", person=EDITOR))).reply
    assert reply is not None
    assert reply.answer.query == answers.one_thing().query


# ── shared, and removed ──────────────────────────────────────────────────────────────────────────


async def test_what_stands_with_the_asker_alone_is_shared_once(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
        both = await asyncio.gather(said(desk, reference, "share"), said(desk, reference, "share"))
        assert sorted(both) == sorted([english("desk-shared"), english("desk-shared-before")])
    async with room.desk(**parts(room)) as desk:
        assert await said(desk, reference, "share") == english("desk-shared-before")
    assert [post["to_asker"] for post in room.platform.posts] == [True, False]
    assert await room.record.ids_of(reference) == ("0", "1")


async def test_two_processes_that_share_in_the_same_second_post_once(room: Room) -> None:
    """Each has a connection of its own to the database, and knows of the other by that alone."""
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
    asked = message(ASKED, to_asker=True, pressed=Pressed(reference, "share", 0))
    reply = Reply(message=asked, answer=answers.one_thing(), reference=reference)
    begun, let_go = asyncio.Event(), asyncio.Event()

    class Slow(PaperPlatform):
        async def send(self, reply: Reply, *, again: bool) -> Posted:
            begun.set()
            await let_go.wait()
            return await super().send(reply, again=again)

    databases = [
        Database.open(room.database.engine.url.render_as_string(hide_password=False)) for _ in range(2)
    ]
    here, there = (Standing(Record(one), {"paper": Slow(room.folder)}) for one in databases)
    first = asyncio.create_task(here.share(reply, words("en")))
    async with asyncio.timeout(LONG):
        await begun.wait()
    assert await there.share(reply, words("en")) == english("desk-sharing")
    let_go.set()
    assert await first == english("desk-shared")
    assert await there.share(reply, words("en")) == english("desk-shared-before")
    assert room.platform.count == 2
    for each in databases:
        each.close()


async def test_who_died_while_sharing_is_followed_by_another_that_looks_first(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
    records = room.record
    assert await records.sharing(reference, by="U1") == "first"
    assert await records.sharing(reference, by="U1") == "busy"
    monkeypatch.setattr(deeds, "HELD", timedelta(0))  # as if it had been long ago
    assert await records.sharing(reference, by="U1") == "again"
    await records.noted(reference, "shared", by="U1", failed="archived")
    assert await records.sharing(reference, by="U1") == "first"


async def test_what_was_refused_by_the_platform_can_be_shared_later(room: Room) -> None:
    refusing = [False]

    def before(_: Reply) -> None:
        if refusing.pop(0):
            raise NotPosted("the channel is archived", retry_after=None)

    room.platform = PaperPlatform(room.folder, before=before)
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
        refusing += [True, False]
        assert "the channel is archived" in await said(desk, reference, "share")
        assert await said(desk, reference, "share") == english("desk-shared")
    assert room.platform.count == 2


async def test_a_share_that_broke_off_is_looked_for_before_it_is_posted_again(room: Room) -> None:
    breaking = [False]

    def after(_: Reply) -> None:
        if breaking.pop(0):
            raise ConnectionResetError

    room.platform = PaperPlatform(room.folder, after=after)
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
        breaking += [True]
        assert english("desk-platform-trouble") in await said(desk, reference, "share")
        assert await said(desk, reference, "share") == english("desk-shared")
    assert room.platform.count == 2


async def test_an_answer_for_its_asker_alone_is_touched_by_nobody_else_until_it_is_shared(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
        for kind in ACTS:
            assert await said(desk, reference, kind, person="U2") == english("desk-alone")
        await said(desk, reference, "share")
        assert await said(desk, reference, "up", person="U2") == english("desk-thanks")


async def test_who_asked_has_all_of_an_answer_deleted_and_its_buttons_say_so(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
        await said(desk, reference, "share")
        assert await said(desk, reference, "remove", person="U2") == english("desk-remove-not-yours")
        assert await said(desk, reference, "remove") == english("desk-removed")
        assert await said(desk, reference, "remove") == english("desk-removed-before")
        for kind in ("up", "table", "edit", "share", "verify"):
            assert await said(desk, reference, kind) == english("desk-deleted")
        await desk.receive(message("again", pressed=Pressed(reference, "again", 0)))
        assert (await room.platform.wait_for(3))[-1]["text"] == english("desk-deleted")
        assert await desk.answer_of(reference) is None  # so that links to its files lead nowhere
    assert room.platform.removed == ["0", "1"]
    assert await room.record.notes(reference, "removed") == ({"by": "paper:T1:U1", "ids": "0 1"},)
    assert await room.record.ids_of(reference) == ()
    assert await room.record.answer_of(reference) is not None  # the record stays


async def test_what_was_deleted_is_not_taken_out_and_noted_again(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
        assert await said(desk, reference, "remove") == english("desk-removed")
        answer = await room.record.answer_of(reference)
        assert answer is not None
        standing = Standing(room.record, {"paper": room.platform})
        await standing.take_out_if_removed(Reply(message=message(ASKED), answer=answer, reference=reference))
    assert await room.record.notes(reference, "removed") == ({"by": "paper:T1:U1", "ids": "0"},)


async def test_an_admin_may_delete_and_share_what_others_asked(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        shown, alone = await answered(desk, room), await answered(desk, room, to_asker=True)
        assert await said(desk, shown, "remove", person=ADMIN) == english("desk-removed")
        assert await said(desk, alone, "remove", person=ADMIN) == english("desk-removed")


async def test_an_answer_deleted_before_it_is_written_down_where_it_stands_is_taken_out(room: Room) -> None:
    stands, let_go = asyncio.Event(), asyncio.Event()

    class Slow(PaperPlatform):
        async def send(self, reply: Reply, *, again: bool) -> Posted:
            posted = await super().send(reply, again=again)
            stands.set()
            await let_go.wait()
            return posted

    async def is_taken_out() -> bool:
        return room.platform.removed == ["0"]

    room.platform = Slow(room.folder)
    async with room.desk(**parts(room)) as desk:
        await desk.receive(message(ASKED))
        async with asyncio.timeout(LONG):
            await stands.wait()
        reference = str(room.platform.posts[-1]["reference"])
        assert await said(desk, reference, "remove") == english("desk-removed")
        assert room.platform.removed == []
        let_go.set()
        await until(is_taken_out)


async def test_what_the_platform_does_not_remove_is_not_called_deleted(room: Room) -> None:
    class Stubborn(PaperPlatform):
        async def remove(self, message: Message, ids: tuple[str, ...]) -> None:
            raise NotPosted("too old", retry_after=None)

    room.platform = Stubborn(room.folder)
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
        assert await said(desk, reference, "remove") == english("desk-not-removed", why="too old")
        assert await said(desk, reference, "up") == english("desk-thanks")
    assert not await room.record.notes(reference, "removed")


# ── whose, where, when ───────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("where", [{"thread": "9.0"}, {"channel": "C9"}, {"tenant": "T9"}])
async def test_no_button_acts_outside_its_own_thread(room: Room, where: dict[str, str]) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
        for kind in ACTS:
            assert await said(desk, reference, kind, **where) == english("desk-elsewhere")


async def test_buttons_of_records_that_nobody_knows_say_so(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        for kind in ACTS:
            assert await said(desk, "none", kind) == english("desk-unknown")
        assert await desk.press(message("no button")) == Heard(words=english("desk-unknown"))


async def test_after_a_restart_and_a_year_a_button_does_what_it_did(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
    async with room.desk(**parts(room)) as desk:
        later = message("x").sent_at + timedelta(days=400)
        assert await said(desk, reference, "up", sent_at=later) == english("desk-thanks")
        assert (await desk.press(pressing(reference, "table", sent_at=later))).reply is not None


async def test_a_press_on_a_desk_that_stops_is_to_be_delivered_again(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
    with pytest.raises(DatabaseUnavailable):
        await desk.press(pressing(reference, "up"))


async def test_it_is_said_in_the_language_of_the_question_or_of_the_channel(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        german = await answered(desk, room, "Wer leitet den Einkauf?", language="de")
        assert await said(desk, german, "share", person="U3") == words("de")("desk-share-not-yours")
        english_one = await answered(desk, room)
        await desk.set_channel(message("", person=ADMIN), Channel(language="de"))
        assert await said(desk, english_one, "up") == words("de")("desk-thanks")


# ── asked again, and read in another way ─────────────────────────────────────────────────────────


async def test_again_asks_the_same_with_what_was_said_before_at_each_press(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        await answered(desk, room, "Which valves?")
        reference = await answered(desk, room, pins=(Pin(mention="Field", term="urn:f"),))
        press = pressing(reference, "up", person="U2")
        for event in ("Ev-again-1", "Ev-again-2", "Ev-again-1"):
            again = replace(press, event=event, pressed=Pressed(reference, "again", 0))
            await desk.receive(again)
        await room.platform.wait_for(4)
        await until(lambda: _none_waits(desk))
    first, *others = [q for q in room.core.asked if q.text == ASKED]
    assert len(others) == 2
    for other in others:
        assert (other.pins, other.history, other.query) == (first.pins, first.history, first.query)
        assert other.asker == "paper:T1:U2"


async def test_what_failed_is_asked_again_with_what_was_said_before(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        await answered(desk, room, "Which valves?")
        room.core.during = Once(GraphUnavailable("The graph is away."))
        reference = await answered(desk, room)
        assert (await room.platform.wait_for(2))[-1]["text"].startswith("The graph is away.")
        await desk.receive(message("Try again", pressed=Pressed(reference, "again", 0)))
        assert "Ada Njoroge" in (await room.platform.wait_for(3))[-1]["text"]
        await until(lambda: _none_waits(desk))
    failed, again = [q for q in room.core.asked if q.text == ASKED]
    assert [turn.question for turn in again.history] == ["Which valves?"]
    assert again.history == failed.history


async def test_another_reading_is_asked_once(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
        press = message("the unit", pressed=Pressed(reference, "other", 0))
        await desk.receive(press)
        await room.platform.wait_for(2)
        await until(lambda: _none_waits(desk))
        await desk.receive(replace(press, event="later"))
        assert (await room.platform.wait_for(3))[-1]["text"] == english("desk-ask-used")
        await desk.receive(message("x", pressed=Pressed(reference, "other", 1)))
        assert (await room.platform.wait_for(4))[-1]["text"] == english("desk-ask-unknown")
    assert room.core.asked[1].pins == OTHER.pins


async def test_what_was_asked_alone_is_answered_alone_when_asked_again(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room, to_asker=True)
        await desk.receive(message("again", pressed=Pressed(reference, "again", 0)))
        assert (await room.platform.wait_for(2))[-1]["to_asker"]
        await desk.receive(message("again", person="U2", pressed=Pressed(reference, "again", 0)))
        assert (await room.platform.wait_for(3))[-1]["text"] == english("desk-alone")


# ── a query of one's own ─────────────────────────────────────────────────────────────────────────


async def test_a_changed_query_of_an_editor_goes_to_the_core_and_comes_as_a_new_answer(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        reference = await answered(desk, room)
        changed = message("", person=EDITOR, query="SELECT ?x {}", pressed=Pressed(reference, "edit", 0))
        await desk.receive(changed)
        await room.platform.wait_for(2)
        await until(lambda: _none_waits(desk))
    last = room.core.asked[-1]
    assert (last.text, last.query) == (ASKED, "SELECT ?x {}")


async def test_a_query_of_anybody_else_is_refused_and_never_asked(room: Room) -> None:
    async with room.desk(**parts(room)) as desk:
        await desk.receive(message("all", query="SELECT ?x {}"))
        (post,) = await room.platform.wait_for(1)
        assert (post["text"], post["outcome"]) == (english("desk-editors-only"), Outcome.REFUSED)
        await desk.receive(message("", person=EDITOR, query="SELECT ?x {}" + " " * 20_000))
        posts = await room.platform.wait_for(2)
    assert "20,012 characters" in posts[1]["text"]
    assert not room.core.asked


async def test_a_query_that_is_pasted_as_a_message_is_run_for_editors_alone(room: Room) -> None:
    pasted = "```\nSELECT ?x { ?x a ?y }\n```"
    async with room.desk(**parts(room)) as desk:
        await desk.receive(message(pasted))
        (post,) = await room.platform.wait_for(1)
        assert post["text"] == english("desk-editors-only")
        assert not room.core.asked
        await desk.receive(message(pasted, event="e2", person=EDITOR))
        await room.platform.wait_for(2)
    assert room.core.asked[-1].query == "SELECT ?x { ?x a ?y }"


async def _none_waits(desk: Desk) -> bool:
    return await desk.waiting() == 0
