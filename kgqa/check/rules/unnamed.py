"""*Unnamed*: an unnamed thing stands in one part of the query alone."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.sparql.model import Blank, Filter, Triple
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "unnamed"


def find(case: Case) -> Iterator[Issue]:
    if next(shared(case), None):
        yield _issue()


def shared(case: Case) -> Iterator[Blank]:
    """The unnamed things of which several parts speak, each once, in the order of the query.

    SPARQL 1.1, 4.1.4 and 5.1.1: a label can be used in only one basic graph pattern of a query. Filters
    do not end such a pattern, all else does.
    """
    part = 0
    places: dict[Blank, int] = {}
    told: set[Blank] = set()
    for group in case.groups:
        part += 1
        for element in group.elements:
            if isinstance(element, Triple):
                for node in element.ends:
                    if isinstance(node, Blank) and places.setdefault(node, part) != part and node not in told:
                        told.add(node)
                        yield node
            elif not isinstance(element, Filter):
                part += 1


def _issue() -> Issue:
    return Issue(
        rule=NAME,
        message=say(
            "The query speaks of an unnamed thing in two separate parts, but what is unnamed is known in its "
            "own part alone."
        ),
        ground=Ground.BROKEN,
        hint=say(
            "A blank node's label may stand in one basic graph pattern: write a variable such as ?thing "
            "instead of _:label, in all its places."
        ),
    )


RULE = Rule(
    name=NAME,
    why="By the standard, the label of a blank node cannot be used in two groups of patterns: one store "
    "refuses such a query, and another takes two things for one.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p WHERE { ?p ex:hasSupplier _:s . _:s ex:country ?c }",
        "SELECT ?p WHERE { ?p ex:hasSupplier _:s FILTER(?p != ex:Valve) _:s ex:country ?c }",
        "SELECT ?p WHERE { ?p ex:hasSupplier [ ex:country ?c ] OPTIONAL { ?p ex:price [] } }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?c WHERE { ?p ex:hasSupplier _:s OPTIONAL { _:s ex:country ?c } }",
            message="The query speaks of an unnamed thing in two separate parts, but what is unnamed is "
            "known in its own part alone.",
            ground=Ground.BROKEN,
            repaired="SELECT ?p ?c WHERE { ?p ex:hasSupplier ?thing OPTIONAL { ?thing ex:country ?c } }",
        ),
    ),
)
