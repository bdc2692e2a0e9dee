"""Units: what a property is measured in, and how a number in a question converts to it.

In: unit names as ontologies and people write them. Out: one short symbol each ("mm", "kWh", "EUR"), and
numbers converted between units of one dimension. The spellings stand in units.toml; pint converts, and is
loaded when the first number has to be. It is never asked what a word means: "in" and "at" are units to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any

from kgqa.values import currencies
from kgqa.values.spellings import Unit, coded, spelled

_BRACKETED = re.compile(r"[(\[]\s*(?:in\s+)?([^)\]]{1,20})[)\]]\s*$")
_IN_WORDS = re.compile(r" in (\w+)$")
_TAILED = re.compile(r"(.*[a-z0-9])(?:([_\-])|(?=[A-Z][A-Za-z]))([A-Za-z0-9/]+?)")
# "Working capacity in hl.", "km, last reading": where a comment says the unit alone.
_BEHIND_IN = re.compile(r"\b[Ii]n\s+([^\s.,;:()]+)(?=\s*(?:[.,;:()]|$))")
_AT_BEGIN = re.compile(r"([^\s.,;:()]+(?: [A-Z]\b)?)(?=[\s.,;:()]|$)")
_ANOTHER = re.compile(r"(?:[,;]|\b(?:or|oder|bzw\.))\s*([^\s.,;:()]+)")  # "m³ for water, kWh for power"
_TIMES = ("d", "wk", "mo", "yr", "h", "min", "s")  # words for these name parts of a date as well: "year of …"
_PLURAL = ("s", "n", "tage", "jahre", "monate", "std")
_SHORT = 2  # letters of the shortest unit that is part of a name: "Tour-km"
_PER = ("per", "pro", "je")
_SCALES = (
    "million",
    "millions",
    "mio",
    "mn",
    "billion",
    "bn",
    "mrd",
    "thousand",
    "tausend",
)  # of no unit of ours
_LED = re.compile(r"(?:(?<=[a-z0-9])In|[_\-]in)$")  # "costInEuro", "cost_in_euro"
_NO_UNITS = ("Min", "MIN", "By")  # "temperatureMin" is the least one, "heldBy" tells who
_TAIL = 5  # characters of a unit behind a name: "_mm", "_kWh"


def is_currency(unit: str) -> bool:
    """Whether a unit is a currency: its code by ISO 4217."""
    return unit in currencies.codes()


@lru_cache(maxsize=10_000)
def readings(words: str) -> tuple[str, ...]:
    """The symbols that people may mean by `words`, likeliest first: "pounds" are a weight or money."""
    found = [unit.symbol for unit in spelled(words)]
    return tuple(dict.fromkeys([*found, *currencies.named(words)]))


def symbol_of(name: str) -> str:
    """The symbol that a unit's name, code or spelling means, or ""."""
    found = readings(name)
    if found:
        return found[0]
    return next((u.symbol for u in coded(name) if not name.isupper()), "")  # "HR", "BOM" need no unit


def without_unit(label: str) -> str:
    """A label without the unit in brackets or words behind it: "weight (kg)" and "weight in kilograms" ->
    "weight"; other brackets stay.
    """
    found = _BRACKETED.search(label) or _IN_WORDS.search(label)
    return label[: found.start()].rstrip() if found and _labelled(found[1].strip()) else label


def unit_of(declared: list[str], labels: list[str], local: str, comment: str = "") -> str:
    """The unit of a property: as declared (local names of QUDT, OM), from a label such as "weight (kg)",
    "Std." or "Tour-km", from a local name such as "depth_mm", or from a comment such as "EUR net."; "" when
    none says. A declared one that nobody knows stays.
    """
    for name in declared:
        found = next((u.symbol for u in coded(name)), None)
        return found if found is not None else next(iter(_money(name)), "") or _labelled(name) or name
    for label in labels:
        if (bracket := _BRACKETED.search(label)) and (symbol := _labelled(bracket[1].strip())):
            return symbol
    named = parted(local)[1] or _spelled_out(local)
    return named or next((u for label in labels if (u := _named(label))), "") or _commented(comment)


