"""Records are found by words, classes, outcomes and judgements, page by page, on both databases alike."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from connectors.database import searching
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.record import Record
from kgqa.audit import Wanted
from kgqa.types import Answer
from tests.connectors.recorded import ADA, BEFORE_SEARCH, BOB, answered, asked, lived
from tests.postgres import migrated_postgres
from tests.sqlite import with_database

pytestmark = pytest.mark.slow

__all__ = ["migrated_postgres"]  # a fixture


@pytest.fixture(params=["sqlite", "postgresql", "postgresql, where all words are common"])
def database(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Database]:
    if "common" in request.param:
        monkeypatch.setattr(searching, "_SOME", 100)  # one record is one of a hundred then
    is_sqlite = request.param == "sqlite"
    made = (
        with_database(tmp_path / "querist.db") if is_sqlite else request.getfixturevalue("migrated_postgres")
    )
    opened = Database.open(str(made))
    yield opened
    opened.close()


async def found(database: Database, most: int = 50, before: str = "", **wanted: object) -> list[str]:
    looked_for = Wanted(**wanted)  # type: ignore[arg-type]
    return [one.reference for one in await AuditTrail(database).find(looked_for, most=most, before=before)]


def about(iri: str, words: str = "Which are there?") -> Answer:
    """An answer whose query names a class."""
    answer = asked(words)
    assert answer.query is not None
    return replace(answer, query=replace(answer.query, text=f"SELECT ?x WHERE {{ ?x a <{iri}> }}"))


async def test_words_are_found_in_questions_and_queries_by_their_beginning(database: Database) -> None:
    first, second, third, fourth = await lived(database)
    assert await found(database, text="secret LAB") == [first]
    assert await found(database, text="deput") == [second]
    assert await found(database, text="answered?") == [fourth]
    assert await found(database, text="secret deputy") == []
    assert set(await found(database, text="select")) == {first, second, third}
    assert await found(database, text="?!") == []
    assert await found(database, text="lab\" OR 1=1 -- *') & :") == []


async def test_marks_and_capitals_do_not_matter(database: Database) -> None:
    one = await answered(Record(database), "e1", asked("Wer berichtet an Bjørn Über-Straße?"), ADA)
    for words in ("uber", "ÜBER", "strasse", "Straße", "über straße"):
        assert await found(database, text=words) == [one]


async def test_classes_are_found_by_their_iri_and_by_its_end(database: Database) -> None:
    record = Record(database)
    one = await answered(record, "e1", about("https://a.example/def/Lift"), ADA)
    two = await answered(record, "e2", about("https://b.example#Lift"), BOB)
    await answered(record, "e3", about("https://a.example/def/Slope"), BOB)
    assert await found(database, touching="https://a.example/def/Lift") == [one]
    assert await found(database, touching="<https://a.example/def/Lift>") == [one]
    assert await found(database, touching="lift") == [two, one]
    assert await found(database, touching="def:Lift", who="U-ADA") == [one]
    assert await found(database, touching="gondola") == []


async def test_outcomes_and_judgements_are_found_as_they_are_now(database: Database) -> None:
    first, second, third, fourth = await lived(database)
    assert await found(database, outcomes=("open",)) == [fourth]
    assert await found(database, outcomes=("answered",)) == [third, second, first]
    assert await found(database, outcomes=("answered", "open")) == [fourth, third, second, first]
    assert await found(database, outcomes=("refused",)) == []
    assert (await found(database, judged="up"), await found(database, judged="down")) == ([first], [third])
    assert await found(database, judged="down", outcomes=("answered",), text="select") == [third]
    assert await found(database, judged="down", who=BOB, outcomes=("refused",)) == []


async def test_reviews_are_found_as_they_are_now(database: Database) -> None:
    first, second, *_ = await lived(database)
    record = Record(database)
    await record.noted(first, "flagged", by="page:ada", comment="why?")
    await record.noted(second, "flagged", by="page:ada")
    await record.noted(first, "unflagged", by="page:bob")
    await record.noted(second, "approved", by="page:bob")
    assert await found(database, reviewed="flagged") == [second]
    assert await found(database, reviewed="approved", text="deputy") == [second]
    assert await found(database, reviewed="commented") == []
    assert (await AuditTrail(database).verify()).broken is None


async def test_pages_follow_each_other_without_gaps(database: Database) -> None:
    record = Record(database)
    all_ = [
        await answered(record, f"e{n}", about("https://a.example/X", f"Word {n}?"), ADA) for n in range(7)
    ]
    for wanted in ({"text": "word"}, {"touching": "x"}, {"outcomes": ("answered", "failed")}):
        seen: list[str] = []
        while page := await found(database, most=3, before=seen[-1] if seen else "", **wanted):
            seen += page
        assert seen == all_[::-1]


async def test_times_narrow_a_search(database: Database) -> None:
    first, second, *_ = await lived(database)
    audit = AuditTrail(database)
    whole = await audit.whole(second)
    assert whole is not None
    at = whole.listed.opened_at
    assert await found(database, text="select", until=at) == [first]
    assert first not in await found(database, text="select", since=at)


async def test_a_person_who_was_forgotten_is_found_by_no_word(database: Database) -> None:
    first, _, third, _ = await lived(database)
    await AuditTrail(database).forget(ADA, by="carol", why="")
    assert await found(database, text="secret") == []
    assert await found(database, judged="down") == []
    assert await found(database, text="select", who="") != []
    assert first in await found(database, text="select")
    assert third in await found(database, outcomes=("answered",))


def test_words_of_a_forgotten_person_are_not_in_the_file_either(tmp_path: Path) -> None:
    database = Database.open(f"sqlite:///{tmp_path}/querist.db")
    asyncio.run(answered(Record(database), "e1", asked("Where does Wolkenkuckucksheim lie?"), ADA))
    asyncio.run(AuditTrail(database).forget(ADA, by="carol", why=""))
    database.close()
    for file in tmp_path.iterdir():
        assert b"wolkenkuckucksheim" not in file.read_bytes().lower()


async def test_what_is_searched_can_be_made_anew(database: Database) -> None:
    first, *_ = await lived(database)
    await Record(database).noted(first, "flagged", by="page:ada")
    looks: list[dict[str, Any]] = [
        {"reviewed": "flagged"},
        {"text": "lab"},
        {"outcomes": ("open",)},
        {"judged": "up"},
        {"text": "select"},
    ]
    before = [await found(database, **look) for look in looks]

    def anew(session: object) -> None:
        for name in ("record_words", "search_postings", "search_terms"):
            session.execute(text(f"DELETE FROM {name}"))  # type: ignore[attr-defined]
        searching.fill(session.connection())  # type: ignore[attr-defined]

    await database.run(anew)
    assert [await found(database, **look) for look in looks] == before
    assert before[0]


async def test_a_database_from_before_is_searched_after_the_upgrade(tmp_path: Path) -> None:
    file = tmp_path / "querist.db"
    database = Database.open(f"sqlite:///{file}")
    first, *_ = await lived(database)
    database.close()
    with sqlite3.connect(file) as raw:
        for statement in (*BEFORE_SEARCH, "UPDATE querist_schema SET version_num = '0008'"):
            raw.execute(statement)
    raw.close()
    database = Database.open(f"sqlite:///{file}")
    assert await found(database, text="secret") == [first]
    database.close()
