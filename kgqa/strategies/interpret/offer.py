"""What goes with a query besides its text: how its columns are shown, and what is left without a condition.

In: a form. Out: display columns by variable, and relaxed queries that count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Literal as OneOf

from kgqa.language import everywhere
from kgqa.linking.names import without_verb
from kgqa.ontology import Ontology, spaced
from kgqa.strategies.interpret.form import (
    Aggregate,
    Calculation,
    Computed,
    Fact,
    Form,
    Kind,
    Literal,
    Node,
    Thing,
    within,
)
from kgqa.strategies.interpret.readings import Reading
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.write import write
from kgqa.types import DisplayColumn, Relaxed
from kgqa.values.units import without_unit

MOST_RELAXED = 4
_SIGNS = ("+", "-", "*", "/", "abs")  # a year is no amount
_BEFORE = re.compile(
    rf"(?:\b(?:{'|'.join(sorted(everywhere('before_names')))})\s+)+$",
    re.IGNORECASE,
)
ColumnKind = OneOf["thing", "text", "number", "date", "boolean"]


def columns_of(form: Form, schema: Schema, language: str) -> tuple[tuple[str, DisplayColumn], ...]:
    """How each variable of the result is shown: its title from the schema, its kind, its unit."""
    found = [(v, _column(v, form, schema, language)) for v in (*form.group, *form.shown)]
    if form.kind is Kind.COUNT:
        found.append(
            ("count", DisplayColumn(title=_title(form.shown[0], form, schema, language), kind="number"))
        )
    if form.kind is Kind.AGGREGATE:
        value = _column(form.shown[0], form, schema, language)
        name = {"AVG": "average", "SUM": "total", "MIN": "least", "MAX": "most"}[form.function]
        found.append((name, replace(value, title=value.title, kind="number")))
    found += [(c.name, _worked_out(c, form, schema)) for c in form.computed]
    return tuple(found)


def _worked_out(computed: Computed, form: Form, schema: Schema) -> DisplayColumn:
    """A column of an expression: called as it is named, in the unit that all its parts share."""
    operators = {e.operator for e in within(computed.value) if isinstance(e, Calculation)}
    counts = any(isinstance(e, Aggregate) and e.function == "COUNT" for e in within(computed.value))
    units = {
        prop.unit
        for e in within(computed.value)
        for f in form.facts
        if f.object == e and (prop := schema.ontology.properties.get(f.property))
    }
    shared = units.pop() if len(units) == 1 and not counts and operators <= {"+", "-", "abs"} else ""
    return DisplayColumn(title=_capital(spaced(computed.name)), kind="number", unit=shared)


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
    classes = dict(form.classes).get(variable)
    if classes and len(classes) == 1:
        return _capital(schema.ontology.label(classes[0], language))
    fact = next((f for f in form.facts if f.object == variable), None)
    if fact is not None:
        # the amount of a list price is called a list price
        behind = next((f for f in form.facts if f.object == fact.subject and isinstance(f.object, str)), None)
        if behind is not None and _is_its_number(fact.property, behind.property, schema):
            fact = behind
        label = schema.ontology.label(fact.property, language)
        return _capital(without_verb(label))
    return _capital(spaced(re.sub(r"\d+$", "", variable)))


def _is_its_number(measure: str, prop: str, schema: Schema) -> bool:
    return any(schema.measure_of(c, frozenset()) == measure for c in schema.objects(prop))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def relaxed(form: Form, reading: Reading, question: str, ontology: Ontology) -> tuple[Relaxed, ...]:
    """The form without one of its conditions, each as a query that counts what is left."""
    if form.kind is not Kind.LIST or form.having or form.aggregates or not form.shown:
        return ()
    found = []
    for name, cut in _conditions(form, reading, question):
        facts, filters = cut.facts, cut.filters
        if not facts and not cut.classes:
            continue
        counted = replace(
            cut,
            kind=Kind.COUNT,
            shown=cut.shown[:1],
            order=None,
            limit=None,
            offset=0,
            measures=(),
            group=(),
            computed=(),
        )
        if counted.shown[0] not in _known(facts, counted):
            continue
        asked = _without_phrase(question, name) if not filters or len(filters) == len(form.filters) else ""
        found.append(Relaxed(condition=name, text=write(counted, ontology), question=asked))
    return tuple(found[:MOST_RELAXED])


def _known(facts: tuple[Fact, ...], form: Form) -> set[object]:
    return {n for f in facts for n in (f.subject, f.object)} | {v for v, _ in form.classes}


def _conditions(form: Form, reading: Reading, question: str) -> Iterator[tuple[str, Form]]:
    for fact in form.facts:
        for node in (fact.object, fact.subject):
            if isinstance(node, Thing | Literal):
                name = _phrase(node, reading, question)
                rest = tuple(f for f in form.facts if f != fact)
                yield name, replace(form, facts=_connected(rest, form))
    for condition in form.filters:
        name = " ".join(_told(v) for v in condition.values)
        yield name, replace(form, filters=tuple(f for f in form.filters if f != condition))


def _told(node: Node) -> str:
    if isinstance(node, str):
        return spaced(node)
    return node.value if isinstance(node, Literal) else node.iri


def _connected(facts: tuple[Fact, ...], form: Form) -> tuple[Fact, ...]:
    """The facts that still hang together with what is asked for."""
    reached: set[object] = set(form.shown)
    while True:
        more = {
            n
            for f in facts
            if {f.subject, f.object} & reached
            for n in (f.subject, f.object)
            if isinstance(n, str)
        } - reached
        if not more:
            return tuple(f for f in facts if {f.subject, f.object} & reached)
        reached |= more


def _phrase(node: Thing | Literal, reading: Reading, question: str) -> str:
    """The asker's own words for a thing or a value."""
    for n, meaning in reading.meanings.items():
        link = reading.pieces[n].link
        if link and (
            (isinstance(node, Thing) and meaning.match.iri == node.iri)
            or (isinstance(node, Literal) and node in meaning.values)
        ):
            return question[link.start : link.end]
    return node.value if isinstance(node, Literal) else node.iri


def _without_phrase(question: str, phrase: str) -> str:
    """The question with the phrase and its preposition cut out; "" where it does not stand in it."""
    at = question.find(phrase)
    if at < 0:
        return ""
    head = _BEFORE.sub("", question[:at])
    rest = f"{head.rstrip()} {question[at + len(phrase) :].lstrip()}".strip()
    return re.sub(r"\s+([?.!,])", r"\1", rest)
