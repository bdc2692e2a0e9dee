"""*Domain*: a property is asked of the things that can have it."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import Side
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import against_type
from kgqa.types import Ground, Issue

NAME = "domain"


def find(case: Case) -> Iterator[Issue]:
    yield from against_type(case, Side.DOMAIN, NAME)


RULE = Rule(
    name=NAME,
    why="A property used of the wrong kind of thing, or in the wrong direction, matches nothing.",
    find=find,
    allows=(
        "SELECT ?e WHERE { ?o a ex:Order ; ex:soldBy ?e }",
        "SELECT ?v WHERE { ?p a ex:Hardware ; ex:price ?v }",  # a subclass of the domain
        "SELECT ?c WHERE { ?a a ex:Agent ; ex:country ?c }",  # a superclass: some agents are suppliers
        "SELECT ?a WHERE { ?s a ex:Service ; ex:handledBy ?a }",  # one of a union
        "SELECT ?p WHERE { ?s a ex:Supplier ; ^ex:hasSupplier ?p }",  # the other way round
        "SELECT ?p WHERE { ?s a ex:Supplier ; ex:supplies ?p }",  # the domain of an inverse
    ),
    forbids=(
        Forbidden(
            query="SELECT ?e WHERE { ?e a ex:Employee ; ex:soldBy ?o }",
            message="“sold by” leads from an order to an employee, but here it starts at an employee.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?e WHERE { ?e a ex:Employee . ?o ex:soldBy ?e }",
        ),
        Forbidden(
            query="SELECT ?a WHERE { ?p a ex:Hardware . OPTIONAL { ?p ex:handledBy ?a } }",
            message="“handled by” leads from an order or a service to an agent, "
            "but here it starts at hardware.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product . FILTER NOT EXISTS { ?p ex:country/ex:name 'Peru' } }",
            message="“country” leads from a supplier to a country, but here it starts at a product.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?v WHERE { ?c rdfs:subClassOf* ex:Agent . ?x a ?c ; ex:price ?v }",
            message="“price” is a number that a product has, but here it starts at an agent.",
            ground=Ground.UNLIKELY,
        ),
    ),
)