def _named(label: str) -> str:
    """The unit that is all of a name, or one part of it beside a hyphen."""
    word = label.strip().removesuffix(".")
    if found := next(iter(readings(word)), ""):
        is_code = word.isupper() and found not in currencies.codes()  # "CD", "VA"
        return found if names_unit(found, word) and not is_code else ""
    parts = word.split("-") if " " not in word else []
    return next((p for p in parts if len(p) >= _SHORT and p in readings(p)[:1]), "")


def _commented(comment: str) -> str:
    """The unit that a comment states, if it is one alone: with its first word, or behind "in" at the end of a
    clause.
    """
    places = (_AT_BEGIN.match(comment), *_BEHIND_IN.finditer(comment))
    words = [place[1] for place in places if place is not None]
    words += [place[1] for place in _ANOTHER.finditer(comment) if words]
    found = {u for word in words for u in readings(word) if names_unit(u, word)}
    return found.pop() if len(found) == 1 else ""


def names_unit(symbol: str, word: str) -> bool:
    """Whether a word says in what something is measured: "days", but not "day of delivery"."""
    return symbol not in _TIMES or word == symbol or word.casefold().endswith(_PLURAL)


def parted(local: str) -> tuple[str, str]:
    """A local name without the unit behind it, and the unit: "depth_mm" -> ("depth", "mm"), "weightKg" ->
    ("weight", "kg"); the whole name and "" where there is none, or where all of it are units.
    """
    found = _TAILED.fullmatch(local)
    if found is None or len(found[3]) >= _TAIL or (not found[2] and found[3] in _NO_UNITS):
        return local, ""
    symbol = symbol_of(found[3])
    name = found[1].casefold()
    # "eur_kg", "costPerKg", "costInMillionEuro"
    is_other = bool(symbol and (symbol_of(found[1]) or name.endswith((*_PER, *_SCALES))))
    return (_LED.sub("", found[1]), symbol) if symbol and not is_other else (local, "")


def _spelled_out(local: str) -> str:
    """The unit that a local name ends in as a word, in the plural: "downtimeMinutes"."""
    word = re.split(r"[_\-]|(?<=[a-z0-9])(?=[A-Z])", local)[-1]
    return symbol_of(word.casefold()) if word != local and word.endswith("s") else ""


def convert(value: float, unit: str, to: str) -> float | None:
    """`value` of `unit` in the unit `to`; None when they do not measure the same thing."""
    if unit == to or not to:
        return value
    dimension = _dimension(unit)
    if not dimension or dimension != _dimension(to):
        return None
    one, other = _unit(unit), _unit(to)
    if one is None or other is None:
        return None
    registry = _registry()
    return round(float(registry.Quantity(float(value), one.pint).to(other.pint).magnitude), 9)


def same_dimension(unit: str, other: str) -> bool:
    """Whether two units measure the same thing; nobody knows what money of another currency is worth."""
    return bool(unit) and (
        unit == other or (bool(_dimension(unit)) and _dimension(unit) == _dimension(other))
    )


def _labelled(name: str) -> str:
    """As `symbol_of`, for what stands in a label's brackets, where "in" is an inch."""
    return symbol_of(name) or next((u.symbol for u in spelled(name, label=True)), "")


def _money(name: str) -> Iterator[str]:
    code = name.removeprefix("CCY_")
    if code in currencies.codes():
        yield code


def _unit(symbol: str) -> Unit | None:
    return next((u for u in spelled(symbol, label=True) if u.symbol == symbol), None)


@lru_cache(maxsize=10_000)
def _dimension(symbol: str) -> str:
    """What a unit measures, as pint's base units: bytes, angles and shares have no dimension, and differ."""
    if (unit := _unit(symbol)) is None:
        return ""
    if unit.pint == "decibel":  # a scale, not a share
        return unit.pint
    return str(_registry().get_root_units(unit.pint, check_nonmult=False)[1])


@cache
def _registry() -> Any:
    """The units of pint; it takes a few tenths of a second to load."""
    import pint

    return pint.UnitRegistry(autoconvert_offset_to_baseunit=True)
