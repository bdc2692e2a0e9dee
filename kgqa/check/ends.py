"""What the ontology and the data say of the two ends of a property.

In: a fact, or facts with what their subjects are said to be. Out: claims on subjects and objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kgqa.check.claims import STANDARD, THINGS, VALUES, Claim, Side, is_datatype
from kgqa.ontology import RDF_TYPE, Ontology, PropertyKind, Union, Use
from kgqa.sparql.facts import Fact, Facts
from kgqa.sparql.model import Iri, Node
from kgqa.sparql.scope import Scope, around


def of_ends(fact: Fact, ontology: Ontology) -> Iterator[Claim]:
    """What a property says of its two ends; `fact` is any with that property.

    Without a declared range, a property that is declared for values leads to some value, and one that is
    declared for things to some thing; what the data shows there is another claim.
    """
    uses, read = _uses(fact.property, ontology), ontology.is_read(fact.property)
    for side, node, declared, ends in (
        (Side.DOMAIN, fact.subject, ontology.domains(fact.property), [(u.subject, u.count) for u in uses]),
        (Side.RANGE, fact.object, ontology.ranges(fact.property), [(u.object, u.count) for u in uses]),
    ):
        shown = _most_special(ends, ontology)
        whole = read and bool(shown) and all(end for end, _ in ends)
        if declared:
            for union in declared:
                loose = union in ontology.suggested(fact.property)
                yield Claim(node, side, union, fact, shown, whole=whole, loose=loose)
            continue
        if side is Side.RANGE and (implied := of_kind(fact.property, ontology)):
            yield Claim(node, side, implied, fact, shown)
        if whole:
            yield Claim(node, side, shown, fact, shown, declared=False, whole=True)


def of_kind(iri: str, ontology: Ontology) -> Union:
    """What a property leads to by its declared kind alone; empty if that is not known."""
    match ontology.declared_kind(iri):
        case PropertyKind.DATA:
            return VALUES
        case PropertyKind.OBJECT:
            return THINGS
        case _:
            return frozenset()


def of_subjects(facts: Facts, claims: Mapping[Node, Sequence[Claim]], ontology: Ontology) -> Iterator[Claim]:
    """That a node is a thing since a pattern starts at it: values are no subjects. It goes without saying
    where the property's domain says more, and where no value comes up.
    """
    values = {
        node
        for node, said in claims.items()
        for c in said
        if c.side not in (Side.TYPE, Side.DOMAIN) and all(is_datatype(e, ontology) for e in c.classes)
    }
    if not values:
        return
    values.update(node for same, _ in facts.same for node in (same.one, same.other))
    for fact in (*facts.facts, *facts.open):
        if fact.subject in values and not _is_placed(fact, ontology):
            yield Claim(fact.subject, Side.DOMAIN, THINGS, fact)


def _is_placed(fact: Fact, ontology: Ontology) -> bool:
    """Whether the statement itself says which class its subject is of."""
    if fact.property == RDF_TYPE:
        return isinstance(fact.object, Iri)
    return bool(ontology.domains(fact.property)) and not fact.property.startswith(STANDARD)


def local_ranges(facts: Facts, claims: Mapping[Node, Sequence[Claim]], ontology: Ontology) -> Iterator[Claim]:
    """Claims on what a property leads to from things that are said to be of a class: some classes declare
    ranges for their own things.
    """
    if not ontology.restricted:
        return
    owners: dict[Node, dict[Scope, dict[Union, None]]] = {}
    for node, said in claims.items():
        for claim in said:
            if claim.side in (Side.TYPE, Side.DOMAIN) and claim.declared and not claim.fact.skips:
                owners.setdefault(node, {}).setdefault(claim.fact.scope, {})[claim.classes] = None
    known: dict[tuple[Union, str], tuple[Claim, ...]] = {}
    for fact in facts.facts:
        if fact.property.startswith(STANDARD) or fact.subject not in owners:
            continue
        for place in (fact.scope, *around(fact.scope)):
            for classes in owners[fact.subject].get(place, ()):
                key = (classes, fact.property)
                if key not in known:
                    known[key] = tuple(_local(fact, classes, ontology))
                yield from (replace(claim, node=fact.object, fact=fact) for claim in known[key])


def _local(fact: Fact, owners: Union, ontology: Ontology) -> Iterator[Claim]:
    ranges = [ontology.local_ranges((owner,), fact.property) for owner in sorted(owners)]
    shown = _most_special(
        (
            (u.object, u.count)
            for u in _uses(fact.property, ontology)
            if any(ontology.is_a(u.subject, owner) for owner in owners)
        ),
        ontology,
    )
    for union in ranges[0]:
        if all(union in each for each in ranges[1:]):
            yield Claim(fact.object, Side.LOCAL, union, fact, shown, owners=owners)


def _uses(iri: str, ontology: Ontology) -> list[Use]:
    """What the data shows of a property and of those below it."""
    return [u for p in sorted(ontology.subproperties(iri)) for u in ontology.uses_of(p)]


def _most_special(ends: Iterable[tuple[str, int]], ontology: Ontology) -> frozenset[str]:
    """The classes of counted ends, without those whose things are all counted for classes below them too."""
    counts: dict[str, int] = {}
    for end, count in ends:
        if end:
            counts[end] = counts.get(end, 0) + count
    below = {end: (ontology.subclasses(end) & counts.keys()) - {end} for end in counts}
    return frozenset(
        end for end, count in counts.items() if not below[end] or count > sum(counts[b] for b in below[end])
    )
