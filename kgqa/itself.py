"""A value as a key: the very same one, not an equal one.

In: what never changes and is much to compare (a query that was read, an ontology). Out: a key under which
what follows from it is kept, as long as it is kept.
"""

from __future__ import annotations

from typing import Generic, TypeVar

T = TypeVar("T")


class Itself(Generic[T]):
    """Equal to what holds the very same value."""

    __slots__ = ("value",)

    def __init__(self, value: T) -> None:
        self.value = value

    def __hash__(self) -> int:
        return id(self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and other.value is self.value
