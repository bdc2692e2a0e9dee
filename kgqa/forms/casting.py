"""Texts that are dates or numbers are compared, ordered and calculated with as such.

In: a form, the ontology with its patterns. Out: which variables stand for such texts, the datatypes that the
query turns them into, and of which some are something else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from kgqa.forms.form import (
    Computed,
    Expression,
    Fact,
    Filter,
    Form,
    Kind,
    Literal,
    Variable,
    within,
)
from kgqa.ontology import XSD, Ontology, TextForm

Casts = Mapping[Variable, str]  # a variable -> the datatype that its texts are turned into
_COMPARING = ("=", "!=", "<", "<=", ">", ">=", "in")


def casts_of(form: Form, ontology: Ontology) -> Casts:
    """The variables of a form, and of those inside it, that stand for such texts."""
    return {
        fact.object: datatype
        for fact in _facts(form)
        if isinstance(fact.object, str) and (datatype := ontology.read_as(fact.property))
    }


def is_cast(condition: Filter) -> bool:
    """Whether a condition compares values, and not texts as they are written."""
    if condition.text or condition.operator not in _COMPARING:
        return False
    given = [v for v in condition.values if isinstance(v, Literal)]
    return not given or any(v.number or v.datatype not in ("", XSD + "string") for v in given)


def strays(form: Form, ontology: Ontology) -> Iterator[Variable]:
    """The variables of which some texts may be something else, and by which a form orders its rows or works
    something out: what has no such value would come first, or make the whole have none.
    """
    worked_out = _worked_out(form)
    for fact in form.facts:
        known = ontology.text(fact.property)
        if known and known.datatype and known.strays and not fact.optional and fact.object in worked_out:
            yield str(fact.object)


def misfits(form: Form, ontology: Ontology) -> Iterator[TextForm]:
    """The texts that a form takes for dates or numbers and of which some were seen to be something else."""
    used = _worked_out(form) | {f.variable for f in form.filters if is_cast(f)}
    forms = {f.property: f for f in ontology.text_forms if f.fits < f.looked}
    for fact in form.facts:
        if fact.object in used and ontology.read_as(fact.property) and fact.property in forms:
            yield forms[fact.property]
    for nested in form.nested:
        yield from misfits(nested, ontology)


def _worked_out(form: Form) -> set[Variable]:
    """The variables by whose values rows are ordered, or that something is worked out of."""
    found = {v for c in (*form.computed, *form.bound) for v in _within(c)}
    if form.kind is Kind.AGGREGATE:
        found |= {*form.shown}
    if form.order and not form.order.count:
        found.add(form.order.variable)
    if form.having and form.having.function:
        found.add(form.having.variable)
    return found


def _facts(form: Form) -> Iterator[Fact]:
    yield from form.facts
    for absent in form.absent:
        yield from (f for each in absent.all() for f in each.facts)
    for nested in form.nested:
        yield from _facts(nested)


def _within(computed: Computed) -> Iterable[Variable]:
    expression: Expression = computed.value
    return (e for e in within(expression) if isinstance(e, str))
