"""The auditors' pages: what they show, to whom, and that their reading is recorded too."""

from __future__ import annotations

import asyncio
import csv
import io
import json
import logging
import re
import sqlite3
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

import pytest
import pytest_asyncio
from aiohttp import ClientResponse

from bot.audit.accounts import Account, hashed, with_account
from bot.audit.names import Names
from bot.audit.web.signing import TRIES, WINDOW, Tries, onward
from bot.desk.ports import Kept
from connectors.database.audit import AuditTrail
from connectors.database.record import Record
from kgqa.audit import Listed, Wanted
from kgqa.errors import BadSetting, OperatorsMove
from kgqa.library.pair import Pair
from kgqa.types import Answer, Executed, ResultTable, Term
from tests.bot.auditors import PASSWORD, Office, office
from tests.connectors.recorded import ADA, BOB, answered, asked, lived, with_lived
from tests.doubles import answers


@pytest_asyncio.fixture
async def room(tmp_path: Path) -> AsyncIterator[Office]:
    async with office(tmp_path) as opened:
        yield opened


@pytest_asyncio.fixture
async def lives(room: Office) -> list[str]:
    """A record with two people in it, and ada has signed in."""
    references = with_lived(room.folder / "querist.db")
    assert (await room.sign_in()).status == 303
    return references


def with_rows(*values: str) -> Answer:
    """An answer with these rows, and what the chat showed of them."""
    answer = answers.one_thing()
    table = ResultTable(columns=("x",), rows=tuple((Term(kind="literal", value=v),) for v in values))
    return replace(answer, table=table)


# ── signing in ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "path",
    ["/audit", "/audit/usage", "/audit/acts", "/audit/chain", "/audit/records.csv", "/audit/record.jsonl",
     "/audit/verify_export.py", "/audit/7f3a-21", "/audit/7f3a-21.json", "/audit/7f3a-21/again/7f3a-22",
     "/audit/anything/else"],
)  # fmt: skip
async def test_who_is_not_signed_in_sees_nothing_and_is_led_to_the_sign_in(room: Office, path: str) -> None:
    first, *_ = await lived(room.database)
    response = await room.get(path.replace("7f3a-21", first))
    assert response.status == 303
    assert response.headers["Location"].startswith("/audit/sign-in?next=")
    assert "Who leads" not in await response.text()
    assert (await room.get(path, headers={"Cookie": "querist-audit=made-up"})).status == 303


async def test_signing_in_leads_to_the_page_that_was_wanted(room: Office) -> None:
    there = (await room.get("/audit/usage?since=2026-11-01")).headers["Location"]
    page = await room.text(there)
    assert '<input type="hidden" name="next" value="/audit/usage?since=2026-11-01">' in page
    response = await room.sign_in(next="/audit/usage?since=2026-11-01")
    assert response.headers["Location"] == "/audit/usage?since=2026-11-01"
    assert "Usage and quality" in await room.text("/audit/usage")
    assert (await room.get("/audit/sign-in")).headers["Location"] == "/audit"
    assert await room.acts() == [("page:ada", "sign in"), ("page:ada", "usage")]


async def test_the_cookie_is_for_this_server_alone(tmp_path: Path) -> None:
    async with office(tmp_path, secure=True) as room:
        cookie = (await room.sign_in()).headers["Set-Cookie"]
    assert cookie.startswith("__Host-querist-audit=")
    for part in ("HttpOnly", "Secure", "SameSite=Lax", "Path=/"):
        assert part in cookie
    assert "Domain" not in cookie


@pytest.mark.parametrize(
    ("name", "password"), [("ada", "let-me-in-now"), ("eve", PASSWORD), ("", ""), ("ada", "")]
)
async def test_a_wrong_name_or_password_lets_nobody_in_and_is_not_written_down(
    room: Office, caplog: pytest.LogCaptureFixture, name: str, password: str
) -> None:
    with caplog.at_level(logging.DEBUG):
        response = await room.sign_in(name, password or "never-a-password")
    assert response.status == 401
    assert "Set-Cookie" not in response.headers
    assert "Name and password do not go together." in await response.text()
    assert password == "" or password not in caplog.text
    assert "never-a-password" not in caplog.text
    assert (await room.get("/audit")).status == 303


