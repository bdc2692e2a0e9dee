"""What a query speaks of: the evidence that it answers what was asked.

In: a query. Out: its terms and its texts.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.language import fold
from kgqa.ontology import RDF_TYPE
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import exchanged
from kgqa.sparql.model import Iri, Lit


@dataclass(frozen=True, slots=True)
class Used:
    """The terms and texts of a query."""

    iris: frozenset[str]
    texts: frozenset[str]  # folded

    @staticmethod
    def of(query: ParsedQuery) -> Used:
        iris: set[str] = set()
        texts: set[str] = set()

        def note(part: object) -> object:
            if isinstance(part, Iri):
                iris.add(part.value)
            elif isinstance(part, Lit):
                texts.add(fold(part.value))
            return None

        exchanged((query.select, query.template, query.described), note)
        return Used(frozenset(iris - {RDF_TYPE}), frozenset(texts))
