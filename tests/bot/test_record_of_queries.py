"""Every query that was sent for a question is in its record, whatever becomes of the question; and nobody
sees more of it in a chat than before.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from bot.audit.rerun import run_again
from bot.cards.view import view
from bot.commands.working import load_core, real_core
from bot.desk import Apart, Core, Router
from bot.message import Reply
from bot.settings import load
from bot.wiring import close_core, open_core
from connectors.database.audit import AuditTrail
from kgqa.audit import Wanted
from kgqa.errors import GraphUnavailable
from kgqa.pipeline import Pipeline
from kgqa.trail import followed
from kgqa.types import Answer, Outcome, Progress, Question
from tests.bot.desks import Room, message
from tests.bot.payroll import GRAPH, quiet
from tests.doubles.core import PreparedCore
from tests.doubles.oxigraph import oxigraph
from tests.doubles.proxy import Proxy, proxy
from tests.patience import LONG

PHONE = "What is the phone of Ben Ochs?"
ASKS_PHONE = "ben> def:phone"  # what its query holds, and no other


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real SPARQL server with the small company."""
    folder = tmp_path_factory.mktemp("server")
    (folder / "graph.ttl").write_text(GRAPH, "utf-8")
    with oxigraph(folder, folder / "graph.ttl") as url:
        yield url


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


@asynccontextmanager
async def on(server: str, folder: Path, **given: object) -> AsyncIterator[tuple[Pipeline, Proxy]]:
    """The real core on the server behind a proxy, which has seen nothing yet."""
    async with proxy(server) as between:
        settings = load(graph=between.url, graph_name="pay", data=folder / "data", **given)
        core = await open_core(settings)
        between.asked.clear()
        try:
            yield core, between
        finally:
            between.freed.set()
            await asyncio.to_thread(close_core, core)  # which waits for what is under way


async def recorded(room: Room, core: Core, text: str = PHONE, **changes: Any) -> Answer:
    """What the record keeps of a question."""
    async with room.desk(core=core, **changes) as desk:
        await desk.receive(message(text))
        *_, post = await room.platform.wait_for(room.platform.count + 1)
    kept = await room.record.answer_of(post["reference"])
    assert kept
    return kept


def are_all_kept(asked: list[str], kept: Answer) -> bool:
    """Whether the record has each query that the server saw, which may have got a limit on its way."""
    texts = [each.text.strip() for each in kept.executed]
    return all(any(query.startswith(text) for text in texts) for query in asked)


async def test_the_record_has_the_text_of_every_query_that_the_store_was_sent(
    server: str, room: Room
) -> None:
    async with on(server, room.folder) as (core, between):
        kept = await recorded(room, core)
        assert kept.outcome is Outcome.ANSWERED
        assert len(kept.executed) > 1
        assert are_all_kept(between.asked, kept)
    assert len({each.text for each in kept.executed}) == len(kept.executed)
    (own,) = (each for each in kept.executed if kept.query and each.sha256 == kept.query.sha256)
    assert (own.text, own.rows, own.graph, own.error) == (kept.query and kept.query.text, 1, "pay", "")


async def test_what_opens_the_graph_is_no_query_of_the_question_that_waits_for_it(
    server: str, tmp_path: Path
) -> None:
    async with proxy(server) as between:
        settings = load(graph=between.url, data=tmp_path)
        with followed() as trail:
            core = await load_core(settings, real_core, Console(file=StringIO()))
        close_core(core)
    assert between.asked
    assert trail.executed == ()


class Impatient:
    """A core that is cut off once the store hangs, in one way or the other."""

    def __init__(self, core: Pipeline, between: Proxy, end: Callable[[], None]) -> None:
        self._core, self._between, self._end = core, between, end

    async def answer(self, question: Question, progress: Progress) -> Answer:
        working = asyncio.create_task(self._core.answer(question, progress))
        try:
            await asyncio.wait_for(self._between.hung.wait(), LONG)
            self._end()
            return await working
        finally:
            working.cancel()