async def test_who_is_wrong_too_often_has_to_wait_even_when_right(room: Office) -> None:
    for _ in range(TRIES):
        assert (await room.sign_in(password="wrong")).status == 401
    response = await room.sign_in()
    assert response.status == 429
    assert "Too often wrong. Try again in 15 minutes." in await response.text()


def test_waiting_ends_and_being_right_clears_the_count() -> None:
    tries, now = Tries(), datetime(2026, 11, 23, 12, 0, tzinfo=UTC)
    for n in range(TRIES):
        assert not tries.wait("Ada", now)
        tries.wrong("ada", now + timedelta(minutes=n))
    assert tries.wait("ADA", now + timedelta(minutes=5)) == timedelta(minutes=10)
    assert not tries.wait("bob", now)
    assert tries.wait("ada", now + WINDOW) <= timedelta(0)
    tries.right("ada")
    assert not tries.wait("ada", now)


async def test_another_website_can_neither_sign_in_nor_send_a_form(room: Office, lives: list[str]) -> None:
    mark = await room.mark()
    for origin in ("https://evil.example", "null", ""):
        assert (await room.send("/audit/chain", origin, mark=mark)).status == 403
        assert (await room.send("/audit/sign-in", origin, name="ada", password=PASSWORD)).status == 403
    assert (await room.send("/audit/chain", mark="0" * 64)).status == 403
    assert (await room.send("/audit/chain")).status == 403
    assert (await room.send("/audit/chain", mark=mark)).status == 303


async def test_who_signs_out_is_out_with_a_copy_of_the_cookie_too(room: Office) -> None:
    cookie = (await room.sign_in()).headers["Set-Cookie"].partition(";")[0]
    assert (await room.send("/audit/sign-out", mark=await room.mark())).headers[
        "Location"
    ] == "/audit/sign-in"
    assert (await room.get("/audit", headers={"Cookie": cookie})).status == 303
    assert (await room.acts())[-1] == ("page:ada", "sign out")


async def test_who_is_taken_out_of_the_file_or_has_another_password_is_out_at_once(room: Office) -> None:
    await room.sign_in()
    written = room.file.read_text()
    new = hashed("another password entirely")
    room.file.write_text(re.sub(r'password = ".*"', f'password = "{new}"', written) + "\n")
    assert (await room.get("/audit")).status == 303
    room.file.write_text(written)
    assert (await room.get("/audit")).status == 200
    room.file.write_text('[bob]\nrole = "king"\n')
    response = await room.get("/audit")
    assert response.status == 503
    assert "has no role that exists" in await response.text()
    room.file.unlink()
    assert (await room.get("/audit")).status == 503


async def test_the_database_holds_no_token_with_which_one_could_come_in(room: Office) -> None:
    response = await room.sign_in()
    token = response.headers["Set-Cookie"].partition(";")[0].partition("=")[2]
    for file in room.folder.iterdir():
        assert token.encode() not in file.read_bytes()


@pytest.mark.parametrize(
    "there",
    ["//evil.example", "https://evil.example", "/\\evil.example", "/audit\\..", "/files/x", "/audit.evil",
     "/audit/sign-out", "javascript:alert(1)", "/audit\r\nSet-Cookie: x=1", "//evil.example/audit", ""],
)  # fmt: skip
def test_signing_in_leads_nowhere_else(there: str) -> None:
    assert onward(there) == "/audit"


@pytest.mark.parametrize(
    ("role", "may", "may_not"),
    [
        ("reviewer", ["/audit", "/audit/usage"], ["/audit/acts", "/audit/chain", "/audit/records.csv"]),
        (
            "auditor",
            ["/audit", "/audit/acts", "/audit/chain", "/audit/records.csv", "/audit/record.jsonl"],
            [],
        ),
        ("admin", ["/audit", "/audit/acts", "/audit/chain", "/audit/records.csv"], []),
    ],
)
async def test_roles_may_do_different_things(
    tmp_path: Path, role: str, may: list[str], may_not: list[str]
) -> None:
    async with office(tmp_path, role=role) as room:
        await room.sign_in()
        page = await room.text("/audit")
        for path in may:
            assert (await room.get(path)).status == 200
        for path in may_not:
            assert (await room.get(path)).status == 403
            assert f'href="{path}' not in page
        form = await room.send("/audit/chain", mark=await room.mark())
        assert form.status == (403 if may_not else 303)


