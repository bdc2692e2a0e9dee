"""Signing in by OpenID Connect: at Slack, at Microsoft Entra ID, or at any other provider.

In: the provider's address, and what it knows us by. Out: the address to which a browser is sent, and of who
comes back from there, who it is: "slack:T0123:U0456", "entra:TENANT:OBJECT", "oidc:SUBJECT". The code flow,
with state and nonce, and with PKCE where the provider has it. ID tokens are verified by PyJWT.
"""

from __future__ import annotations

import hmac
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic
from typing import Any, Literal
from urllib.parse import quote, urlencode, urlsplit

import jwt
from aiohttp import BasicAuth, ClientError, ClientSession, ClientTimeout

from bot.platforms.loopback import is_loopback
from kgqa.errors import OperatorsMove

Kind = Literal["slack", "entra", "oidc"]

BACK = "/audit/sign-in/back"
ALGORITHMS = (
    "RS256",
    "PS256",
    "ES256",
    "ES384",
    "RS384",
    "RS512",
    "PS384",
    "PS512",
    "EdDSA",
)  # none by a secret
NAMES: Mapping[Kind, str] = {"slack": "Slack", "entra": "Microsoft", "oidc": ""}
_SECONDS = ClientTimeout(total=15)
_KEPT = 3600.0  # seconds for which what a provider says of itself is kept
_AGAIN = 60.0  # and for which keys are not fetched once more
_LARGEST = 2**20
_LEEWAY = 60  # seconds that clocks may differ


class NoSignIn(OperatorsMove):
    """The provider cannot be reached, or says what it must not."""


