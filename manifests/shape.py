"""What a platform takes in a manifest, said as data: which fields there are, of which kind, how long.

In: a value of JSON and its shape. Out: problems as lines such as "bots[0].scopes: give at most 4", none for a
value that the platform takes. A field that a shape does not name is a problem too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

HTTPS = r"https://[^\s/?#]+[^\s]*"


class Shape(Protocol):
    """One kind of value."""

    def problems(self, value: Any, at: str) -> Iterator[str]: ...


@dataclass(frozen=True, slots=True)
class Text:
    """A string of `least` to `most` characters that matches a pattern."""

    most: int
    least: int = 1
    pattern: str = ""

    def problems(self, value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield f"{at}: this is no text"
        elif not self.least <= len(value) <= self.most:
            yield f"{at}: {len(value)} characters, and {self.least} to {self.most} are taken"
        elif self.pattern and not re.fullmatch(self.pattern, value):
            yield f"{at}: “{value}” is not of the form that is taken"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or false."""

    def problems(self, value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, bool):
            yield f"{at}: this is neither true nor false"


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of some words."""

    words: tuple[str, ...]

    def problems(self, value: Any, at: str) -> Iterator[str]:
        if value not in self.words:
            yield f"{at}: “{value}” is none of {', '.join(self.words)}"


@dataclass(frozen=True, slots=True)
class Several:
    """A list of values of one shape, none twice."""

    shape: Shape
    most: int
    least: int = 0

    def problems(self, value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{at}: this is no list"
            return
        if not self.least <= len(value) <= self.most:
            yield f"{at}: {len(value)} entries, and {self.least} to {self.most} are taken"
        if any(entry in value[:number] for number, entry in enumerate(value)):
            yield f"{at}: an entry stands twice"
        for number, entry in enumerate(value):
            yield from self.shape.problems(entry, f"{at}[{number}]")


@dataclass(frozen=True, slots=True)
class Fields:
    """An object: those that it must have, and those that it may have."""

    must: Mapping[str, Shape]
    may: Mapping[str, Shape]

    def problems(self, value: Any, at: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{at or 'the manifest'}: this is no object"
            return
        before = f"{at}." if at else ""
        for name in self.must:
            if name not in value:
                yield f"{before}{name}: this is missing"
        known = {**self.must, **self.may}
        for name, entry in value.items():
            if name in known:
                yield from known[name].problems(entry, f"{before}{name}")
            else:
                yield f"{before}{name}: there is no such field"


def fields(may: Mapping[str, Shape] | None = None, /, **must: Shape) -> Fields:
    """An object that must have the fields named, and `may` have some more."""
    return Fields(must, may or {})
