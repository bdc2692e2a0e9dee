"""What a query speaks of: the evidence that it answers what was asked.

In: a query. Out: its terms and its texts.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.language import fold
from kgqa.ontology import RDF_TYPE
from kgqa.sparql import ParsedQuery
from kgqa.sparql.change import inside
from kgqa.sparql.model import Iri, Lit


@dataclass(frozen=True, slots=True)
class Used:
    """The terms and texts of a query."""

    iris: frozenset[str]
    texts: frozenset[str]  # folded

    @staticmethod
    def of(query: ParsedQuery) -> Used:
        parts = list(inside((query.select, query.template, query.described)))
        iris = {part.value for part in parts if isinstance(part, Iri)}
        texts = {fold(part.value) for part in parts if isinstance(part, Lit)}
        return Used(frozenset(iris - {RDF_TYPE}), frozenset(texts))
