"""A query over several sources has the rows that it has on one graph with all that they hold: graphs and
queries are made up, and the two are compared.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

import pytest

from connectors.federation import FederatedGraph, Source, gathering
from kgqa.types import Limits, Term
from tests.doubles.checked import checked
from tests.doubles.graph import SmallGraph

PREFIX = "PREFIX ex: <https://e.example/>\n"
LIMITS = Limits(seconds=30.0, rows=50_000)
THINGS = [f"ex:t{n}" for n in range(7)]
PROPERTIES = [f"ex:p{n}" for n in range(5)]
CLASSES = [f"ex:C{n}" for n in range(3)]
T = TypeVar("T")
VARIABLES = ["?a", "?b", "?c", "?d"]


class Maker:
    """Makes up triples and queries."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)  # noqa: S311 - the same in every run

    def triples(self) -> list[str]:
        found = [
            f"{self.one(THINGS)} {self.one(PROPERTIES)} {self.one([*THINGS, '1', '2', '3'])} ."
            for _ in range(30)
        ]
        return found + [f"{self.one(THINGS)} a {self.one(CLASSES)} ." for _ in range(6)]

    def sources(self, triples: list[str]) -> list[str]:
        """The triples of three sources: most properties are in one alone, and some triples in several."""
        home = {prop: self.chance.sample(range(3), self.one([1, 1, 1, 2])) for prop in [*PROPERTIES, "a"]}
        texts = ["", "", ""]
        for triple in triples:
            places = home[triple.split()[1]]
            for place in self.chance.sample(places, self.one([1, len(places)])):
                texts[place] += triple + "\n"
        return texts

    def query(self) -> str:
        kind = self.chance.random()
        body = self.group(2)
        if kind < 0.6:
            return f"SELECT ?a ?b ?c ?d WHERE {body}"
        if kind < 0.7:
            return f"ASK {body}"
        if kind < 0.85:
            return f"SELECT ?a (COUNT(?b) AS ?n) (COUNT(*) AS ?all) WHERE {body} GROUP BY ?a"
        return f"SELECT DISTINCT ?a ?b WHERE {body}"

    def group(self, depth: int) -> str:
        elements = [self.triple() for _ in range(self.one([1, 1, 2, 3]))]
        for _ in range(self.one([0, 0, 1, 2]) if depth else 0):
            elements.insert(self.chance.randrange(len(elements) + 1), self.element(depth - 1))
        return f"{{ {' '.join(elements)} }}"

    def element(self, depth: int) -> str:
        inner = self.group(depth)
        return self.one(
            [
                f"OPTIONAL {inner}",
                f"OPTIONAL {inner}",
                f"MINUS {inner}",
                f"FILTER NOT EXISTS {inner}",
                f"FILTER EXISTS {inner}",
                f"{inner} UNION {self.group(depth)}",
                inner,
                f"{{ SELECT ?a (COUNT(?b) AS ?n{self.chance.randrange(9)}) WHERE {inner} GROUP BY ?a }}",
                f"{{ SELECT ?b WHERE {inner} ORDER BY ?b LIMIT 1 }}",
                f"VALUES ?a {{ {self.one(THINGS)} {self.one(THINGS)} }}",
                f"VALUES (?a ?b) {{ (UNDEF {self.one(THINGS)}) ({self.one(THINGS)} UNDEF) }}",
                f"FILTER({self.one(VARIABLES)} != {self.one(VARIABLES)})",
                f"FILTER({self.one(VARIABLES)} IN ({self.one(THINGS)}, {self.one(THINGS)}))",
                f"FILTER(?a = {self.one(THINGS)} || ?b > 1)",
                f"BIND({self.one([*THINGS, '2'])} AS ?e{self.chance.randrange(9999)})",
            ]
        )

    def triple(self) -> str:
        subject, end = self.one([*VARIABLES, *VARIABLES, self.one(THINGS)]), self.one([*VARIABLES, "?a", "2"])
        if self.chance.random() < 0.2:
            return f"{subject} a {self.one([*CLASSES, '?c'])} ."
        one, other = self.one(PROPERTIES), self.one(PROPERTIES)
        path = self.one(
            [one, one, one, one, f"{one}/{other}", f"^{one}", f"{one}|{other}", f"{one}+", f"{one}/^{other}"]
        )
        path = self.one([path] * 12 + [f"{one}/{other}*", "?p"])
        return f"{subject} {path} {end} ."

    def one(self, some: Sequence[T]) -> T:
        return self.chance.choice(some)


@pytest.fixture(autouse=True)
def _in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gathering, "BATCH", 2)
    monkeypatch.setattr(gathering, "FEW", 1)


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 25))]
)
async def test_rows_are_those_of_one_graph_with_all_that_the_sources_hold(seed: int) -> None:
    maker = Maker(seed)
    triples = maker.triples()
    texts = [PREFIX.replace("PREFIX", "@prefix").strip() + " .\n" + t for t in maker.sources(triples)]
    whole = SmallGraph("\n".join(texts))
    parts = [Source(f"source {n}", f"http://{n}.example/sparql", SmallGraph(t)) for n, t in enumerate(texts)]
    graph = FederatedGraph(parts, name="all of them")
    try:
        for _ in range(40):
            query = checked(PREFIX + maker.query())
            expected, found = await whole.run(query, LIMITS), await graph.run(query, LIMITS)
            assert (found.boolean, counted(found.rows)) == (expected.boolean, counted(expected.rows)), (
                f"{query.text}\n{found.ran}\n" + "\n---\n".join(texts)
            )
    finally:
        graph.close()


def counted(rows: tuple[tuple[Term | None, ...], ...]) -> Counter[tuple[Term | None, ...]]:
    return Counter(rows)
