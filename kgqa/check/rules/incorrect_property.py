"""*Incorrect property*: every property of a query is declared, or used in the data.

An open world does not rule out properties that nobody declared, so that this is unlikely and not entailed,
even where the data was looked at and has none: data is added to. Both say no, and it blocks as the paper's
rule does, unless an admin lets unlikely queries run.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import STANDARD
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import unknown
from kgqa.check.words import name
from kgqa.sparql.model import Var
from kgqa.sparql.walk import path_iris
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "incorrect property"


def find(case: Case) -> Iterator[Issue]:
    ontology = case.ontology
    known = ontology.known_properties
    if not known:
        return
    written = (
        iri.value
        for triple in case.triples
        if not isinstance(triple.predicate, Var)
        for iri in path_iris(triple.predicate)
    )
    chosen = (fact.property for fact in case.facts.facts if isinstance(fact.triple.predicate, Var))
    for iri in dict.fromkeys((*written, *chosen)):
        if iri in known or iri in ontology.mentioned or iri.startswith(STANDARD):
            continue
        if iri in ontology.known_classes:
            yield Issue(
                rule=NAME,
                message=say("{name} is a class of things, not a property.", name=name(iri, ontology)),
                ground=Ground.UNLIKELY,
                hint=say("Say that something is one with `a`."),
            )
        else:
            yield unknown(NAME, "property", iri, ontology)


RULE = Rule(
    name=NAME,
    why="A property that the graph does not have matches nothing: the answer would be empty for no reason.",
    find=find,
    allows=(
        "SELECT ?p WHERE { ?p ex:price ?v ; rdfs:label ?l }",
        "SELECT ?s WHERE { ?p ex:hasSupplier/ex:country ?s }",
        "SELECT ?x WHERE { ?x ?anything 5 }",
        "CONSTRUCT { ?p ex:isExpensive true } WHERE { ?p ex:price ?v FILTER(?v > 99) }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?s WHERE { ?p ex:hasSuplier ?s }",
            message="The graph has no property “has suplier”. The nearest is “has supplier”.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?s WHERE { ?p ex:hasSupplier ?s }",
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product MINUS { ?p ex:hasSupplier/ex:zqxw ?s } }",
            message="The graph has no property “zqxw”.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?v WHERE { ?p ?how ?v FILTER(?how IN (ex:price, ex:zqxw)) }",
            message="The graph has no property “zqxw”.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p <https://example.org/parts/weight> ?w }",
            message="“weight” is a property of an ontology that was not given.",
            ground=Ground.DOUBTFUL,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?p ex:Supplier ?s }",
            message="“Supplier” is a class of things, not a property.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?s WHERE { ?p ex:hasSupplier ?s }",
        ),
    ),
)
