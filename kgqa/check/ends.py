"""What the ontology and the data say of the two ends of a property.

In: a fact, or facts with what their subjects are said to be. Out: claims on subjects and objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from kgqa.check.claims import STANDARD, Claim, Side
from kgqa.ontology import Ontology, Union, Use
from kgqa.sparql.facts import Fact, Facts
from kgqa.sparql.model import Node
from kgqa.sparql.scope import Scope, around


def of_ends(fact: Fact, ontology: Ontology) -> Iterator[Claim]:
    """What a property says of its two ends; `fact` is any with that property."""
    uses = _uses(fact.property, ontology)
    for side, node, declared, ends in (
        (Side.DOMAIN, fact.subject, ontology.domains(fact.property), [(u.subject, u.count) for u in uses]),
        (Side.RANGE, fact.object, ontology.ranges(fact.property), [(u.object, u.count) for u in uses]),
    ):
        shown = _most_special(ends, ontology)
        whole = bool(shown) and all(end for end, _ in ends)
        if declared:
            for union in declared:
                loose = union in ontology.suggested(fact.property)
                yield Claim(node, side, union, fact, shown, whole=whole, loose=loose)
        elif whole:
            yield Claim(node, side, shown, fact, shown, declared=False, whole=True)


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
