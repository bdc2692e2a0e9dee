"""*Disjoint*: a thing is not said to be of two classes that have nothing in common."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import Side
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import conflicts, issue
from kgqa.check.words import kinds, shown
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Iri, Node
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "disjoint"


def find(case: Case) -> Iterator[Issue]:
    ontology = case.ontology
    for conflict in conflicts(case, Side.TYPE, Side.TYPE):
        if _excludes(conflict.one.fact, conflict.other.fact, case) or _asks(conflict.one.node, case):
            continue
        one, other = (kinds(c.classes, ontology) for c in (conflict.one, conflict.other))
        message = say("Here one thing is said to be both {one} and {other}.", one=one, other=other)
        node = shown(conflict.one.node)
        hint = say("{node} is {one}, and also {other}.", node=node, one=one, other=other)
        yield issue(NAME, message, hint, conflict)


def _excludes(one: Fact, other: Fact, case: Case) -> bool:
    """Whether one of the classes is only excluded ("employees, no guests"): that takes nothing away, and does
    no harm.
    """
    longer = max(one, other, key=lambda fact: len(fact.scope))
    inner, outer = longer.scope, (other if longer is one else one).scope
    if inner == outer or not inner or inner[-1][0] not in ("not exists", "minus"):
        return False
    return sum(fact.scope[: len(inner)] == inner for fact in case.facts.facts) == 1


def _asks(node: Node, case: Case) -> bool:
    """Whether a query asks if a named thing is of a class: "is Tembo a bird?" may be answered with no."""
    if case.query.form != "ask" or not isinstance(node, Iri):
        return False
    return sum(t.is_type and t.subject == node for t in case.triples) == 1


RULE = Rule(
    name=NAME,
    why="What is said to be an order and a country at once does not exist, and nothing is found.",
    find=find,
    allows=(
        "SELECT ?p WHERE { ?p a ex:Product, ex:Hardware }",  # a class and a kind of it
        "SELECT ?x WHERE { { ?x a ex:Order } UNION { ?x a ex:Country } }",
        "SELECT ?x WHERE { ?x a ex:Order FILTER NOT EXISTS { ?x a ex:Country } }",
        "SELECT ?x WHERE { VALUES ?t { ex:Order ex:Country } ?x a ?t }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?x WHERE { ?x a ex:Order, ex:Country }",
            message="Here one thing is said to be both an order and a country.",
            ground=Ground.ENTAILED,
        ),
        Forbidden(
            query="SELECT ?x WHERE { ?x a ex:Order, ?t FILTER(?t IN (ex:Hardware, ex:Service)) }",
            message="Here one thing is said to be both an order and hardware or a service.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?x ?y WHERE { ?x a ex:Order . ?y a ex:Employee FILTER(?x = ?y) }",
            message="Here one thing is said to be both an order and an employee.",
            ground=Ground.UNLIKELY,
        ),
    ),
)
