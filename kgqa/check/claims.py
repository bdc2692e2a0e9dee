"""What a query says that each of its nodes is: by `a C`, by standing before or behind a property.

In: the facts of a query, the ontology, and what is known of the things that the query names. Out: claims. A
claim is a union of classes (or datatypes); which claims cannot both be true is found in `conflicts`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum

from kgqa.check.conditions import Things
from kgqa.check.datatypes import family
from kgqa.ontology import OWL, OWL_THING, RDF_TYPE, RDFS, RDFS_LITERAL, XSD, Ontology, Union, Use
from kgqa.sparql.facts import Fact, Facts, Scope, inner, together
from kgqa.sparql.model import Iri, Node, Triple
from kgqa.types import Ground

SUBCLASS = RDFS + "subClassOf"
ANYTHING = frozenset((OWL_THING, RDFS + "Resource"))
STANDARD = (
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    RDFS,
    OWL,
    "http://www.w3.org/2004/02/skos/core#",
)


class Side(StrEnum):
    TYPE = "type"
    DOMAIN = "domain"
    RANGE = "range"


@dataclass(frozen=True, slots=True)
class Claim:
    """`node` is one of `classes`, because of `fact`, in the scope of `fact`.

    `observed` are the classes that the data shows there, the most special ones; `whole` says that it shows no
    others (nothing without a class). `declared` is False when the classes are known from the data alone.
    """

    node: Node
    side: Side
    classes: Union
    fact: Fact
    observed: frozenset[str] = frozenset()
    declared: bool = True
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two claims about one node (or about nodes that are one) that do not fit, and what that rests on."""

    one: Claim
    other: Claim
    ground: Ground


@dataclass(frozen=True, slots=True)
class Claims:
    """All claims by node; those that cannot both be true; and pairs of a stated class and a property that the
    ontology allows and the data never shows (`unseen`). Of equal claims, the first stands for all in pairs.
    """

    by_node: dict[Node, tuple[Claim, ...]]
    conflicts: tuple[Conflict, ...] = ()
    unseen: tuple[Conflict, ...] = ()

    def of(self, node: Node, side: Side) -> tuple[Claim, ...]:
        return tuple(c for c in self.by_node.get(node, ()) if c.side is side)


def claims_of(facts: Facts, ontology: Ontology, things: Things) -> dict[Node, tuple[Claim, ...]]:
    """Every claim of a query; `things` are those it names, with their classes."""
    by_node: defaultdict[Node, list[Claim]] = defaultdict(list)
    reader = _Reader(facts, ontology, things)
    for claim in (*reader.stated(), *reader.known()):
        by_node[claim.node].append(claim)
    return {node: tuple(claims) for node, claims in by_node.items()}


def is_datatype(iri: str, ontology: Ontology) -> bool:
    return iri not in ontology.classes and (
        iri.startswith(XSD)
        or iri == RDFS_LITERAL
        or family(iri) is not None
        or iri in ontology.known_datatypes
    )


Ends = tuple[tuple[Union, Scope], ...]  # what a node for a class can be, and where


