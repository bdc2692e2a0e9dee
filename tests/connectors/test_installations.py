"""Installations are kept encrypted, replaced by who knows their version, and renewed by one at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from connectors.database.database import Database
from connectors.database.installations import InstallationBook
from connectors.database.sealing import Cipher
from kgqa.errors import BadSetting
from tests.postgres import migrated_postgres
from tests.sqlite import with_database

__all__ = ["migrated_postgres"]  # a fixture

NAME = "slack:T1"


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Database]:
    url = (
        with_database(tmp_path / "querist.db")
        if request.param == "sqlite"
        else str(request.getfixturevalue("migrated_postgres"))
    )
    opened = Database.open(url)
    yield opened
    opened.close()


def book(database: Database, *secrets: str) -> InstallationBook:
    return InstallationBook(database, Cipher(secrets or ("secret",), "installations"))


async def test_what_is_put_comes_back_until_it_is_deleted(database: Database) -> None:
    kept = book(database)
    assert await kept.get(NAME) is None
    await kept.put(NAME, "one")
    await kept.put(NAME, "two")
    assert await kept.get(NAME) == ("two", 2)
    assert await kept.delete(NAME)
    assert not await kept.delete(NAME)
    assert await kept.get(NAME) is None


async def test_only_who_knows_the_version_replaces_it(database: Database) -> None:
    kept = book(database)
    await kept.put(NAME, "one")
    assert await kept.replace(NAME, "two", version=1)
    assert not await kept.replace(NAME, "late", version=1)
    assert await kept.get(NAME) == ("two", 2)


async def test_of_many_one_holds_it(database: Database) -> None:
    kept = book(database)
    await kept.put(NAME, "one")
    held = await asyncio.gather(*(kept.hold(NAME, 1, 60) for _ in range(8)))
    assert sum(held) == 1
    await kept.release(NAME, 1)
    assert await kept.hold(NAME, 1, 0)
    assert await kept.hold(NAME, 1, 60)  # the one before has taken too long
    assert await kept.replace(NAME, "two", version=1)
    assert not await kept.hold(NAME, 1, 60)  # of a version that is over
    assert await kept.hold(NAME, 2, 60)


async def test_an_install_that_was_begun_ends_once(database: Database) -> None:
    kept = book(database)
    await kept.begin("state", 60)
    await kept.begin("old", -1)
    assert sum(await asyncio.gather(*(kept.end("state") for _ in range(5)))) == 1
    assert not await kept.end("old")
    assert not await kept.end("never \ud800 begun")


async def test_a_text_is_read_with_the_secret_that_sealed_it_also_when_a_newer_goes_before(
    database: Database,
) -> None:
    await book(database, "old").put(NAME, "one")
    assert await book(database, "new", "old").get(NAME) == ("one", 1)
    with pytest.raises(BadSetting, match="QUERIST_SECRETS_BEFORE"):
        await book(database, "new").get(NAME)
    await book(database, "new", "old").put(NAME, "one")
    assert await book(database, "new").get(NAME) == ("one", 2)


def test_what_is_sealed_for_one_purpose_is_not_read_for_another() -> None:
    sealed = Cipher(("secret",), "one").seal("text")
    with pytest.raises(BadSetting):
        Cipher(("secret",), "another").open(sealed)
