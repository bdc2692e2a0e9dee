"""*Double domain*: two properties asked of one thing can both be had by it."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import Side
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import between
from kgqa.types import Ground, Issue

NAME = "double domain"


def find(case: Case) -> Iterator[Issue]:
    yield from between(case, NAME, Side.DOMAIN, Side.DOMAIN)


RULE = Rule(
    name=NAME,
    why="One thing asked for what only an order has and for what only a product has does not exist.",
    find=find,
    allows=(
        "SELECT ?x WHERE { ?x ex:soldBy ?e ; ex:placedOn ?d }",
        "SELECT ?x WHERE { ?x ex:price ?v ; ex:handledBy ?a }",  # a service is a product and is handled
        "SELECT ?x WHERE { { ?x ex:price ?v } UNION { ?x ex:placedOn ?d } }",  # one or the other
    ),
    forbids=(
        Forbidden(
            query="SELECT ?x WHERE { ?x ex:soldBy ?e ; ex:price ?v }",
            message="“sold by” leads from an order to an employee, and “price” is a number that a product "
            "has: the same thing cannot have “sold by” and have “price”.",
            ground=Ground.UNLIKELY,
        ),
    ),
)
