"""What lies below a thing of an inclusive hierarchy counts with it: a supplier in Oslo is one in Norway.

In: a fact of a form, the ontology with its patterns. Out: the step by which what lies below the fact's object
is reached, where there is anything and the fact is one that things share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from kgqa.forms.form import Fact, Filter, Form, Thing
from kgqa.ontology import Ontology, inclusion


def step_below(fact: Fact, ontology: Ontology) -> tuple[str, bool] | None:
    """The property that leads from what lies below the object of a fact to it, and whether it is followed
    along its direction; None where the fact is of the object alone.
    """
    if not isinstance(fact.object, Thing):
        return None
    return inclusion.step_below(fact.property, fact.object.iri, ontology)


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
    found = inclusion.inclusive(fact.property, ontology)
    if found is None:
        return False
    above, below = fact.object, fact.subject
    if not inclusion.leads_up(found):
        above, below = below, above
    if not isinstance(above, Thing) or not isinstance(below, str):
        return False
    kinds = {c for v, classes in form.classes if v == below for c in classes}
    for other in form.facts if not kinds else ():
        if other.object == below:
            kinds |= {u.object for u in ontology.uses_of(other.property) if not u.literal}
        elif other.subject == below and other != fact:
            kinds |= {u.subject for u in ontology.uses_of(other.property)}
    return inclusion.are_lowest(kinds, found, ontology)


def stated_as(prop: str, ontology: Ontology) -> str:
    """The inverse by which the data states a part of what a property says; "" for none. A symmetric property
    is its own. Where both say as much, the one is taken for the mirror of the other.
    """
    known = ontology.properties.get(prop)
    if known is not None and known.symmetric:
        return prop
    count = sum(u.count for u in ontology.uses_of(prop))
    for other in sorted(ontology.inverses(prop)):
        if count and sum(u.count for u in ontology.uses_of(other)) not in (0, count):
            return other
    return ""


def included(form: Form, ontology: Ontology) -> Iterator[str]:
    """The things of a form that stand for what lies below them too."""
    absent = ((a.facts, a.filters) for outer in form.absent for a in outer.all())
    for facts, filters in ((form.facts, form.filters), *absent):
        for fact in facts:
            if isinstance(fact.object, Thing) and step_below(fact, ontology):
                yield fact.object.iri
        for condition in filters:
            yield from steps_below(condition, facts, ontology)
    for nested in form.nested:
        yield from included(nested, ontology)