# ── the list ─────────────────────────────────────────────────────────────────────────────────────


def listed(page: str) -> list[str]:
    return re.findall(r'<th scope="row"><a href="/audit/([0-9a-f-]+)">', page)


async def test_records_are_listed_the_newest_first_and_reading_is_recorded(
    room: Office, lives: list[str]
) -> None:
    page = await room.text("/audit")
    assert listed(page) == lives[::-1]
    assert "Who leads the secret lab?" in page
    assert "answered, 3 rows" in page
    acts = await AuditTrail(room.database).acts(most=1)
    assert (acts[0].by, acts[0].kind, acts[0].facts["records"]) == ("page:ada", "list", lives[::-1])


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ("text=secret+lab", [0]),
        ("who=U-ADA", [0]),
        ("who=slack:T1:U-BOB&outcome=answered", [2, 1]),
        ("outcome=open", [3]),
        ("outcome=answered,open", [3, 2, 1, 0]),
        ("judged=down", [2]),
        ("since=today", [3, 2, 1, 0]),
        ("until=yesterday", []),
        ("channel=slack:T1:C1&judged=up", [0]),
        ("graph=nowhere", []),
        ("who=%00%1b", [3, 2, 1, 0]),
    ],
)
async def test_filters_stand_in_the_address(
    room: Office, lives: list[str], filters: str, found: list[int]
) -> None:
    assert listed(await room.text(f"/audit?{filters}")) == [lives[n] for n in found]


async def test_a_filter_can_be_taken_out_again_and_is_noted(room: Office, lives: list[str]) -> None:
    page = await room.text("/audit?text=secret&who=U-ADA")
    assert 'href="/audit?text=secret" class="chip"' in page
    assert 'href="/audit?who=U-ADA" class="chip"' in page
    act = (await AuditTrail(room.database).acts(most=1))[0]
    assert act.details == {"text": "secret", "who": "U-ADA"}


@pytest.mark.parametrize(
    ("filters", "said"),
    [
        ("since=next+week", "“From” takes a day"),
        ("outcome=great", "There is no outcome “great”"),
        ("judged=maybe", "“Judged” takes up or down"),
        ("before=zz", "No record is “zz”"),
    ],
)
async def test_what_cannot_be_looked_for_is_told_in_a_sentence(
    room: Office, lives: list[str], filters: str, said: str
) -> None:
    page = await room.text(f"/audit?{filters}", status=400)
    assert said in page
    assert listed(page) == []


@pytest.mark.slow
async def test_pages_follow_each_other(room: Office) -> None:
    record = Record(room.database)
    all_ = [await answered(record, f"e{n}", asked(f"Word {n}?"), ADA) for n in range(53)]
    await room.sign_in()
    for filters in ("", "text=word"):
        page = await room.text(f"/audit?{filters}")
        assert listed(page) == all_[:2:-1]
        older = re.search(r'href="([^"]+)" rel="next"', page)
        assert older
        rest = await room.text(older[1].replace("&amp;", "&"))
        assert listed(rest) == all_[2::-1]
        assert 'rel="next"' not in rest


# ── one record ───────────────────────────────────────────────────────────────────────────────────


async def test_a_record_is_told_from_question_to_result(room: Office, lives: list[str]) -> None:
    page = await room.text(f"/audit/{lives[2]}")
    answer = answers.many_rows(3)
    assert answer.query is not None
    assert answer.question.text in page
    assert "Verified: it holds" in page
    assert '<span class="keyword">SELECT</span>' in page
    assert answer.query.sha256 in page
    assert "https://slack.example/e3" in page
    assert "another unit" in page
    assert page.count("<tr>") >= 4
    assert 'href="/audit?touching=' in page
    assert "link " in page
    assert (await room.acts())[-1] == ("page:ada", "show")


