"""One activity that comes in, and what it is answered with over HTTP."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any


class Malformed(Exception):  # noqa: N818  # an outcome of reading, named as such
    """What came is no activity."""


class Unauthenticated(Exception):  # noqa: N818  # an outcome of reading, named as such
    """The token does not prove that the channel sent this."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What an invoke is answered with; a message is answered with its status alone."""

    status: int
    body: Mapping[str, Any] | None = None


Turn = Callable[[], Awaitable[Response]]
