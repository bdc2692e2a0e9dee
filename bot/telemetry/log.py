"""The log: for a terminal, or as one JSON object a line.

In: records of Python's `logging`. Out: lines on stderr. What is expected to happen (a database that is away,
a service that does not answer) is one line and no stack trace, unless the level is DEBUG; and what repeats
itself is said once a minute.
"""

from __future__ import annotations

import json
import logging
import re
import socket
import ssl
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

import aiohttp
from dbos import error as dbos_errors
from slack_sdk.errors import SlackClientError
from sqlalchemy.exc import InterfaceError, OperationalError

from kgqa.errors import AskersMove, OperatorsMove

MINUTE = 60.0
_EXPECTED = (
    AskersMove,
    OperatorsMove,
    ConnectionError,
    TimeoutError,
    socket.gaierror,
    ssl.SSLError,
    aiohttp.ClientError,
    SlackClientError,
    dbos_errors.DBOSException,
    OperationalError,
    InterfaceError,
)
_OURS = ("bot", "kgqa", "connectors", "querist", "root", "py", "asyncio", "__main__")
_LOST = re.compile(r"OperationalError|InterfaceError|[Ll]istener error|[Cc]onnection|background_jobs lock")
_QUEUE_AWAY = "The database of the queue cannot be reached; trying again."


def set_up(level: str, form: Literal["text", "json"], stream: TextIO | None = None) -> None:
    """Has this process log so, to stderr or another stream."""
    handler = logging.StreamHandler(stream)
    handler.setFormatter(Json() if form == "json" else Text())
    if level != "DEBUG":
        for each in (foreign, quiet_trace, Seldom()):
            handler.addFilter(each)
    logging.basicConfig(level=level, handlers=[handler], force=True)
    logging.disable(logging.NOTSET)
    for name in _OURS[:4]:  # a command may have kept them off its screen
        logging.getLogger(name).setLevel(logging.NOTSET)


def foreign(record: logging.LogRecord) -> bool:
    """A filter: of what packages say, the warnings. The engine of the queue has a warning for each of its
    threads when the database is away: one sentence stands for them.
    """
    if record.name.partition(".")[0] in _OURS:
        return True
    if record.name == "dbos" and _LOST.search(record.getMessage()):
        record.msg, record.args, record.exc_info = _QUEUE_AWAY, (), None
    return record.levelno >= logging.WARNING


def quiet_trace(record: logging.LogRecord) -> bool:
    """A filter: in the place of a stack trace of what is expected, its sentence."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, _EXPECTED):
        record.msg, record.args = f"{record.getMessage()} {_sentence(error)}".strip(), ()
        record.exc_info = record.exc_text = None
    return True


def _sentence(error: BaseException) -> str:
    words = str(getattr(error, "orig", None) or error).strip().splitlines()
    first = words[0].strip() if words else ""
    if isinstance(error, AskersMove | OperatorsMove):
        return first
    return f"({type(error).__name__}: {first})" if first else f"({type(error).__name__})"


class Seldom(logging.Filter):
    """Lets a warning or an error through once in a while; the next of its kind says how many there were."""

    def __init__(self, pause: float = MINUTE, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._pause, self._now = pause, now
        self._said: dict[tuple[str, int, str], tuple[float, int]] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        now, key = self._now(), (record.name, record.levelno, record.getMessage())
        at, more = self._said.get(key, (float("-inf"), 0))
        if now - at < self._pause:
            self._said[key] = at, more + 1
            return False
        self._said = {k: v for k, v in self._said.items() if now - v[0] < self._pause or v[1]}
        self._said[key] = now, 0
        if more:
            record.msg, record.args = f"{record.getMessage()} [{more} more like this]", ()
        return True


class Text(logging.Formatter):
    """A line that people read."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)-7s %(message)s", "%Y-%m-%d %H:%M:%S")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802  # logging's own name
        return _tame(super().formatMessage(record))


class Json(logging.Formatter):
    """A JSON object: time (UTC), level, logger and message; then what the record has to say beside them."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        told |= getattr(record, "fields", {})
        if record.exc_info:
            told["trace"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def _tame(line: str) -> str:
    """Without what would move the cursor of a terminal, or begin a line that looks like another."""
    return "".join(c if c.isprintable() or c == "\t" else " " for c in line)
