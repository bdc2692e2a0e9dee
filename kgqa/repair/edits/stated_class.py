"""*Class*: a stated class that cannot be becomes the one class that everything else asks for.

In: a case. Out: the query with another class in a class's place. Where the properties of a thing leave
several classes open, each is proposed, so that none is certain.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import ANYTHING, STANDARD, Claim, Side, is_datatype
from kgqa.check.rule import Case
from kgqa.check.words import name, quoted
from kgqa.ontology import RDF_TYPE, Ontology, local_name, spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import place_of, places, put, with_iri
from kgqa.sparql.facts import Fact, together
from kgqa.sparql.model import Iri

NAME = "class"
MOST = 3  # classes that are tried; with two that fit, none is certain


def propose(case: Case) -> Iterator[Edit]:
    found = places(case)
    for fact, stated in _doubted(case):
        place = place_of(fact, found)
        if place is None:
            continue
        for cls in _asked_for(case, fact)[:MOST]:
            if cls == stated:
                continue
            new = with_iri(place.triple, stated, cls)
            before = quoted(spaced(local_name(stated)))
            yield Edit(
                kind=NAME,
                query=put(case.query, place.triple, new),
                what=f"{before} becomes {name(cls, case.ontology)}, which everything else asks for.",
                tier=Tier.EXCHANGED,
            )


def _doubted(case: Case) -> Iterator[tuple[Fact, str]]:
    """Stated classes that conflict with something or are unknown, each with where it is stated."""
    seen = set()
    for conflict in case.claims.conflicts:
        for claim in (conflict.one, conflict.other):
            if claim.side is Side.TYPE and len(claim.classes) == 1 and id(claim.fact.triple) not in seen:
                seen.add(id(claim.fact.triple))
                yield claim.fact, min(claim.classes)
    for fact in case.facts.facts:
        if fact.property == RDF_TYPE and isinstance(fact.object, Iri):
            iri = fact.object.value
            if iri not in case.ontology.known_classes and not iri.startswith(STANDARD):
                yield fact, iri


def _asked_for(case: Case, stated: Fact) -> list[str]:
    """The classes of which all else that is said of the node can be true."""
    ontology, node = case.ontology, stated.subject
    claims = [
        c
        for c in case.claims.by_node.get(node, ())
        if c.fact.triple is not stated.triple and together(c.fact.scope, stated.scope)
    ]
    if not claims:
        return []
    open_ = set.intersection(*(_below(c, ontology) for c in claims))
    return sorted(open_, key=lambda c: (-len(ontology.subclasses(c)), c))


def _below(claim: Claim, ontology: Ontology) -> set[str]:
    classes = claim.classes
    if claim.observed and claim.whole:
        classes = (
            frozenset(c for c in claim.observed if any(c in ontology.subclasses(d) for d in claim.classes))
            or classes
        )
    return {
        below
        for c in classes
        if c not in ANYTHING and not is_datatype(c, ontology)
        for below in ontology.subclasses(c)
    }


KIND = EditKind(
    name=NAME,
    why="Models take a class whose name sounds right for the one whose properties they ask for.",
    propose=propose,
)
