"""What a query's patterns say that its nodes are, and what the graph says of the things that it names.

In: the facts of a query, the ontology, and the things that were looked up. Out: claims, by node.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kgqa.check.claims import ANYTHING, STANDARD, SUBCLASS, Claim, Side
from kgqa.check.conditions import Things
from kgqa.check.ends import local_ranges, of_ends, of_subjects
from kgqa.ontology import RDF_TYPE, Ontology, Union
from kgqa.sparql.facts import Fact, Facts
from kgqa.sparql.model import Iri, Node, Triple
from kgqa.sparql.scope import Scope, inner, together


def claims_of(facts: Facts, ontology: Ontology, things: Things) -> dict[Node, tuple[Claim, ...]]:
    """Every claim of a query; `things` are those it names, with their classes."""
    by_node: defaultdict[Node, list[Claim]] = defaultdict(list)
    reader = _Reader(facts, ontology, things)
    for claim in (*reader.stated(), *reader.known()):
        by_node[claim.node].append(claim)
    for claim in tuple(local_ranges(facts, by_node, ontology)):
        by_node[claim.node].append(claim)
    for claim in tuple(of_subjects(facts, by_node, ontology)):
        by_node[claim.node].append(claim)
    return {node: tuple(claims) for node, claims in by_node.items()}


def classes_named(facts: Facts) -> Iterator[str]:
    """The IRIs that a query takes for classes: that things are of, or that stand above or below others."""
    nodes = {fact.object for fact in facts.facts if fact.property in (RDF_TYPE, SUBCLASS)}
    nodes |= {fact.subject for fact in facts.facts if fact.property == SUBCLASS}
    for fact in facts.facts:
        ends = {RDF_TYPE: (fact.object,), SUBCLASS: (fact.subject, fact.object)}
        yield from (n.value for n in ends.get(fact.property, ()) if isinstance(n, Iri))
    for same, _ in facts.same:
        if same.one in nodes and isinstance(same.other, Iri):
            yield same.other.value
    for choice, _ in facts.choices:
        if choice.variable in nodes:
            yield from sorted(choice.iris)


@dataclass(slots=True)
class _Reader:
    facts: Facts
    ontology: Ontology
    things: Things
    limits: dict[Node, list[tuple[Union, Scope]]] = field(default_factory=dict)  # nodes that are one of some
    below: dict[Node, list[Fact]] = field(default_factory=dict)  # nodes for classes that are below others
    above: dict[Node, list[Fact]] = field(default_factory=dict)  # nodes for classes that are above others
    sides: dict[str, tuple[Claim, ...]] = field(init=False)  # a property's claims, of no node yet

    def __post_init__(self) -> None:
        self.sides = self.ontology.worked_out.setdefault("ends", {})
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
                for c in self.of_property(fact):
                    node = fact.subject if c.side is Side.DOMAIN else fact.object
                    yield Claim(node, c.side, c.classes, fact, c.observed, c.declared, c.whole, c.loose)

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
            found = tuple(of_ends(fact, self.ontology))
            if fact.property in self.ontology.known_properties:
                self.sides[fact.property] = found
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
