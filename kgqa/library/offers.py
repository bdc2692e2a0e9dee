"""What a gap of a template may be filled with; of numbers and days, in the query's own unit and parts.

In: what a gap wants, a number or a period that the question names. Out: Offers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from kgqa.library.said import Filling, Place
from kgqa.library.shape import Want, is_year, spelled
from kgqa.library.slots import LimitSlot, LiteralSlot
from kgqa.library.values import Period
from kgqa.ontology import XSD
from kgqa.sparql.model import Iri, Lit
from kgqa.types import Pin
from kgqa.values.quantities import Quantity
from kgqa.values.telling import plain
from kgqa.values.units import convert

_LONGEST_LIMIT = 1000


@dataclass(frozen=True, slots=True)
class Offer:
    """What a gap may be filled with: parts of the query and what stands for them instead."""

    place: Place
    exchanges: tuple[tuple[Iri | Lit | int, Iri | Lit | int], ...]
    sureness: float = 1.0
    pin: Pin | None = None
    value: str = ""


def number(want: Want, amount: Quantity, text: str) -> Iterator[Offer]:
    """A number in the query's unit, if it is said in one that can be that."""
    place = Place(amount.start, amount.end, Filling.NUMBER)
    if isinstance(want.slot, LimitSlot):
        if not amount.units and amount.value.is_integer() and 0 < amount.value <= _LONGEST_LIMIT:
            yield Offer(place, ((want.slot.limit, int(amount.value)),), value=plain(amount.value))
        return
    assert isinstance(want.slot, LiteralSlot)  # noqa: S101  # for the type
    value = _measured(want, amount)
    if value is None:
        return
    old = want.slot.literal
    is_whole = float(value).is_integer()
    if want.slot.exact and not (is_whole and old.datatype == XSD + "integer"):
        return  # another spelling of the same number would not be found
    new = Lit(plain(value), datatype=XSD + ("integer" if is_whole else "decimal"))
    told = f"“{text[amount.start : amount.end]}” is {plain(value)} {want.unit}".rstrip()
    yield Offer(place, ((old, new),), value=told)


def _measured(want: Want, amount: Quantity) -> float | None:
    if not amount.units:
        return None if want.said else amount.value
    if want.unit:
        ways = (convert(amount.value, u, want.unit) for u in amount.units)
        return next((v for v in ways if v is not None), None)
    return amount.value if want.said[:1] == amount.units[:1] else None


def date(wants: Sequence[Want], period: Period) -> Iterator[Offer]:
    """The days of a period that the query asks for; a query for one day asks for no month."""
    exchanges: list[tuple[Iri | Lit | int, Iri | Lit | int]] = []
    for want in wants:
        assert isinstance(want.slot, LiteralSlot)  # noqa: S101  # for the type
        assert want.part is not None  # noqa: S101
        old = want.slot.literal
        if want.is_day and period.before - period.since != timedelta(days=1):
            return
        if want.part.value == "year" and not is_year(period):
            return
        exchanges.append((old, replace(old, value=spelled(want.part, period, old.value, old.datatype or ""))))
    last = period.before - timedelta(days=1)
    told = f"{period.since} to {last}" if last > period.since else f"{last}"
    yield Offer(Place(period.start, period.end, Filling.DATE), tuple(exchanges), value=told)
