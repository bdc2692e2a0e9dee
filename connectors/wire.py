"""What crosses the sockets between the embedded graph and the process that holds it."""

from __future__ import annotations

from typing import NamedTuple

from connectors.results import Found
from kgqa.errors import QueristError


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


class Fork(NamedTuple):
    """Make a reader with so many bytes of memory of its own; its socket follows, its id comes back."""

    memory: int


class Kill(NamedTuple):
    """End the reader with this id; the signal that ended it comes back."""

    reader: int


class Ask(NamedTuple):
    """One query for a reader, with its limits in rows and bytes."""

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


class Failed(NamedTuple):
    """What went wrong: an error of ours to raise again, or the store's own words on a query."""

    error: QueristError | str


Request = Ask | AskParts | More
Reply = Found | Failed
