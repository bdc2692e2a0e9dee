"""One HTTP request of a check: what came back, and what the other side's clock says."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from typing import Any

import aiohttp

from bot.doctor.finding import Visit
from kgqa.errors import OperatorsMove

SECONDS = 10.0
_LARGEST = 1_000_000  # bytes that are read of an answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Fetched:
    """`body` is the object that came as JSON; empty when something else did."""

    status: int
    headers: Mapping[str, str]
    body: Mapping[str, Any]

    @property
    def is_fine(self) -> bool:
        return self.status == HTTPStatus.OK


async def fetch(
    visit: Visit,
    method: str,
    url: str,
    *,
    token: str = "",
    form: Mapping[str, str] | None = None,
) -> Fetched:
    """Asks once, without following to another address. Raises OperatorsMove when nothing comes back."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    host = url.partition("://")[2].partition("/")[0]
    try:
        async with (
            aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=SECONDS)) as session,
            session.request(method, url, data=form, headers=headers, allow_redirects=False) as answer,
        ):
            _compare_clocks(visit, host, answer.headers.get("Date", ""))
            text = await answer.content.read(_LARGEST)
            return Fetched(status=answer.status, headers=answer.headers, body=_object(text))
    except (aiohttp.ClientError, TimeoutError, OSError, ValueError) as error:
        why = "it did not answer in time" if isinstance(error, TimeoutError) else _reason(error)
        raise OperatorsMove(f"{host} cannot be reached: {why}.") from error


def _compare_clocks(visit: Visit, host: str, date: str) -> None:
    try:
        theirs = parsedate_to_datetime(date)
    except ValueError:
        return
    theirs = theirs.replace(tzinfo=UTC) if theirs.tzinfo is None else theirs
    visit.clocks[host] = theirs.timestamp() - datetime.fromtimestamp(visit.now(), UTC).timestamp()


def _object(text: bytes) -> Mapping[str, Any]:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return read if isinstance(read, dict) else {}


def _reason(error: BaseException) -> str:
    return (str(getattr(error, "strerror", "") or "") or type(error).__name__).strip(". ")
