"""*Sibling*: where a property cannot stand, another known one may be meant.

In: a case. Out: the query with another property in a property's place, of a like name, or one that begins or
ends where it does and fits here. Which of those that a graph knows is meant nobody can tell: a sibling is
never made, it only casts doubt on what else may be.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.check.claims import STANDARD, is_datatype
from kgqa.check.fitting import fit
from kgqa.check.rule import Case
from kgqa.check.words import name, nearest_terms
from kgqa.ontology import Ontology, Union
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import place_of, places, put, same_fact, with_iri
from kgqa.repair.suspects import suspects
from kgqa.repair.wordings import share_a_word, share_all
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Iri, Lit, Node
from kgqa.sparql.scope import together
from kgqa.wording.said import say

NAME = "sibling"
ALIKE = 4  # properties of like names that are tried
BESIDE = 8  # properties beside it that are tried


def propose(case: Case) -> Iterator[Edit]:
    ontology, found = case.ontology, places(case)
    known = ontology.known_properties
    for fact in suspects(case):
        place = place_of(fact, found)
        if place is None or fact.property not in known:
            continue
        alike = [
            term
            for term, _ in nearest_terms(fact.property, known, ontology, limit=ALIKE + 1)
            if term != fact.property and not term.startswith(STANDARD)
        ]
        beside = [term for term in _fitting(case, fact) if term not in alike][:BESIDE]
        if isinstance(fact.object, Lit):  # it names a thing, unless a property of that name has texts
            alike, beside = [t for t in alike if share_all(fact.property, t, ontology)], []
        for term in (*alike, *beside):
            yield Edit(
                kind=NAME,
                query=put(case.query, place.triple, with_iri(place.triple, fact.property, term)),
                what=say(
                    "{name} becomes {other}, which fits here.",
                    name=name(fact.property, ontology),
                    other=name(term, ontology),
                ),
                tier=Tier.THINKABLE,
                doubts=Tier.TURNED,
            )


def _fitting(case: Case, fact: Fact) -> Iterator[str]:
    """The properties that begin or end where this one does and fit with all else that is said there."""
    ontology = case.ontology
    before, behind = _others(case, fact, fact.subject), _others(case, fact, fact.object)
    domains, ranges = _ends(fact.property, ontology)
    for term in sorted(ontology.known_properties):
        if term == fact.property or term.startswith(STANDARD):
            continue
        starts, ends = _ends(term, ontology)
        if (
            (_meet(domains, starts) or _meet(ranges, ends) or share_a_word(fact.property, term, ontology))
            and _fits(starts, before, ontology)
            and _fits(ends, behind, ontology)
            and _can_lead_to(fact.object, ends, ontology)
        ):
            yield term


def _others(case: Case, fact: Fact, node: Node) -> list[Union]:
    return [
        c.classes
        for c in case.claims.by_node.get(node, ())
        if not same_fact(c.fact, fact) and together(c.fact.scope, fact.scope)
    ]


def _ends(iri: str, ontology: Ontology) -> tuple[set[Union], set[Union]]:
    """Where a property begins and ends, as declared, or as the data shows."""
    uses = ontology.uses_of(iri)
    starts, ends = frozenset(u.subject for u in uses) - {""}, frozenset(u.object for u in uses) - {""}
    return (
        set(ontology.domains(iri)) or ({starts} if starts else set()),
        set(ontology.ranges(iri)) or ({ends} if ends else set()),
    )


def _meet(one: set[Union], other: set[Union]) -> bool:
    return any(a & b for a in one for b in other)


def _can_lead_to(node: Node, ends: set[Union], ontology: Ontology) -> bool:
    return not isinstance(node, Iri) or not all(is_datatype(c, ontology) for union in ends for c in union)


def _fits(ends: set[Union], said: list[Union], ontology: Ontology) -> bool:
    return all(fit(e, each, ontology) for e in ends for each in said)


KIND = EditKind(
    name=NAME,
    why="Where a product has a part number and an order an order number, models take one for the other.",
    propose=propose,
)
