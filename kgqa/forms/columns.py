"""What goes with a query besides its text: how its columns are shown.

In: a form. Out: display columns by variable.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Literal as OneOf

from kgqa.forms.form import (
    Aggregate,
    Calculation,
    Computed,
    Expression,
    Form,
    Kind,
    renamed_in,
    within,
)
from kgqa.forms.quantities import is_quantity
from kgqa.language import fold
from kgqa.linking.names import without_verb
from kgqa.numbers import ELAPSED
from kgqa.ontology import spaced
from kgqa.restate.wording import wording
from kgqa.schema import Schema
from kgqa.schema.durations import DAY_NUMBER, MOMENT_NUMBER
from kgqa.types import DisplayColumn
from kgqa.values.units import without_unit

_SIGNS = ("+", "-", "*", "/", "abs")  # a year is no amount
ColumnKind = OneOf["thing", "text", "number", "date", "boolean"]


def columns_of(form: Form, schema: Schema, language: str) -> tuple[tuple[str, DisplayColumn], ...]:
    """How each variable of the result is shown: its title from the schema, its kind, its unit."""
    found = [(v, _column(v, form, schema, language)) for v in (*form.group, *form.shown)]
    if form.kind is Kind.COUNT:
        words = wording(language)
        things = words.nouns(_title(form.shown[0], form, schema, language))
        title = words.say("columns", "COUNT", things=things)
        found.append(("count", DisplayColumn(title=title, kind="number")))
    if form.kind is Kind.AGGREGATE:
        value = _column(form.shown[0], form, schema, language)
        name = {"AVG": "average", "SUM": "total", "MIN": "least", "MAX": "most"}[form.function]
        kind = value.kind if value.kind == "date" else "number"  # of text, what it says in numbers
        found.append((name, replace(value, kind=kind)))
    found += [(c.name, _worked_out(c, form, schema)) for c in form.computed]
    return tuple(found)


def _worked_out(computed: Computed, form: Form, schema: Schema) -> DisplayColumn:
    """A column of an expression: called as it is named, in the unit that all its parts share; a quantity of
    pieces has none and takes none away.
    """
    value = computed.value
    for made in reversed(form.bound):
        value = renamed_in(value, {made.name: made.value})
    counts = any(isinstance(e, Aggregate) and e.function == "COUNT" for e in within(value))
    facts = {f.object: f.property for f in form.facts}
    said = {e: facts[e] for e in within(value) if isinstance(e, str) and e in facts}
    pieces = frozenset(v for v, p in said.items() if is_quantity(schema, p))
    properties = schema.ontology.properties
    units = {prop.unit for v, p in said.items() if v not in pieces and (prop := properties.get(p))}
    keeps = len(units) == 1 and not counts and _keeps_unit(value, pieces)
    operators = {e.operator for e in within(value) if isinstance(e, Calculation)}
    lasts = ELAPSED if MOMENT_NUMBER in operators else "d" if DAY_NUMBER in operators else ""
    unit = lasts or (units.pop() if keeps else "")
    return DisplayColumn(title=_capital(spaced(computed.name)), kind="number", unit=unit)


def _keeps_unit(expression: Expression, pieces: frozenset[str]) -> bool:
    """Whether what is worked out is measured as its parts are: added up, or as often as there are pieces."""
    if isinstance(expression, Aggregate):
        return _keeps_unit(expression.of, pieces)
    if not isinstance(expression, Calculation):
        return True
    if expression.operator in ("*", "/"):
        one, *others = expression.operands
        if expression.operator == "*" and _counts_pieces(one, pieces):
            one, *others = (*others, one)
        return all(_counts_pieces(o, pieces) for o in others) and _keeps_unit(one, pieces)
    return expression.operator in ("+", "-", "abs", "number") and all(
        _keeps_unit(o, pieces) for o in expression.operands
    )


def _counts_pieces(expression: Expression, pieces: frozenset[str]) -> bool:
    variables = {e for e in within(expression) if isinstance(e, str)}
    return bool(variables) and variables <= pieces


def _column(variable: str, form: Form, schema: Schema, language: str) -> DisplayColumn:
    title = _title(variable, form, schema, language)
    made = next((c for c in form.bound if c.name == variable), None)
    if made is not None:
        is_amount = isinstance(made.value, Calculation) and made.value.operator in _SIGNS
        return _worked_out(made, form, schema) if is_amount else DisplayColumn(title=title, kind="text")
    fact = next((f for f in form.facts if f.object == variable), None)
    inner = next((f for f in form.nested if variable in (*f.shown, *(c.name for c in f.computed))), None)
    if fact is None and inner is not None:
        shown = dict(columns_of(inner, schema, language))[variable]
        return replace(shown, title=title) if shown.kind == "thing" else shown
    if fact is None or not schema.is_data(fact.property):
        return DisplayColumn(title=title, kind="thing")
    prop = schema.ontology.properties.get(fact.property)
    unit = prop.unit if prop else ""
    kind: ColumnKind = "text"
    if schema.is_numeric(fact.property):
        kind = "number"
    elif schema.is_temporal(fact.property):
        kind = "date"
    return DisplayColumn(title=without_unit(title), kind=kind, unit=unit)


def _title(variable: str, form: Form, schema: Schema, language: str) -> str:
    if classes := dict(form.classes).get(variable):
        return _capital(schema.ontology.label(schema.nearest(classes), language))
    fact = next((f for f in form.facts if f.object == variable), None)
    if fact is not None:
        # the amount of a list price is called a list price
        behind = next((f for f in form.facts if f.object == fact.subject and isinstance(f.object, str)), None)
        if behind is not None and _is_its_number(fact.property, behind.property, schema):
            fact = behind
        label = schema.ontology.label(fact.property, language)
        return _capital(without_verb(label))
    name = spaced(re.sub(r"\d+$", "", variable))
    called = next((c for c in schema.ontology.classes if fold(schema.ontology.label(c)) == fold(name)), None)
    return _capital(schema.ontology.label(called, language) if called else name)


def _is_its_number(measure: str, prop: str, schema: Schema) -> bool:
    return any(schema.measure_of(c, frozenset()) == measure for c in schema.objects(prop))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
