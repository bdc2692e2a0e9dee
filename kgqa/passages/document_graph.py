"""A graph of what documents say: triples, each with the chunk of text that it was taken from.

In: triples and the number of chunks. Out: the neighbourhoods and the mentions that retrieval walks along.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Triple:
    """What a document says, in its own words; `chunk` is the number of the chunk that says it."""

    head: str
    relation: str
    tail: str
    chunk: int

    @property
    def text(self) -> str:
        return f"{self.head} {self.relation} {self.tail}"


@dataclass(frozen=True)
class DocumentGraph:
    """The triples in the order in which they were taken from the chunks, of which there are so many."""

    triples: tuple[Triple, ...]
    chunks: int

    @cached_property
    def entities(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for t in self.triples for name in (t.head, t.tail)))

    @cached_property
    def at(self) -> dict[str, tuple[int, ...]]:
        """The numbers of the triples of an entity, whichever end it is at."""
        found: dict[str, list[int]] = {}
        for number, triple in enumerate(self.triples):
            for name in dict.fromkeys((triple.head, triple.tail)):
                found.setdefault(name, []).append(number)
        return {name: tuple(numbers) for name, numbers in found.items()}

    @cached_property
    def mentions(self) -> dict[str, tuple[int, ...]]:
        """The chunks that an entity was met in, in the order in which they were read."""
        return {
            name: tuple(sorted({self.triples[n].chunk for n in numbers})) for name, numbers in self.at.items()
        }

    @cached_property
    def of_chunk(self) -> dict[int, tuple[int, ...]]:
        """The numbers of the triples of a chunk."""
        found: dict[int, list[int]] = {}
        for number, triple in enumerate(self.triples):
            found.setdefault(triple.chunk, []).append(number)
        return {chunk: tuple(numbers) for chunk, numbers in found.items()}

    def other(self, number: int, entity: str) -> str:
        """The other end of a triple."""
        triple = self.triples[number]
        return triple.tail if triple.head == entity else triple.head

    def within(self, seeds: Sequence[str], depth: int) -> dict[int, int]:
        """The triples that are at most `depth` steps from one of the seeds, nearest first, with how far they
        are.
        """
        found: dict[int, int] = {}
        seen, edge = set(seeds), list(seeds)
        for step in range(1, depth + 1):
            reached = []
            for name in edge:
                for number in self.at.get(name, ()):
                    found.setdefault(number, step)
                    other = self.other(number, name)
                    if other not in seen:
                        seen.add(other)
                        reached.append(other)
            edge = reached
        return found
