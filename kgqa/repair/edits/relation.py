"""*Relation*: two things that a third one joins are connected through it.

In: a case. Out: the query with the path through a membership in place of the one property that was to lead
from a person to a club: a role of the membership, or a property that nothing has and that is called like it.
Of another name it is only thinkable.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import STANDARD
from kgqa.check.detours import ways_between
from kgqa.check.rule import Case
from kgqa.check.words import kind, name
from kgqa.ontology import Ontology, Pattern, Union, local_name
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import places, put, same_fact, with_step
from kgqa.repair.suspects import suspects
from kgqa.repair.wordings import names, words
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Iri, Node, Path
from kgqa.sparql.scope import together
from kgqa.sparql.walk import path_iris
from kgqa.wording.said import say

NAME = "relation"


def propose(case: Case) -> Iterator[Edit]:
    known, found = case.ontology.known_properties, places(case)
    unknown = (f for f in case.facts.facts if f.property not in known and not f.property.startswith(STANDARD))
    for fact in dict.fromkeys((*unknown, *suspects(case))):
        place = next((p for p in found if p.triple is fact.triple), None)
        index = place.index(fact) if place else None
        if place is None or index is None:
            continue
        starts, ends = _said(case, fact, fact.subject), _said(case, fact, fact.object)
        for pattern, path in ways_between(starts, ends, case.ontology):
            is_role = Iri(fact.property) in path_iris(path)
            if fact.property in known and not is_role:
                continue
            is_named = is_role or _is_named(fact.property, pattern, path, case.ontology)
            yield Edit(
                kind=NAME,
                query=put(case.query, place.triple, with_step(place, index, path)),
                what=say(
                    "{name} leads through {joining}, which joins the two.",
                    name=name(fact.property, case.ontology),
                    joining=kind(pattern.of, case.ontology),
                ),
                tier=Tier.ADDED if is_named else Tier.THINKABLE,
            )


def _said(case: Case, fact: Fact, node: Node) -> tuple[Union, ...]:
    """What all but this fact say that a node is."""
    claims = case.claims.by_node.get(node, ())
    others = (c for c in claims if not same_fact(c.fact, fact) and together(c.fact.scope, fact.scope))
    return tuple(dict.fromkeys(c.classes for c in others))


def _is_named(iri: str, pattern: Pattern, path: Path, ontology: Ontology) -> bool:
    """Whether a property says nothing that what joins, or its roles on the path, are not called."""
    terms = (pattern.of, *(role.value for role in path_iris(path)))
    called = frozenset(word for term in terms for own in names(term, ontology) for word in own)
    own = words(local_name(iri))
    return bool(own) and own <= called


KIND = EditKind(
    name=NAME,
    why="Models write that a person is a member of a club, and the graph has a membership that joins both.",
    propose=propose,
)