async def test_every_query_that_was_sent_is_folded_and_shown_as_text(room: Office) -> None:
    record = Record(room.database)
    hung = Executed(text='SELECT ?x { ?x ?p "<script>" }', sha256="ab" * 32)
    reference = await answered(record, "e1", replace(answers.one_thing(), executed=(hung,)), ADA)
    await room.sign_in()
    page = await room.text(f"/audit/{reference}")
    assert "All queries that were sent" in page
    assert "<details><summary>no result: the work was cut off</summary>" in page
    assert "SELECT ?x { ?x ?p &#34;&lt;script&gt;&#34; }" in page
    assert "ab" * 32 in page
    assert "1 query, whether or not" in page


async def test_a_record_that_was_changed_shows_what_was_changed(room: Office, lives: list[str]) -> None:
    with sqlite3.connect(room.folder / "querist.db") as raw:
        raw.execute("UPDATE record_answers SET query = 'ASK { ?a ?b ?c }' WHERE reference = ?", (lives[2],))
    raw.close()
    page = await room.text(f"/audit/{lives[2]}")
    assert "It does not hold" in page
    assert "is not what was written on" in page
    assert "The query that ran" in page
    assert "was recorded." in page


async def test_what_was_forgotten_is_told_as_that(room: Office, lives: list[str]) -> None:
    await AuditTrail(room.database).forget(ADA, by="carol", why="")
    page = await room.text(f"/audit/{lives[0]}")
    assert "A question that was forgotten" in page
    assert "Its words, rows and steps were forgotten." in page
    assert "secret" not in page
    assert "<i>forgotten</i>" in await room.text("/audit")


async def test_nothing_that_a_record_holds_is_taken_for_html(room: Office) -> None:
    evil = "<script>alert(1)</script>\"' onmouseover=x <b>"
    answer = replace(answers.hostile(), question=replace(answers.hostile().question, text=evil))
    reference = await answered(Record(room.database), "e1", answer, 'slack:<T>:"><img src=x>')
    await Record(room.database).judged(reference, by=evil, verdict="down", reason=evil)
    await room.sign_in()
    for path in ("/audit", f"/audit/{reference}", f"/audit?who={quote(evil)}&text=a", "/audit/acts"):
        response = await room.get(path)
        page = await response.text()
        assert "<script" not in page
        assert "<img" not in page
        assert "<b>alert" not in page
        assert (
            "javascript:" not in page.lower().replace("javascript:alert", "")
            or 'href="javascript' not in page
        )
        assert "default-src 'none'; style-src 'self'" in response.headers["Content-Security-Policy"]
        assert "script-src" not in response.headers["Content-Security-Policy"]


async def test_a_posted_query_is_compared_with_the_one_that_ran(room: Office, lives: list[str]) -> None:
    mark, whole = await room.mark(), await AuditTrail(room.database).whole(lives[2])
    assert whole is not None
    ran = whole.listed.query
    for said, told in (
        (ran, "It is the query that ran."),
        (ran.replace("{", "{ \n  "), "It is the query that ran."),
        ("SELECT ?x WHERE { ?x a <https://e.example/Other> }", "It is not the query that ran."),
        ("hello", "This is no query that can be read."),
    ):
        page = await (await room.send(f"/audit/{lives[2]}/posted", mark=mark, query=said)).text()
        assert told in page


async def test_an_unknown_record_is_not_found(room: Office, lives: list[str]) -> None:
    assert "No record is 0000-00." in await room.text("/audit/0000-00", status=404)
    await room.text("/audit/0000-00.json", status=404)
    await room.text("/audit/no such page", status=404)


# ── run again ────────────────────────────────────────────────────────────────────────────────────


