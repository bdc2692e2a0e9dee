"""A local Microsoft: signing keys, access tokens and the connector that takes posts, all on loopback.

Tokens are made here with keys made here; what a bot posts is kept in `posted`; `says` lines up what the
connector answers instead of "created".
"""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import jwt
from aiohttp import web
from aiohttp.test_utils import TestServer
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

from bot.platforms.teams.authority import Authority
from tests.doubles.teams_directory import LocalDirectory
from tests.patience import LONG

APP = "11111111-1111-1111-1111-111111111111"
PASSWORD = "not a real one"
TENANT = "22222222-2222-2222-2222-222222222222"
BOT = f"28:{APP}"
ISSUER = "https://api.botframework.com"

GOOD_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
EVIL_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class LocalMicrosoft:
    """`keys_open` lets the key server answer; while it is cleared, the server hangs. `directory` is what is
    known of people.
    """

    def __init__(self) -> None:
        self.posted: list[dict[str, Any]] = []
        self.paths: list[str] = []
        self.bearers: list[str | None] = []
        self.says: list[web.Response] = []
        self.arrived = asyncio.Condition()
        self.keys_open = asyncio.Event()
        self.keys_open.set()
        self.key_requests = 0
        self.token_requests: list[dict[str, str]] = []
        self.token_status = 200
        self.url = ""
        self.created: list[dict[str, Any]] = []
        self.deleted: list[tuple[str, str]] = []
        self.changed: dict[tuple[str, str], dict[str, Any]] = {}
        self.identity_requests: list[tuple[dict[str, str], dict[str, str]]] = []
        self.directory = LocalDirectory(self.scope_of)

    @property
    def authority(self) -> Authority:
        return Authority(
            metadata_url=f"{self.url}/metadata",
            token_url=f"{self.url}/token/{{tenant}}",
            issuer=ISSUER,
            graph=f"{self.url}/graph",
        )

    @property
    def service_host(self) -> str:
        return self.url.removeprefix("http://")

    def token(self, *, key: Any = GOOD_KEY, kid: str = "k1", **claims: Any) -> str:
        """An Authorization header as the channel sends it; `claims` replace, None takes one out."""
        now = int(time.time())
        all_claims = {
            "iss": ISSUER,
            "aud": APP,
            "serviceurl": self.url,
            "nbf": now - 10,
            "exp": now + 600,
        } | claims
        kept = {name: value for name, value in all_claims.items() if value is not None}
        return "Bearer " + jwt.encode(kept, key, algorithm="RS256", headers={"kid": kid})

    async def wait_for(self, count: int) -> list[dict[str, Any]]:
        """The posts, as soon as there are `count`."""
        async with asyncio.timeout(LONG), self.arrived:
            await self.arrived.wait_for(lambda: len(self.posted) >= count)
        return self.posted

    async def wait_for_deleted(self, count: int) -> list[tuple[str, str]]:
        """The conversation and the id of what was deleted, as soon as there are `count`."""
        async with asyncio.timeout(LONG), self.arrived:
            await self.arrived.wait_for(lambda: len(self.deleted) >= count)
        return self.deleted

    def application(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/metadata", self._metadata)
        app.router.add_get("/keys", self._keys)
        app.router.add_post("/token/{tenant}", self._token)
        app.router.add_get("/identity", self._identity)
        app.router.add_post("/v3/conversations", self._create)
        app.router.add_post("/v3/conversations/{conversation}/activities", self._post)
        app.router.add_post("/v3/conversations/{conversation}/activities/{activity}", self._post)
        app.router.add_put("/v3/conversations/{conversation}/activities/{activity}", self._change)
        self.directory.mount(app)
        app.router.add_delete("/v3/conversations/{conversation}/activities/{activity}", self._delete)
        return app

    async def _metadata(self, _: web.Request) -> web.Response:
        await self.keys_open.wait()
        return web.json_response({"issuer": ISSUER, "jwks_uri": f"{self.url}/keys"})

    async def _keys(self, _: web.Request) -> web.Response:
        self.key_requests += 1
        key = json.loads(RSAAlgorithm.to_jwk(GOOD_KEY.public_key()))
        return web.json_response({"keys": [key | {"kid": "k1", "use": "sig", "endorsements": ["msteams"]}]})

    async def _token(self, request: web.Request) -> web.Response:
        form = {name: str(value) for name, value in (await request.post()).items()}
        self.token_requests.append(form | {"tenant": request.match_info["tenant"]})
        if self.token_status != 200:
            return web.json_response({"error": "invalid_client"}, status=self.token_status)
        return web.json_response({"access_token": f"local-{len(self.token_requests)}", "expires_in": 3600})

    def scope_of(self, token: str) -> str:
        """For what a token was granted; "" for one that was not."""
        number = token.removeprefix("local-")
        granted = self.token_requests[int(number) - 1] if number.isdecimal() else {}
        return granted.get("scope", "")

    async def _identity(self, request: web.Request) -> web.Response:
        """The managed identity of a machine in Azure."""
        self.identity_requests.append((dict(request.query), dict(request.headers)))
        if self.token_status != 200:
            return web.json_response({"error": "invalid_request"}, status=self.token_status)
        in_an_hour = str(int(time.time()) + 3600)
        return web.json_response({"access_token": "of-the-machine", "expires_on": in_an_hour})

    async def _create(self, request: web.Request) -> web.Response:
        """A one-to-one conversation with the one member that is named."""
        if self.says and (said := self.says.pop(0)).status >= 300:
            return said
        wanted = await request.json()
        self.created.append(wanted)
        return web.json_response({"id": f"a:{wanted['members'][0]['id']}"}, status=201)

    async def _delete(self, request: web.Request) -> web.Response:
        if self.says and (said := self.says.pop(0)).status >= 300:
            return said
        async with self.arrived:
            self.deleted.append((request.match_info["conversation"], request.match_info["activity"]))
            self.arrived.notify_all()
        return web.Response(status=200)

    async def _change(self, request: web.Request) -> web.Response:
        if self.says and (said := self.says.pop(0)).status >= 300:
            return said
        place = (request.match_info["conversation"], request.match_info["activity"])
        self.changed[place] = await request.json()
        return web.json_response({"id": place[1]})

    async def _post(self, request: web.Request) -> web.Response:
        self.bearers.append(request.headers.get("Authorization"))
        activity = await request.json()
        if self.says:
            said = self.says.pop(0)
            if said.status >= 300:
                self.paths.append(request.path)
                return said
        async with self.arrived:
            self.paths.append(request.path)  # both are looked at side by side
            self.posted.append(activity)
            self.arrived.notify_all()
        return web.json_response({"id": f"posted-{len(self.posted)}"}, status=201)


@asynccontextmanager
async def local_microsoft() -> AsyncIterator[LocalMicrosoft]:
    double = LocalMicrosoft()
    async with TestServer(double.application()) as server:
        double.url = f"http://127.0.0.1:{server.port}"
        yield double
        double.keys_open.set()


def message(microsoft: LocalMicrosoft, text: str, **changes: Any) -> dict[str, Any]:
    """An activity as Teams sends it for a one-to-one message."""
    activity = {
        "type": "message",
        "id": "1700000000000",
        "timestamp": "2026-11-20T10:42:00.1234567Z",
        "localTimestamp": "2026-11-20T11:42:00.1234567+01:00",
        "channelId": "msteams",
        "serviceUrl": microsoft.url,
        "from": {"id": "29:person", "name": "Ada Njoroge", "aadObjectId": "aad-ada"},
        "recipient": {"id": BOT, "name": "Querist"},
        "conversation": {"id": "a:chat", "conversationType": "personal", "tenantId": TENANT},
        "channelData": {"tenant": {"id": TENANT}},
        "locale": "en-GB",
        "textFormat": "plain",
        "text": text,
    }
    return activity | changes


def in_channel(microsoft: LocalMicrosoft, text: str, **changes: Any) -> dict[str, Any]:
    """An activity as Teams sends it for a message in a channel's thread; "@@" in `text` is the mention."""
    spoken = "<at>Querist</at>"
    return message(
        microsoft,
        text.replace("@@", spoken),
        **{
            "conversation": {
                "id": "19:general@thread.tacv2;messageid=1700",
                "conversationType": "channel",
                "isGroup": True,
                "tenantId": TENANT,
            },
            "entities": [{"type": "mention", "text": spoken, "mentioned": {"id": BOT, "name": "Querist"}}]
            if "@@" in text
            else [],
        }
        | changes,
    )
