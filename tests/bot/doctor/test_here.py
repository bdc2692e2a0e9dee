"""What `querist doctor` finds out about this machine: folder, database, secret, port, public address."""

from __future__ import annotations

import socket
import sqlite3
from pathlib import Path

from aiohttp import web
from aiohttp.test_utils import TestServer, unused_port

from bot import wiring
from bot.doctor import Visit
from connectors.database.migrations import VERSION_TABLE
from tests.bot.doctor.visits import finding, settings


async def test_before_the_first_start_nothing_is_missing_and_nothing_is_made(tmp_path: Path) -> None:
    visit = Visit(settings=settings(tmp_path))
    for name in ("Data folder", "Secret"):
        assert (await finding(visit, name)).state == "ok"
    assert not (tmp_path / "data").exists()


async def test_a_data_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    found = await finding(Visit(settings=settings(tmp_path)), "Data folder")
    assert found.state == "wrong"
    assert "QUERIST_DATA" in found.step


async def test_a_database_of_this_version_is_fine_and_stays_as_it_was(tmp_path: Path) -> None:
    given = settings(tmp_path)
    wiring.open_database(given).close()
    found = await finding(Visit(settings=given), "Database")
    assert (found.state, "SQLite" in found.told) == ("ok", True)


def version(folder: Path, number: str) -> None:
    with sqlite3.connect(folder / "data" / "querist.db") as connection:
        connection.execute(f"UPDATE {VERSION_TABLE} SET version_num = ?", (number,))
    connection.close()


async def test_an_old_database_is_told_and_not_touched(tmp_path: Path) -> None:
    given = settings(tmp_path)
    wiring.open_database(given).close()
    version(tmp_path, "0001")
    for _ in range(2):
        found = await finding(Visit(settings=given), "Database")
        assert found.state == "note"
        assert "0001" in found.told
        assert "Back it up" in found.step


async def test_a_database_of_another_querist_is_wrong(tmp_path: Path) -> None:
    given = settings(tmp_path)
    wiring.open_database(given).close()
    version(tmp_path, "9999")
    found = await finding(Visit(settings=given), "Database")
    assert found.state == "wrong"
    assert "newest version" in found.step


async def test_a_damaged_database_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    (tmp_path / "data" / "querist.db").write_bytes(b"no database at all, " * 300)
    found = await finding(Visit(settings=settings(tmp_path)), "Database")
    assert found.state == "wrong"
    assert "cannot be used" in found.told


async def test_a_postgresql_that_is_away_is_wrong(tmp_path: Path) -> None:
    given = settings(tmp_path, database="postgresql://querist:hidden@127.0.0.1:9/querist")
    found = await finding(Visit(settings=given), "Database")
    assert found.state == "wrong"
    assert "hidden" not in str(found)


async def test_a_secret_that_others_may_read_is_wrong(tmp_path: Path) -> None:
    given = settings(tmp_path)
    wiring.open_seal(given)
    assert (await finding(Visit(settings=given), "Secret")).state == "ok"
    (tmp_path / "data" / "secret").chmod(0o644)
    found = await finding(Visit(settings=given), "Secret")
    assert (found.state, "chmod 600" in found.step) == ("wrong", True)


async def test_a_short_secret_is_noted(tmp_path: Path) -> None:
    found = await finding(Visit(settings=settings(tmp_path, secret="abc")), "Secret")
    assert found.state == "note"
    assert "abc" not in found.told


async def test_a_port_that_something_else_holds_is_wrong(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        given = settings(tmp_path).model_copy(update={"port": other.getsockname()[1]})
        found = await finding(Visit(settings=given), "Port")
    assert found.state == "wrong"
    assert "QUERIST_PORT" in found.step


async def healthy(_: web.Request) -> web.Response:
    return web.json_response({"status": "ok", "waiting": 0})


async def test_a_querist_that_runs_already_is_fine(tmp_path: Path) -> None:
    app = web.Application()
    app.router.add_get("/healthz", healthy)
    async with TestServer(app) as server:
        url = f"http://127.0.0.1:{server.port}"
        given = settings(tmp_path, public_url=url).model_copy(update={"port": server.port})
        assert "Querist answers" in (await finding(Visit(settings=given), "Port")).told
        assert (await finding(Visit(settings=given), "Public address")).state == "ok"


async def test_an_address_that_leads_here_is_tried_before_anything_is_served(tmp_path: Path) -> None:
    port = unused_port()
    given = settings(tmp_path, public_url=f"http://127.0.0.1:{port}").model_copy(update={"port": port})
    found = await finding(Visit(settings=given), "Public address")
    assert (found.state, "leads here" in found.told) == ("ok", True)


async def test_an_address_that_leads_elsewhere_is_wrong(tmp_path: Path) -> None:
    app = web.Application()
    app.router.add_get("/healthz", healthy)
    async with TestServer(app) as other:
        given = settings(tmp_path, public_url=f"http://127.0.0.1:{other.port}")
        found = await finding(
            Visit(settings=given.model_copy(update={"port": unused_port()})), "Public address"
        )
    assert (found.state, "does not lead here" in found.told) == ("wrong", True)


async def test_an_address_without_https_is_wrong(tmp_path: Path) -> None:
    found = await finding(
        Visit(settings=settings(tmp_path, public_url="http://querist.example")), "Public address"
    )
    assert found.state == "wrong"
    assert "https" in found.told


async def test_teams_without_a_public_address_is_noted(tmp_path: Path) -> None:
    found = await finding(Visit(settings=settings(tmp_path, teams_app_id="x")), "Public address")
    assert (found.state, "QUERIST_PUBLIC_URL" in found.step) == ("note", True)
