"""Reviewers alone have an answer kept as a verified pair, once, and the service knows it at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio
from aiohttp import web
from sqlalchemy import select
from sqlalchemy.orm import Session

from bot.buttons import Pressed
from bot.desk.ports import Kept
from bot.desk.reviewing import Reviewing
from bot.message import Message
from bot.people import People
from bot.wiring import build_app, close_core, open_core, open_desk, open_reviewed
from bot.wiring.reviewed import Reviewed
from connectors.database.library import PairLibrary
from connectors.database.tables import EntryRow
from kgqa.library.pair import Pair, Source
from kgqa.pipeline import Pipeline
from kgqa.types import Answer, Outcome, Pin, Question
from tests.bot.conversation import opened
from tests.bot.desks import Room, message, until
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.doubles.platform import PaperPlatform
from tests.patience import LONG

REVIEWERS = People.of(["U1", "slack:t9:u7"])


@dataclass
class Paper:
    """A library that is a list."""

    pairs: list[Pair] = field(default_factory=list)
    broken: bool = False

    async def keep(self, pair: Pair) -> Kept:
        if self.broken:
            return "broken"
        known = pair.id in [p.id for p in self.pairs]
        self.pairs += [] if known else [pair]
        return "known" if known else "kept"


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


async def closed(room: Room, answer: Answer) -> str:
    place = {"platform": "paper", "tenant": "T1", "channel": "C1", "thread": "1.0", "person": "U3"}
    reference = await room.record.opened(f"e{answer.text}", answer.question, context=place)
    await room.record.closed(reference, answer)
    return reference


def press(reference: str, **changes: object) -> Message:
    return message("Verify", pressed=Pressed(reference, "verify", 0), **changes)


async def test_what_a_reviewer_calls_right_is_kept_with_who_and_when(room: Room) -> None:
    library = Paper()
    reference = await closed(room, answers.one_thing())
    said = await Reviewing(room.record, library, REVIEWERS).press(press(reference))
    assert said.startswith("Thank you.")
    (pair,) = library.pairs
    assert (pair.question, pair.by, pair.source) == (
        "Who leads Field Engineering?",
        "paper:T1:U1",
        Source.THREAD,
    )
    assert pair.reference == reference
    assert pair.at.tzinfo is not None
    (entry,) = entries(room, reference, "verified")
    assert entry.details == {"by": "paper:T1:U1", "pair": pair.id}


async def test_pressed_twice_it_is_kept_and_written_down_once(room: Room) -> None:
    library = Paper()
    reference = await closed(room, answers.one_thing())
    reviewing = Reviewing(room.record, library, REVIEWERS)
    await reviewing.press(press(reference))
    assert await reviewing.press(press(reference)) == "This was verified before; it is kept once."
    assert len(library.pairs) == len(entries(room, reference, "verified")) == 1


async def test_who_is_no_reviewer_is_told_so_at_the_press(room: Room) -> None:
    library = Paper()
    reference = await closed(room, answers.one_thing())
    said = await Reviewing(room.record, library, REVIEWERS).press(press(reference, person="U2"))
    assert said.startswith("Only reviewers can verify answers.")
    assert not library.pairs
    assert not entries(room, reference, "verified")


async def test_a_button_counts_in_its_own_thread_alone(room: Room) -> None:
    library = Paper()
    reference = await closed(room, answers.one_thing())
    said = await Reviewing(room.record, library, REVIEWERS).press(press(reference, thread="2.0"))
    assert said == "This button belongs to another conversation."
    assert not library.pairs


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (replace(answers.one_thing(), assumed=("“she” is Ada.",)), "leans on the conversation"),
        (replace(answers.one_thing(), strategy="conversation"), "only explains the answer before it"),
        (answers.unknown(), "only answers from the graph"),
        (
            replace(
                answers.one_thing(),
                question=replace(answers.question("Okafor?"), pins=(Pin(mention="Okafor", term="urn:x"),)),
            ),
            "several meanings",
        ),
    ],
)
async def test_what_makes_no_pair_is_not_kept_and_it_is_said_why(
    room: Room, answer: Answer, why: str
) -> None:
    library = Paper()
    reference = await closed(room, answer)
    assert why in await Reviewing(room.record, library, REVIEWERS).press(press(reference))
    assert not library.pairs


async def test_a_query_that_no_longer_passes_is_not_kept(room: Room) -> None:
    reference = await closed(room, answers.one_thing())
    said = await Reviewing(room.record, Paper(broken=True), REVIEWERS).press(press(reference))
    assert "no longer passes the check" in said
    assert not entries(room, reference, "verified")


async def test_an_unknown_record_and_a_missing_library_are_said_plainly(room: Room) -> None:
    reviewing = Reviewing(room.record, Paper(), REVIEWERS)
    assert await reviewing.press(press("none")) == "I no longer know which answer this button meant."
    said = await Reviewing(room.record, None, REVIEWERS).press(press("none"))
    assert said == "There is no library here in which this could be kept."


async def test_a_press_on_the_desk_asks_nothing(room: Room) -> None:
    library = Paper()
    async with room.desk(library=library, reviewers=REVIEWERS) as desk:
        await desk.receive(message("Who?"))
        (post,) = await room.platform.wait_for(1)
        said = (await desk.press(press(post["reference"]))).words
    assert "only answers from the graph" in said  # the prepared core made no query
    assert room.platform.texts == ["Who?"]


async def test_a_verified_answer_is_posted_already(room: Room) -> None:
    """The line in the record changes nothing of how far its delivery is."""
    reference = await closed(room, answers.one_thing())
    await room.record.sending(reference)
    await room.record.verified(reference, by="U1", pair="p")
    assert (await room.record.sending(reference))[0] == "again"
    await room.record.posted(reference, ("1",), "")
    await room.record.verified(reference, by="U2", pair="p")
    assert (await room.record.sending(reference))[0] == "done"
    assert await room.record.stage(reference) == "posted"


@pytest.mark.parametrize(
    ("platform", "tenant", "person", "may"),
    [
        ("slack", "T1", "U1", True),
        ("slack", "T1", "u1", True),
        ("slack", "T9", "U7", True),
        ("slack", "T8", "U7", False),
        ("teams", "T9", "U7", False),
        ("slack", "T1", "", False),
    ],
)
def test_a_reviewer_is_named_by_the_id_alone_or_with_its_place(
    platform: str, tenant: str, person: str, may: bool
) -> None:
    assert REVIEWERS.has(message("x", platform=platform, tenant=tenant, person=person)) is may


def test_where_nobody_is_named_nobody_may() -> None:
    assert not People.of(["", " "])
    assert not People.of([]).has(message("x"))


# ── the library of the service ───────────────────────────────────────────────────────────────────


@dataclass
class Service:
    core: Pipeline
    reviewed: Reviewed
    pairs: PairLibrary


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    """The sample company with its library, as `querist serve` opens it."""
    async with opened(tmp_path) as (settings, database):
        core = await open_core(settings, database=database)
        reviewed = open_reviewed(settings, core, database)
        assert isinstance(reviewed, Reviewed)
        try:
            yield Service(core, reviewed, PairLibrary(database))
        finally:
            close_core(core)


async def asked(core: Pipeline, text: str) -> Answer:
    async def unseen(*_: object) -> None: ...

    return await core.answer(Question(text=text, asked_at=datetime.now(UTC)), unseen)


def pair(question: str, sparql: str) -> Pair:
    return Pair(question=question, sparql=sparql, by="U1", at=datetime.now(UTC), source=Source.THREAD)


@pytest.mark.slow
async def test_a_kept_pair_answers_the_next_question_at_once(service: Service) -> None:
    before = await asked(service.core, "Which products weigh more than 20 kg?")
    assert before.outcome is Outcome.ANSWERED
    assert before.query is not None
    assert (await asked(service.core, "the usual bulky stuff, please")).strategy != "library"
    new = pair("the usual bulky stuff, please", before.query.text)
    assert await service.reviewed.keep(new) == "kept"
    assert await service.reviewed.keep(new) == "known"
    after = await asked(service.core, "the usual bulky stuff, please")
    assert after.strategy == "library"
    assert after.table is not None
    assert before.table is not None
    assert len(after.table.rows) == len(before.table.rows)


@pytest.mark.slow
async def test_in_the_background_the_library_is_looked_at_until_the_end(service: Service) -> None:
    new = pair("All products?", "SELECT ?x WHERE { ?x a ?class } LIMIT 5")
    await service.pairs.add(new)
    running = asyncio.create_task(service.reviewed.run())

    async def is_known() -> bool:
        return new.id in [p.id for p in service.core.kit.shelf.pairs]

    await until(is_known)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    assert running.cancelled()


async def test_the_background_begins_and_ends_with_the_service(tmp_path: Path) -> None:
    begun, ended = asyncio.Event(), asyncio.Event()

    async def background() -> None:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()

    async with opened(tmp_path) as (settings, database):
        paper = PaperPlatform(tmp_path)
        desk = open_desk(settings, PreparedCore(), (paper,), database)
        runner = web.AppRunner(build_app(desk, (paper,), (background,)))
        try:
            await runner.setup()
            await asyncio.wait_for(begun.wait(), LONG)
        finally:
            await runner.cleanup()
    assert ended.is_set()


@pytest.mark.slow
async def test_a_pair_that_the_check_refuses_is_not_kept(service: Service) -> None:
    assert await service.reviewed.keep(pair("All?", "DELETE WHERE { ?s ?p ?o }")) == "broken"
    assert not await service.pairs.pairs()


async def test_what_another_process_added_is_learnt_by_looking(service: Service) -> None:
    await service.reviewed.restock()
    assert not await service.reviewed.restock()  # nothing has changed
    new = pair("All products?", "SELECT ?x WHERE { ?x a ?class } LIMIT 5")
    await service.pairs.add(new)
    assert await service.reviewed.restock()
    assert new.id in [p.id for p in service.core.kit.shelf.pairs]
    await service.pairs.retire(new.id, by="U1", at=datetime.now(UTC), why="wrong")
    assert await service.reviewed.restock()
    assert not service.core.kit.shelf.pairs


def entries(room: Room, reference: str, kind: str) -> list[EntryRow]:
    wanted = select(EntryRow).where(EntryRow.reference == reference, EntryRow.kind == kind)
    with Session(room.database.engine) as session:
        return list(session.scalars(wanted))
