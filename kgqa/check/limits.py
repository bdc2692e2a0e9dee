"""What conditions that hold together leave of one value: bounds, constants that it is one of, others that it
is not.

In: comparisons with constants. Out: two of them that nothing meets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal, InvalidOperation
from typing import Any

from kgqa.check.kinds import Kind, of_constant
from kgqa.sparql.model import Expr, Iri, Lit

Constant = Iri | Lit
Pair = tuple[Expr, Expr]
Order = tuple[Kind, Any]  # a kind, and the place among its values

# What "left OP right" leaves open of: left is less, equal, greater.
RELATIONS = {
    "=": frozenset("="),
    "!=": frozenset("<>"),
    "<": frozenset("<"),
    ">": frozenset(">"),
    "<=": frozenset("<="),
    ">=": frozenset(">="),
}
TURNED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(slots=True)
class Limits:
    """The limits of one value, each with the condition that sets it; `clash` are two that nothing meets."""

    lower: tuple[Constant, bool, Expr] | None = (
        None  # the bound, whether it is itself excluded, the condition
    )
    upper: tuple[Constant, bool, Expr] | None = None
    among: tuple[dict[Order, Constant], Expr] | None = None
    excluded: dict[Order, Expr] = field(default_factory=dict)
    clash: Pair | None = None

    def add(self, op: str, constants: tuple[Constant, ...], condition: Expr) -> None:
        """One more condition: `=` or `!=` with one or several constants, or a bound."""
        places = {place: c for c in constants if (place := order(c)) is not None}
        if self.clash or not places or any(order(c) is None for c in constants):
            return
        if op == "=":
            self._one_of(places, condition)
        elif op == "!=":
            self.excluded |= dict.fromkeys(places, condition)
        else:
            self._bound(op, constants[0], condition)

    def _one_of(self, places: dict[Order, Constant], condition: Expr) -> None:
        if self.among is None:
            self.among = (places, condition)
            return
        earlier, first = self.among
        common = {place: c for place, c in earlier.items() if place in places}
        if common:
            self.among = (common, condition if len(places) < len(earlier) else first)
        else:
            self.clash = (first, condition)

    def _bound(self, op: str, constant: Constant, condition: Expr) -> None:
        bound = (constant, len(op) == 1, condition)
        if op[0] == ">":
            if self.lower is None or _is_tighter(compared(constant, self.lower[0]), bound[1]):
                self.lower = bound
        elif self.upper is None or _is_tighter(compared(self.upper[0], constant), bound[1]):
            self.upper = bound

    def contradiction(self) -> Pair | None:
        """Two conditions that exclude each other."""
        if self.clash:
            return self.clash
        if self.lower and self.upper:
            gap = compared(self.upper[0], self.lower[0])
            if gap is not None and gap < (self.lower[1] or self.upper[1]):
                return self.lower[2], self.upper[2]
        if self.among is None:
            return None
        hindrances = [self._hindrance(place, constant) for place, constant in self.among[0].items()]
        found = [h for h in hindrances if h is not None]
        return (self.among[1], found[0]) if len(found) == len(hindrances) else None

    def _hindrance(self, place: Order, constant: Constant) -> Expr | None:
        """The condition that excludes one of the constants."""
        if place in self.excluded:
            return self.excluded[place]
        if self.lower and (gap := compared(constant, self.lower[0])) is not None and gap < self.lower[1]:
            return self.lower[2]
        if self.upper and (gap := compared(self.upper[0], constant)) is not None and gap < self.upper[1]:
            return self.upper[2]
        return None


def _is_tighter(gap: int | None, strict: bool) -> bool:
    return gap is not None and gap >= (not strict)


def order(constant: Constant) -> Order | None:
    """The place of a constant among those of its kind; None where none is known."""
    (kind,) = of_constant(constant).observed
    if isinstance(constant, Iri):
        return kind, constant.value
    try:
        match kind:
            case Kind.NUMBER:
                number = Decimal(constant.value)
                return (kind, number) if number.is_finite() else None
            case Kind.DATE:
                return kind, date.fromisoformat(constant.value)
            case Kind.MOMENT:
                moment = datetime.fromisoformat(constant.value)
                return (kind, moment) if moment.tzinfo is None else None
            case Kind.YEAR:
                return kind, int(constant.value)
            case Kind.TEXT:
                return kind, constant.value
            case Kind.TAGGED:
                return kind, (constant.language, constant.value)
            case Kind.YES_NO:
                return kind, constant.value in ("true", "1")
            case _:
                return None
    except (ValueError, InvalidOperation):
        return None


def compared(one: Constant, other: Constant) -> int | None:
    """-1, 0 or 1 where one is below, at or above the other; None where they have no order."""
    left, right = order(one), order(other)
    if left is None or right is None or left[0] is not right[0] or left[0] is Kind.THING:
        return None
    return int(left[1] > right[1]) - int(left[1] < right[1])
