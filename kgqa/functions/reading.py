"""The graph as a function sees it: it reads, in queries that pass the check as all do.

In: what checks and runs a query, the ontology, labels. Out: rows. A function runs in a thread of its own, and
waits there for its rows.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from kgqa.ontology import Ontology
from kgqa.queries import written
from kgqa.types import ResultTable


@dataclass(slots=True)
class Graph:
    """Made for one call. `asked` are the queries that ran, with how many rows each gave."""

    ontology: Ontology
    language: str
    run: Callable[[str], ResultTable]  # raises NoResult for what the check refuses
    named: Callable[[Sequence[str]], dict[str, str]]
    asked: list[tuple[str, int]] = field(default_factory=list)

    def select(self, sparql: str) -> ResultTable:
        """What a query finds. Raises NoResult, which says what the check has against it."""
        table = self.run(sparql)
        self.asked.append((sparql, len(table.rows)))
        return table

    def rows(self, sparql: str) -> list[dict[str, str]]:
        """The same as plain rows: IRIs and values as text; what is not bound is left out."""
        table = self.select(sparql)
        return [
            {name: term.value for name, term in zip(table.columns, row, strict=True) if term is not None}
            for row in table.rows
        ]

    def labels(self, iris: Sequence[str]) -> dict[str, str]:
        """What things, classes and properties are called in the language of the question."""
        return self.named(iris)

    def label(self, iri: str) -> str:
        return self.named([iri]).get(iri, iri)

    def iri(self, iri: str) -> str:
        """An IRI as it stands in a query; nothing in it can end it."""
        return written(iri)
