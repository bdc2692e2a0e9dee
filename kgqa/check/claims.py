"""What a query says that each of its nodes is: by `a C`, by standing before or behind a property.

In: the facts of a query and the ontology. Out: for each node its claims, and the pairs that cannot both
be true. A claim is a union of classes (or datatypes); two claims fit when some class of the one is above,
below or beside (with a common subclass) some class of the other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from kgqa.check.conditions import Things
from kgqa.check.datatypes import family
from kgqa.ontology import OWL, OWL_THING, RDF_TYPE, RDFS, RDFS_LITERAL, XSD, Ontology, Union
from kgqa.sparql.model import Blank, Iri, Node, Triple, Var
from kgqa.sparql.walk import Fact, Facts, together
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
    """`node` is one of `classes`, because of `fact`. `observed` are the classes that the data shows there;
    `declared` is False when the classes are known from the data alone.
    """

    node: Node
    side: Side
    classes: Union
    fact: Fact
    observed: frozenset[str] = frozenset()
    declared: bool = True


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two claims about one node that do not fit, and what that rests on."""

    one: Claim
    other: Claim
    ground: Ground


@dataclass(frozen=True, slots=True)
class Claims:
    by_node: dict[Node, tuple[Claim, ...]]
    conflicts: tuple[Conflict, ...]

    def of(self, node: Node, side: Side) -> tuple[Claim, ...]:
        return tuple(c for c in self.by_node.get(node, ()) if c.side is side)


def read_claims(facts: Facts, ontology: Ontology, things: Things) -> Claims:
    """Every claim and every conflict of a query; `things` are those it names, with their classes."""
    by_node: dict[Node, list[Claim]] = {}
    for claim in (*_claims(facts, ontology), *_known(facts, things)):
        by_node.setdefault(claim.node, []).append(claim)
    conflicts = [
        conflict
        for claims in by_node.values()
        for one, other in combinations(claims, 2)
        if together(one.fact.scope, other.fact.scope)
        and (conflict := _conflict(one, other, ontology)) is not None
    ]
    return Claims({node: tuple(claims) for node, claims in by_node.items()}, tuple(conflicts))


def fit(one: Union, other: Union, ontology: Ontology) -> bool:
    """Whether something can be in one of the first and in one of the second classes (or datatypes)."""
    return any(_pair_fits(a, b, ontology) for a in one for b in other)


def is_datatype(iri: str, ontology: Ontology) -> bool:
    return iri not in ontology.classes and (
        iri.startswith(XSD)
        or iri == RDFS_LITERAL
        or family(iri) is not None
        or iri in ontology.observed_datatypes
    )


def _pair_fits(one: str, other: str, ontology: Ontology) -> bool:
    if one == other:
        return True
    literal = (is_datatype(one, ontology), is_datatype(other, ontology))
    if all(literal):
        return RDFS_LITERAL in (one, other) or family(one) == family(other)
    if any(literal):
        return False
    if one in ANYTHING or other in ANYTHING:
        return True
    return bool(ontology.subclasses(one) & ontology.subclasses(other))


# ── claims ───────────────────────────────────────────────────────────────────────────────────────


def _claims(facts: Facts, ontology: Ontology) -> Iterator[Claim]:
    below: dict[str, set[str]] = {}  # a variable for classes -> the classes that it is below
    for fact in facts.facts:
        if fact.property == SUBCLASS and isinstance(fact.subject, Var) and isinstance(fact.object, Iri):
            below.setdefault(fact.subject.name, set()).add(fact.object.value)
    for fact in facts.facts:
        if fact.property == RDF_TYPE:
            for classes in _typed(fact.object, facts, below):
                if all(_is_known_class(c, ontology) for c in classes):
                    yield Claim(fact.subject, Side.TYPE, classes, fact, observed=classes)
        elif not fact.property.startswith(STANDARD):
            yield from _sides(fact, ontology)


def _known(facts: Facts, things: Things) -> Iterator[Claim]:
    """What the graph says that the things are which the query names."""
    named = dict.fromkeys(n for f in facts.facts for n in (f.subject, f.object) if isinstance(n, Iri))
    for thing in named:
        if classes := things.get(thing.value):
            triple = Triple(thing, Iri(RDF_TYPE), Iri(min(classes)))
            fact = Fact(thing, RDF_TYPE, triple.object, (), triple)
            yield Claim(thing, Side.TYPE, classes, fact, observed=classes)


def _typed(node: Node, facts: Facts, below: dict[str, set[str]]) -> Iterator[Union]:
    if isinstance(node, Iri):
        yield frozenset((node.value,))
    elif isinstance(node, Var):
        yield from (frozenset((c,)) for c in sorted(below.get(node.name, ())))
        given = facts.given.get(node.name)
        if given and None not in given:
            yield frozenset(iri for iri in given if iri is not None)
    elif isinstance(node, Blank):
        # `?x a/rdfs:subClassOf* C` is taken apart into two facts with an unnamed node between them.
        for fact in facts.facts:
            if fact.subject == node and fact.property == SUBCLASS and isinstance(fact.object, Iri):
                yield frozenset((fact.object.value,))


def _sides(fact: Fact, ontology: Ontology) -> Iterator[Claim]:
    uses = [u for p in sorted(ontology.subproperties(fact.property)) for u in ontology.uses_of(p)]
    for side, node, declared, observed in (
        (Side.DOMAIN, fact.subject, ontology.domains(fact.property), [u.subject for u in uses]),
        (Side.RANGE, fact.object, ontology.ranges(fact.property), [u.object for u in uses]),
    ):
        shown = frozenset(c for c in observed if c)
        if declared:
            yield from (Claim(node, side, union, fact, shown) for union in declared)
        elif shown and len(shown) == len(set(observed)):
            yield Claim(node, side, shown, fact, shown, declared=False)


def _is_known_class(iri: str, ontology: Ontology) -> bool:
    return (
        iri in ontology.classes
        or iri in ANYTHING
        or any(iri in (u.subject, u.object) and not u.literal for u in ontology.uses)
    )


# ── conflicts ────────────────────────────────────────────────────────────────────────────────────


def _conflict(one: Claim, other: Claim, ontology: Ontology) -> Conflict | None:
    if one.fact is other.fact and one.side is other.side:
        return None  # two unions of one domain: for the ontology's editor, not for the asker
    if one.side is other.side is Side.TYPE:
        clash = apart(one.classes, other.classes, ontology)
        return Conflict(one, other, Ground.ENTAILED) if clash else None
    if fit(one.classes, other.classes, ontology):
        return None
    return Conflict(one, other, _ground(one, other, ontology))


def _ground(one: Claim, other: Claim, ontology: Ontology) -> Ground:
    if fit(one.observed, other.observed, ontology):
        return Ground.DISPUTED
    if not (one.declared and other.declared):
        return Ground.UNSEEN
    if not (one.fact.sure and other.fact.sure):
        return Ground.DOUBTFUL
    return Ground.ENTAILED if apart(one.classes, other.classes, ontology) else Ground.UNLIKELY


def apart(one: Union, other: Union, ontology: Ontology) -> bool:
    """Whether nothing can be in one of the first and in one of the second classes, by what is declared:
    literals and things, literals of different families, classes declared disjoint.
    """
    return all(_pair_apart(a, b, ontology) for a in one for b in other)


def _pair_apart(one: str, other: str, ontology: Ontology) -> bool:
    literal = (is_datatype(one, ontology), is_datatype(other, ontology))
    if any(literal):
        return not _pair_fits(one, other, ontology)
    return ontology.disjoint(one, other)
