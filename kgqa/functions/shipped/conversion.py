"""An amount in another unit, or in another currency by a rate that an admin gave, with its date."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from kgqa.functions.function import Amount, Unit
from kgqa.functions.reading import Graph
from kgqa.functions.result import NoResult, Result
from kgqa.numbers import measured, written
from kgqa.ontology import XSD
from kgqa.restate.wording import wording
from kgqa.types import DisplayColumn, Term
from kgqa.values.units import convert, is_currency, readings
from kgqa.wording import words

_DIGITS = 6


@dataclass(frozen=True, slots=True)
class Rate:
    """One unit of `currency` is worth so many of `to`, as of a day."""

    currency: str
    to: str
    rate: Decimal
    day: date


def converting(rates: Sequence[Rate]) -> Callable[..., Result]:
    """`convert`, by these rates; of several for a pair of currencies the latest counts."""
    latest: dict[tuple[str, str], Rate] = {}
    for rate in sorted(rates, key=lambda r: r.day):
        latest[rate.currency, rate.to] = rate

    def convert(amount: Amount, unit: Unit, graph: Graph) -> Result:
        """An amount in another unit, or in another currency by the rates that an admin gave."""
        wanted = readings(unit) or (unit,)
        for to in wanted:
            for one in amount.units:
                if is_currency(one) and is_currency(to) and one != to:
                    return _money(amount.value, one, to, latest, graph.language)
        for to in wanted:
            for one in amount.units:
                if (value := _converted(amount.value, one, to)) is not None:
                    return _result(amount.value, one, value, to, "", graph.language)
        raise NoResult(words(graph.language).say("convert_apart", one=amount.unit or "?", other=wanted[0]))

    return convert


def _converted(value: Decimal, one: str, to: str) -> Decimal | None:
    if is_currency(one) or is_currency(to):
        return None
    found = convert(float(value), one, to)
    return None if found is None or not to else _short(Decimal(repr(found)))


def _money(value: Decimal, one: str, to: str, rates: dict[tuple[str, str], Rate], language: str) -> Result:
    say = words(language).say
    chain = _chain(one, to, rates)
    if not chain:
        raise NoResult(say("convert_no_rate", one=one, other=to))
    factor = Decimal(1)
    for rate, is_forward in chain:
        factor = factor * rate.rate if is_forward else factor / rate.rate
    told = words(language).listed([_told(rate, language) for rate, _ in chain])
    return _result(value, one, (value * factor).quantize(Decimal("0.01")), to, told, language)


def _told(rate: Rate, language: str) -> str:
    """A rate with its day."""
    return words(language).say(
        "convert_rate",
        one=rate.currency,
        rate=written(rate.rate, language),
        other=rate.to,
        day=wording(language).date(str(rate.day)),
    )


def _chain(one: str, to: str, rates: dict[tuple[str, str], Rate]) -> list[tuple[Rate, bool]]:
    """The rate of a pair, its reverse, or two by way of a third currency."""
    if found := _step(one, to, rates):
        return [found]
    between = sorted({c for pair in rates for c in pair} - {one, to})
    for third in between:
        first, second = _step(one, third, rates), _step(third, to, rates)
        if first and second:
            return [first, second]
    return []


def _step(one: str, to: str, rates: dict[tuple[str, str], Rate]) -> tuple[Rate, bool] | None:
    if (rate := rates.get((one, to))) is not None:
        return rate, True
    back = rates.get((to, one))
    return (back, False) if back is not None else None


def _short(value: Decimal) -> Decimal:
    """Six digits that count."""
    if not value:
        return Decimal(0)
    places = max(_DIGITS - 1 - value.adjusted(), 0)
    return value.quantize(Decimal(10) ** -places).normalize()


def _result(value: Decimal, one: str, found: Decimal, to: str, note: str, language: str) -> Result:
    is_exact = f"{found:f}"
    column = DisplayColumn(title=words(language).say("convert_amount"), kind="number", unit=to)
    return Result(
        columns=("amount",),
        rows=((Term(kind="literal", value=is_exact, datatype=XSD + "decimal"),),),
        shown={"amount": column},
        says=words(language).say(
            "convert", amount=measured(f"{value:f}", one, language), found=measured(is_exact, to, language)
        ),
        notes=(note,) if note else (),
    )
