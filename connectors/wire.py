"""What crosses the sockets between the embedded graph, the process that holds it, and its readers.

With the holder whole objects are exchanged, pickled, a few in its life. With a reader each query is an
exchange, so that its messages are tuples of plain values, marshalled: a quarter of the time of a pickle, and
nothing in such a message can be run. Both ends are one and the same Python.
"""

from __future__ import annotations

import marshal
from typing import Generic, NamedTuple, TypeVar, cast

from connectors.results import Found
from kgqa.errors import QueristError

# ── with the holder ──────────────────────────────────────────────────────────────────────────────


class Open(NamedTuple):
    """Load these files, in memory or into a kept folder."""

    sources: tuple[str, ...]
    folder: str | None


class Progressed(NamedTuple):
    """How many bytes of the files are read."""

    done: int
    total: int


class Opened(NamedTuple):
    """The graph is there."""

    triples: int
    fingerprint: str


class Failed(NamedTuple):
    """It is not: an error of ours to raise again."""

    error: QueristError


class Fork(NamedTuple):
    """Make a reader with so many bytes of memory of its own; its socket follows, its id comes back."""

    memory: int


class Kill(NamedTuple):
    """End the reader with this id; the signal that ended it comes back."""

    reader: int


# ── with a reader ────────────────────────────────────────────────────────────────────────────────


class Ask(NamedTuple):
    """One query for a reader, with its limits in rows and bytes."""

    text: str
    rows: int
    size: int


class AskOver(NamedTuple):
    """One query for a reader, over statements that come with it (N-Triples) and not over the graph."""

    statements: str
    text: str
    rows: int
    size: int


class AskParts(NamedTuple):
    """A SELECT for a reader, whose rows come part by part; `rows` and `size` bound one part. The first part
    comes back.
    """

    text: str
    rows: int
    size: int


class More(NamedTuple):
    """Asks for the next part."""


class Refused(NamedTuple):
    """The store's own words on a query that it does not run."""

    words: str


Request = Ask | AskOver | AskParts | More
Reply = Found | Refused
M = TypeVar("M", Request, Reply)

_KINDS: tuple[type[Request | Reply], ...] = (Ask, AskOver, AskParts, More, Found, Refused)
_LENGTH = 8  # bytes before a message that tell how long it is
PIECE = 1 << 16  # bytes to take from a socket at once


def framed(message: Request | Reply) -> bytes:
    """The message as it crosses a socket."""
    data = marshal.dumps((_KINDS.index(type(message)), *message))
    return len(data).to_bytes(_LENGTH, "big") + data


class Incoming(Generic[M]):
    """A message on its way in, piece by piece."""

    __slots__ = ("_pieces", "_whole", "size")

    def __init__(self) -> None:
        self._pieces: list[bytes] = []
        self._whole = -1
        self.size = 0

    def add(self, piece: bytes) -> bool:
        """Takes what has come, and says whether the message is whole."""
        self._pieces.append(piece)
        self.size += len(piece)
        if self._whole < 0 and self.size >= _LENGTH:
            self._whole = _LENGTH + int.from_bytes(b"".join(self._pieces)[:_LENGTH], "big")
        return self.size == self._whole

    def message(self) -> M:
        """The message, which is whole. This takes time where it is large."""
        pieces = self._pieces
        data = pieces[0] if len(pieces) == 1 else b"".join(pieces)
        kind, *values = marshal.loads(memoryview(data)[_LENGTH:])  # noqa: S302 - from a fork of ours
        return cast("M", _KINDS[kind](*values))
