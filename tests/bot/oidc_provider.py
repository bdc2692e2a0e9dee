"""A small provider of OpenID Connect on loopback: who is asked is signed in at once, as `claims` say."""

from __future__ import annotations

import secrets
import time
from base64 import b64decode, urlsafe_b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from typing import Any
from urllib.parse import unquote, urlencode

import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "client-1", "a secret: of the client"


@cache
def _key() -> rsa.RSAPrivateKey:
    """One for all: to make one takes a tenth of a second and more."""
    return rsa.generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class LocalProvider:
    """`claims` go into tokens, `metadata` is what it says of itself beside the usual, `changed` may spoil a
    token. A code is good once, for who asked, with the verifier of its challenge.
    """

    address: str = ""
    claims: dict[str, Any] = field(default_factory=lambda: {"sub": "ada-1"})
    metadata: dict[str, Any] = field(default_factory=dict)
    changed: Callable[[dict[str, Any]], dict[str, Any]] = lambda claims: claims
    algorithm: str = "RS256"
    refuses: bool = False
    key: Any = field(default_factory=_key)
    key_name: str = "k1"
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    served: list[str] = field(default_factory=list)

    def app(self) -> web.Application:
        app = web.Application()
        app.router.add_get("/.well-known/openid-configuration", self._describe)
        app.router.add_get("/authorize", self._authorize)
        app.router.add_post("/token", self._token)
        app.router.add_get("/keys", self._keys)
        return app

    async def _describe(self, _: web.Request) -> web.Response:
        self.served.append("metadata")
        told = {
            "issuer": self.address,
            "authorization_endpoint": f"{self.address}/authorize",
            "token_endpoint": f"{self.address}/token",
            "jwks_uri": f"{self.address}/keys",
            "code_challenge_methods_supported": ["S256"],
        }
        return web.json_response(told | self.metadata)

    async def _authorize(self, request: web.Request) -> web.Response:
        asked = dict(request.query)
        assert (asked["response_type"], asked["client_id"]) == ("code", CLIENT)
        assert "openid" in asked["scope"].split()
        told = {"error": "access_denied"}
        if not self.refuses:
            code = secrets.token_urlsafe(8)
            self.codes[code] = asked
            told = {"code": code}
        raise web.HTTPFound(f"{asked['redirect_uri']}?{urlencode(told | {'state': asked['state']})}")

    async def _token(self, request: web.Request) -> web.Response:
        self.served.append("token")
        told = {name: str(value) for name, value in (await request.post()).items()}
        if "client_secret_post" in self.metadata.get("token_endpoint_auth_methods_supported", ()):
            client, secret = told.get("client_id"), told.get("client_secret")
        else:
            basic = b64decode(request.headers["Authorization"].removeprefix("Basic ")).decode()
            client, _, secret = map(unquote, basic.partition(":"))
        asked = self.codes.pop(told.get("code", ""), None)
        if (client, secret) != (CLIENT, SECRET) or asked is None:
            return web.json_response({"error": "invalid_grant"}, status=400)
        if "code_challenge" in asked:
            digest = urlsafe_b64encode(sha256(told["code_verifier"].encode()).digest()).rstrip(b"=")
            assert (asked["code_challenge"], asked["code_challenge_method"]) == (digest.decode(), "S256")
        assert told["redirect_uri"] == asked["redirect_uri"]
        now = int(time.time())
        claims = {"iss": self.address, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        key: Any = SECRET if self.algorithm == "HS256" else None if self.algorithm == "none" else self.key
        token = jwt.encode(
            self.changed(claims | self.claims), key, self.algorithm, headers={"kid": self.key_name}
        )
        return web.json_response({"id_token": token, "access_token": "unused", "token_type": "Bearer"})

    async def _keys(self, _: web.Request) -> web.Response:
        self.served.append("keys")
        public = jwt.algorithms.RSAAlgorithm.to_jwk(self.key.public_key(), as_dict=True)
        return web.json_response({"keys": [public | {"kid": self.key_name, "use": "sig", "alg": "RS256"}]})


@asynccontextmanager
async def provider() -> AsyncIterator[LocalProvider]:
    """One that listens."""
    local = LocalProvider()
    runner = web.AppRunner(local.app())
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    local.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    yield local
    await runner.cleanup()
