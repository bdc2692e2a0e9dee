"""The inbox keeps a piece of work once, counts exactly, and gives a thread's pieces one by one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.desk.inbox import Piece
from connectors.database.database import Database
from connectors.database.inbox import InboxTable
from tests.postgres import migrated_postgres
from tests.sqlite import with_database

__all__ = ["migrated_postgres"]  # a fixture


@pytest.fixture(params=["sqlite", "postgres"])
async def inbox(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[InboxTable]:
    on_server = request.param == "postgres"
    url = request.getfixturevalue("migrated_postgres") if on_server else with_database(tmp_path / "q.db")
    database = Database.open(url)
    table = InboxTable(database)
    await table.open()
    yield table
    await table.close()
    database.close()


def piece(identity: str, **given: Any) -> Piece:
    return Piece(**{"identity": identity, "queue": "paper", "thread": identity, "job": "{}", **given})


@pytest.mark.slow
async def test_the_same_piece_twice_is_one_even_in_one_transaction(inbox: InboxTable) -> None:
    assert await inbox.write([piece("a"), piece("a"), piece("b")]) == [None] * 3
    assert await inbox.write([piece("a")]) == [None]
    assert await inbox.count(["paper", "other"]) == 2


async def test_of_pieces_that_come_together_no_more_are_kept_than_may_wait(inbox: InboxTable) -> None:
    mine = [piece(f"p{n}", person="U1", channel="C1", most_of_person=2) for n in range(4)]
    assert await inbox.write(mine) == [None, None, (2, 2, 0), (2, 2, 0)]
    assert await inbox.write([mine[0]], done=["p1"]) == [None]  # known is known
    assert await inbox.write([mine[2]]) == [None]  # there is room again


async def test_what_a_piece_comes_instead_of_does_not_count(inbox: InboxTable) -> None:
    limits = {"person": "U1", "channel": "C1", "most_of_person": 1}
    await inbox.write([piece("first", **limits)])
    assert await inbox.write([piece("second", **limits)]) == [(1, 1, 0)]
    assert await inbox.write([piece("second", **limits, instead="first")]) == [None]


async def test_a_thread_is_given_out_one_by_one_in_its_order(inbox: InboxTable) -> None:
    await inbox.write([piece("1", thread="t"), piece("2", thread="t"), piece("3", thread="u")])
    assert [row.identity for row in await inbox.next("paper", 5)] == ["1", "3"]
    await inbox.write([], fed=["1", "3"])
    assert await inbox.next("paper", 5) == []
    await inbox.write([], done=["1"])
    assert [row.identity for row in await inbox.next("paper", 5)] == ["2"]


async def test_no_more_is_given_out_than_there_is_room_for(inbox: InboxTable) -> None:
    await inbox.write([piece(str(n)) for n in range(5)])
    assert len(await inbox.next("paper", 3)) == 3
    await inbox.write([], fed=["0", "1"])
    assert [row.identity for row in await inbox.next("paper", 3)] == ["2"]
    await inbox.write([], begun=["0", "1"])
    assert len(await inbox.next("paper", 3)) == 3


async def test_a_piece_that_is_done_stays_done(inbox: InboxTable) -> None:
    await inbox.write([piece("a", job="the job")], done=["a"])
    await inbox.write([], done=["a"])
    await inbox.write([], fed=["a"], begun=["a"])
    assert await inbox.find("a") == ("done", "the job")
    assert await inbox.find("unknown") == ("", "")


async def test_what_the_engine_never_got_waits_again(inbox: InboxTable) -> None:
    await inbox.write([piece("a"), piece("b")])
    await inbox.write([], fed=["a"])
    assert await inbox.stale(60) == []
    assert await inbox.stale(0) == ["a"]
    await inbox.again(["a", "b"])
    assert [row.identity for row in await inbox.next("paper", 5)] == ["a", "b"]


async def test_what_waits_outlives_the_one_that_kept_it(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/q.db")
    first, second = InboxTable(database), InboxTable(database)
    await first.open()
    await first.write([piece("a", thread="t", person="U1", channel="C1")])
    await first.close()
    await second.open()
    assert [row.identity for row in await second.of_thread("t")] == ["a"]
    assert [row.channel for row in await second.of_person("U1")] == ["C1"]
    await second.close()
    database.close()
