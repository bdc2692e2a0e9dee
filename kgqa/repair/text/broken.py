"""A text that cannot be read, with the place where it breaks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from kgqa.sparql.grammar import Stuck, stuck
from kgqa.sparql.pieces import Piece, said
from kgqa.wording.said import Said


class Mended(NamedTuple):
    """A text after a fix, and what was done in a sentence."""

    text: str
    done: Said


@dataclass(frozen=True)
class Broken:
    """`known` are namespaces by the prefixes that the text need not declare."""

    text: str
    known: Mapping[str, str]

    @cached_property
    def stuck(self) -> Stuck | None:
        """Where it stops to be a query; None where only names in it are not known."""
        return stuck(self.text)

    @cached_property
    def left(self) -> int:
        """The characters after that place; -1 if there is none."""
        return -1 if self.stuck is None else len(self.text) - self.stuck.offset

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        return said(self.text)

    @cached_property
    def namespaces(self) -> Mapping[str, str]:
        """The known ones and those that the text declares."""
        found = dict(self.known)
        for word, name, iri in zip(self.pieces, self.pieces[1:], self.pieces[2:], strict=False):
            if word.word == "PREFIX" and name.kind == "name" and iri.kind == "iri":
                found[name.text.rstrip(":")] = iri.text[1:-1]
        return found

    @cached_property
    def unknown(self) -> tuple[str, ...]:
        """The prefixes that it uses and nobody declared."""
        used = (p.text.partition(":")[0] for p in self.pieces if p.kind == "name")
        return tuple(dict.fromkeys(p for p in used if p not in self.namespaces and p != "_"))

    def put(self, words: str, start: int, end: int) -> str:
        """The text with other words from one place to another."""
        return self.text[:start] + words + self.text[end:]

    def reads(self, text: str) -> bool:
        """Whether another text is a query throughout."""
        return stuck(text) is None
