"""What lies below a thing of an inclusive hierarchy counts with it: a supplier in Oslo is one in Norway.

In: a property and what it leads to, the ontology with its patterns. Out: the step by which what lies below is
reached, and whether a step of the hierarchy itself stands for several. Who writes a query and who checks one
decide by the same rules.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from kgqa.ontology.ontology import Ontology
from kgqa.ontology.patterns import Pattern, PatternKind, Role
from kgqa.ontology.terms import RDF_TYPE

# How many things are at one place, at the mean: who heads a department, or what the capital of a country is,
# does not hold of what is above.
SHARED = 1.5


def step_below(prop: str, thing: str, ontology: Ontology) -> tuple[str, bool] | None:
    """The property that leads from what lies below a thing to it, and whether it is followed along its
    direction; None where a fact by `prop` is of the thing alone.
    """
    found = _above(ontology).get(thing)
    if found is None or prop == RDF_TYPE or prop in found.terms or not _is_shared(prop, ontology):
        return None
    return found.of, leads_up(found)


def inclusive(prop: str, ontology: Ontology) -> Pattern | None:
    """The inclusive hierarchy that a property makes."""
    found = ontology.pattern(prop, PatternKind.HIERARCHY)
    return found if found is not None and found.inclusive else None


def leads_up(hierarchy: Pattern) -> bool:
    """Whether its property leads to what is wider."""
    return hierarchy.of in hierarchy.role(Role.UP)


def are_lowest(kinds: Collection[str], hierarchy: Pattern, ontology: Ontology) -> bool:
    """Whether things of these classes have nothing below them in a hierarchy: a step from them to a thing
    then stands for any number of steps, as the rooms of a hospital are those of its departments.
    """
    return bool(kinds) and {above for _, above in _steps(hierarchy, ontology)}.isdisjoint(kinds)


def classes_below(
    classes: Iterable[str], hierarchy: Pattern, ontology: Ontology, *, levels: int = 1
) -> frozenset[str]:
    """The classes whose things lie so many levels below things of these classes, or more."""
    steps = _steps(hierarchy, ontology)
    here = frozenset(classes)
    for _ in range(levels):
        here = frozenset(below for below, above in steps if above in here)
    found, new = here, here
    while new:
        new = frozenset(below for below, above in steps if above in new) - found
        found |= new
    return found


def _steps(hierarchy: Pattern, ontology: Ontology) -> frozenset[tuple[str, str]]:
    """Which classes stand right below which."""
    uses = ((u.subject, u.object) for u in ontology.uses_of(hierarchy.of))
    return frozenset(uses) if leads_up(hierarchy) else frozenset((end, start) for start, end in uses)


def _above(ontology: Ontology) -> dict[str, Pattern]:
    """The things that have others below them, each with its hierarchy."""
    kept = ontology.worked_out.setdefault("inclusion", {})
    if "above" not in kept:
        patterns = [
            (chain, found) for chain in ontology.chains if (found := inclusive(chain.property, ontology))
        ]
        kept["above"] = {
            iri: found
            for chain, found in sorted(patterns, key=lambda pair: pair[0].steps)
            if (chain.ends <= chain.starts) == leads_up(found)
            for iri in chain.fewer
        }
    above: dict[str, Pattern] = kept["above"]
    return above


def _is_shared(prop: str, ontology: Ontology) -> bool:
    """Whether several things mostly have the same value of a property."""
    values = [n for s in ontology.samples if s.property == prop for v, n in s.values if v.kind == "iri"]
    return sum(values) > SHARED * len(values)
