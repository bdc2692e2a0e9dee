"""One SPARQL query over HTTP -> the reply's body, or an error whose move is told.

SPARQLWrapper writes the request; it is sent by an opener of our own, because the one that SPARQLWrapper
uses follows redirects to any host and takes the credentials along. Only http and https are spoken. A reply
is over at its deadline, however slowly its bytes come.
"""

from __future__ import annotations

import contextlib
import http.client
import io
import re
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import IO, Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from SPARQLWrapper import JSON, POST, TURTLE, SPARQLWrapper

from connectors.clauses import with_clauses
from connectors.refusals import LOGIN, failed, refused
from connectors.words import clean
from kgqa.errors import BadSetting, GraphTimeout, GraphUnavailable
from kgqa.types import CheckedQuery, Limits

_AGENT = "Querist/0.1 (+SPARQL 1.1; reads only)"
_LONG = 2000  # characters of an address, with the query and its dataset in it: more goes by POST
_INTERRUPTED = (
    "S1TA"  # Virtuoso's state of a query that was cut short for lack of time, answered with 200 or 206
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where an endpoint is, how to log in there, and which dataset it is asked for: in its parameters or in
    `clauses`, which go into each query. `shown` is safe to print.
    """

    url: str
    parameters: tuple[tuple[str, str], ...]
    shown: str
    clauses: str = ""
    user: str = ""
    password: str = field(default="", repr=False)
    token: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """`kind` is the media type in small letters; `cut` says that the body was longer than allowed."""

    body: bytes
    kind: str
    headers: Mapping[str, str]
    cut: bool


def address(url: str, *, user: str = "", password: str = "", token: str = "") -> Address:
    """Reads the address of an endpoint. Raises BadSetting, and never repeats a password."""
    try:
        parts = urlsplit(url.strip())
        host, port = parts.hostname, parts.port
    except ValueError as error:
        raise BadSetting(
            "The address of the endpoint cannot be read. Give it as https://host/path."
        ) from error
    if re.search(r"[\s\x00-\x1f\x7f]", url.strip()):
        raise BadSetting(
            f"The address of the endpoint {clean(host or '')} holds a space. Write it as %20, or take it out."
        )
    if parts.scheme not in {"http", "https"} or not host:
        raise BadSetting(
            f"The endpoint {clean(url.rsplit('@', maxsplit=1)[-1])} is no web address. Give it as https://host/path."
        )
    if parts.username or parts.password:
        raise BadSetting(f"The address of the endpoint {host} holds a login. Take it out. {LOGIN}")
    place = f"[{host}]" if ":" in host else host
    place += f":{port}" if port else ""
    plain = urlunsplit((parts.scheme, place, parts.path or "/", "", ""))
    return Address(
        url=plain,
        parameters=tuple(parse_qsl(parts.query, keep_blank_values=True)),
        shown=plain,
        user=user,
        password=password,
        token=token,
    )


def send(
    address: Address, query: CheckedQuery, text: str, *, limits: Limits, deadline: float, size: int
) -> Reply:
    """Sends `text`, a form of `query`, and reads at most `size` bytes; blocks until about `deadline`.

    Raises GraphUnavailable, GraphTimeout or GraphRejected.
    """
    chunks: list[bytes] = []
    left = size + 1
    with contextlib.closing(ask(address, query, text, limits=limits, deadline=deadline)) as answer:
        while left > 0 and (chunk := answer.read(left, deadline)):
            chunks.append(chunk)
            left -= len(chunk)
    body = b"".join(chunks)
    return Reply(body=body[:size], kind=answer.kind, headers=answer.headers, cut=len(body) > size)


def ask(address: Address, query: CheckedQuery, text: str, *, limits: Limits, deadline: float) -> Incoming:
    """Sends `text`, a form of `query`; the answer is there to be read as it comes, and to be closed.

    Raises as `send` does.
    """
    clock = _Clock(deadline)
    request = _Request(address, query, text, clock)
    try:
        response = request.query().response
    except urllib.error.HTTPError as error:
        with error:
            raise refused(address.shown, error, (address.password, address.token)) from error
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise failed(address.shown, error, limits.seconds) from error
    incoming = Incoming(address, response, clock, limits.seconds)
    if packed := incoming.headers.get("Content-Encoding", "").replace("identity", ""):
        incoming.close()
        raise GraphUnavailable(
            f"{address.shown} packed its answer ({clean(packed)}), though Querist asks for it as it is. Have "
            "the store, or the proxy before it, pack only for who asks for that."
        )
    if incoming.headers.get("X-SQL-State", "").startswith(_INTERRUPTED):
        incoming.close()
        raise GraphTimeout(f"{address.shown} ran out of time and sent only some of the rows. Ask for less.")
    return incoming


class Incoming:
    """An answer on its way: its media type in small letters, its headers, and its bytes as they come."""

    def __init__(
        self, address: Address, response: http.client.HTTPResponse, clock: _Clock, seconds: float
    ) -> None:
        headers = {key.lower(): value for key, value in response.headers.items()}
        self.kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        self.headers: Mapping[str, str] = _Headers(headers)
        self._place, self._seconds = address.shown, seconds
        self._response, self._clock = response, clock
        self._begun = False

    def read(self, size: int, deadline: float) -> bytes:
        """At most `size` bytes more, or b"" at the end. Raises GraphUnavailable or GraphTimeout."""
        self._clock.until = deadline
        try:
            self._clock.left()
            chunk = self._response.read1(min(size, 1 << 16))
            if not chunk and self._response.length:  # read1 keeps silent about a body that is too short
                raise http.client.IncompleteRead(b"", self._response.length)
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise failed(self._place, error, self._seconds) from error
        if not self._begun and chunk:
            self._expect_results(chunk)
        return chunk

    def close(self) -> None:
        """Hangs up; the server notices when it writes on."""
        self._response.close()

    def _expect_results(self, head: bytes) -> None:
        self._begun = True
        if "html" in self.kind or head.lstrip()[:15].lower().startswith((b"<!doctype html", b"<html")):
            raise GraphUnavailable(
                f"{self._place} answered with a web page instead of results. Give the address of the SPARQL "
                "endpoint itself; it often ends in /sparql or /query."
            )


class _Headers(dict[str, str]):
    """Headers by their name in whatever letters."""

    def get(self, key: str, default: Any = None) -> Any:
        return super().get(key.lower(), default)


class _Request(SPARQLWrapper):
    """SPARQLWrapper with our opener; what it raises for a status is told in one place below."""

    def __init__(self, address: Address, query: CheckedQuery, text: str, clock: _Clock) -> None:
        super().__init__(address.url, agent=_AGENT)
        for name, value in address.parameters:
            self.addParameter(name, value)
        self.setQuery(with_clauses(text, address.clauses) if address.clauses else text)
        self.queryType = query.form.upper()  # it would guess it from the text
        self.setReturnFormat(JSON if query.form in {"select", "ask"} else TURTLE)
        self.setOnlyConneg(True)
        self._clock = clock
        if len(self._createRequest().full_url) > _LONG:
            self.setMethod(POST)
        if address.token:
            self.addCustomHttpHeader("Authorization", f"Bearer {address.token}")
        elif address.user:
            self.setCredentials(address.user, address.password)

    def _query(self) -> tuple[http.client.HTTPResponse, str]:
        response = _opener(self._clock).open(self._createRequest(), timeout=self._clock.left())
        return response, self.returnFormat


@dataclass(slots=True)
class _Clock:
    """The moment at which a reply is over."""

    until: float

    def left(self) -> float:
        """The seconds until then. Raises TimeoutError when it is past."""
        left = self.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left


class _Response(http.client.HTTPResponse):
    """A response that waits for no byte beyond its moment; a timeout of a socket begins anew with each."""

    def __init__(self, clock: _Clock, sock: socket.socket, **given: Any) -> None:
        super().__init__(sock, **given)
        self.fp = io.BufferedReader(_Timed(self.fp.detach(), sock, clock))


class _Timed(io.RawIOBase):
    """The bytes of a socket until a moment."""

    def __init__(self, bytes_of: io.RawIOBase, sock: socket.socket, clock: _Clock) -> None:
        self._bytes, self._socket, self._clock = bytes_of, sock, clock

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        self._socket.settimeout(self._clock.left())
        return self._bytes.readinto(buffer)

    def close(self) -> None:
        self._bytes.close()
        super().close()


class _Http(urllib.request.HTTPHandler):
    def __init__(self, clock: _Clock) -> None:
        super().__init__()
        self._clock = clock

    def http_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(_timed, http.client.HTTPConnection, self._clock), req)


class _Https(urllib.request.HTTPSHandler):
    def __init__(self, clock: _Clock) -> None:
        super().__init__()
        self._clock = clock

    def https_open(self, req: urllib.request.Request) -> http.client.HTTPResponse:
        return self.do_open(partial(_timed, http.client.HTTPSConnection, self._clock), req)


def _timed(
    kind: type[http.client.HTTPConnection], clock: _Clock, host: str, **given: Any
) -> http.client.HTTPConnection:
    connection = kind(host, **given)
    connection.response_class = partial(_Response, clock)  # type: ignore[assignment]  # it is called alone
    return connection


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows a redirect of a GET within the same server, and from http to https of the same name."""

    def redirect_request(
        self,
        req: urllib.request.Request,
        fp: IO[bytes],
        code: int,
        msg: str,
        headers: http.client.HTTPMessage,
        newurl: str,
    ) -> urllib.request.Request | None:
        old, new = urlsplit(req.full_url), urlsplit(newurl)
        same = (old.scheme, old.netloc) == (new.scheme, new.netloc)
        upgraded = (old.scheme, new.scheme) == ("http", "https") and old.hostname == new.hostname
        if req.data is None and (same or upgraded):
            return super().redirect_request(req, fp, code, msg, headers, newurl)
        return None  # then the status itself is the reply


def _opener(clock: _Clock) -> urllib.request.OpenerDirector:
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        _Http(clock),
        _Https(clock),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        urllib.request.UnknownHandler(),
        _Redirects(),
    ):
        opener.add_handler(handler)
    return opener
