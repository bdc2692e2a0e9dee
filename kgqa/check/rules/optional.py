"""*Optional*: what an OPTIONAL may leave open is not looked up anew behind it."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted
from kgqa.sparql.model import Element, Filter, Group, Maybe, Minus, Triple
from kgqa.sparql.walk import bound_by
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "optional"


def find(case: Case) -> Iterator[Issue]:
    for group in case.groups:
        if any(isinstance(e, Maybe) for e in group.elements):
            yield from _anew(group)


def _anew(group: Group) -> Iterator[Issue]:
    """The first pattern that hangs on the rest of its group only by what an OPTIONAL before it binds."""
    certain: set[str] = set()
    loose: set[str] = set()  # bound by an OPTIONAL at best
    for index, element in enumerate(group.elements):
        names = _names(element)
        again = names & loose
        if again and not names & certain and not _joined(names - loose, certain, group.elements[index + 1 :]):
            name = min(again)
            yield Issue(
                rule=NAME,
                message=say(
                    "Where {name} is missing, the query takes every one that there is: it is optional at "
                    "first, and looked up anew behind it.",
                    name=quoted(name),
                ),
                ground=Ground.DOUBTFUL,
                hint=say("Put the patterns with ?{name} into the same OPTIONAL.", name=name),
            )
            return
        if isinstance(element, Maybe):
            loose |= names - certain
        else:
            certain |= names
            loose -= names


def _names(element: Element) -> frozenset[str]:
    """What an element binds; a filter or a MINUS binds nothing."""
    if isinstance(element, Filter | Minus):
        return frozenset()
    return bound_by(element)


def _joined(names: frozenset[str], certain: set[str], later: tuple[Element, ...]) -> bool:
    """Whether patterns further on connect these variables with what is certain."""
    reached = set(names)
    for element in later:
        if isinstance(element, Triple) and (found := _names(element)) & reached:
            reached |= found
    return not reached.isdisjoint(certain)


RULE = Rule(
    name=NAME,
    why="A variable that an OPTIONAL left open matches anything in the next pattern: one product without a "
    "supplier is then shown with the country of every supplier.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p ?c WHERE { ?p a ex:Product OPTIONAL { ?p ex:hasSupplier ?s . ?s ex:country ?c } }",
        "SELECT ?p ?c WHERE { ?p ex:hasSupplier ?s OPTIONAL { ?s ex:country ?c } }",
        "SELECT ?p ?c { ?p a ex:Product OPTIONAL { ?p ex:hasSupplier ?s OPTIONAL { ?s ex:country ?c } } }",
        "SELECT ?p ?n { ?p a ex:Product OPTIONAL { ?p rdfs:label ?n } OPTIONAL { ?p ex:name ?n } }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p ?c WHERE { ?p a ex:Product OPTIONAL { ?p ex:hasSupplier ?s } ?s ex:country ?c }",
            message="Where “s” is missing, the query takes every one that there is: it is optional at first, "
            "and looked up anew behind it.",
            ground=Ground.DOUBTFUL,
        ),
        Forbidden(
            query="SELECT ?p ?c { ?p a ex:Product OPTIONAL { ?p ex:hasSupplier ?s } OPTIONAL { ?s ex:country "
            "?c } }",
            message="Where “s” is missing, the query takes every one that there is: it is optional at first, "
            "and looked up anew behind it.",
            ground=Ground.DOUBTFUL,
        ),
    ),
)
