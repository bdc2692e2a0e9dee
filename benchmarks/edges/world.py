"""Slack's Web API and Microsoft's tokens, keys and connector, small; they count answers.

In: what a bot posts. Out: how often each question was answered. A question is known by a number in its words,
which the core repeats.
"""

from __future__ import annotations

import itertools
import json
import re
import time
from collections import Counter
from typing import Any

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import rsa
from jwt.algorithms import RSAAlgorithm

APP = "11111111-1111-1111-1111-111111111111"
TENANT = "22222222-2222-2222-2222-222222222222"
ISSUER = "https://api.botframework.com"
NUMBER = re.compile(r"question n(\d+)")
_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


class World:
    """`answers` says how many messages answer each question."""

    def __init__(self) -> None:
        self.answers: Counter[int] = Counter()
        self.last = time.monotonic()  # when the last answer came
        self.url = ""
        self._ids = itertools.count(1)

    def application(self) -> web.Application:
        app = web.Application(client_max_size=10_000_000)
        app.router.add_post("/api/{method}", self._slack)
        app.router.add_post("/upload/{file}", self._done)
        app.router.add_get("/metadata", self._metadata)
        app.router.add_get("/keys", self._keys)
        app.router.add_post("/token/{tenant}", self._token)
        app.router.add_post("/v3/conversations/{conversation}/activities", self._teams)
        app.router.add_post("/v3/conversations/{conversation}/activities/{activity}", self._teams)
        app.router.add_put("/v3/conversations/{conversation}/activities/{activity}", self._changed)
        return app

    def bearer(self, seconds: float) -> str:
        """The header with which Teams proves itself, good for so long."""
        now = int(time.time())
        claims = {
            "iss": ISSUER,
            "aud": APP,
            "serviceurl": self.url,
            "nbf": now - 10,
            "exp": now + int(seconds),
        }
        return "Bearer " + jwt.encode(claims, _KEY, algorithm="RS256", headers={"kid": "k1"})

    def _heard(self, said: str) -> None:
        for number in {int(found) for found in NUMBER.findall(said)}:
            self.answers[number] += 1
            self.last = time.monotonic()

    async def _slack(self, request: web.Request) -> web.Response:
        method, ts = request.match_info["method"], f"{time.time():.0f}.{next(self._ids):06d}"
        said = await request.text()
        if method == "chat.postMessage":
            # A form's blanks are plus signs.
            self._heard(said.replace("+", " "))
        answers: dict[str, dict[str, Any]] = {
            "auth.test": {"team_id": "T1", "user_id": "UQ", "bot_id": "BQ", "url": "https://a.example/"},
            "chat.postMessage": {"channel": "C1", "ts": ts, "message": {"ts": ts}},
            "files.getUploadURLExternal": {"upload_url": f"{self.url}/upload/F{ts}", "file_id": f"F{ts}"},
            "files.completeUploadExternal": {"files": []},
            "assistant.threads.setStatus": {},
        }
        if method not in answers:
            return web.json_response({"ok": False, "error": "unknown_method"})
        return web.json_response({"ok": True, **answers[method]})

    async def _teams(self, request: web.Request) -> web.Response:
        activity = await request.json()
        if activity.get("type") == "message":
            self._heard(json.dumps(activity))
        return web.json_response({"id": f"a{next(self._ids)}"}, status=201)

    async def _changed(self, request: web.Request) -> web.Response:
        return web.json_response({"id": request.match_info["activity"]})

    async def _done(self, request: web.Request) -> web.Response:
        await request.read()
        return web.Response(text="OK")

    async def _metadata(self, _: web.Request) -> web.Response:
        return web.json_response({"issuer": ISSUER, "jwks_uri": f"{self.url}/keys"})

    async def _keys(self, _: web.Request) -> web.Response:
        key = json.loads(RSAAlgorithm.to_jwk(_KEY.public_key()))
        return web.json_response({"keys": [key | {"kid": "k1", "use": "sig", "endorsements": ["msteams"]}]})

    async def _token(self, _: web.Request) -> web.Response:
        return web.json_response({"access_token": "local", "expires_in": 3600})