async def test_a_query_runs_again_and_rows_that_came_and_went_are_shown(room: Office) -> None:
    first = await answered(Record(room.database), "e1", with_rows("one", "two"), ADA)
    await room.sign_in()
    room.core._prepared[with_rows().question.text] = with_rows("two", "three", "four")
    response = await room.send(f"/audit/{first}/again", mark=await room.mark())
    assert response.status == 303
    page = await room.text(response.headers["Location"])
    assert "2 rows then, 3 rows now: 2 rows came, 1 row went." in page
    assert re.search(r'class="came">.*?<td>three</td>', page, re.DOTALL)
    assert re.search(r'class="went">.*?<td>one</td>', page, re.DOTALL)
    assert room.core.asked[0].query
    again = response.headers["Location"].rpartition("/")[2]
    listed_ = await room.text("/audit")
    assert listed(listed_) == [again, first]
    assert ("page:ada", "rerun") in await room.acts()
    assert (await AuditTrail(room.database).verify()).broken is None


async def test_values_that_changed_stand_beside_those_of_then(room: Office) -> None:
    first = await answered(Record(room.database), "e1", with_rows("one", "two"), ADA)
    await room.sign_in()
    room.core._prepared[with_rows().question.text] = with_rows("two", "<three>")
    there = (await room.send(f"/audit/{first}/again", mark=await room.mark())).headers["Location"]
    assert "<del>one</del> <ins>&lt;three&gt;</ins>" in await room.text(there)


async def test_a_query_that_finds_the_same_says_so(room: Office) -> None:
    first = await answered(Record(room.database), "e1", with_rows("one"), ADA)
    await room.sign_in()
    room.core._prepared[with_rows().question.text] = with_rows("one")
    there = (await room.send(f"/audit/{first}/again", mark=await room.mark())).headers["Location"]
    assert "The same result: 1 row, the same hash." in await room.text(there)
    other = await answered(Record(room.database), "e2", answers.many_rows(3), BOB)
    await room.text(f"/audit/{other}/again/{there.rpartition('/')[2]}", status=404)


async def test_what_has_no_query_or_was_changed_is_not_run(room: Office, lives: list[str]) -> None:
    mark = await room.mark()
    page = await (await room.send(f"/audit/{lives[3]}/again", mark=mark)).text()
    assert "has no query that could run again" in page
    with sqlite3.connect(room.folder / "querist.db") as raw:
        raw.execute("UPDATE record_answers SET query = 'ASK { ?a ?b ?c }' WHERE reference = ?", (lives[2],))
    raw.close()
    page = await (await room.send(f"/audit/{lives[2]}/again", mark=mark)).text()
    assert "is not as it was written, so it is not run" in page
    assert room.core.asked == []


# ── all of it ────────────────────────────────────────────────────────────────────────────────────


async def test_the_chain_is_verified_in_the_background(room: Office, lives: list[str]) -> None:
    assert "Verify all of it" in await room.text("/audit/chain")
    assert (await room.send("/audit/chain", mark=await room.mark())).status == 303
    task = room.pages._proving._task
    assert task is not None
    await task
    page = await room.text("/audit/chain")
    assert "The record holds" in page
    assert "4 questions" in page
    with sqlite3.connect(room.folder / "querist.db") as raw:
        raw.execute("UPDATE records SET question = 'Another?' WHERE reference = ?", (lives[0],))
    raw.close()
    await room.send("/audit/chain", mark=await room.mark())
    assert room.pages._proving._task is not None
    await room.pages._proving._task
    page = await room.text("/audit/chain")
    assert "The record does not hold" in page
    assert f'href="/audit/{lives[0]}"' in page


async def test_exports_are_those_of_the_command(room: Office, lives: list[str]) -> None:
    response = await room.get("/audit/records.csv?who=U-ADA")
    assert response.headers["Content-Disposition"] == 'attachment; filename="records.csv"'
    rows = list(csv.DictReader(io.StringIO(await response.text())))
    assert [row["record"] for row in rows] == lives[:1]
    links = [json.loads(line) for line in (await room.text("/audit/record.jsonl")).splitlines()]
    assert [link["link"]["number"] for link in links] == list(range(1, len(links) + 1))
    rest = (await room.text("/audit/record.jsonl?after=5")).splitlines()
    assert json.loads(rest[0])["link"]["number"] == 6
    one = json.loads(await room.text(f"/audit/{lives[2]}.json"))
    assert (one["record"], one["holds"], len(one["answer"]["rows"])) == (lives[2], True, 3)
    assert {link["record"] for link in one["links"]} == {lives[2]}
    assert "verified" in await room.text("/audit/verify_export.py")


