"""What went wrong on the way to an endpoint and back -> an error whose move is told, with its remedy."""

from __future__ import annotations

import http.client
import socket
import ssl
import urllib.error
from collections.abc import Iterable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import urlsplit

from connectors.words import clean
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable, QueristError

LOGIN = "Set QUERIST_ENDPOINT_USER and QUERIST_ENDPOINT_PASSWORD, or QUERIST_ENDPOINT_TOKEN."

_ABSENT = (GraphUnavailable, "There is no SPARQL endpoint at {place}. Check the address.")
_RESTING = (GraphUnavailable, "{place} is not at work at this moment. Ask again in a while.")
_LATE = (GraphTimeout, "{place} gave up on the query for lack of time. Ask for less.")
_REFUSED = (GraphRejected, "{place} refused the query (HTTP {code}).")
_STATUS: dict[int, tuple[type[QueristError], str]] = {
    400: _REFUSED,
    401: (GraphUnavailable, "{place} wants a login, or did not accept ours. " + LOGIN),
    403: (GraphUnavailable, "{place} does not let us in. Ask its operator for the right to read."),
    404: _ABSENT,
    405: _ABSENT,
    408: _LATE,
    410: _ABSENT,
    413: _REFUSED,
    414: _REFUSED,
    422: _REFUSED,
    429: (GraphUnavailable, "{place} has too many queries from us. Ask again {when}."),
    500: _REFUSED,
    501: _ABSENT,
    502: _RESTING,
    503: _RESTING,
    504: _LATE,
}
_OTHER = (GraphUnavailable, "{place} answered with HTTP {code}. Check the address.")
_PASSING = {429, 502, 503, 504}
_MAY_BE_LATE = {400, 500, 503}
_LATE_WORDS = ("timeout", "timed out", "time limit", "execution time", "took too long", "deadline")


def refused(place: str, error: urllib.error.HTTPError, secrets: Iterable[str] = ()) -> QueristError:
    """What a status other than success means. The endpoint's own words are aside, cleaned and cut, without
    the `secrets` that it was sent.
    """
    try:
        words = clean(error.read(20_000).decode("utf-8", "replace"), secrets)
    except (OSError, http.client.HTTPException):
        words = ""
    if HTTPStatus.MULTIPLE_CHOICES <= error.code < HTTPStatus.BAD_REQUEST:
        target = _host(error.headers.get("Location", "")) or "another address"
        return GraphUnavailable(
            f"{place} sends its callers on to {target}, where Querist does not follow. "
            "Give the final address of the endpoint."
        )
    kind, sentence = _STATUS.get(error.code, _OTHER)
    if error.code in _MAY_BE_LATE and any(sign in words.lower() for sign in _LATE_WORDS):
        kind, sentence = _LATE
    wait = retry_after(error.headers.get("Retry-After", ""))
    return kind(
        sentence.format(
            place=place,
            code=error.code,
            when="in a while" if wait is None else f"in {wait:.0f} seconds",
        ),
        aside=f"It said: {words}" if words else "",
    )


def _host(address: str) -> str:
    try:
        return clean(urlsplit(address).netloc)
    except ValueError:
        return ""


_DIGITS = 9  # of seconds: nobody waits longer


def retry_after(value: str) -> float | None:
    """The seconds that a header Retry-After asks to wait, given as a number or as a date (RFC 9110, 10.2.3);
    None for anything else.
    """
    value = value.strip()
    if value.isascii() and value.isdigit():
        return float(value[:_DIGITS])
    try:
        moment = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return None
    if moment.tzinfo is None:  # "-0000", as old servers write it
        moment = moment.replace(tzinfo=UTC)
    return max((moment - datetime.now(UTC)).total_seconds(), 0.0)


def failed(place: str, error: Exception, seconds: float) -> QueristError:
    """What it means that no whole reply came."""
    reason = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(reason, TimeoutError):
        return late(place, seconds)
    return GraphUnavailable(_why(place, reason))


def passing(error: QueristError, *, known: bool) -> float | None:
    """In how many seconds the same may work, 0 when the endpoint does not say; None when it will not.

    `known` says that the endpoint has answered before: then nobody listening means that it is starting again.
    """
    cause = error.__cause__
    if isinstance(cause, urllib.error.HTTPError):
        wait = retry_after(cause.headers.get("Retry-After", ""))
        return (wait or 0.0) if cause.code in _PASSING else None
    reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
    match reason:
        case ssl.SSLError():
            return None
        case ConnectionRefusedError():
            return 0.0 if known else None
        case ConnectionError() | http.client.HTTPException() | EOFError():
            return 0.0
        case _:
            return None


def late(place: str, seconds: float) -> GraphTimeout:
    """The time that we gave is over."""
    return GraphTimeout(
        f"{place} did not answer in {seconds:g} seconds. Ask for less, or raise QUERIST_QUERY_SECONDS."
    )


def _why(place: str, reason: object) -> str:
    match reason:
        case socket.gaierror():
            return f"The name of {place} is not known to the network. Check the address."
        case ConnectionRefusedError():
            return f"Nothing listens at {place}. Start the store, or check the address."
        case ssl.SSLCertVerificationError():
            return (
                f"The certificate of {place} is not trusted: {clean(reason.verify_message)}. "
                "Install the authority that signed it, or check the address."
            )
        case ssl.SSLError():
            return f"{place} does not speak TLS as we do. Check https, http and the port."
        case http.client.HTTPException() | ConnectionError():
            return f"{place} cut its answer off. Ask again; if it recurs, look into its log."
        case _:
            return f"{place} cannot be reached: {clean(str(reason))}. Check the address."
