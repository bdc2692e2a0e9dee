"""Why a request has no answer: a value like any other outcome, said over HTTP and by tools alike."""

from __future__ import annotations

from dataclasses import dataclass

AGAIN = 2  # seconds after which a place may be free again


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnedAway:
    """An HTTP status, a sentence, what there is to choose from, and after how many seconds it may be tried
    again (0: that helps nothing).
    """

    status: int
    why: str
    known: tuple[str, ...] = ()
    again: int = 0


def unknown(what: str, name: str, known: tuple[str, ...]) -> TurnedAway:
    """There is no such thing to ask."""
    listed = f"There is {', '.join(known)}." if known else "There is none."
    return TurnedAway(status=404, why=f"There is no {what} “{name[:200]}” here. {listed}", known=known)
