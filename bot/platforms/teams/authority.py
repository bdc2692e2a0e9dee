"""What Microsoft vouches for: the keys that sign its tokens, and the token that lets us reply.

Both are fetched here without blocking anybody, with a time limit, and kept until they age.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

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
    graph: str = "https://graph.microsoft.com"


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

    async def reach(self) -> None:
        """Fetches them as they are now. Raises NotReached."""
        async with self._one_at_a_time:
            self._keys = await self._fetch()
            self._fetched = self._now()

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


@dataclass(frozen=True, slots=True)
class Granted:
    """An access token, and for how many seconds it is good."""

    token: str = field(repr=False)
    seconds: float


class Credentials(Protocol):
    """What the bot proves itself with."""

    async def grant(self, scope: str = "") -> Granted:
        """A new token for a scope, for replies where none is named. Raises NotReached or TokenRefused."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Password:
    """The secret of a registration in one tenant (a single-tenant bot)."""

    app_id: str
    password: str = field(repr=False)
    tenant: str
    authority: Authority = Authority()

    async def grant(self, scope: str = "") -> Granted:
        form = {
            "grant_type": "client_credentials",
            "client_id": self.app_id,
            "client_secret": self.password,
            "scope": scope or self.authority.scope,
        }
        said = await _granted(
            "POST",
            self.authority.token_url.format(tenant=self.tenant),
            refused="Microsoft refuses this bot's id or password ({reason})."
            " Check QUERIST_TEAMS_APP_ID, QUERIST_TEAMS_APP_PASSWORD and QUERIST_TEAMS_TENANT.",
            data=form,
        )
        return Granted(str(said["access_token"]), _seconds(said.get("expires_in")))


@dataclass(frozen=True, slots=True, kw_only=True)
class ManagedIdentity:
    """An identity that Azure gives to the machine: there is no secret. `endpoint` and `header` are those of
    App Service and Container Apps (IDENTITY_ENDPOINT, IDENTITY_HEADER); without them it is a virtual machine.
    """

    client_id: str
    endpoint: str = ""
    header: str = field(default="", repr=False)
    authority: Authority = Authority()
    machine: str = "http://169.254.169.254/metadata/identity/oauth2/token"
    now: Callable[[], float] = time.time

    async def grant(self, scope: str = "") -> Granted:
        resource = (scope or self.authority.scope).removesuffix("/.default")
        wanted = {"resource": resource, "client_id": self.client_id}
        if self.endpoint:
            version, headers = "2019-08-01", {"X-IDENTITY-HEADER": self.header}
        else:
            version, headers = "2018-02-01", {"Metadata": "true"}
        said = await _granted(
            "GET",
            self.endpoint or self.machine,
            refused="Azure gives this machine no token for the managed identity ({reason})."
            " Check QUERIST_TEAMS_MANAGED_IDENTITY, and that the identity is assigned to this machine.",
            params={"api-version": version, **wanted},
            headers=headers,
        )
        if "expires_in" in said:
            return Granted(str(said["access_token"]), _seconds(said["expires_in"]))
        return Granted(str(said["access_token"]), _seconds(said.get("expires_on")) - self.now())


class Tokens:
    """The bot's own access token for a scope: without one, that which every reply carries."""

    def __init__(
        self, credentials: Credentials, scope: str = "", *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._credentials, self._scope = credentials, scope
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
                granted = await self._credentials.grant(self._scope)
                self._token = granted.token
                self._until = self._now() + max(granted.seconds - _EARLY, 0.0)
            return self._token


async def _granted(method: str, url: str, *, refused: str, **request: Any) -> Mapping[str, Any]:
    """What a token service says when it grants a token. `refused` is the sentence for when it does not."""
    try:
        timeout = aiohttp.ClientTimeout(total=2 * _SECONDS)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.request(method, url, allow_redirects=False, **request) as response,
        ):
            said = await response.json(content_type=None)
            if response.status in (400, 401, 403):
                raise TokenRefused(refused.format(reason=said.get("error", response.status)))
            response.raise_for_status()
            return {**said, "access_token": said["access_token"]}
    except (aiohttp.ClientError, TimeoutError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise NotReached(
            f"No access token could be fetched from {url} ({type(error).__name__})."
            " Check that this machine may reach it."
        ) from error


def _seconds(said: Any) -> float:
    """Seconds as Azure writes them, with or without quotes; 0 for what is no number."""
    try:
        return float(said)
    except (TypeError, ValueError):
        return 0.0
