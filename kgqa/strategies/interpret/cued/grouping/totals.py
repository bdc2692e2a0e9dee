"""Conditions on what a thing's numbers come to: "departments whose average salary is above 50,000",
"customers who ordered more than 300 pieces in total".

In: a draft whose comparison stands on each number. Out: the draft with the comparison on the groups instead.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.conditions.measures import property_of
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Filter, Having, Kind, Literal

_COMPARED = ("<", "<=", ">", ">=")


def totals(on: Context, draft: Draft) -> list[Draft]:
    """The draft with the condition on the average (or the sum) of each thing that is asked for."""
    aggregate = next(((n, f) for n, f in on.reading.cue(Cue.AGGREGATE) if n not in draft.used), None)
    is_list = draft.kind is Kind.LIST and draft.focus and not draft.spot(draft.focus[0]).data
    if aggregate is None or not is_list or draft.having or on.reading.has(Cue.SUPERLATIVE):
        return [draft]
    compared = [f for f in draft.filters if _compares_a_number(on, draft, f)]
    if len(compared) != 1 or not isinstance(limit := compared[0].values[0], Literal):
        return [draft]
    n, found = aggregate
    condition = compared[0]
    made = draft.changed(
        filters=tuple(f for f in draft.filters if f is not condition),
        having=Having(condition.variable, condition.operator, float(limit.value), found.function),
        measures=tuple(m for m in draft.measures if m != condition.variable),
    )
    return [made.use(n)]


def _compares_a_number(on: Context, draft: Draft, condition: Filter) -> bool:
    return condition.operator in _COMPARED and on.schema.is_numeric(property_of(draft, condition.variable))
