"""Whether a query that finds nothing asks what a known thing has of a relation that others have.

In: a query, the ontology, how sure its reading is. Out: whether its being empty is an answer and no sign of a
missed name: "Kessler is not certified to any standard".
"""

from __future__ import annotations

from kgqa.check import parsed_of
from kgqa.ontology import RDF_TYPE, Ontology
from kgqa.pipeline.trying import Tried
from kgqa.sparql.model import Iri, Triple, Var


def is_unheld(tried: Tried, ontology: Ontology, sure: float) -> bool:
    """Whether it is read surely, asks nothing but one relation of a named thing, and other things have it."""
    query = parsed_of(tried.query)
    if query is None or query.form != "select" or tried.candidate.confidence < sure:
        return False
    select, relation = query.select, None
    if select.group_by or select.having or select.values or any(c.value is not None for c in select.columns):
        return False
    for element in select.where.elements:
        match element:
            case Triple(Var(), Iri(predicate), Iri()) if predicate == RDF_TYPE:
                continue
            case Triple(Iri(), Iri(predicate), Var()) if relation is None:
                relation = predicate
            case _:
                return False
    return relation is not None and any(use.count for use in ontology.uses_of(relation))
