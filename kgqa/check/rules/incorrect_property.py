"""*Incorrect property*: every property of a query is declared, or used in the data."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import STANDARD
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import name, undefined
from kgqa.sparql.model import Var
from kgqa.sparql.walk import path_iris, triples
from kgqa.types import Ground, Issue

NAME = "incorrect property"


def find(case: Case) -> Iterator[Issue]:
    ontology = case.ontology
    known = ontology.properties.keys() | {u.property for u in ontology.uses}
    if not known:
        return
    used = dict.fromkeys(
        iri.value
        for triple in triples(case.query)
        if not isinstance(triple.predicate, Var)
        for iri in path_iris(triple.predicate)
    )
    for iri in used:
        if iri in known or iri.startswith(STANDARD):
            continue
        if iri in ontology.classes:
            message = f"{name(iri, ontology)} is a class of things, not a property."
            yield Issue(
                rule=NAME, message=message, ground=Ground.UNLIKELY, hint="Say that something is one with `a`."
            )
            continue
        message, hint = undefined("property", iri, known, ontology)
        yield Issue(rule=NAME, message=message, ground=Ground.UNLIKELY, hint=hint)


RULE = Rule(
    name=NAME,
    why="A property that the graph does not have matches nothing: the answer would be empty for no reason.",
    find=find,
    allows=(
        "SELECT ?p WHERE { ?p ex:price ?v ; rdfs:label ?l }",
        "SELECT ?s WHERE { ?p ex:hasSupplier/ex:country ?s }",
        "SELECT ?x WHERE { ?x ?anything 5 }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?s WHERE { ?p ex:hasSuplier ?s }",
            message="The graph has no property “has suplier”. The nearest is “has supplier”.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product MINUS { ?p ex:hasSupplier/ex:zqxw ?s } }",
            message="The graph has no property “zqxw”.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?p ex:Supplier ?s }",
            message="“Supplier” is a class of things, not a property.",
            ground=Ground.UNLIKELY,
        ),
    ),
)
