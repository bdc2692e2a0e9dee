"""*Disjoint properties*: two things are not connected by two properties that exclude each other."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import name, shown
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Node
from kgqa.sparql.scope import Scope, around
from kgqa.types import Ground, Issue
from kgqa.wording.said import say

NAME = "disjoint properties"


def find(case: Case) -> Iterator[Issue]:
    ontology = case.ontology
    if not ontology.disjoint_properties:
        return
    between: dict[tuple[Node, Node], dict[Scope, dict[str, Fact]]] = {}
    for fact in case.facts.facts:
        if not fact.skips:
            ends = between.setdefault((fact.subject, fact.object), {})
            ends.setdefault(fact.scope, {}).setdefault(fact.property, fact)
    for places in between.values():
        for scope, here in places.items():
            further = [p for place in around(scope) for p in places.get(place, ())]
            properties = list(here)
            for index, one in enumerate(properties):
                for other in (*further, *properties[:index]):
                    if ontology.disjoint_by(one, other):
                        yield _issue(case, other, one, here[one])


def _issue(case: Case, one: str, other: str, fact: Fact) -> Issue:
    p, q = (name(iri, case.ontology) for iri in (one, other))
    return Issue(
        rule=NAME,
        message=say(
            "No two things are connected both by {one} and by {other}, but here they are.", one=p, other=q
        ),
        ground=Ground.ENTAILED,
        hint=say(
            "By the ontology, {one} and {other} exclude each other, but {start} leads to {end} by both.",
            one=p,
            other=q,
            start=shown(fact.subject),
            end=shown(fact.object),
        ),
    )


RULE = Rule(
    name=NAME,
    why="Who sold an order is never who handled it, if the ontology says so: nothing would be found.",
    find=find,
    allows=(
        "SELECT ?o WHERE { ?o ex:soldBy ?a ; ex:handledBy ?b }",
        "SELECT ?o WHERE { ?o ex:soldBy|ex:handledBy ?a }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?o WHERE { ?o ex:soldBy ?a ; ex:handledBy ?a }",
            message="No two things are connected both by “sold by” and by “handled by”, but here they are.",
            ground=Ground.ENTAILED,
        ),
    ),
)