@dataclass(slots=True)
class _Reader:
    facts: Facts
    ontology: Ontology
    things: Things
    limits: dict[Node, list[tuple[Union, Scope]]] = field(default_factory=dict)  # nodes that are one of some
    below: dict[Node, list[Fact]] = field(default_factory=dict)  # nodes for classes that are below others
    above: dict[Node, list[Fact]] = field(default_factory=dict)  # nodes for classes that are above others
    sides: dict[str, tuple[Claim, ...]] = field(default_factory=dict)  # a property's claims, of no node yet

    def __post_init__(self) -> None:
        for choice, scope in self.facts.choices:
            self.limits.setdefault(choice.variable, []).append((choice.iris, scope))
        for same, scope in self.facts.same:
            if isinstance(same.other, Iri):
                self.limits.setdefault(same.one, []).append((frozenset((same.other.value,)), scope))
        for fact in self.facts.facts:
            if fact.property == SUBCLASS:
                self.below.setdefault(fact.subject, []).append(fact)
                self.above.setdefault(fact.object, []).append(fact)

    # ── what patterns say ────────────────────────────────────────────────────────────────────────

    def stated(self) -> Iterator[Claim]:
        for fact in self.facts.facts:
            if fact.property == RDF_TYPE:
                for classes, scope in self.classes(fact.object, fact.scope):
                    if all(self.is_known(c) for c in classes):
                        placed = fact if scope == fact.scope else replace(fact, scope=scope)
                        yield Claim(fact.subject, Side.TYPE, classes, placed, observed=classes)
            elif not fact.property.startswith(STANDARD):
                for claim in self.of_property(fact):
                    node = fact.subject if claim.side is Side.DOMAIN else fact.object
                    yield replace(claim, node=node, fact=fact)

    def classes(self, node: Node, scope: Scope) -> Iterator[tuple[Union, Scope]]:
        """What a node that stands for a class can be: itself, one of a few, what is below or above those."""
        yield from self.named(node, scope)
        if isinstance(node, Iri):
            return
        for fact in self.below.get(node, ()):
            if together(fact.scope, scope):
                yield from self.named(fact.object, inner(fact.scope, scope))
        for fact in self.above.get(node, ()):
            if together(fact.scope, scope):
                for iris, place in self.named(fact.subject, inner(fact.scope, scope)):
                    yield frozenset().union(*map(self.ontology.superclasses, iris)), place

    def named(self, node: Node, scope: Scope) -> Iterator[tuple[Union, Scope]]:
        if isinstance(node, Iri):
            yield frozenset((node.value,)), scope
        for iris, place in self.limits.get(node, ()):
            if together(place, scope):
                yield iris, inner(place, scope)

    def is_known(self, iri: str) -> bool:
        return iri in self.ontology.known_classes or iri in ANYTHING

    def of_property(self, fact: Fact) -> tuple[Claim, ...]:
        found = self.sides.get(fact.property)
        if found is None:
            found = self.sides[fact.property] = tuple(_sides(fact, self.ontology))
        return found

    # ── what the graph says ──────────────────────────────────────────────────────────────────────

    def known(self) -> Iterator[Claim]:
        """What the graph says that the things are which the query names."""
        if not self.things:
            return
        ends = (n for f in self.facts.facts for n in (f.subject, f.object))
        same = (n for s, _ in self.facts.same for n in (s.one, s.other))
        for thing in dict.fromkeys(n for n in (*ends, *same) if isinstance(n, Iri)):
            yield from self.typed(thing, (thing.value,), ())
        for choice, scope in self.facts.choices:
            yield from self.typed(choice.variable, choice.iris, scope)

    def typed(self, node: Node, iris: Iterable[str], scope: Scope) -> Iterator[Claim]:
        """That a node is of the classes of the things that it can be, where all of them are known."""
        each = [self.most_special(self.things.get(iri) or frozenset()) for iri in iris]
        if each and all(each):
            classes = frozenset().union(*each)
            type_ = Iri(min(classes))
            fact = Fact(node, RDF_TYPE, type_, scope, Triple(node, Iri(RDF_TYPE), type_))
            yield Claim(node, Side.TYPE, classes, fact, observed=classes)

    def most_special(self, classes: frozenset[str]) -> frozenset[str]:
        """A thing's own classes, without those that its other ones are kinds of."""
        known = {c for c in classes if self.is_known(c) and c not in ANYTHING}
        above = {a for c in known for a in self.ontology.superclasses(c) if a != c}
        return frozenset(known - above) or frozenset(known)


def _sides(fact: Fact, ontology: Ontology) -> Iterator[Claim]:
    """What a property says of its two ends; `fact` is any with that property."""
    uses = [u for p in sorted(ontology.subproperties(fact.property)) for u in ontology.uses_of(p)]
    for side, node, declared, ends in (
        (Side.DOMAIN, fact.subject, ontology.domains(fact.property), [(u.subject, u) for u in uses]),
        (Side.RANGE, fact.object, ontology.ranges(fact.property), [(u.object, u) for u in uses]),
    ):
        shown = _shown(ends, ontology)
        whole = bool(shown) and all(end for end, _ in ends)
        if declared:
            for union in declared:
                yield Claim(node, side, union, fact, shown, whole=whole)
        elif whole:
            yield Claim(node, side, shown, fact, shown, declared=False, whole=True)


def _shown(ends: list[tuple[str, Use]], ontology: Ontology) -> frozenset[str]:
    """The classes at one end of the uses, without those whose things are all counted for a class below."""
    counts: dict[str, int] = {}
    for end, use in ends:
        if end:
            counts[end] = counts.get(end, 0) + use.count
    return frozenset(
        end
        for end, count in counts.items()
        if not any(counts[sub] for sub in ontology.subclasses(end) & counts.keys() if sub != end)
        or count > sum(counts[sub] for sub in ontology.subclasses(end) & counts.keys() if sub != end)
    )
