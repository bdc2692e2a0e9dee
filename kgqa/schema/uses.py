"""What the data shows of each property, untyped things taken for what the ontology declares.

In: an Ontology. Out: its uses by property; a thing that nobody gave a class counts as one of the property's
declared domain or range (RDFS 1.1, rules rdfs2 and rdfs3), where there is one.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from kgqa.declared import is_datatype
from kgqa.ontology import OWL_THING, Ontology, Union, Use

UNTYPED = ""  # the class of what nothing is known of


def typed_uses(ontology: Ontology) -> dict[str, tuple[Use, ...]]:
    """The observed uses by property, but for outliers."""
    found: defaultdict[str, list[Use]] = defaultdict(list)
    for use in ontology.typical:
        if use.subject and (use.object or use.literal):
            found[use.property].append(use)
            continue
        begins = use.subject or _declared(ontology.domains(use.property))
        ends = use.object if use.object or use.literal else _declared(ontology.ranges(use.property))
        found[use.property] += [replace(use, subject=s, object=o) for s in _each(begins) for o in _each(ends)]
    return {prop: tuple(uses) for prop, uses in found.items()}


def _declared(unions: tuple[Union, ...]) -> tuple[str, ...]:
    found = {c for union in unions for c in union if not is_datatype(c) and c != OWL_THING}
    return tuple(sorted(found)) or (UNTYPED,)


def _each(classes: str | tuple[str, ...]) -> tuple[str, ...]:
    return (classes,) if isinstance(classes, str) else classes


def leads_to_one(ontology: Ontology, prop: str, *, forward: bool) -> bool:
    """Whether a step leads to one thing, as far as the data shows: each subject has the property once, or
    there are as many things that it leads to as times that it is used, and none was seen twice.
    """
    uses = ontology.uses_of(prop)
    if not uses:
        known = ontology.properties.get(prop)
        return forward and known is not None and known.functional
    if forward:
        return all(u.count <= u.subjects for u in uses)
    samples = (ontology.sample(u.subject, prop) for u in uses)
    if any(count > 1 for s in samples if s is not None for _, count in s.values):
        return False
    ends = {u.object for u in uses if u.object}
    things = sum(ontology.classes[c].instances for c in ends if c in ontology.classes)
    return sum(u.count for u in uses) == things
