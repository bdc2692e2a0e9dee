"""The last form as a draft, to go on from: everything that it asks, and nothing said yet of the new question.

In: a form. Out: a draft that `finish.form_of` would make the same form of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.following.unweighed import unweighed
from kgqa.strategies.interpret.form import Form, Literal, Node
from kgqa.strategies.interpret.schema import Schema

_SHARED = {f.name for f in fields(Form)} & {f.name for f in fields(Draft)}  # whatever both have is carried


def seed(form: Form, schema: Schema) -> Draft:
    """The form as a draft."""
    form = unweighed(form)
    return Draft(
        **{name: getattr(form, name) for name in _SHARED},
        spots=tuple(_spots(form, schema)),
        focus=form.shown,
        properties=frozenset(f.property for f in form.facts),
    )


def _spots(form: Form, schema: Schema) -> Iterator[Spot]:
    classes = dict(form.classes)
    seen: dict[Node, bool] = {}  # whether it is a literal
    for fact in form.facts:
        for node, forward in ((fact.subject, False), (fact.object, True)):
            if not isinstance(node, Literal):
                data = isinstance(node, str) and forward and schema.is_data(fact.property)
                seen[node] = seen.get(node, False) or data
    for node, data in seen.items():
        known = classes.get(node) if isinstance(node, str) else None
        found = known or (() if data else _classes(node, form, schema))
        named = bool(known) or _is_asked(node, form, schema, found)
        yield Spot(node, found, data=data, named=named)
    for variable, known in form.classes:
        if variable not in seen:
            yield Spot(variable, known, named=True)


def _classes(node: Node, form: Form, schema: Schema) -> tuple[str, ...]:
    """What a node may be by all that must be said of it."""
    found: tuple[str, ...] = ()
    for fact in sorted(form.facts, key=lambda f: f.optional):
        for end, forward in ((fact.subject, False), (fact.object, True)):
            if end == node and not (found and fact.optional):
                ends = schema.ends(fact.property, forward=forward)
                found = tuple(dict.fromkeys(_both(found, ends, schema))) or found if found else ends
    return found


def _both(some: tuple[str, ...], others: tuple[str, ...], schema: Schema) -> Iterator[str]:
    """The classes of things that may be of one of each; of two that overlap, the narrower."""
    order = {cls: n for n, cls in enumerate(others)}
    for one in some:
        for other in sorted(schema.overlapping(frozenset((one,))) & order.keys(), key=order.__getitem__):
            yield one if schema.ontology.is_a(one, other) else other


def _is_asked(node: Node, form: Form, schema: Schema, classes: tuple[str, ...]) -> bool:
    """Whether the last question was about a variable, though its class may have gone without saying: what it
    shows, and what it takes a number of. A column may be missing, so it is no such thing.
    """
    if not isinstance(node, str):
        return True
    if node in form.shown:
        return not all(f.optional for f in form.facts if f.object == node) or _is_subject(node, form)
    owns = any(f.subject == node and f.object in form.shown for f in form.facts)
    return owns and not any(schema.measure_of(c, frozenset()) for c in classes)


def _is_subject(node: Node, form: Form) -> bool:
    return any(f.subject == node for f in form.facts) and not any(f.object == node for f in form.facts)