def no_time() -> None:
    raise TimeoutError


def broken() -> None:
    raise ZeroDivisionError


@pytest.mark.parametrize("end", [no_time, broken])
async def test_a_question_that_was_cut_off_keeps_the_query_that_hung_and_its_steps(
    server: str, room: Room, end: Callable[[], None]
) -> None:
    async with on(server, room.folder) as (core, between):
        between.hangs = ASKS_PHONE
        kept = await recorded(room, Impatient(core, between, end))
        assert are_all_kept(between.asked, kept)
    assert kept.outcome is Outcome.FAILED
    (hung,) = (each for each in kept.executed if ASKS_PHONE in each.text)
    assert (hung.rows, hung.error) == (None, "")
    assert kept.cut_off[0].stage == "names"
    assert kept.cut_off[-1].stage == "reading"  # the parser runs its readings before it has one


async def test_a_question_that_was_stopped_keeps_its_queries(server: str, room: Room) -> None:
    async with on(server, room.folder) as (core, between):
        between.hangs = ASKS_PHONE
        async with room.desk(core=core) as desk:
            await desk.receive(message(PHONE))
            await asyncio.wait_for(between.hung.wait(), LONG)
            await desk.receive(message("stop"))
            (post,) = await room.platform.wait_for(1)
        kept = await room.record.answer_of(post["reference"])
    assert kept
    assert kept.outcome is Outcome.STOPPED
    assert any(ASKS_PHONE in each.text for each in kept.executed)


async def test_a_query_that_the_store_refused_is_kept_with_what_it_said(server: str, room: Room) -> None:
    async with on(server, room.folder) as (core, between):
        between.refuses = ASKS_PHONE
        kept = await recorded(room, core)
    assert kept.outcome is Outcome.FAILED
    (refused,) = (each for each in kept.executed if ASKS_PHONE in each.text)
    assert refused.rows is None
    assert "is too much for me" in refused.error


async def test_the_queries_of_a_core_in_its_own_thread_and_of_all_graphs_are_kept(
    server: str, room: Room
) -> None:
    async with on(server, room.folder) as (core, between):
        apart = Apart(Router({"other": PreparedCore({PHONE: GraphUnavailable("It is away.")}), "pay": core}))
        try:
            kept = await recorded(room, apart)
        finally:
            apart.close()
        assert len(kept.executed) > 1
        assert are_all_kept(between.asked, kept)


async def test_people_see_no_more_of_it_than_before(server: str, room: Room) -> None:
    async with on(server, room.folder) as (core, between):
        answered = await recorded(room, core)
        between.hangs = ASKS_PHONE
        failed = await recorded(room, Impatient(core, between, no_time))
    for kept in (answered, failed):
        without = replace(kept, executed=(), cut_off=())
        seen, before = (
            view(Reply(message=message(PHONE), answer=a, reference="7f3a-21")) for a in (kept, without)
        )
        assert seen == replace(before, attachments=seen.attachments)
        assert [f.content for f in seen.attachments if f.is_text] == [
            f.content for f in before.attachments if f.is_text
        ]


async def test_a_query_that_an_auditor_runs_again_is_in_the_record_of_that_run(
    server: str, room: Room
) -> None:
    async with on(server, room.folder) as (core, between):
        first = await recorded(room, core)
        audit = AuditTrail(room.database)
        (one,) = await audit.find(Wanted(), most=9)
        whole = await audit.whole(one.reference)
        assert whole
        between.asked.clear()
        _, again = await run_again(
            audit,
            room.record,
            whole,
            lambda question: core.answer(question, quiet),
            by="ada",
            place={"platform": "audit", "tenant": "local", "person": "ada"},
            at=one.asked_at,
            named=False,
        )
        kept = await room.record.answer_of(again)
        assert kept
        assert first.query
        assert first.query.sha256 in {each.sha256 for each in kept.executed}
        assert are_all_kept(between.asked, kept)
