"""*Unknown class*: every class of a query is declared, or has things in the data.

As with properties, an open world does not rule out another class: this is unlikely, and not entailed.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import STANDARD, is_datatype
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import unknown
from kgqa.check.stated import classes_named
from kgqa.check.words import name, quoted
from kgqa.ontology import local_name, spaced
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "unknown class"


def find(case: Case) -> Iterator[Issue]:
    ontology = case.ontology
    known = ontology.known_classes
    if not known:
        return
    for iri in dict.fromkeys(classes_named(case.facts)):
        if iri in known or iri in ontology.mentioned or iri.startswith(STANDARD):
            continue
        if iri in ontology.known_properties:
            yield _other(say("{name} is a property, not a class of things.", name=name(iri, ontology)), iri)
        elif is_datatype(iri, ontology):
            yield _other(
                say(
                    "{name} is a kind of values, not a class of things.",
                    name=quoted(spaced(local_name(iri))),
                ),
                iri,
            )
        else:
            yield unknown(NAME, "class", iri, ontology)


def _other(message: str, iri: str) -> Issue:
    return Issue(
        rule=NAME, message=message, ground=Ground.UNLIKELY, hint=say("Nothing is of <{iri}>.", iri=iri)
    )


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
            repaired="SELECT ?s WHERE { ?s a ex:Supplier }",
        ),
        Forbidden(
            query="SELECT ?s WHERE { VALUES ?t { ex:Supplier ex:Zqxw } ?s a ?t }",
            message="The graph has no class “zqxw”.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?s a <https://example.org/parts/Gear> }",
            message="“gear” is a class of an ontology that was not given.",
            ground=Ground.DOUBTFUL,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?s a xsd:decimal }",
            message="“decimal” is a kind of values, not a class of things.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?s a/rdfs:subClassOf* ex:soldBy }",
            message="“sold by” is a property, not a class of things.",
            ground=Ground.UNLIKELY,
        ),
    ),
)
