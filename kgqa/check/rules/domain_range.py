"""*Domain-range*: what one property leads to can have the next."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import Side
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import between
from kgqa.types import Ground, Issue

NAME = "domain-range"


def find(case: Case) -> Iterator[Issue]:
    yield from between(case, NAME, Side.RANGE, Side.DOMAIN)


RULE = Rule(
    name=NAME,
    why="A path whose steps do not meet leads nowhere: often a step between is missing.",
    find=find,
    allows=(
        "SELECT ?c WHERE { ?p ex:hasSupplier/ex:country ?c }",
        "SELECT ?c WHERE { ?o ex:handledBy ?a . ?a ex:country ?c }",  # some agents are suppliers
    ),
    forbids=(
        Forbidden(
            query="SELECT ?v WHERE { ?o ex:hasLine/ex:price ?v }",
            message="“has line” leads from an order to an order line, and “price” is a number that a product "
            "has: the same thing cannot be what is reached by “has line” and have “price”.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?v WHERE { ?o ex:hasLine/ex:product/ex:price ?v }",
        ),
        Forbidden(
            query="SELECT ?w WHERE { ?o ex:placedOn ?v . ?v ex:price ?w }",
            message="“placed on” is a date that an order has, and “price” is a number that a product has: "
            "the same thing cannot be what is reached by “placed on” and have “price”.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query="SELECT ?n WHERE { ?p ex:price ?v . ?v rdfs:label ?n }",
            message="“price” is a number that a product has, but here it is asked for its “label”: only "
            "things have anything.",
            ground=Ground.ENTAILED,
        ),
    ),
)
