"""*Local range*: from things of one class, a property leads to what that class declares."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import Conflict, Side
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.sides import conflicts, issue
from kgqa.check.words import kinds, name, shown
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "local range"


def find(case: Case) -> Iterator[Issue]:
    wrong = {
        frozenset((id(c.one.fact.triple), id(c.other)))
        for side in (Side.TYPE, Side.DOMAIN, Side.RANGE)
        for c in conflicts(case, Side.RANGE, side)
    }
    for side in (Side.TYPE, Side.DOMAIN, Side.RANGE):
        for conflict in conflicts(case, Side.LOCAL, side):
            # What the property leads to nowhere is said by another rule.
            if frozenset((id(conflict.one.fact.triple), id(conflict.other))) not in wrong:
                yield _issue(case, conflict)


def _issue(case: Case, conflict: Conflict) -> Issue:
    ontology = case.ontology
    local, other = conflict.one, conflict.other
    property_ = name(local.fact.property, ontology)
    owners, wanted = kinds(local.owners, ontology), kinds(local.classes, ontology)
    found = kinds(other.classes, ontology)
    message = say(
        "From {owners}, {name} leads to {wanted}, but here it leads to {found}.",
        owners=owners,
        name=property_,
        wanted=wanted,
        found=found,
    )
    hint = say(
        "The property {name} has range {wanted} where its subject {start} is {owners}, but its object {end} "
        "is {found}.",
        name=property_,
        wanted=wanted,
        start=shown(local.fact.subject),
        owners=owners,
        end=shown(local.node),
        found=found,
    )
    return issue(NAME, message, hint, conflict)


RULE = Rule(
    name=NAME,
    why="Orders may be handled by any agent and services by employees alone: then no supplier handles one.",
    find=find,
    allows=(
        "SELECT ?a WHERE { ?s a ex:Service ; ex:handledBy ?a . ?a a ex:Employee }",
        "SELECT ?a WHERE { ?o a ex:Order ; ex:handledBy ?a . ?a a ex:Supplier }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?a WHERE { ?s a ex:Service ; ex:handledBy ?a . ?a a ex:Supplier }",
            message="From a service, “handled by” leads to an employee, but here it leads to a supplier.",
            ground=Ground.UNLIKELY,
        ),
        Forbidden(
            query="SELECT ?c WHERE { ?s a ex:Service ; ex:handledBy/ex:country ?c }",
            message="From a service, “handled by” leads to an employee, but here it leads to a supplier.",
            ground=Ground.UNLIKELY,
        ),
    ),
)
