"""The last form as a draft, to go on from: everything that it asks, and nothing said yet of the new question.

In: a form. Out: a draft that `finish.form_of` would make the same form of.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.form import Form, Literal
from kgqa.strategies.interpret.schema import Schema

_SHARED = {f.name for f in fields(Form)} & {f.name for f in fields(Draft)}  # whatever both have is carried


def seed(form: Form, schema: Schema) -> Draft:
    """The form as a draft."""
    return Draft(
        **{name: getattr(form, name) for name in _SHARED},
        spots=tuple(_spots(form, schema)),
        focus=form.shown,
        properties=frozenset(f.property for f in form.facts),
    )


def _spots(form: Form, schema: Schema) -> Iterator[Spot]:
    classes = dict(form.classes)
    seen: set[object] = set()
    for fact in form.facts:
        for node, forward in ((fact.subject, False), (fact.object, True)):
            if node in seen or isinstance(node, Literal):
                continue
            seen.add(node)
            data = isinstance(node, str) and forward and schema.is_data(fact.property)
            known = classes.get(node) if isinstance(node, str) else None
            found = known or (() if data else schema.ends(fact.property, forward=forward))
            named = bool(known) or (node in form.shown and not fact.optional)  # a column may be missing
            yield Spot(node, found, data=data, named=named)
    for variable, known in form.classes:
        if variable not in seen:
            yield Spot(variable, known, named=True)
