"""Who is signed in: a cookie with a token, of which the database has a hash; what a form must bring along;
and how often somebody may try.

In: requests. Out: the account and the mark of its forms, or None.
"""

from __future__ import annotations

import hmac
import secrets
from collections import OrderedDict, deque
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import sha256
from urllib.parse import urlsplit

from aiohttp import web
from itsdangerous import BadSignature, URLSafeTimedSerializer

from bot.audit.accounts import Account, Known
from bot.audit.ports import Sessions
from bot.audit.web.oidc import Begun
from kgqa.audit import SignedIn

HOURS = 10  # for which a session is good: a working day
TRIES = 5  # that may go wrong for one account within
ALL_TRIES = 100  # for all accounts together
WINDOW = timedelta(minutes=15)
_MOST_NAMES = 1_000
_MINUTES = 10  # that signing in elsewhere may take


@dataclass(frozen=True, slots=True, kw_only=True)
class Visitor:
    """Somebody who is signed in. `mark` is what their forms must bring along."""

    account: Account
    mark: str

    @property
    def by(self) -> str:
        """Who it is, in the record: nobody at a terminal is called so."""
        return f"page:{self.account.name}"


class Door:
    """Lets people in, knows them again, and lets them out. `secure` says that people come by HTTPS, `secret`
    signs what a browser keeps while somebody signs in elsewhere.
    """

    def __init__(
        self, known: Known, sessions: Sessions, *, secure: bool, secret: str, public: str = ""
    ) -> None:
        self.known, self._sessions = known, sessions
        self._serializer = URLSafeTimedSerializer(secret, salt="audit-sign-in")
        self._secure, self._public = secure, public
        self.tries = Tries()

    async def visitor(self, request: web.Request, now: datetime) -> Visitor | None:
        """Who is signed in; None for nobody, and for an account that is no more what it was. Raises
        OperatorsMove.
        """
        token = request.cookies.get(self._name(request), "")
        if not token:
            return None
        held = await self._sessions.of(_hash(token), now)
        account = self.known.now().named(held.account) if held else None
        if held is None or account is None or not hmac.compare_digest(account.stamp, held.stamp):
            return None
        return Visitor(account=account, mark=_mark(token))

    async def enter(
        self, request: web.Request, response: web.StreamResponse, account: Account, way: str, now: datetime
    ) -> None:
        """Begins a session: the response has its cookie."""
        token = secrets.token_urlsafe(32)
        until = now + timedelta(hours=HOURS)
        held = SignedIn(account=account.name, way=way, stamp=account.stamp, at=now, until=until)
        await self._sessions.begin(_hash(token), held)
        # Lax: a link to a record in a chat leads those who are signed in to it. Forms bring a mark along.
        response.set_cookie(
            self._name(request),
            token,
            max_age=HOURS * 3600,
            httponly=True,
            secure=self._secure,
            samesite="Lax",
            path="/",
        )

    async def leave(self, request: web.Request, response: web.StreamResponse) -> None:
        """Ends the session."""
        name = self._name(request)
        if token := request.cookies.get(name, ""):
            await self._sessions.end(_hash(token))
        response.del_cookie(name, path="/", secure=self._secure, httponly=True, samesite="Lax")

    def keep(self, response: web.StreamResponse, begun: Begun) -> None:
        """Has the browser keep a sign-in that is under way, for some minutes."""
        response.set_cookie(
            self._under_way,
            str(self._serializer.dumps([begun.state, begun.nonce, begun.verifier, begun.there])),
            max_age=_MINUTES * 60,
            httponly=True,
            secure=self._secure,
            samesite="Lax",  # the provider's page leads back here
            path="/",
        )

    def kept(self, request: web.Request, response: web.StreamResponse) -> Begun | None:
        """The sign-in that this browser began; it is good once."""
        text = request.cookies.get(self._under_way, "")
        response.del_cookie(self._under_way, path="/", secure=self._secure, httponly=True, samesite="Lax")
        try:
            state, nonce, verifier, there = self._serializer.loads(text, max_age=_MINUTES * 60)
        except (BadSignature, ValueError, TypeError):
            return None
        return Begun(state=state, nonce=nonce, verifier=verifier, there=onward(there))

    @property
    def _under_way(self) -> str:
        return "__Host-querist-sign-in" if self._secure else "querist-sign-in"

    def is_own(self, request: web.Request) -> bool:
        """Whether a form was sent from a page of ours: browsers say from where."""
        origin = urlsplit(request.headers.get("Origin", ""))
        own = {request.host.lower(), urlsplit(self._public).netloc.lower()} - {""}
        return bool(origin.netloc) and origin.netloc.lower() in own

    def _name(self, request: web.Request) -> str:
        """Cookies do not tell ports apart, so the name does; `__Host-` keeps other hosts from setting it."""
        if self._secure:
            return "__Host-querist-audit"
        port = request.host.rpartition(":")[2]
        return f"querist-audit-{port}" if port.isdigit() else "querist-audit"


class Tries:
    """How often signing in went wrong of late: of each name, and of all."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, deque[datetime]] = OrderedDict()
        self._all: deque[datetime] = deque(maxlen=ALL_TRIES)

    def wait(self, name: str, now: datetime) -> timedelta:
        """How long this name has to wait; nothing where it may try."""
        own = self._of.get(name.casefold(), deque())
        ends = [
            deque_[0] + WINDOW
            for deque_, most in ((own, TRIES), (self._all, ALL_TRIES))
            if len(deque_) >= most
        ]
        return max([timedelta(0), *(end - now for end in ends)])

    def wrong(self, name: str, now: datetime) -> None:
        """It went wrong once more."""
        self._of.setdefault(name.casefold(), deque(maxlen=TRIES)).append(now)
        self._of.move_to_end(name.casefold())
        while len(self._of) > _MOST_NAMES:
            self._of.popitem(last=False)
        self._all.append(now)

    def right(self, name: str) -> None:
        """It went well."""
        self._of.pop(name.casefold(), None)


def is_ours(mark: str, visitor: Visitor) -> bool:
    """Whether a form brought along the mark of this session."""
    return hmac.compare_digest(mark.encode("utf-8", "surrogateescape"), visitor.mark.encode())


def onward(said: str) -> str:
    """Where somebody goes after signing in: a page of ours, whatever the address says."""
    parts = urlsplit(said)
    is_plain = said.isascii() and said.isprintable() and "\\" not in said
    is_here = (
        not parts.scheme and not parts.netloc and (parts.path == "/audit" or parts.path.startswith("/audit/"))
    )
    return said if is_plain and is_here and "/sign-" not in parts.path else "/audit"


def _hash(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogateescape")).hexdigest()


def _mark(token: str) -> str:
    return hmac.new(token.encode("utf-8", "surrogateescape"), b"form", sha256).hexdigest()
