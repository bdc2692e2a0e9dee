"""The library in the database: nothing is lost, and what stands is told; files stand beside it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from connectors import library_file
from connectors.database.database import Database
from connectors.database.library import PairLibrary
from connectors.database.tables import LibraryRow
from connectors.library_beside import LibraryBeside
from kgqa.library.pair import Pair, Source

AT = datetime(2026, 11, 22, 9, tzinfo=UTC)
ONE = Pair(
    question="Who works in Finance?",
    sparql="SELECT ?x { ?x ?p ?o }",
    by="Ada",
    at=AT,
    source=Source.THREAD,
    language="en",
    reference="ab12-cd",
    note="all of them",
)
TWO = replace(ONE, question="Who works in Assembly?")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database.open(f"sqlite:///{tmp_path}/q.db")
    yield database
    database.close()


async def test_pairs_come_back_as_they_were_oldest_first(database: Database) -> None:
    library = PairLibrary(database)
    await library.add(ONE)
    await library.add(TWO)
    assert list(await library.pairs()) == [ONE, TWO]


async def test_the_same_question_and_query_is_kept_once(database: Database) -> None:
    library = PairLibrary(database)
    await asyncio.gather(*(library.add(replace(ONE, by=f"person {n}")) for n in range(6)))
    assert len(await library.pairs()) == 1


async def test_a_retired_pair_is_out_and_stays_in_the_record(database: Database) -> None:
    library = PairLibrary(database)
    await library.add(ONE)
    await library.retire(ONE.id, by="Ben", at=AT, why="moved")
    assert list(await library.pairs()) == []
    (out,) = await library.retired()
    assert (out.pair, out.by, out.why) == (ONE.id, "Ben", "moved")
    rows = await database.run(lambda session: session.scalar(select(func.count()).select_from(LibraryRow)))
    assert rows == 2


async def test_a_retired_pair_can_be_added_again(database: Database) -> None:
    library = PairLibrary(database)
    await library.add(ONE)
    await library.retire(ONE.id, by="Ben", at=AT, why="")
    again = replace(ONE, by="Eva")
    await library.add(again)
    assert list(await library.pairs()) == [again]
    assert list(await library.retired()) == []


async def test_pairs_of_a_file_stand_beside_those_of_the_database(database: Database, tmp_path: Path) -> None:
    file = tmp_path / "library.toml"
    library_file.append(file, [TWO])
    library = LibraryBeside(PairLibrary(database), file)
    await library.add(ONE)
    await library.add(TWO)
    assert {p.question for p in await library.pairs()} == {ONE.question, TWO.question}
    assert [p.question for p in await PairLibrary(database).pairs()] == [ONE.question]


async def test_a_file_s_pair_is_out_until_the_file_says_so_later(database: Database, tmp_path: Path) -> None:
    file = tmp_path / "library.toml"
    library_file.append(file, [ONE])
    library = LibraryBeside(PairLibrary(database), file)
    await library.retire(ONE.id, by="Ben", at=AT + timedelta(days=1), why="")
    assert list(await library.pairs()) == []
    file.unlink()
    library_file.append(file, [replace(ONE, at=AT + timedelta(days=2))])
    assert len(await library.pairs()) == 1
