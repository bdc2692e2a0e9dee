"""*Direction*: a property that is asked the wrong way round is turned.

In: a case. Out: the query with one property from its object to its subject, for each that conflicts; also
one step of a path.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import ANYTHING
from kgqa.check.rule import Case
from kgqa.check.words import name
from kgqa.ontology import Ontology
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import path_of, places, put, turned
from kgqa.repair.suspects import suspects
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Element, Iri, Lit, Triple
from kgqa.wording.said import say

NAME = "direction"


def propose(case: Case) -> Iterator[Edit]:
    found = places(case)
    for fact in suspects(case):
        place = next((p for p in found if p.triple is fact.triple), None)
        index = place.index(fact) if place else None
        if place is None or index is None:
            continue
        triple = place.triple
        new: Element
        if isinstance(triple.predicate, Iri):
            if isinstance(triple.object, Lit):
                continue
            new = Triple(triple.object, triple.predicate, triple.subject)
        else:
            steps = place.steps
            back = turned(steps[index])
            new = Triple(triple.subject, path_of(*steps[:index], back, *steps[index + 1 :]), triple.object)
        yield Edit(
            kind=NAME,
            query=put(case.query, triple, new),
            what=say("{name} is asked the other way round.", name=name(fact.property, case.ontology)),
            tier=Tier.TURNED
            if _can_only(fact) or _has_known_ends(fact.property, case.ontology)
            else Tier.THINKABLE,
            doubts=Tier.TURNED,
        )


def _can_only(fact: Fact) -> bool:
    """Whether the property cannot start where it does: a value has nothing."""
    return isinstance(fact.subject, Lit)


def _has_known_ends(iri: str, ontology: Ontology) -> bool:
    """Whether it is known where a property begins and where it leads: then what stands there speaks for the
    turn; else only nothing speaks against it.
    """
    uses = ontology.uses_of(iri)
    begins = any(not u & ANYTHING for u in ontology.domains(iri)) or any(u.subject for u in uses)
    ends = any(not u & ANYTHING for u in ontology.ranges(iri)) or any(u.object for u in uses)
    return begins and ends


KIND = EditKind(
    name=NAME,
    why="Models know that an order and an employee are related, and not which of the two says so.",
    propose=propose,
)
