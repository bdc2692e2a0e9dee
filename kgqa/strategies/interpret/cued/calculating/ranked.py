"""A formula as a condition: "with a margin above 200", "the highest price per kilogram", "top 3 by margin".

In: the pieces of a formula in its reading. Out: what is to be done with its value, and drafts with it done.
"""

from __future__ import annotations

from dataclasses import dataclass

from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cued.ordering.ranks import rank
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import (
    Aggregate,
    Computed,
    Expression,
    Filter,
    Having,
    Literal,
    Order,
    within,
)
from kgqa.values.telling import plain

_FAR = 5  # tokens from a formula to the number that it is compared with: "is greater than or equal to"


@dataclass(frozen=True, slots=True)
class Condition:
    """A comparison with a number, or (without an operator) an order; `pieces` say so."""

    pieces: tuple[int, ...]
    operator: str = ""
    number: float = 0.0
    high: bool = True

    def applied(
        self,
        on: Context,
        draft: Draft,
        expression: Expression,
        function: str,
        name: str,
        pieces: tuple[int, ...],
    ) -> list[Draft]:
        """The draft with the condition; none where it is of groups in a way that no query says plainly."""
        row, function = _of_rows(expression, function)
        if row is None or not draft.focus:
            return []
        variable = row if isinstance(row, str) else draft.fresh(name)
        bound = () if isinstance(row, str) else (Computed(variable, row),)
        made = draft.changed(bound=(*draft.bound, *bound)).use(*self.pieces, *pieces)
        if self.operator:
            if function:
                having = Having(variable, self.operator, self.number, function)
                return [made.changed(having=having)]
            value = Literal(plain(self.number), number=True)
            filters = (*made.filters, Filter(variable, self.operator, (value,)))
            return [made.changed(filters=filters, measures=(*made.measures, variable))]
        limit, offset, taken = rank(on, self.pieces[0])
        measures = made.measures if function else (*made.measures, variable)
        order = Order(variable, self.high, function=function)
        ordered = made.changed(order=order, limit=limit, offset=offset, measures=measures)
        return [ordered.use(*taken)]


def _of_rows(expression: Expression, function: str) -> tuple[Expression | None, str]:
    """What is worked out of each row, and the function over it; None where there is more to it."""
    if isinstance(expression, Aggregate) and not expression.distinct:
        function, expression = expression.function, expression.of
    if any(isinstance(e, Aggregate) for e in within(expression)):
        return None, ""
    return expression, function


def compared_with(on: Context, pieces: tuple[int, ...]) -> Condition | None:
    """“a margin above 200", "margin is more than 200", "more than 200 euro margin"."""
    first, last = min(pieces), max(pieces)
    reading = on.reading
    for n, number in reading.cue(Cue.NUMBER):
        behind = n > last and reading.pieces[n].first - reading.pieces[last].last <= _FAR
        before = n < first and reading.pieces[first].first - reading.pieces[n].last <= 1
        low, high = (last + 1, n) if behind else (n - 1, n)
        between = range(max(0, low), high)
        said = [k for k in between if (f := reading.pieces[k].found) and f.cue is Cue.COMPARISON]
        if not (behind or before) or len(said) != 1:
            continue
        if behind and len(between) > 1:
            continue
        found = reading.pieces[said[0]].found
        if found is not None:
            return Condition((said[0], n), found.operator, number.number or 0.0)
    return None


def ordered_by(on: Context, pieces: tuple[int, ...]) -> Condition | None:
    """“the highest margin", "top 3 by margin"."""
    first = min(pieces)
    reading = on.reading
    for n, found in reading.cue(Cue.SUPERLATIVE):
        if n > first:
            continue
        beside = n == first - 1 and reading.pieces[first].first - reading.pieces[n].last <= CLOSE_BY
        by = first - 1
        led = by > n and (f := reading.pieces[by].found) is not None and f.cue is Cue.GROUP
        if beside:
            return Condition((n,), high=found.high)
        if led and reading.pieces[first].first - reading.pieces[by].last <= CLOSE_BY:
            return Condition((n, by), high=found.high)
    return None
