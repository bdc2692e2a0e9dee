"""What hostile users, careless admins and unlucky operators give: a plain sentence, an exit code."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot import wiring
from bot.buttons import Seal
from bot.cards import slack, teams
from bot.cards.view import attachments, view
from bot.message import Message, Reply
from bot.settings import Settings, load
from connectors.database.seats import FileSeats
from kgqa.errors import BadInput, BadSetting, DatabaseUnavailable
from kgqa.types import Answer, Cell, DisplayColumn, DisplayTable, ResultTable, Term
from tests.doubles.answers import WHEN, literal, many_rows
from tests.querist import run

XSD = "http://www.w3.org/2001/XMLSchema#"
GRAPH = """@prefix ex: <http://e.example/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
ex:A rdfs:label "Person" . ex:x a ex:A ; rdfs:label "Bob" .
"""
ASKED = Message(
    platform="terminal",
    event="1",
    tenant="local",
    channel="terminal",
    thread="1",
    person="local",
    text="Which?",
    sent_at=WHEN,
    address="",
    private=True,
)


def one_cell(cell: Cell, kind: str = "number", columns: int = 1, rows: int = 1) -> Reply:
    answer: Answer = replace(
        many_rows(1),
        table=ResultTable(
            columns=tuple(f"c{n}" for n in range(columns)), rows=((cell.term,) * columns,) * rows
        ),
        display=DisplayTable(
            columns=tuple(DisplayColumn(title=f"Column {n}", kind=kind) for n in range(columns)),  # type: ignore[arg-type]
            rows=((cell,) * columns,) * rows,
        ),
    )
    return Reply(message=ASKED, answer=answer, reference="R-1")


# ── graphs ───────────────────────────────────────────────────────────────────────────────────────


async def test_an_empty_graph_is_named_with_the_remedy(tmp_path: Path) -> None:
    (tmp_path / "kg.ttl").write_text("")
    with pytest.raises(BadInput, match=r"The graph kg\.ttl is empty.*Give"):
        await wiring.open_core(Settings(graph=str(tmp_path / "kg.ttl"), data=tmp_path))


def test_a_file_with_a_comma_in_its_name_is_one_file(tmp_path: Path) -> None:
    file = tmp_path / "people, places.ttl"
    file.write_text(GRAPH)
    graph = wiring.open_graph(Settings(graph=str(file)))
    try:
        assert graph is not None
    finally:
        graph.close()


@pytest.mark.parametrize("path", ["~nobody-of-this-name/kg.ttl", "x" * 300, "ftp://e.example/kg.ttl"])
def test_a_path_that_leads_nowhere_is_told_as_such(path: str) -> None:
    with pytest.raises(BadInput, match=r"leads nowhere|cannot be"):
        wiring.open_graph(Settings(graph=path))


def test_links_in_a_circle_are_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "kg.ttl").symlink_to("kg.ttl")
    with pytest.raises(BadInput, match=r"kg\.ttl"):
        wiring.open_graph(Settings(graph=str(tmp_path / "kg.ttl")))


def test_an_endpoint_may_be_written_in_capitals() -> None:
    graph = wiring.open_graph(Settings(graph="HTTP://127.0.0.1:9/sparql"))
    graph.close()


def test_an_address_with_a_space_is_told_as_such() -> None:
    with pytest.raises(BadSetting, match="holds a space"):
        wiring.open_graph(Settings(graph="http://a.example/my data"))


# ── the data folder ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("place", ["/proc/nowhere/querist.db", "/dev/null/querist.db"])
def test_a_database_whose_folder_cannot_be_made_is_told_as_such(place: str) -> None:
    with pytest.raises(DatabaseUnavailable, match="cannot be made"):
        wiring.open_database(Settings(database=f"sqlite:///{place}"))


def test_a_database_of_a_newer_version_is_told_as_such(tmp_path: Path) -> None:
    given = Settings(database=f"sqlite:///{tmp_path}/querist.db")
    wiring.open_database(given).close()
    with sqlite3.connect(tmp_path / "querist.db") as connection:
        connection.execute("UPDATE querist_schema SET version_num = '9999'")
    connection.close()
    with pytest.raises(DatabaseUnavailable, match=r"another version of Querist.*Run the newest"):
        wiring.open_database(given)


def test_a_file_in_the_way_of_the_seats_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "seats").write_text("")
    with pytest.raises(DatabaseUnavailable, match="seats"):
        FileSeats(tmp_path / "seats").hold(0)


def test_a_secret_that_is_no_text_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "secret").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSetting, match=r"holds no secret\. Remove it"):
        wiring.open_seal(Settings(data=tmp_path))


async def test_a_body_that_is_not_what_its_headers_say_is_refused_in_a_sentence() -> None:
    async def read(request: web.Request) -> web.Response:
        return web.Response(text=await request.text())

    app = web.Application(middlewares=[wiring.readable_bodies])
    app.router.add_post("/read", read)
    server = TestServer(app)
    await server.start_server(**wiring.SERVING)
    async with TestClient(server) as client:
        for headers in (
            {"Content-Encoding": "gzip", "Content-Type": "text/plain; charset=utf-8"},
            {"Content-Type": "text/plain; charset=nonsense"},
            {"Content-Type": "text/plain; charset=utf-8"},
        ):
            reply = await client.post("/read", data=b"\xff\xfe", headers=headers)
            assert reply.status == 400
            assert "headers" in await reply.text()


# ── settings ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("QUERIST_DATA", "~nobody-of-this-name/querist"),
        ("QUERIST_LANGUAGE", "xx"),
        ("QUERIST_LINK", "javascript:{iri}"),
        ("QUERIST_LINK", "https://browse.example/"),
    ],
)
def test_a_setting_that_cannot_work_stops_the_start(
    name: str, value: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(name, value)
    with pytest.raises(BadSetting, match=name):
        load()


def test_only_a_name_that_is_near_is_offered(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("QUERIST_NONSENSE", "1")
    with pytest.raises(BadSetting, match=r"QUERIST_NONSENSE in the environment is unknown\. See"):
        load()


# ── commands ─────────────────────────────────────────────────────────────────────────────────────


def test_a_question_that_is_no_text_is_answered_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "kg.ttl").write_text(GRAPH)
    odd = b"\xff who".decode("utf-8", "surrogateescape")  # as Python has what is typed
    given = {"PATH": "", "QUERIST_DATA": str(tmp_path)}
    done = run("ask", odd, "--json", "--graph", "kg.ttl", cwd=tmp_path, environment=given)
    assert json.loads(done.out)["question"] == "? who"
    assert done.ended() == 1


def test_a_query_file_with_a_byte_order_mark_and_an_endless_number_is_checked_without_a_trace(
    tmp_path: Path,
) -> None:
    (tmp_path / "kg.ttl").write_text(GRAPH)
    (tmp_path / "q.rq").write_text("SELECT * { ?s ?p " + "9" * 20_000 + " }", encoding="utf-8-sig")
    done = run("check", "q.rq", "--ontology", "kg.ttl", cwd=tmp_path)
    assert done.ended() == 1
    assert "line 1, column 18." in done.out
    assert "a number of at most 300 digits" in done.out
    assert "Traceback" not in done.err


# ── what is drawn ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "value",
    ["1e999", "1e999999999", "-1e999999999", "9" * 5_000, "1" * 40 + "." + "1" * 40, "NaN", "1e-999999"],
)
def test_a_number_beyond_all_measure_is_shown_as_it_is_written(value: str) -> None:
    reply = one_cell(literal(value, XSD + "double"))
    shown = view(reply)
    assert shown.rows[0][0].text.startswith(value[:50])
    assert slack.draw(reply, Seal("secret")).blocks
    assert teams.size(teams.card(reply, seal=Seal("secret"))) < teams.LIMIT


def test_a_long_decimal_is_still_rounded() -> None:
    shown = view(one_cell(literal("3.3333333333333333333333333333333333")))
    assert shown.rows[0][0].text == "3.333333"


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t", "\r", "\n", "＝"])  # noqa: RUF001
def test_no_cell_of_the_csv_file_is_a_formula(first: str) -> None:
    cell = Cell(term=Term(kind="literal", value=first + 'HYPERLINK("http://evil.example")'))
    [file] = [file for file in attachments(one_cell(cell, "text")) if file.media_type == "text/csv"]
    assert "'" + first in file.content


def test_a_book_in_every_cell_of_a_wide_table_fits_every_card() -> None:
    reply = one_cell(
        Cell(term=Term(kind="literal", value="<!channel> " * 4_000)), "text", columns=60, rows=30
    )
    assert teams.size(teams.card(reply, seal=Seal("secret"))) <= teams.LIMIT
    assert len(slack.draw(reply, Seal("secret")).blocks) <= 50  # what Slack takes


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns", "drawn"), [(5_000, 3, 500), (1_000, 300, 66), (2, 21_000, 1)])
def test_of_a_huge_table_no_more_is_put_into_words_than_a_card_shows(
    rows: int, columns: int, drawn: int
) -> None:
    reply = one_cell(literal("12.5"), columns=columns, rows=rows)
    shown = view(reply)
    assert (len(shown.rows), shown.total_rows) == (drawn, rows)
    assert len(slack.draw(reply, Seal("secret")).blocks) <= 50
    assert teams.size(teams.card(reply, seal=Seal("secret"))) <= teams.LIMIT
