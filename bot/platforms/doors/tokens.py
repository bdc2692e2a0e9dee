"""Who may come in: a program by its token, or, where there are no tokens, whoever is at this machine.

In: an HTTP request. Out: the Caller that it comes from, or why it is not let in. A token is compared in
constant time. Without tokens a loopback address alone protects nothing: any website that is open in a browser
can send requests there, and a proxy's requests all come from there.
"""

from __future__ import annotations

import hmac
from base64 import b64decode
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from aiohttp import web

from bot.platforms.doors.turned import TurnedAway
from bot.platforms.loopback import host_name, is_loopback, is_passed_on

SHORTEST = 24  # characters of a token; one of token_urlsafe(32) has 43
_OWN_SITE = ("none", "same-origin")


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who asks: the token's name, and the graphs that it may ask; () is all."""

    name: str
    graphs: tuple[str, ...] = ()


HERE = Caller(name="local")  # whoever is at this machine


@dataclass(frozen=True, slots=True, kw_only=True)
class Token:
    """A program that may come in, and the secret that it shows."""

    caller: Caller
    secret: str = field(repr=False)


class Gate:
    """Without `tokens`, this machine alone is let in."""

    def __init__(self, tokens: Sequence[Token] = ()) -> None:
        self._tokens = [(_digest(token.secret), token.caller) for token in tokens]

    def caller(self, request: web.Request) -> Caller | TurnedAway:
        """Who asks, or why they may not."""
        if self._tokens:
            return self._known(_shown(request.headers.get("Authorization", "")))
        return HERE if _is_here(request) else TurnedAway(status=403, why=_ONLY_HERE)

    def _known(self, shown: str) -> Caller | TurnedAway:
        digest = _digest(shown)
        found = [caller for known, caller in self._tokens if hmac.compare_digest(known, digest)]
        return found[0] if found else TurnedAway(status=401, why=_NO_TOKEN)


_ONLY_HERE = "Without a token, this service answers programs on this machine only."
_NO_TOKEN = "Show a token that is known here: the header “Authorization: Bearer …”."  # noqa: S105  # a sentence


def _digest(secret: str) -> bytes:
    """Of one length for all, so that how long a comparison takes tells nothing."""
    return sha256(secret.encode("utf-8", "surrogateescape")).digest()


def _shown(authorization: str) -> str:
    """The token in a header: as a bearer, or as the password of a client that knows no other way."""
    scheme, _, value = authorization.partition(" ")
    if scheme.lower() == "bearer":
        return value.strip()
    if scheme.lower() == "basic":
        try:
            return b64decode(value.strip(), validate=True).decode("utf-8").partition(":")[2]
        except ValueError:  # no base64, or no text in it
            return ""
    return ""


def _is_here(request: web.Request) -> bool:
    """Whether the other end is a program on this machine, and neither a website nor a proxy."""
    if not (is_loopback(request.remote or "") and is_loopback(host_name(request.host))):
        return False
    if is_passed_on(request):
        return False
    is_own = request.headers.get("Origin") in (None, f"http://{request.host}")
    return is_own and request.headers.get("Sec-Fetch-Site", "none") in _OWN_SITE
