"""What Microsoft vouches for: the keys that sign its tokens, and the token that lets us reply.

Both are fetched here without blocking anybody, with a time limit, and kept until they age.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import aiohttp
import jwt

from kgqa.errors import OperatorsMove

_SECONDS = 5.0  # for one fetch; a channel redelivers, a person waits
_DAY = 24 * 3600.0
_PAUSE = 300.0  # seconds between fetches that an unknown key asks for
_EARLY = 300.0  # a token is renewed this many seconds before it ends


class NotReached(OperatorsMove):
    """Microsoft's keys or tokens could not be fetched."""


class TokenRefused(OperatorsMove):
    """Microsoft refuses the app's id or password."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Authority:
    """Microsoft's public cloud, or a double of it."""

    issuer: str = "https://api.botframework.com"
    metadata_url: str = "https://login.botframework.com/v1/.well-known/openidconfiguration"
    token_url: str = "https://login.microsoftonline.com/{tenant}/oauth2/v2.0/token"  # noqa: S105  # an address
    scope: str = "https://api.botframework.com/.default"


@dataclass(frozen=True, slots=True)
class Key:
    """A public key with the channels that it may sign for; the names are those that the SDK reads."""

    public_key: Any
    endorsements: tuple[str, ...]


class Keys:
    """The signing keys behind one OpenID metadata address."""

    def __init__(self, metadata_url: str, *, now: Callable[[], float] = time.monotonic) -> None:
        self._url = metadata_url
        self._now = now
        self._keys: Mapping[str, Key] = {}
        self._fetched = self._failed = float("-inf")
        self._one_at_a_time = asyncio.Lock()

    async def get(self, key_id: str) -> Key | None:
        """The key of that name; None when Microsoft has none. Raises NotReached when we cannot know."""
        if key_id not in self._keys or self._now() - self._fetched > _DAY:
            async with self._one_at_a_time:
                await self._renew(key_id)
        return self._keys.get(key_id)

    async def _renew(self, key_id: str) -> None:
        """Fetches anew unless that was done or tried a moment ago; a known key outlives a failure."""
        now, known = self._now(), key_id in self._keys
        if now - self._fetched < _PAUSE:
            return
        if now - self._failed < _SECONDS:
            if known:
                return
            raise NotReached(f"The keys of Microsoft's tokens could not be fetched from {self._url}.")
        try:
            self._keys = await self._fetch()
            self._fetched = self._now()
        except NotReached:
            self._failed = self._now()
            if not known:
                raise

    async def _fetch(self) -> Mapping[str, Key]:
        try:
            async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS)) as session:
                async with session.get(self._url, raise_for_status=True) as response:
                    keys_url = (await response.json(content_type=None))["jwks_uri"]
                async with session.get(keys_url, raise_for_status=True) as response:
                    entries = (await response.json(content_type=None))["keys"]
            return {
                entry["kid"]: Key(
                    jwt.PyJWK(entry, algorithm="RS256").key, tuple(entry.get("endorsements", ()))
                )
                for entry in entries
                if entry.get("kty") == "RSA" and "kid" in entry
            }
        except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError, jwt.PyJWTError) as error:
            raise NotReached(
                f"The keys of Microsoft's tokens could not be fetched from {self._url}"
                f" ({type(error).__name__}). Check that this machine may reach it."
            ) from error


class Tokens:
    """The bot's own access token, which every reply carries."""

    def __init__(
        self,
        *,
        app_id: str,
        password: str,
        tenant: str,
        authority: Authority,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._url = authority.token_url.format(tenant=tenant)
        self._form = {
            "grant_type": "client_credentials",
            "client_id": app_id,
            "client_secret": password,
            "scope": authority.scope,
        }
        self._now = now
        self._token, self._until = "", float("-inf")
        self._one_at_a_time = asyncio.Lock()

    @property
    def kept(self) -> str:
        """The token as last fetched; "" before."""
        return self._token

    def forget(self) -> None:
        """The next reply fetches a new token, because the channel refused this one."""
        self._until = float("-inf")

    async def fresh(self) -> str:
        """A token that is valid for minutes yet. Raises NotReached or TokenRefused."""
        async with self._one_at_a_time:
            if self._now() >= self._until:
                granted = await self._fetch()
                self._token = str(granted["access_token"])
                self._until = self._now() + max(float(granted.get("expires_in", 0)) - _EARLY, 0.0)
            return self._token

    async def _fetch(self) -> Mapping[str, Any]:
        try:
            timeout = aiohttp.ClientTimeout(total=2 * _SECONDS)
            async with (
                aiohttp.ClientSession(timeout=timeout) as session,
                session.post(self._url, data=self._form) as response,
            ):
                said = await response.json(content_type=None)
                if response.status in (400, 401, 403):
                    reason = str(said.get("error", response.status))
                    raise TokenRefused(
                        f"Microsoft refuses this bot's id or password ({reason})."
                        " Check QUERIST_TEAMS_APP_ID, QUERIST_TEAMS_APP_PASSWORD and QUERIST_TEAMS_TENANT."
                    )
                response.raise_for_status()
                return {"access_token": said["access_token"], "expires_in": said.get("expires_in", 0)}
        except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError, AttributeError) as error:
            raise NotReached(
                f"No access token could be fetched from {self._url} ({type(error).__name__})."
                " Check that this machine may reach it."
            ) from error