async def test_usage_is_counted_day_by_day(room: Office, lives: list[str]) -> None:
    page = await room.text("/audit/usage")
    assert "3 questions in all, 100% of them answered with rows." in page
    assert "2 judgements: 1 up, 1 down." in page
    assert page.count('role="img"') == 3
    assert page.count("<title>") > 3
    empty = await room.text("/audit/usage?since=2020-01-01&until=2020-01-31")
    assert "Nothing was asked in this time." in empty
    assert "“From” is after “Until”" in await room.text("/audit/usage?since=2020-02-01&until=2020-01-01", 400)
    assert "At most three years" in await room.text("/audit/usage?since=1900-01-01", 400)
    assert "“From” takes a day" in await room.text("/audit/usage?since=soon", 400)


async def test_who_read_the_record_is_shown(room: Office, lives: list[str]) -> None:
    page = await room.text("/audit/acts")
    assert "page:ada" in page
    assert "carol" in page
    assert await room.text("/audit/acts?before=1")
    assert await room.text("/audit/acts?before=9999999999999999999999")


async def test_two_accounts_are_told_apart(room: Office) -> None:
    with_account(room.file, Account(name="Bob.B", role="reviewer", password=hashed("bob has one as well")))
    assert (await room.sign_in("BOB.b", "bob has one as well")).status == 303
    assert "Bob.B" in await room.text("/audit")
    assert (await room.acts())[0] == ("page:Bob.B", "sign in")


# ── review ───────────────────────────────────────────────────────────────────────────────────────


class Shelf:
    """A library that keeps whatever it is given, or refuses it."""

    def __init__(self, kept: Kept = "kept") -> None:
        self.kept, self.pairs = kept, list[Pair]()

    async def keep(self, pair: Pair) -> Kept:
        self.pairs.append(pair)
        return self.kept


async def remark(room: Office, reference: str, act: str, comment: str = "") -> ClientResponse:
    path = f"/audit/{reference}/remarks"
    return await room.send(path, mark=await room.mark(), act=act, comment=comment)


async def test_remarks_become_part_of_the_record(room: Office, lives: list[str]) -> None:
    await remark(room, lives[2], "commented", "See <ticket 7>\r\nplease")
    await remark(room, lives[2], "flagged", "wrong unit")
    page = await room.text(f"/audit/{lives[2]}")
    assert "See &lt;ticket 7&gt;\nplease" in page
    assert '<span class="sign bad">flagged</span>' in page
    assert "Take the flag back" in page
    assert "Verified: it holds" in page
    assert listed(await room.text("/audit?reviewed=flagged")) == [lives[2]]
    await remark(room, lives[2], "unflagged")
    await remark(room, lives[2], "approved")
    assert listed(await room.text("/audit?reviewed=flagged")) == []
    assert listed(await room.text("/audit?reviewed=approved")) == [lives[2]]
    assert listed(await room.text("/audit?reviewed=commented&judged=down")) == [lives[2]]
    assert (await AuditTrail(room.database).verify()).broken is None


async def test_an_approved_question_goes_into_the_library(room: Office, lives: list[str]) -> None:
    assert "keep in the library" not in await room.text(f"/audit/{lives[2]}")
    assert "There is no library here" in await (await remark(room, lives[2], "kept")).text()
    room.pages._library = shelf = Shelf()
    assert "keep in the library" in await room.text(f"/audit/{lives[2]}")
    assert (await remark(room, lives[2], "kept")).status == 303
    (pair,) = shelf.pairs
    assert (pair.by, pair.reference) == ("page:ada", lives[2])
    page = await room.text(f"/audit/{lives[2]}")
    assert "kept in the library" in page
    assert listed(await room.text("/audit?reviewed=approved")) == [lives[2]]
    room.pages._library = Shelf("broken")
    assert "The check refuses its query" in await (await remark(room, lives[0], "kept")).text()


