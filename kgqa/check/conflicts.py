"""Which claims of a query cannot both be true, and on what ground.

In: claims. Out: conflicts. Claims that say the same are taken as one, and a node's claims are compared by the
classes that they name, so that the work grows with the query and not with its square.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations, product

from kgqa.check.claims import ANYTHING, Claim, Claims, Conflict, Side
from kgqa.check.conditions import Things
from kgqa.check.fitting import apart, fit
from kgqa.check.oneness import Placed, merged, placed
from kgqa.check.stated import claims_of
from kgqa.ontology import Ontology, Union
from kgqa.sparql.facts import Fact, Facts
from kgqa.sparql.model import Iri, Lit, Node
from kgqa.sparql.scope import around, together
from kgqa.types import Ground

MOST = 100  # conflicts about one node; what else is wrong there says nothing new


def read_claims(facts: Facts, ontology: Ontology, things: Things) -> Claims:
    """Every claim and every conflict of a query; `things` are those it names, with their classes."""
    by_node = claims_of(facts, ontology, things)
    by_place = {node: placed((c.fact.scope, c) for c in claims) for node, claims in by_node.items()}
    finder = _Finder(ontology, by_place)
    for claims in by_place.values():
        finder.compare(claims)
    for claims in merged(facts.same, by_place):
        finder.compare(claims)
    order = {id(c): i for i, c in enumerate(c for claims in by_node.values() for c in claims)}
    return Claims(
        by_node=by_node,
        stated={
            node: tuple(dict.fromkeys(c.classes for c in claims if c.side is Side.TYPE))
            for node, claims in by_node.items()
        },
        conflicts=_sorted(_told(finder.conflicts), order),
        unseen=_sorted(finder.unseen, order),
    )


_END = {Side.TYPE: "thing", Side.DOMAIN: "subject", Side.RANGE: "object", Side.LOCAL: "object"}
Found = dict[frozenset[int], Conflict]  # by the identity of the two claims


def _told(found: Found) -> Found:
    """Without those that the data shows where the ontology says the same: it says more."""
    declared = {_places(c) for c in found.values() if c.one.declared and c.other.declared}
    return {
        key: c
        for key, c in found.items()
        if (c.one.declared and c.other.declared) or _places(c) not in declared
    }


def _places(conflict: Conflict) -> frozenset[tuple[Side, int, str]]:
    """The ends of statements that a conflict is about."""
    return frozenset((c.side, id(c.fact.triple), c.fact.property) for c in (conflict.one, conflict.other))


def _sorted(found: Found, order: dict[int, int]) -> tuple[Conflict, ...]:
    """In the order in which the claims were written."""
    turned = (
        c if order[id(c.one)] < order[id(c.other)] else Conflict(c.other, c.one, c.ground)
        for c in found.values()
    )
    return tuple(sorted(turned, key=lambda c: (order[id(c.one)], order[id(c.other)])))


@dataclass(slots=True)
class _Finder:
    ontology: Ontology
    by_place: dict[Node, Placed]
    conflicts: Found = field(default_factory=dict)
    unseen: Found = field(default_factory=dict)
    fits: dict[tuple[Union, Union], bool] = field(default_factory=dict)
    absences: dict[tuple[Union, Union], bool] = field(default_factory=dict)
    savings: dict[tuple[int, Node, Node], bool] = field(default_factory=dict)

    def compare(self, claims: Placed) -> None:
        """Finds the conflicts among claims about one thing."""
        most = len(self.conflicts) + MOST
        for one, other in self.pairs(claims):
            for a, b in self.among(one, other):
                if len(self.conflicts) >= most:
                    return
                key = frozenset((id(a), id(b)))
                if not self.fit(a.classes, b.classes):
                    if not (self.is_restricted(a, b) or self.is_restricted(b, a)):
                        self.conflicts[key] = Conflict(a, b, self.ground(a, b))
                elif self.is_unseen(a, b):
                    self.unseen[key] = Conflict(a, b, Ground.UNSEEN)

    def pairs(self, claims: Placed) -> Iterator[tuple[list[Claim], list[Claim]]]:
        """Claims that hold together, in lists of those that name the same classes."""
        for scope, here in claims.items():
            yield from combinations(here.values(), 2)
            yield from ((same, same) for same in here.values() if len(same) > 1)
            for place in around(scope):
                yield from product(claims.get(place, {}).values(), here.values())

    def among(self, one: list[Claim], other: list[Claim]) -> Iterator[tuple[Claim, Claim]]:
        """The pairs that may conflict; of lists that fit, those of a stated class and a property."""
        if not self.fit(one[0].classes, other[0].classes):
            yield from (
                (a, b)
                for a, b in product(one, other)
                if a.side is Side.TYPE
                or _END[a.side] != _END[b.side]
                or a.fact.property != b.fact.property
                or (a.side is b.side and a.declared and b.declared)
            )
        elif self.ontology.uses:
            for here, there in ((one, other), (other, one))[: 1 if one is other else 2]:
                stated = [claim for claim in here if claim.side is Side.TYPE]
                yield from product(stated, [c for c in there if c.side is not Side.TYPE] if stated else ())

    def fit(self, one: Union, other: Union) -> bool:
        known = self.fits.get((one, other))
        if known is None:
            known = self.fits[one, other] = self.fits[other, one] = fit(one, other, self.ontology)
        return known

    # ── grounds ──────────────────────────────────────────────────────────────────────────────────

    def ground(self, one: Claim, other: Claim) -> Ground:
        if _shown(one, other, self.ontology):
            return Ground.DISPUTED
        if any(self.saves(c.fact, *ends) for c in (one, other) for ends in c.fact.skips):
            return Ground.DOUBTFUL
        if not (one.declared and other.declared):
            return Ground.UNSEEN
        entailed = apart(one.classes, other.classes, self.ontology) and not (one.loose or other.loose)
        return Ground.ENTAILED if entailed else Ground.UNLIKELY

    def saves(self, fact: Fact, start: Node, end: Node) -> bool:
        """Whether a path can match by being followed no times at all: both its ends are then one thing."""
        if start != end and all(isinstance(node, Iri | Lit) for node in (start, end)):
            return False
        key = (id(fact.triple), start, end)
        known = self.savings.get(key)
        if known is None:
            said = [self.said(node, fact, (start, end)) for node in (start, end)]
            known = self.savings[key] = all(self.fit(a, b) for a, b in product(*said))
        return known

    def said(self, node: Node, fact: Fact, skip: tuple[Node, Node]) -> set[Union]:
        """What is said of a node by all but the steps of a path."""
        return {
            classes
            for scope, here in self.by_place.get(node, {}).items()
            if together(scope, fact.scope)
            for classes, claims in here.items()
            if any(c.fact.triple is not fact.triple or skip not in c.fact.skips for c in claims)
        }

    def is_restricted(self, stated: Claim, asked: Claim) -> bool:
        """Whether the ontology says by a restriction that things of a stated class may have a property."""
        if stated.side is not Side.TYPE or asked.side is not Side.DOMAIN:
            return False
        has = any(self.ontology.has_by_restriction(c, asked.fact.property) for c in stated.classes)
        return has and not apart(stated.classes, asked.classes, self.ontology)

    def is_unseen(self, stated: Claim, asked: Claim) -> bool:
        """Whether things of a stated class are in the data, and none has what the ontology lets them have."""
        if not (asked.declared and asked.whole) or asked.fact.skips:
            return False
        key = (stated.classes, asked.observed)
        if key not in self.absences:
            self.absences[key] = _absent(*key, self.ontology)
        return self.absences[key]


def _absent(classes: Union, observed: Union, ontology: Ontology) -> bool:
    """Whether the data has things of some classes, and none of them, of kinds of them or of what they are
    kinds of is among those observed.
    """
    if classes & ANYTHING or observed & ANYTHING:
        return False
    below = {sub for c in classes for sub in ontology.subclasses(c)}
    above = {sup for c in classes for sup in ontology.superclasses(c)}
    return not below.isdisjoint(ontology.populated) and observed.isdisjoint(below | above)


def _shown(one: Claim, other: Claim, ontology: Ontology) -> bool:
    """Whether the data has things of which both claims are true."""
    if one.side is not Side.TYPE and other.side is not Side.TYPE:
        return any(
            ontology.is_a(a, b) or ontology.is_a(b, a) for a, b in product(one.observed, other.observed)
        )
    if one.side is other.side:
        return any(ontology.shared(a, b) for a, b in product(one.classes, other.classes))
    stated, asked = (one, other) if one.side is Side.TYPE else (other, one)
    return any(not asked.observed.isdisjoint(ontology.subclasses(c)) for c in stated.classes)