class NotSignedIn(Exception):  # noqa: N818  # an outcome, named as such
    """Who came back is nobody that the provider vouches for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Begun:
    """A sign-in that is under way: what the browser keeps until it comes back."""

    state: str
    nonce: str
    verifier: str
    there: str


@dataclass
class Provider:
    """A provider of identities; `back` is the address that it sends browsers back to."""

    kind: Kind
    issuer: str
    client: str
    secret: str = field(repr=False)
    back: str
    _metadata: tuple[float, dict[str, Any]] | None = field(default=None, init=False)
    _keys: tuple[float, jwt.PyJWKSet] | None = field(default=None, init=False)

    @property
    def name(self) -> str:
        """What people call it."""
        return NAMES[self.kind] or (urlsplit(self.issuer).hostname or self.issuer)

    async def begin(self, there: str) -> tuple[str, Begun]:
        """Where the browser is sent, and what it keeps. Raises NoSignIn."""
        metadata = await self.described()
        begun = Begun(
            state=secrets.token_urlsafe(24),
            nonce=secrets.token_urlsafe(24),
            verifier=secrets.token_urlsafe(48),
            there=there,
        )
        asked = {
            "response_type": "code",
            "client_id": self.client,
            "scope": "openid profile",
            "redirect_uri": self.back,
            "state": begun.state,
            "nonce": begun.nonce,
        }
        if self._has_pkce(metadata):
            digest = sha256(begun.verifier.encode()).digest()
            asked["code_challenge"] = urlsafe_b64encode(digest).rstrip(b"=").decode()
            asked["code_challenge_method"] = "S256"
        sign = "&" if urlsplit(metadata["authorization_endpoint"]).query else "?"
        return f"{metadata['authorization_endpoint']}{sign}{urlencode(asked)}", begun

    async def identity(self, told: Mapping[str, str], begun: Begun) -> str:
        """Who came back with these parameters. Raises NotSignedIn and NoSignIn."""
        state = told.get("state", "").encode("utf-8", "surrogateescape")
        if not hmac.compare_digest(state, begun.state.encode()):
            raise NotSignedIn("This sign-in was not begun in this browser. Begin again.")
        if told.get("error") or not told.get("code"):
            raise NotSignedIn(f"{self.name} did not sign you in. Begin again.")
        if told.get("iss") and told["iss"] != self.issuer:
            raise NotSignedIn("Another provider answered than was asked. Begin again.")
        metadata = await self.described()
        claims = await self._claims(await self._token(metadata, told["code"], begun), metadata)
        if not hmac.compare_digest(str(claims.get("nonce", "")).encode(), begun.nonce.encode()):
            raise NotSignedIn("The identity that came back was made for another sign-in. Begin again.")
        return self._who(claims)

    async def _token(self, metadata: Mapping[str, Any], code: str, begun: Begun) -> str:
        form = {"grant_type": "authorization_code", "code": code, "redirect_uri": self.back}
        if self._has_pkce(metadata):
            form["code_verifier"] = begun.verifier
        auth = None
        if "client_secret_post" in metadata.get("token_endpoint_auth_methods_supported", ()):
            form |= {"client_id": self.client, "client_secret": self.secret}
        else:  # RFC 6749, 2.3.1: both are encoded as in a form
            auth = BasicAuth(quote(self.client, safe=""), quote(self.secret, safe=""))
        answer = await self._fetch(metadata["token_endpoint"], form, auth, refused=True)
        token = answer.get("id_token")
        if not isinstance(token, str):
            raise NotSignedIn(f"{self.name} gave no identity. Begin again.")
        return token

    async def _claims(self, token: str, metadata: Mapping[str, Any]) -> dict[str, Any]:
        try:
            key = await self._key(token, metadata)
            claims: dict[str, Any] = jwt.decode(
                token,
                key,
                algorithms=ALGORITHMS,
                audience=self.client,
                issuer=self.issuer,
                leeway=_LEEWAY,
                options={"require": ["exp", "iat", "aud", "iss", "sub"]},
            )
        except jwt.InvalidTokenError as error:
            raise NotSignedIn(
                f"The identity that came back does not hold ({type(error).__name__})."
            ) from error
        several = isinstance(claims["aud"], list) and len(claims["aud"]) > 1
        if (several or "azp" in claims) and claims.get("azp") != self.client:
            raise NotSignedIn("The identity that came back was made for another program.")
        return claims

    async def _key(self, token: str, metadata: Mapping[str, Any]) -> jwt.PyJWK:
        """The key that signed a token; keys that are new are fetched, not more often than once a minute."""
        name = jwt.get_unverified_header(token).get("kid")
        for is_last in (False, True):
            if self._keys is None or monotonic() - self._keys[0] > (_AGAIN if is_last else _KEPT):
                try:
                    found = jwt.PyJWKSet.from_dict(await self._fetch(metadata["jwks_uri"]))
                except jwt.PyJWKSetError as error:
                    raise NoSignIn(f"The keys of {self.name} cannot be read.") from error
                self._keys = (monotonic(), found)
            keys = [k for k in self._keys[1].keys if k.public_key_use in (None, "sig")]
            if named := [k for k in keys if k.key_id == name] or (
                keys if name is None and len(keys) == 1 else []
            ):
                return named[0]
        raise jwt.InvalidTokenError("no such key")

    def _who(self, claims: Mapping[str, Any]) -> str:
        parts: tuple[object, ...]
        if self.kind == "slack":
            parts = (claims.get("https://slack.com/team_id"), claims.get("https://slack.com/user_id"))
        elif self.kind == "entra":  # an address may change hands, these never do
            parts = (claims.get("tid"), claims.get("oid"))
        else:
            parts = (claims["sub"],)
        if not all(isinstance(part, str) and part for part in parts):
            raise NotSignedIn(f"{self.name} does not say who you are.")
        return ":".join((self.kind, *map(str, parts)))

    def _has_pkce(self, metadata: Mapping[str, Any]) -> bool:
        # Entra has it and does not say so.
        return self.kind == "entra" or "S256" in metadata.get("code_challenge_methods_supported", ())

    async def described(self) -> dict[str, Any]:
        """What the provider says of itself. Raises NoSignIn."""
        if self._metadata is None or monotonic() - self._metadata[0] > _KEPT:
            found = await self._fetch(f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
            if found.get("issuer") != self.issuer:
                raise NoSignIn(
                    f"{self.name} calls itself {str(found.get('issuer'))[:200]}, not {self.issuer}."
                )
            for part in ("authorization_endpoint", "token_endpoint", "jwks_uri"):
                if not is_safe(str(found.get(part, ""))):
                    raise NoSignIn(f"{self.name} has no {part} by HTTPS.")
            self._metadata = (monotonic(), found)
        return self._metadata[1]

    async def _fetch(
        self,
        address: str,
        form: Mapping[str, str] | None = None,
        auth: BasicAuth | None = None,
        *,
        refused: bool = False,
    ) -> dict[str, Any]:
        """JSON of the provider. What it sends back is shown to nobody, and written nowhere."""
        try:
            async with (
                ClientSession(timeout=_SECONDS) as session,
                session.request(
                    "POST" if form else "GET", address, data=form, auth=auth, allow_redirects=False
                ) as response,
            ):
                if refused and response.status in (400, 401, 403):
                    raise NotSignedIn(f"{self.name} did not take the sign-in. Begin again.")
                if response.status != 200:  # noqa: PLR2004
                    raise NoSignIn(
                        f"{self.name} answers with {response.status} at {urlsplit(address).netloc}."
                    )
                text = await response.content.read(_LARGEST)
                found = json.loads(text)
        except (TimeoutError, ClientError, ValueError) as error:
            host = urlsplit(address).netloc
            raise NoSignIn(f"{self.name} cannot be reached at {host} ({type(error).__name__}).") from error
        if not isinstance(found, dict):
            raise NoSignIn(f"{self.name} does not answer as a provider does.")
        return found


def is_safe(address: str) -> bool:
    """Whether an address is by HTTPS, or of this machine."""
    parts = urlsplit(address)
    return bool(parts.hostname) and (
        parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))
    )
