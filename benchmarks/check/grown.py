"""Ontologies of any size and queries over them, for measuring how long a check takes.

In: how many classes. Out: N-Triples and texts, the same each time. Classes form a tree in which each has four
below it; to each class come one or two links and about one value.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from benchmarks.check.mutants.vocabulary import Chance
from kgqa.ontology import OWL, RDF_TYPE, RDFS, XSD

SPACE = "https://grown.example/def/"
BELOW = 4
_STEMS = (
    "order",
    "part",
    "site",
    "person",
    "plan",
    "test",
    "batch",
    "route",
    "claim",
    "asset",
    "meter",
    "pump",
)
_TYPES = ("decimal", "string", "date", "integer")


@dataclass(frozen=True)
class Link:
    name: str
    domain: int
    range: int


@dataclass(frozen=True)
class Grown:
    """An ontology of so many classes."""

    size: int

    @cached_property
    def links(self) -> tuple[Link, ...]:
        chance = Chance(f"links of {self.size}")
        ends = (*range(self.size), *(chance.below(self.size) for _ in range(self.size // 2)))
        return tuple(
            Link(f"{_STEMS[n % len(_STEMS)]}Of{n}", start, chance.below(self.size))
            for n, start in enumerate(ends)
        )

    @cached_property
    def _by_domain(self) -> dict[int, list[Link]]:
        found: dict[int, list[Link]] = {}
        for link in self.links:
            found.setdefault(link.domain, []).append(link)
        return found

    def name(self, number: int) -> str:
        return f"{_STEMS[number % len(_STEMS)].capitalize()}{number}"

    def text(self) -> str:
        return "".join(f"{line} .\n" for line in self._lines())

    def _lines(self) -> Iterator[str]:
        for n in range(self.size):
            cls = f"<{SPACE}{self.name(n)}>"
            yield f"{cls} <{RDF_TYPE}> <{OWL}Class>"
            yield f'{cls} <{RDFS}label> "{_STEMS[n % len(_STEMS)]} {n}"'
            if n:
                yield f"{cls} <{RDFS}subClassOf> <{SPACE}{self.name((n - 1) // BELOW)}>"
            value = f"<{SPACE}value{n}>"
            yield f"{value} <{RDF_TYPE}> <{OWL}DatatypeProperty>"
            yield f"{value} <{RDFS}domain> {cls}"
            yield f"{value} <{RDFS}range> <{XSD}{_TYPES[n % len(_TYPES)]}>"
        for link in self.links:
            prop = f"<{SPACE}{link.name}>"
            yield f"{prop} <{RDF_TYPE}> <{OWL}ObjectProperty>"
            yield f"{prop} <{RDFS}domain> <{SPACE}{self.name(link.domain)}>"
            yield f"{prop} <{RDFS}range> <{SPACE}{self.name(link.range)}>"

    def query(self, triples: int, seed: str) -> str:
        """A chain of links with the class of its start and a value at its end: `triples` patterns in all."""
        chance = Chance(seed)
        at = chance.below(self.size)
        lines = [f"?x0 a g:{self.name(at)} ."]
        for n in range(triples - 2):
            link = chance.pick(self._by_domain[at])
            lines.append(f"?x{n} g:{link.name} ?x{n + 1} .")
            at = link.range
        lines.append(f"?x{triples - 2} g:value{at} ?v .")
        return f"PREFIX g: <{SPACE}>\nSELECT ?x0 ?v WHERE {{\n" + "\n".join(lines) + "\n}"
