"""A file that a person lets the bot put into their OneDrive: which one, whose, and where it goes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.links import Links
from bot.platforms.teams.uploads import goes_to
from tests.bot.teams_room import LINKS, Room, teams_room
from tests.doubles import answers
from tests.doubles.reception import PaperReception
from tests.doubles.teams import in_channel


class Drive:
    """A OneDrive that takes files; `status` is what it answers."""

    def __init__(self) -> None:
        self.status = 201
        self.taken: list[tuple[str, bytes]] = []

    async def put(self, request: web.Request) -> web.Response:
        self.taken.append((request.headers["Content-Range"], await request.read()))
        return web.Response(status=self.status, headers={"Location": "http://127.0.0.1:1/elsewhere"})


@pytest.fixture
async def drive() -> AsyncIterator[Drive]:
    double = Drive()
    app = web.Application()
    app.router.add_put("/upload", double.put)
    async with TestServer(app) as server:
        double.url = f"http://127.0.0.1:{server.port}/upload"  # type: ignore[attr-defined]  # of this test
        yield double


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with teams_room(PaperReception(answers={"7f3a-21": answers.many_rows()})) as room:
        yield room


def consent(url: str, action: str = "accept", token: str | None = None) -> dict[str, Any]:
    named = LINKS.sign("7f3a-21", "7f3a-21.csv") if token is None else token
    return {
        "type": "fileUpload",
        "action": action,
        "context": {"file": named},
        "uploadInfo": {
            "contentUrl": "https://contoso-my.sharepoint.com/personal/ada/7f3a-21.csv",
            "name": "7f3a-21.csv",
            "uploadUrl": url,
            "uniqueId": "1150D938",
            "fileType": "csv",
        },
    }


async def test_a_file_goes_whole_to_where_teams_wants_it_and_is_shown_there(room: Room, drive: Any) -> None:
    assert (await room.invoke("fileConsent/invoke", consent(drive.url))).status == 200
    (posted,) = await room.posted()
    ((span, content),) = drive.taken
    assert span == f"bytes 0-{len(content) - 1}/{len(content)}"
    assert len(content.splitlines()) == 1 + len(answers.many_rows().table.rows)  # type: ignore[union-attr]  # it has one
    (shown,) = posted["attachments"]
    assert shown["contentType"] == "application/vnd.microsoft.teams.card.file.info"
    assert shown["contentUrl"] == "https://contoso-my.sharepoint.com/personal/ada/7f3a-21.csv"
    assert shown["content"] == {"uniqueId": "1150D938", "fileType": "csv"}


async def test_after_a_no_nothing_more_is_said(room: Room, drive: Any) -> None:
    assert (await room.invoke("fileConsent/invoke", consent(drive.url, "decline"))).status == 200
    assert (room.microsoft.posted, drive.taken) == ([], [])


@pytest.mark.parametrize(
    "token",
    ["", "forged", Links("another").sign("7f3a-21", "7f3a-21.csv")],
    ids=["none", "forged", "signed by another"],
)
async def test_a_file_that_we_did_not_offer_goes_nowhere(room: Room, drive: Any, token: str) -> None:
    await room.invoke("fileConsent/invoke", consent(drive.url, token=token))
    assert "no longer there" in (await room.posted())[0]["text"]
    assert drive.taken == []


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example/upload",
        "http://169.254.169.254/latest/meta-data",
        "https://drive.sharepoint.com.evil.example/upload",
        "https://drive.sharepoint.com@evil.example/upload",
        "http://drive.sharepoint.com/upload",
        "file:///etc/passwd",
        "https://[::1",
        "https://[::ffff:127.0.0.1%25drive.sharepoint.com]/upload",
    ],
)
async def test_files_go_to_listed_hosts_only(room: Room, url: str) -> None:
    assert (await room.invoke("fileConsent/invoke", consent(url))).status == 403
    assert room.microsoft.posted == []


@pytest.mark.parametrize("status", [302, 403, 500])
async def test_a_drive_that_refuses_is_told_in_words_and_never_followed(
    room: Room, drive: Any, status: int
) -> None:
    drive.status = status
    await room.invoke("fileConsent/invoke", consent(drive.url))
    assert "could not be put into your OneDrive" in (await room.posted())[0]["text"]
    assert len(drive.taken) == 1


async def test_files_are_a_matter_of_one_to_one_chats(room: Room, drive: Any) -> None:
    there = in_channel(room.microsoft, "")["conversation"]
    assert (await room.invoke("fileConsent/invoke", consent(drive.url), conversation=there)).status == 400
    assert drive.taken == []


@pytest.mark.parametrize(
    "value", [None, {}, [], {"action": "steal"}, {"action": "accept"}, {"action": ["accept"]}]
)
async def test_what_is_no_consent_is_a_bad_request(room: Room, value: Any) -> None:
    assert (await room.invoke("fileConsent/invoke", value)).status == 400


def test_by_default_files_go_to_sharepoint_alone() -> None:
    hosts = frozenset({".sharepoint.com"})
    assert goes_to("https://contoso-my.sharepoint.com/personal/x", hosts)
    assert not goes_to("https://sharepoint.com.evil.example/", hosts)
    assert not goes_to("https://evilsharepoint.com/", hosts)
    assert not goes_to("https://contoso-my.sharepoint.com/", frozenset())
