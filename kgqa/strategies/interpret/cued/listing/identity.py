"""How a thing stands in a column of its own: by its name, by what identifies it, by its number.

In: a draft and a variable for things. Out: the drafts in which a literal stands for them, with its variable;
None where they are best shown as they are.
"""

from __future__ import annotations

from functools import cache

from kgqa.language import everywhere, fold
from kgqa.strategies.interpret.cued.conditions.measures import Valued
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.draft import Draft, Spot, with_literal
from kgqa.strategies.interpret.schema import Schema

_NEARLY_ALL = 0.9
_MOST = 0.5


def identified(on: Context, draft: Draft, spot: Spot) -> Valued | None:
    """Things that have no name stand for themselves by their identifier, a price by its amount."""
    for find in (identifier, _measure):
        found = {find(on.schema, c, on.reader.names) for c in spot.classes}
        prop = found.pop() if len(found) == 1 else None
        if prop is not None:
            return _with(on, draft, spot, prop)
    return None


def named(on: Context, draft: Draft, spot: Spot) -> tuple[Draft, tuple[str, ...]] | None:
    """What things are called: one name, or its parts (given and family name); None where the graph calls
    them by something in several languages, or by nothing.
    """
    for props in _names(on, spot):
        made, variables = draft, []
        for prop in props:
            valued = _with(on, made, spot, prop)
            if valued is None:
                break
            made = valued[0]
            variables.append(valued[1])
        if len(variables) == len(props):
            return made, tuple(variables)
    return None


def called(on: Context, draft: Draft, spot: Spot) -> Valued | None:
    """The draft with a name of the things, in whatever language; None where most of them have none."""
    for prop in on.reader.naming.preferred:
        if _held(on.schema, spot.classes, prop)[0] > _MOST and (valued := _with(on, draft, spot, prop)):
            return valued
    return None


def _names(on: Context, spot: Spot) -> list[tuple[str, ...]]:
    naming = on.reader.naming
    ways = [*((p,) for p in naming.preferred), *naming.parts]
    return [w for w in ways if all(_is_name(on, spot.classes, p) for p in w)]


@cache
def _held(schema: Schema, classes: tuple[str, ...], prop: str) -> tuple[float, float]:
    """How many of the things of the classes have the property (0..1), and how many values each of them."""
    below = {b for c in classes for b in schema.ontology.subclasses(c)}
    uses = [u for u in schema.uses_of(prop) if u.literal and u.subject in below]
    total = sum(known.instances for c in below if (known := schema.ontology.classes.get(c)))
    have, count = sum(u.subjects for u in uses), sum(u.count for u in uses)
    return (min(have / total, 1.0) if total else float(bool(have))), (count / have if have else 0.0)


def _is_name(on: Context, classes: tuple[str, ...], prop: str) -> bool:
    """Whether most things of the classes have the property, each one value of it."""
    share, each = _held(on.schema, classes, prop)
    return share > _MOST and each * _NEARLY_ALL <= 1.0


@cache
def identifier(schema: Schema, cls: str, naming: frozenset[str]) -> str | None:
    """The property that tells the things of a class apart, for things that nothing names: called a name, a
    number, an id or a code, and with one value for nearly each of them.
    """
    if any(_held(schema, (cls,), p)[0] > _MOST for p in naming):
        return None
    words = {w: n for n, w in enumerate(("name", "number", "id", "identifier", "code"))}
    own = set(fold(schema.ontology.label(cls)).split())
    found = []
    for prop in sorted(schema.data_properties(cls)):
        label = fold(schema.ontology.label(prop)).split()
        if label and label[-1] in everywhere("identifying_words") and _is_key(schema, cls, prop):
            found.append((not own & set(label), words.get(label[-1], len(words)), prop))
    return min(found)[2] if found else None


def _is_key(schema: Schema, cls: str, prop: str) -> bool:
    share, each = _held(schema, (cls,), prop)
    return share >= _NEARLY_ALL and each == 1.0


def _measure(schema: Schema, cls: str, naming: frozenset[str]) -> str | None:
    return schema.measure_of(cls, naming)


def _with(on: Context, draft: Draft, spot: Spot, prop: str) -> Valued | None:
    """The draft with a value of the spot's own."""
    for made, variable in with_literal(draft, prop, on.schema, on.liked, spot.at, near=spot):
        if any(f.object == variable and f.subject == spot.node for f in made.facts):
            return made, variable
    return None
