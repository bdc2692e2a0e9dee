"""Superlatives for each key: "per department the highest salary", "the cheapest product in each category",
"per category the lightest and the heaviest".

In: a grouped draft with the measure of a superlative. Out: the least or the most for each key; or the things
that have it, which takes a form of its own for the least and a condition that it is theirs.
"""

from __future__ import annotations

from itertools import count

from kgqa.linking.names import without_verb
from kgqa.strategies.interpret.cued.conditions.measures import property_of
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.finish import form_of
from kgqa.strategies.interpret.form import Aggregate, Computed, Filter, Form, Kind, named, renamed
from kgqa.values.units import without_unit


def extremes(on: Context, draft: Draft, variable: str, n: int, found: Found) -> list[Draft]:
    """The grouped draft with the extreme of `variable` that the superlative of piece `n` asks for."""
    if draft.kind is not Kind.LIST or not draft.group:
        return []
    things = tuple(v for v in draft.focus if v not in draft.group and v != variable)
    other = opposite(on, n, found)
    if other is not None or not things:
        ends = sorted({found.high, found.high if other is None else not found.high})
        computed = tuple(_extreme(on, draft, variable, high=high) for high in ends)
        made = draft.changed(focus=draft.group, group=(), computed=(*draft.computed, *computed), measures=())
        return [made.use(n, *(() if other is None else (other,)))]
    return [_best_of_each(on, draft, variable, things, high=found.high).use(n)]


def opposite(on: Context, n: int, found: Found) -> int | None:
    """The piece of a superlative that asks for the other end of the same measure: "lightest and heaviest"."""
    return next(
        (
            k
            for k, f in on.reading.cue(Cue.SUPERLATIVE)
            if k != n and f.high != found.high and (not f.measures or set(f.measures) & set(found.measures))
        ),
        None,
    )


def both_ends(on: Context, draft: Draft, variable: str) -> Draft | None:
    """“the lightest and the heaviest product": the things whose measure is the least or the most of all."""
    ends = tuple(_extreme(on, draft, variable, high=high) for high in (False, True))
    inner = _apart(on, draft.changed(computed=ends, focus=()), draft, keep=frozenset(e.name for e in ends))
    if inner is None:
        return None
    limits = tuple(e.name for e in ends)
    return draft.changed(
        nested=(*draft.nested, inner),
        filters=(*draft.filters, Filter(variable, "in", limits)),
        measures=(*draft.measures, variable),
    )


def _best_of_each(on: Context, draft: Draft, variable: str, things: tuple[str, ...], *, high: bool) -> Draft:
    end = _extreme(on, draft, variable, high=high)
    periods = {c.name for c in draft.bound} & set(draft.group)
    keep = frozenset((end.name, *(k for k in draft.group if k not in periods)))
    inner = _apart(on, draft.changed(computed=(end,), focus=draft.group), draft, keep=keep)
    if inner is None:
        return on.unmet(draft, 0)
    same = [Filter(variable, "=", (end.name,))]
    # A period is worked out on both sides, so that it joins by a condition.
    same += [
        Filter(key, "=", (other,))
        for key, other in zip(draft.group, inner.shown, strict=True)
        if key in periods
    ]
    return draft.changed(
        focus=(*draft.group, *things),
        group=(),
        filters=(*draft.filters, *same),
        nested=(*draft.nested, inner),
        measures=(*draft.measures, variable),
    )


def _apart(on: Context, inside: Draft, draft: Draft, *, keep: frozenset[str]) -> Form | None:
    """A form of the same pattern, its variables apart from the draft's but for those to keep."""
    form = form_of(inside.changed(group=(), order=None, limit=None, offset=0, measures=()), on.schema)
    if form is None:
        return None
    taken = {s.node for s in draft.spots} | {c.name for c in draft.bound} | named(form)
    names: dict[str, str] = {}
    for name in sorted(named(form) - keep):
        names[name] = next(f"{name}{k}" for k in count(2) if f"{name}{k}" not in taken)
    return renamed(form, names)


def _extreme(on: Context, draft: Draft, variable: str, *, high: bool) -> Computed:
    prop = property_of(draft, variable)
    label = without_unit(without_verb(on.schema.ontology.label(prop))) if prop else variable
    name = draft.fresh(f"{'highest' if high else 'lowest'} {label}")
    return Computed(name, Aggregate("MAX" if high else "MIN", variable))
