"""What a button carries: an opaque, signed value that names a record and one of its choices.

In: a reference, a kind and an index. Out: a short text that nobody else can make, and back.
The meaning stays with us (the record holds the choices), so a button tells its finder nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, cast

from itsdangerous import BadSignature, URLSafeSerializer

Kind = Literal["choice", "suggestion", "verify"]  # two that ask something, one that calls an answer right


@dataclass(frozen=True, slots=True)
class Pressed:
    reference: str
    kind: Kind
    index: int


class Seal:
    """Signs and opens button values with the deployment's secret."""

    def __init__(self, secret: str) -> None:
        self._serializer = URLSafeSerializer(secret, salt="button")

    def sign(self, pressed: Pressed) -> str:
        return str(self._serializer.dumps([pressed.reference, pressed.kind, pressed.index]))

    def open(self, value: str) -> Pressed | None:
        """The pressed button, or None for a value that we did not sign."""
        try:
            reference, kind, index = self._serializer.loads(value)
            return Pressed(str(reference), cast("Kind", kind), int(index))
        except (BadSignature, ValueError, TypeError):
            return None
