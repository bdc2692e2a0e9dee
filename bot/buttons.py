"""What a button carries: an opaque, signed value that names a record and one of its choices.

In: a reference, a kind and an index. Out: a short text that nobody else can make, and back.
The meaning stays with us (the record holds the choices), so a button tells its finder nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast, get_args

from itsdangerous import BadSignature, URLSafeSerializer

# What asks a question, whose answer comes into the thread.
Asks = Literal["choice", "suggestion", "other", "again", "map"]
Acts = Literal[
    "up", "down", "verify", "meant", "edit", "table", "chart", "evidence", "files", "share", "remove"
]
Kind = Asks | Acts
ASKS: tuple[Asks, ...] = get_args(Asks)
ACTS: tuple[Acts, ...] = get_args(Acts)


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the card of a record. What asks: a "choice" or "suggestion" of its answer, one of its
    "other" readings, the same "again" or on a "map". What acts: thumbs "up" and "down", "verify" (a reviewer
    calls it right), "meant" (show the other readings), "edit" (show the query), all rows as a "table" or
    "chart", the "evidence" (query and steps), all of it as "files", "share" with the thread what stands with
    the asker alone, "remove" from the chat. `index` names the choice, suggestion or other.
    """

    reference: str
    kind: Kind
    index: int


class Seal:
    """Signs button values with the deployment's `secret`, and opens those of it and of earlier ones."""

    def __init__(self, secret: str, *, before: tuple[str, ...] = ()) -> None:
        self._serializer = URLSafeSerializer([*before, secret], salt="button")

    def sign(self, pressed: Pressed) -> str:
        return str(self._serializer.dumps([pressed.reference, pressed.kind, pressed.index]))

    def open(self, value: str) -> Pressed | None:
        """The pressed button, or None for a value that we did not sign."""
        try:
            reference, kind, index = self._serializer.loads(value)
            return Pressed(str(reference), cast("Kind", kind), int(index)) if kind in (*ASKS, *ACTS) else None
        except (BadSignature, ValueError, TypeError):
            return None