async def test_what_was_changed_or_has_no_answer_is_not_kept(room: Office, lives: list[str]) -> None:
    room.pages._library = shelf = Shelf()
    assert (await remark(room, lives[3], "kept")).status == 400
    with sqlite3.connect(room.folder / "querist.db") as raw:
        raw.execute("UPDATE record_answers SET query = 'ASK { ?a ?b ?c }' WHERE reference = ?", (lives[2],))
    raw.close()
    assert "It is not as it was written" in await (await remark(room, lives[2], "kept")).text()
    assert shelf.pairs == []


@pytest.mark.parametrize(
    ("act", "comment", "status"),
    [("commented", "", 400), ("commented", "x" * 2_001, 400), ("posted", "x", 400), ("", "", 400)],
)
async def test_a_remark_that_is_none_is_refused(
    room: Office, lives: list[str], act: str, comment: str, status: int
) -> None:
    assert (await remark(room, lives[2], act, comment)).status == status
    assert (await remark(room, "0000-00", "flagged")).status == 404


async def test_auditors_remark_and_do_not_approve(tmp_path: Path) -> None:
    async with office(tmp_path, role="auditor") as room:
        room.pages._library = Shelf()
        first, *_ = await lived(room.database)
        await room.sign_in()
        assert "Approve" not in await room.text(f"/audit/{first}")
        assert (await remark(room, first, "approved")).status == 403
        assert (await remark(room, first, "kept")).status == 403
        assert (await remark(room, first, "flagged")).status == 303


# ── names ────────────────────────────────────────────────────────────────────────────────────────


async def test_names_stand_beside_ids_and_can_be_looked_for(tmp_path: Path) -> None:
    names = tmp_path / "names.csv"
    names.write_text('\ufeffslack:T1:U-ADA,"Njoroge, <Ada>"\r\nU-BOB,Bob\r\nslack:T1:C1,#lab\r\n', "utf-8")
    async with office(tmp_path, names=names) as room:
        first, *rest = await lived(room.database)
        await room.sign_in()
        page = await room.text("/audit")
        assert "Njoroge, &lt;Ada&gt;" in page
        assert '<span class="soft id">U-ADA</span>' in page
        assert "#lab" in page
        assert listed(await room.text("/audit?who=njoroge,+%3CADA%3E")) == [first]
        assert listed(await room.text("/audit?who=bob")) == rest[::-1]
        assert len(listed(await room.text("/audit?channel=%23lab"))) == 4
        page = await room.text(f"/audit/{first}")
        assert '<span class="soft">(U-ADA)</span>' in page
        assert 'Bob <span class="soft">(slack:T1:U-BOB)</span>' in page
        names.write_text("slack:T1:U-ADA,Ada N.\nbroken\n")
        assert "Njoroge" in await room.text("/audit")
        names.write_text("slack:T1:U-ADA,Ada N.\n")
        assert "Ada N." in await room.text("/audit")


@pytest.mark.parametrize("written", [b"no comma\n", b"id,\n", b"\xff\xfe,x\n"])
def test_a_file_of_names_that_is_not_right_is_told(tmp_path: Path, written: bytes) -> None:
    (tmp_path / "names.csv").write_bytes(written)
    with pytest.raises(BadSetting, match="file of names"):
        Names(tmp_path / "names.csv")


def test_a_name_of_several_is_no_id(tmp_path: Path) -> None:
    (tmp_path / "names.csv").write_text("U1,Ada\nU2,Ada\nU3,Bob\n")
    names = Names(tmp_path / "names.csv")
    assert (names.meant("Ada"), names.meant("BOB"), names.of("slack:T1:U2")) == ("Ada", "U3", "Ada")


class Chat:
    """A directory that knows names, while it is there; of one channel it never tells."""

    platform = "slack"

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.is_away = False

    async def person_name(self, tenant: str, person: str, channel: str) -> str:  # a port
        self.asked.append(person)
        if self.is_away:
            raise OperatorsMove("Slack is away.")
        return f"{person.title()} of {tenant}"

    async def channel_name(self, tenant: str, channel: str) -> str:
        self.asked.append(channel)
        await asyncio.Event().wait()
        raise AssertionError(tenant)


def listed_for(person: str) -> Listed:
    return Listed(
        reference="e29a-70",
        opened_at=datetime(2026, 11, 29, tzinfo=UTC),
        asked_at=datetime(2026, 11, 29, tzinfo=UTC),
        platform="slack",
        tenant="T1",
        channel="C1",
        person=person,
        question="Who?",
    )


