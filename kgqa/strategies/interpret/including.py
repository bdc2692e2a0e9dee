"""What lies below a thing of an inclusive hierarchy counts with it: a supplier in Oslo is one in Norway.

In: a fact of a form, the ontology with its patterns. Out: the step by which what lies below the fact's object
is reached, where there is anything and the fact is one that things share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kgqa.ontology import RDF_TYPE, Ontology, Pattern, PatternKind, Role
from kgqa.strategies.interpret.form import Fact, Filter, Form, Thing

# How many things are at one place, at the mean: who heads a department, or what the capital of a country is,
# does not hold of what is above.
SHARED = 1.5


def step_below(fact: Fact, ontology: Ontology) -> tuple[str, bool] | None:
    """The property that leads from what lies below the object of a fact to it, and whether it is followed
    along its direction; None where the fact is of the object alone.
    """
    if not isinstance(fact.object, Thing) or fact.property == RDF_TYPE:
        return None
    found = _above(ontology).get(fact.object.iri)
    if found is None or fact.property in found.terms or not _is_shared(fact.property, ontology):
        return None
    return found.of, found.of in found.role(Role.UP)


def steps_below(
    condition: Filter, facts: Iterable[Fact], ontology: Ontology
) -> Mapping[str, tuple[str, bool]]:
    """The same for the things of which the objects of facts are to be one, by these things."""
    things = [v for v in condition.values if isinstance(v, Thing) and condition.operator == "in"]
    found = {
        thing.iri: step
        for fact in facts
        if fact.object == condition.variable
        for thing in things
        if (step := step_below(replace(fact, object=thing), ontology)) is not None
    }
    return found if len(set(found.values())) == 1 else {}


def leads_on(fact: Fact, form: Form, ontology: Ontology) -> bool:
    """Whether a step of an inclusive hierarchy to a thing stands for any number of them: rooms of a hospital
    are those of its departments. So it is of what stands at the bottom, with nothing below it; "the places in
    Europe" are those right below.
    """
    found = ontology.pattern(fact.property, PatternKind.HIERARCHY)
    if found is None or not found.inclusive:
        return False
    above, below = fact.object, fact.subject
    if fact.property not in found.role(Role.UP):
        above, below = below, above
    if not isinstance(above, Thing) or not isinstance(below, str):
        return False
    uses = ontology.uses_of
    kinds = {c for v, classes in form.classes if v == below for c in classes}
    for other in form.facts if not kinds else ():
        if other.object == below:
            kinds |= {u.object for u in uses(other.property) if not u.literal}
        elif other.subject == below and other != fact:
            kinds |= {u.subject for u in uses(other.property)}
    if fact.property in found.role(Role.UP):
        parents = {u.object for u in uses(fact.property)}
    else:
        parents = {u.subject for u in uses(fact.property)}
    return bool(kinds) and kinds.isdisjoint(parents)


def stated_as(prop: str, ontology: Ontology) -> str:
    """The inverse by which the data states a part of what a property says; "" for none. Where both say as
    much, the one is taken for the mirror of the other.
    """
    count = sum(u.count for u in ontology.uses_of(prop))
    for other in sorted(ontology.inverses(prop)):
        if count and sum(u.count for u in ontology.uses_of(other)) not in (0, count):
            return other
    return ""


def included(form: Form, ontology: Ontology) -> Iterator[str]:
    """The things of a form that stand for what lies below them too."""
    for facts, filters in ((form.facts, form.filters), *((a.facts, a.filters) for a in form.absent)):
        for fact in facts:
            if isinstance(fact.object, Thing) and step_below(fact, ontology):
                yield fact.object.iri
        for condition in filters:
            yield from steps_below(condition, facts, ontology)
    for nested in form.nested:
        yield from included(nested, ontology)


def _above(ontology: Ontology) -> dict[str, Pattern]:
    """The things that have others below them, each with its hierarchy."""
    kept = ontology.worked_out.setdefault("including", {})
    if "above" not in kept:
        patterns = [
            (chain, found)
            for chain in ontology.chains
            if (found := ontology.pattern(chain.property, PatternKind.HIERARCHY)) and found.inclusive
        ]
        kept["above"] = {
            iri: found
            for chain, found in sorted(patterns, key=lambda pair: pair[0].steps)
            if (chain.ends <= chain.starts) == (found.of in found.role(Role.UP))
            for iri in chain.fewer
        }
    above: dict[str, Pattern] = kept["above"]
    return above


def _is_shared(prop: str, ontology: Ontology) -> bool:
    """Whether several things mostly have the same value of a property."""
    values = [n for s in ontology.samples if s.property == prop for v, n in s.values if v.kind == "iri"]
    return sum(values) > SHARED * len(values)
