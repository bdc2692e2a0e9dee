"""What the channel answers to a post that it does not take, and what that means for it.

In: a response over HTTP, or an error of the connection. Out: Refusals, and our own outcomes of posting.
"""

from __future__ import annotations

import re
from typing import Any

from urllib3.exceptions import ConnectTimeoutError, MaxRetryError, NewConnectionError

from bot.message import NotPosted
from kgqa.errors import OperatorsMove

SOON, LATER = 5.0, 60.0  # seconds until a post is tried again when the channel does not name a time

_WORDS = 2_000  # bytes of what the channel says to a refusal
# Its code is that of other refusals of streams too: only its words tell, in either spelling.
_STOPPED = re.compile(r"ContentStreamNotAllowed.*cancell?ed by (?:the )?user", re.IGNORECASE | re.DOTALL)


class Refusal(Exception):  # noqa: N818  # an outcome of posting, named as such
    """A status that is no success, with the seconds after which the channel wants to be asked again, and the
    channel's own words.
    """

    def __init__(self, status: int, retry_after: float | None, words: str = "") -> None:
        super().__init__(f"HTTP status {status}")
        self.status = status
        self.retry_after = retry_after
        self.words = words


class StoppedByReader(NotPosted):
    """Who reads a stream pressed Teams' own button that stops it."""


def refuse(response: Any, *_: Any, **__: Any) -> None:
    """Keeps the status, which the SDK loses when an error page is not JSON."""
    if response.status_code >= 300:  # noqa: PLR2004  # all that is not a success
        asked = str(response.headers.get("Retry-After", ""))
        words = response.content[:_WORDS].decode("utf-8", "replace")
        response.close()
        raise Refusal(response.status_code, float(asked) if asked.isdigit() else None, words)


def outcome_of(refusal: Refusal) -> Exception:
    """What a refusal means: NotPosted where nothing was posted, OperatorsMove where that is open."""
    why = f"Teams answered {refusal.status} to a post."
    if refusal.status == 429:  # noqa: PLR2004  # too many requests
        return NotPosted(why, retry_after=refusal.retry_after or SOON)
    if refusal.status == 401:  # noqa: PLR2004  # the token is no longer good
        return NotPosted(why, retry_after=LATER)
    if refusal.status == 412:  # noqa: PLR2004  # a conflict; Teams asks to try again
        return NotPosted(why, retry_after=SOON)
    if refusal.status == 403 and _STOPPED.search(refusal.words):  # noqa: PLR2004  # forbidden
        return StoppedByReader(why, retry_after=None)
    if 300 <= refusal.status < 500 and refusal.status != 408:  # noqa: PLR2004  # refused for good
        return NotPosted(why, retry_after=None)
    return OperatorsMove(f"{why} It may have been posted or not.")


def never_connected(error: BaseException) -> bool:
    """Whether the other end was never spoken to, so that nothing can have been posted."""
    seen: list[Any] = [error]
    for each in seen:  # grows while it is read
        if isinstance(each, NewConnectionError | ConnectTimeoutError):
            return True
        following = [each.__cause__, each.__context__, getattr(each, "inner_exception", None)]
        following += [each.reason] if isinstance(each, MaxRetryError) else []
        following += list(each.args)
        seen += [f for f in following if isinstance(f, BaseException) and f not in seen]
    return False