async def test_names_that_a_chat_does_not_tell_are_not_waited_for_and_asked_for_again(tmp_path: Path) -> None:
    chat, now = Chat(), [0.0]
    (tmp_path / "names.csv").write_text("slack:T1:eve,Eve Adams\n")
    names = Names(tmp_path / "names.csv", (chat,), clock=lambda: now[0], patience=0.01)  # type: ignore[arg-type]  # what names ask of it
    one = listed_for("uada")
    chat.is_away = True
    await names.look_up((one,), ("slack:T1:eve", "teams:T1:pia", "nobody"))
    assert (names.of(one.who), names.of("slack:T1:eve")) == ("", "Eve Adams")
    assert chat.asked == [one.person, one.channel]
    chat.is_away, now[0] = False, 59.0
    await names.look_up((one,))
    assert names.of(one.who) == ""
    now[0] = 61.0
    await names.look_up((one,))
    assert names.of(one.who) == f"{one.person.title()} of {one.tenant}"
    assert names.meant(names.of(one.who).upper()) == one.who
    assert names.of(one.place) == ""
    assert names.meant("") == ""


class Told(Chat):
    """A directory that knows these people, and tells of no channel; it may raise something of its own."""

    def __init__(self, people: Mapping[str, str | Exception]) -> None:
        super().__init__()
        self.people = dict(people)

    async def person_name(self, tenant: str, person: str, channel: str) -> str:  # a port
        self.asked.append(person)
        if isinstance(said := self.people[person], Exception):
            raise said
        return said

    async def channel_name(self, tenant: str, channel: str) -> str:  # as above
        return ""


async def test_what_a_chat_told_is_good_for_an_hour() -> None:
    chat, now = Told({"uada": "Ada Berg"}), [0.0]
    names = Names(None, (chat,), clock=lambda: now[0])  # type: ignore[arg-type]  # what names ask of it
    one = listed_for("uada")
    await names.look_up((one,))
    now[0] = 3599.0
    await names.look_up((one,))
    assert (names.of(one.who), chat.asked) == ("Ada Berg", ["uada"])
    now[0] = 3601.0
    assert (names.of(one.who), names.meant("Ada Berg")) == ("", "Ada Berg")
    chat.people["uada"] = "Ada Ochs"
    await names.look_up((one,))
    assert (names.of(one.who), names.meant("Ada Berg"), names.meant("ada ochs")) == (
        "Ada Ochs",
        "Ada Berg",
        one.who,
    )


async def test_a_name_is_one_line_and_what_a_chat_raises_hides_no_other_name(
    caplog: pytest.LogCaptureFixture,
) -> None:
    chat = Told(
        {"ueve": "Eve\n2026  forged\u202e ", "ubob": "  \n", "uada": "x" * 10_000, "upia": ValueError("?")}
    )
    names = Names(None, (chat,))  # type: ignore[arg-type]  # what names ask of it
    await names.look_up([listed_for(person) for person in chat.people])
    found = [names.of(f"slack:T1:{person}") for person in chat.people]
    assert found == ["Eve 2026 forged", "", f"{'x' * 99}…", ""]
    assert "The name of slack:T1:upia was not found." in caplog.text


async def test_nobody_hides_another_by_taking_their_id_as_a_name(room: Office, lives: list[str]) -> None:
    audit = AuditTrail(room.database)
    bob = next(one for one in await audit.find(Wanted(), most=9) if one.who == BOB)
    names = Names(None, (Told({bob.person: ADA, "U-ADA": "Ada"}),))  # type: ignore[arg-type]  # as above
    await names.look_up((bob,))
    assert names.meant(ADA) == BOB
    assert (await names.by_id(Wanted(who=ADA), audit)).who == ADA
    names = Names(None, (Told({bob.person: "Bob"}),))  # type: ignore[arg-type]  # as above
    await names.look_up((bob,))
    assert (await names.by_id(Wanted(who="bob", channel="C7"), audit)) == Wanted(who=BOB, channel="C7")
    assert lives
