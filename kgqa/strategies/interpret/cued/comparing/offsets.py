"""By how much one value is to differ from another: "twice as heavy as", "at least 20 kg heavier than",
"10 % above the average".

In: a comparison and the variable of the other value. Out: the draft in which the limit is worked out, its
variable, and the operator; none where the number measures something else.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from kgqa.strategies.interpret.cued.conditions.measures import property_of
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Calculation, Computed, Literal
from kgqa.values.units import convert, is_currency

_ALL = 100.0
_FINEST = 10_000  # a hundredth of a percent
_TURNED = str.maketrans("<>", "><")


@dataclass(frozen=True, slots=True)
class Limit:
    """What a value is compared with, and how."""

    draft: Draft
    operator: str
    variable: str


def limited(on: Context, draft: Draft, n: int, found: Found, value: str, other: str) -> Limit | None:
    """The limit of comparison `n` between a value and another one."""
    if found.number is not None:
        return _worked_out(draft, found.operator, _times(found.number, other))
    amount = _amount_before(on, n)
    if amount is None:
        return Limit(draft, found.operator, other)
    number, operator, taken = amount
    is_more = found.operator.startswith(">")
    if number.unit == "%":
        share = (number.number or 0.0) / _ALL
        limit = _times(1 + share if is_more else 1 - share, other)
    else:
        by = _in_unit_of(on, property_of(draft, value), number)
        if by is None:
            return None
        limit = Calculation("+" if is_more else "-", (other, _literal(by)))
    return _worked_out(draft.use(*taken), operator if is_more else operator.translate(_TURNED), limit)


def _amount_before(on: Context, n: int) -> tuple[Found, str, tuple[int, ...]] | None:
    """The number right before a comparison, with the operator that stands before it ("at least 20 kg")."""
    pieces = on.reading.pieces
    number = pieces[n - 1].found if n else None
    if number is None or number.cue is not Cue.NUMBER or pieces[n].first - number.last != 1:
        return None
    before = pieces[n - 2].found if n > 1 else None
    if before is not None and before.cue is Cue.COMPARISON and number.first - before.last == 1:
        return number, before.operator, (n - 1, n - 2)
    return number, ">=", (n - 1,)


def _in_unit_of(on: Context, prop: str, number: Found) -> float | None:
    """The number in the unit of a property; None where it measures something else."""
    if number.number is None or not on.schema.is_numeric(prop):
        return None
    known = on.schema.ontology.properties.get(prop)
    unit = known.unit if known else ""
    if not number.units:
        return number.number
    if not unit:
        return number.number if any(is_currency(u) for u in number.units) else None
    return next((v for u in number.units if (v := convert(number.number, u, unit)) is not None), None)


def _times(factor: float, value: str) -> Calculation:
    """A multiple of a value; what is no whole number of times is a fraction, since the product of two
    decimals may need more digits than a store keeps.
    """
    share = Fraction(factor).limit_denominator(_FINEST)
    whole = Calculation("*", (_literal(share.numerator), value))
    return whole if share.denominator == 1 else Calculation("/", (whole, _literal(share.denominator)))


def _worked_out(draft: Draft, operator: str, value: Calculation) -> Limit:
    name = draft.fresh("limit")
    return Limit(draft.changed(bound=(*draft.bound, Computed(name, value))), operator, name)


def _literal(number: float) -> Literal:
    return Literal(f"{number:g}", number=True)
