"""*Double range*: two properties that lead to one thing can both lead there."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import Side
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import between
from kgqa.types import Ground, Issue

NAME = "double range"


def find(case: Case) -> Iterator[Issue]:
    yield from between(case, NAME, Side.RANGE, Side.RANGE)


RULE = Rule(
    name=NAME,
    why="One thing reached both as a supplier and as a country does not exist.",
    find=find,
    allows=("SELECT ?x WHERE { ?o ex:soldBy ?x . ?s ex:handledBy ?x }",),
    forbids=(
        Forbidden(
            query="SELECT ?x WHERE { ?p ex:hasSupplier ?x . ?s ex:country ?x }",
            message="“has supplier” leads from a product to a supplier, and “country” leads from a supplier "
            "to a country: the same thing cannot be what is reached by “has supplier” and be what is "
            "reached by “country”.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?x WHERE { ?p ex:hasSupplier ?x . ?x ex:country ?s }",
        ),
    ),
)
