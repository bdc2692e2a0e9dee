"""Who is let in at /api/messages, and with which status everybody else is turned away."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import jwt
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer

from bot.buttons import Seal
from bot.platforms.teams import Teams
from bot.platforms.teams.authority import Keys, NotReached
from kgqa.errors import BadSetting
from tests.bot.local_desk import LocalDesk
from tests.doubles.teams import (
    APP,
    EVIL_KEY,
    PASSWORD,
    TENANT,
    LocalMicrosoft,
    local_microsoft,
    message,
)

Client = TestClient[web.Request, web.Application]


@pytest.fixture
async def microsoft() -> AsyncIterator[LocalMicrosoft]:
    async with local_microsoft() as double:
        yield double


@pytest.fixture
def desk() -> LocalDesk:
    return LocalDesk()


@pytest.fixture
async def client(microsoft: LocalMicrosoft, desk: LocalDesk) -> AsyncIterator[Client]:
    teams = Teams(
        app_id=APP,
        password=PASSWORD,
        tenant=TENANT,
        seal=Seal("secret"),
        service_hosts=(microsoft.service_host,),
        authority=microsoft.authority,
    )
    desk.platform = teams
    app = web.Application()
    teams.mount(app, desk)
    async with TestClient(TestServer(app)) as client:
        yield client


async def status(client: Client, activity: dict[str, Any], authorization: str | None) -> int:
    headers = {} if authorization is None else {"Authorization": authorization}
    async with client.post("/api/messages", json=activity, headers=headers) as response:
        await response.read()
        return response.status


async def test_a_message_with_the_channels_token_reaches_the_desk(
    client: Client, microsoft: LocalMicrosoft, desk: LocalDesk
) -> None:
    assert await status(client, message(microsoft, "Who leads Field Engineering?"), microsoft.token()) == 200
    assert [received.text for received in desk.received] == ["Who leads Field Engineering?"]


BAD_TOKENS: dict[str, Callable[[LocalMicrosoft], str | None]] = {
    "none": lambda _: None,
    "empty": lambda _: "",
    "no scheme": lambda m: m.token().removeprefix("Bearer "),
    "another scheme": lambda m: m.token().replace("Bearer", "Basic"),
    "garbage": lambda _: "Bearer abc",
    "three dots": lambda _: "Bearer a.b.c",
    "signed by another": lambda m: m.token(key=EVIL_KEY),
    "a key that nobody knows": lambda m: m.token(key=EVIL_KEY, kid="zz"),
    "another audience": lambda m: m.token(aud="99999999-1111-1111-1111-111111111111"),
    "no audience": lambda m: m.token(aud=None),
    "another issuer": lambda m: m.token(iss="https://evil.example"),
    "the emulator's issuer": lambda m: m.token(
        iss="https://sts.windows.net/d6d49420-f39b-4df7-a1dc-d59a935871db/", ver="1.0", appid=APP
    ),
    "expired": lambda m: m.token(exp=int(time.time()) - 4000, nbf=1),
    "not valid yet": lambda m: m.token(nbf=int(time.time()) + 4000),
    "another service address": lambda m: m.token(serviceurl="https://evil.example"),
    "no service address": lambda m: m.token(serviceurl=None),
}


@pytest.mark.parametrize("bad", BAD_TOKENS.values(), ids=BAD_TOKENS.keys())
async def test_whatever_is_wrong_with_a_token_the_status_is_401(
    client: Client, microsoft: LocalMicrosoft, desk: LocalDesk, bad: Callable[[LocalMicrosoft], str | None]
) -> None:
    assert await status(client, message(microsoft, "hello"), bad(microsoft)) == 401
    assert desk.received == []


async def test_a_token_without_signature_is_refused(client: Client, microsoft: LocalMicrosoft) -> None:
    claims = {"iss": "https://api.botframework.com", "aud": APP, "serviceurl": microsoft.url}
    unsigned = jwt.encode(claims, "", algorithm="none", headers={"kid": "k1"})
    assert await status(client, message(microsoft, "hello"), f"Bearer {unsigned}") == 401


REFUSED: dict[str, dict[str, Any]] = {
    "another tenant": {
        "conversation": {"id": "a:chat", "tenantId": "evil"},
        "channelData": {"tenant": {"id": "evil"}},
    },
    "a tenant in one place, another in the other": {"channelData": {"tenant": {"id": "evil"}}},
    "a sender of another tenant": {"from": {"id": "29:x", "tenantId": "evil"}},
    "no tenant": {"conversation": {"id": "a:chat"}, "channelData": {}},
    "no channel": {"channelId": None},
}


@pytest.mark.parametrize("changes", REFUSED.values(), ids=REFUSED.keys())
async def test_a_true_token_does_not_let_everybody_in(
    client: Client, microsoft: LocalMicrosoft, desk: LocalDesk, changes: dict[str, Any]
) -> None:
    assert await status(client, message(microsoft, "hello", **changes), microsoft.token()) == 403
    assert desk.received == []


async def test_another_channel_is_not_endorsed_by_the_key(client: Client, microsoft: LocalMicrosoft) -> None:
    assert await status(client, message(microsoft, "hello", channelId="slack"), microsoft.token()) == 401


@pytest.mark.parametrize(
    "url",
    [
        "https://evil.example",
        "http://127.0.0.1:1",
        "https://smba.trafficmanager.net.evil.example",
        "https://user@smba.trafficmanager.net@evil.example",
        "http://smba.trafficmanager.net",
        "file:///etc/passwd",
        "https://[::1",
    ],
)
async def test_replies_go_to_listed_hosts_only(
    client: Client, microsoft: LocalMicrosoft, desk: LocalDesk, url: str
) -> None:
    activity = message(microsoft, "hello", serviceUrl=url)
    assert await status(client, activity, microsoft.token(serviceurl=url)) == 403
    assert desk.received == []


@pytest.mark.parametrize(
    ("body", "content_type", "expected"),
    [
        (b"{bad", "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[1]", "application/json", 400),
        (b"{}", "application/json", 400),
        (b'{"type": 1}', "application/json", 400),
        (b"[" * 100_000, "application/json", 400),
        (b'{"type": "message", "timestamp": [1]}', "application/json", 400),
        (b"text=hello", "application/x-www-form-urlencoded", 415),
        (b"", "application/json", 400),
        (json.dumps({"type": "message", "text": "x" * 300_000}).encode(), "application/json", 413),
    ],
    ids=[
        "broken",
        "not text",
        "a list",
        "nothing in it",
        "odd type",
        "deep",
        "odd time",
        "a form",
        "empty",
        "huge",
    ],
)
async def test_what_is_no_activity_is_named_as_such(
    client: Client, microsoft: LocalMicrosoft, body: bytes, content_type: str, expected: int
) -> None:
    headers = {"Authorization": microsoft.token(), "Content-Type": content_type}
    async with client.post("/api/messages", data=body, headers=headers) as response:
        await response.read()
        assert response.status == expected


async def test_keys_are_fetched_once_for_many_messages(client: Client, microsoft: LocalMicrosoft) -> None:
    for number in range(3):
        activity = message(microsoft, "hello", id=str(number))
        assert await status(client, activity, microsoft.token()) == 200
    assert await status(client, message(microsoft, "hello"), microsoft.token(kid="zz")) == 401
    assert microsoft.key_requests == 1


async def test_a_key_server_that_hangs_stops_nobody_else(
    client: Client, microsoft: LocalMicrosoft, desk: LocalDesk
) -> None:
    microsoft.keys_open.clear()
    waiting = asyncio.create_task(status(client, message(microsoft, "hello"), microsoft.token()))
    # the loop is free: another request is turned away while the first one waits for the keys
    assert await status(client, message(microsoft, "hello"), "Bearer abc") == 401
    assert not waiting.done()
    microsoft.keys_open.set()
    assert await waiting == 200
    assert len(desk.received) == 1


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def test_keys_that_cannot_be_fetched_are_told_apart_from_keys_that_do_not_exist() -> None:
    async with local_microsoft() as gone:
        address = f"{gone.url}/metadata"
    clock = Clock()
    keys = Keys(address, now=clock)
    with pytest.raises(NotReached, match="could not be fetched"):
        await keys.get("k1")
    async with local_microsoft() as there:
        keys = Keys(f"{there.url}/metadata", now=clock)
        assert await keys.get("zz") is None
        assert await keys.get("k1") is not None


async def test_a_known_key_outlives_a_key_server_that_went_away() -> None:
    clock = Clock()
    async with local_microsoft() as microsoft:
        keys = Keys(f"{microsoft.url}/metadata", now=clock)
        known = await keys.get("k1")
    clock.now += 48 * 3600
    assert await keys.get("k1") == known


async def test_without_keys_the_channel_is_asked_to_send_again(desk: LocalDesk) -> None:
    async with local_microsoft() as gone:
        authority, host, token = gone.authority, gone.service_host, gone.token()
        activity = message(gone, "hello")
    teams = Teams(
        app_id=APP,
        password=PASSWORD,
        tenant=TENANT,
        seal=Seal("s"),
        service_hosts=(host,),
        authority=authority,
    )
    app = web.Application()
    teams.mount(app, desk)
    async with TestClient(TestServer(app)) as client:
        assert await status(client, activity, token) == 503
    assert desk.received == []


async def test_the_playground_takes_no_token_and_replies_to_this_machine_only(
    microsoft: LocalMicrosoft, desk: LocalDesk
) -> None:
    teams = Teams(app_id="", password="", tenant="", seal=Seal("s"), playground=True, host="127.0.0.1")
    desk.platform = teams
    app = web.Application()
    teams.mount(app, desk)
    async with TestClient(TestServer(app)) as client:
        assert await status(client, message(microsoft, "hello"), None) == 200
        assert (
            await status(client, message(microsoft, "hello", serviceUrl="https://evil.example"), None) == 403
        )
        assert len(await microsoft.wait_for(1)) == 1
    assert microsoft.bearers == [None]


def test_the_playground_is_refused_where_others_can_reach_it() -> None:
    with pytest.raises(BadSetting, match=r"QUERIST_TEAMS_PLAYGROUND.*refused on 0\.0\.0\.0"):
        Teams(app_id="", password="", tenant="", seal=Seal("s"), playground=True, host="0.0.0.0")  # noqa: S104  # the point


def test_missing_settings_are_named_together() -> None:
    with pytest.raises(BadSetting, match="QUERIST_TEAMS_APP_PASSWORD and QUERIST_TEAMS_TENANT"):
        Teams(app_id=APP, password="", tenant="", seal=Seal("s"))
