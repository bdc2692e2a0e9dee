"""*Relation*: what joins others, as a membership joins a person and a club, is not skipped."""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.detours import Detour
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import kinds, name
from kgqa.sparql.model import Iri
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue
from kgqa.wording.said import either, say

NAME = "relation"
_TOLD = 3  # paths that a hint names


def find(case: Case) -> Iterator[Issue]:
    told = set()
    found = case.detours.values()
    for detour in found:
        place = (id(detour.fact.triple), detour.fact.property)
        if place not in told and not any(other.fact is detour.by for other in found):
            told.add(place)
            yield _issue(case, detour)


def _issue(case: Case, detour: Detour) -> Issue:
    property_ = detour.fact.property
    paths = [Writer().path(path) for path in detour.paths[:_TOLD]]
    return Issue(
        rule=NAME,
        message=say(
            "{property} is asked of {joined}, but it is {joining} that has it."
            if detour.starts
            else "{property} is to lead to {joined}, but it leads to {joining}.",
            property=name(property_, case.ontology),
            joined=kinds(detour.joined, case.ontology),
            joining=kinds(detour.joining, case.ontology),
        ),
        # Where one way alone leads through, the query is refused and can be put right.
        ground=Ground.UNLIKELY if len(detour.paths) == 1 else Ground.UNSEEN,
        hint=say(
            "Write {path} in place of {property}.",
            path=either(paths),
            property=Writer().path(Iri(property_)),
        ),
    )


RULE = Rule(
    name=NAME,
    why="Where a thing of its own joins two others, neither of the two has the property that leads to the "
    "other, so nothing matches. The way goes through what joins them.",
    find=find,
    allows=(
        "SELECT ?s WHERE { ?e a ex:Employee ; ^ex:inspector/ex:inspected ?s }",
        "SELECT ?s WHERE { ?i ex:inspector ?e ; ex:inspected ?s . ?e a ex:Employee }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?s WHERE { ?e a ex:Employee ; ex:inspected ?s }",
            message="“inspected” is asked of an employee, but it is an inspection that has it.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?s WHERE { ?e a ex:Employee ; ^ex:inspector/ex:inspected ?s }",
            observed=True,
        ),
        Forbidden(
            query="SELECT ?s WHERE { ?e a ex:Employee ; ex:inspector ?i . ?i ex:inspected ?s }",
            message="“inspector” is asked of an employee, but it is an inspection that has it.",
            ground=Ground.UNLIKELY,
            repaired="SELECT ?s WHERE { ?e a ex:Employee . ?i ex:inspector ?e . ?i ex:inspected ?s }",
            observed=True,
        ),
    ),
)
