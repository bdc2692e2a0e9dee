"""*Unknown class*: every class of a query is declared, or has things in the data."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import STANDARD, SUBCLASS
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import name, undefined
from kgqa.ontology import RDF_TYPE
from kgqa.sparql.model import Iri
from kgqa.types import Ground, Issue

NAME = "unknown class"


def find(case: Case) -> Iterator[Issue]:
    ontology = case.ontology
    known = ontology.classes.keys() | {
        c for u in ontology.uses for c in (u.subject, "" if u.literal else u.object) if c
    }
    if not known:
        return
    facts = case.facts
    named = [f.object for f in facts.facts if f.property in (RDF_TYPE, SUBCLASS)]
    used = dict.fromkeys(n.value for n in named if isinstance(n, Iri))
    for iri in used:
        if iri in known or iri.startswith(STANDARD):
            continue
        if iri in ontology.properties:
            yield Issue(
                rule=NAME,
                message=f"{name(iri, ontology)} is a property, not a class of things.",
                ground=Ground.UNLIKELY,
            )
            continue
        message, hint = undefined("class", iri, known, ontology)
        yield Issue(rule=NAME, message=message, ground=Ground.UNLIKELY, hint=hint)


RULE = Rule(
    name=NAME,
    why="A class that the graph does not have has no members, and the answer would be empty for no reason.",
    find=find,
    allows=(
        "SELECT ?p WHERE { ?p a ex:Hardware }",
        "SELECT ?c WHERE { ?c a owl:Class ; rdfs:subClassOf* ex:Product }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?s WHERE { ?s a ex:Suplier }",
            message="The graph has no class “suplier”. The nearest is “Supplier”.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?s a/rdfs:subClassOf* ex:price }",
            message="“price” is a property, not a class of things.",
            ground=Ground.UNLIKELY,
        ),
    ),
)
