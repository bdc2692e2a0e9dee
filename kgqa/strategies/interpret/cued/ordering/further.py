"""What is asked for besides: "…, and how many?", "…, and what is that average?", "most first".

In: a draft with an order or with groups. Out: the draft that shows what it is ordered by, or is ordered by
what it shows.
"""

from __future__ import annotations

from kgqa.linking.names import without_verb
from kgqa.strategies.interpret.cued.conditions.measures import nearest, property_of
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cued.ordering.ranks import places
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Aggregate, Computed, Kind, Order
from kgqa.values.units import without_unit

_NAMES = {"AVG": "average", "SUM": "total", "MIN": "lowest", "MAX": "highest"}


def further(on: Context, draft: Draft) -> list[Draft]:
    """“which supplier has the most components, and how many?": the measure becomes a column."""
    for n, _ in on.reading.cue(Cue.FURTHER):
        shown = _with_measure(on, draft)
        draft = on.unmet(draft, n) if shown is None else shown.use(n)
    return [draft]


def _with_measure(on: Context, draft: Draft) -> Draft | None:
    order = draft.order
    if order is None or draft.kind is not Kind.LIST:
        return None
    if order.count or order.function:
        column = ordered_by(on, draft, order)
        is_shown = any(c.value == column.value for c in draft.computed)
        return draft if is_shown else draft.changed(computed=(*draft.computed, column))
    if order.variable in draft.focus:
        return draft
    rest = tuple(m for m in draft.measures if m != order.variable)
    return draft.changed(focus=(*draft.focus, order.variable), measures=rest)


def ordered_by(on: Context, draft: Draft, order: Order) -> Computed:
    """What the rows are ordered by, as a column."""
    if order.count:
        spot = draft.spot(order.variable)
        label = next((on.schema.ontology.label(c) for c in spot.classes if c), order.variable)
        counted = Aggregate("COUNT", order.variable, distinct=True)
        return Computed(draft.fresh(f"number of {label}"), counted)
    prop = property_of(draft, order.variable)
    label = without_unit(without_verb(on.schema.ontology.label(prop))) if prop else order.variable
    return Computed(
        draft.fresh(f"{_NAMES[order.function]} {label}"), Aggregate(order.function, order.variable)
    )


def _sorted_by(on: Context, draft: Draft, n: int, found: Found) -> Draft:
    """“products by price, highest first": ordered by the number that is named right before."""
    pieces = on.reading.pieces
    beside = [(k, p) for k, p in on.properties_after(0) if 0 < found.first - pieces[k].last <= CLOSE_BY]
    results = nearest(on, draft, beside, found.first, temporal=True)
    if not results or not draft.focus:
        return on.unmet(draft, n)
    made, variable = results[0]
    limit, offset, taken = places(on)
    order = Order(variable, found.high)
    measures = (*made.measures, variable)
    return made.changed(order=order, limit=limit, offset=offset, measures=measures).use(n, *taken)


def sortings(on: Context, draft: Draft) -> list[Draft]:
    """“components per supplier, most first": ordered by what is shown for each group."""
    for n, found in on.reading.cue(Cue.SORTED):
        if draft.kind is Kind.LIST and not draft.group and draft.order is None:
            draft = _sorted_by(on, draft, n, found)
        elif not draft.focus or not draft.group or draft.limit is not None:
            draft = on.unmet(draft, n)
        elif draft.kind is Kind.COUNT:
            order = Order(draft.focus[0], found.high, count=True)
            draft = draft.changed(order=order).use(n)
        elif draft.kind is Kind.AGGREGATE:
            order = Order(draft.focus[0], found.high, function=draft.function)
            draft = draft.changed(order=order).use(n)
        else:
            draft = on.unmet(draft, n)
    return [draft]
