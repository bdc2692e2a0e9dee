"""How units are written -> units: words, symbols, compounds ("kg per square metre"), codes of vocabularies.

In: a spelling. Out: the units it may mean, likeliest first. The names that QUDT, OM and UCUM build from
prefixes and bases are taken apart by the same rule, so that no list has to hold them all.
"""

from __future__ import annotations

import re
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from kgqa.language import fold
from kgqa.ontology import spaced

_POWERS = {"2": ("²", 2), "3": ("³", 3)}
_LONGEST = 40  # characters of what may be a unit


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit: how it is shown, and how pint calls it."""

    symbol: str
    pint: str


NO_UNIT = Unit("", "dimensionless")


@lru_cache(maxsize=10_000)
def spelled(text: str, *, label: bool = False) -> tuple[Unit, ...]:
    """The units that people write like this; in labels also by symbols that mean something else elsewhere."""
    text = " ".join(text.split())
    if not text or len(text) > _LONGEST:
        return ()
    table = _table()
    found = (*table.exact.get(text, ()), *(table.rare.get(text, ()) if label else ()))
    return found or table.folded.get(fold(text), ()) or _compound(text, label=label)


@lru_cache(maxsize=2_000)
def coded(name: str) -> tuple[Unit, ...]:
    """The unit of a vocabulary's name: "KiloGM-PER-M3", "kW.h", "metrePerSecond-Time"; () for none."""
    table = _table()
    if name in table.unitless:
        return (NO_UNIT,)
    if unit := _qudt(name):
        return (unit,)
    plain = re.sub(r"-Time$", "", name)
    if found := _compound(plain.replace(".", "·")):
        return found
    words = fold(spaced(plain))
    return _folded(words) if words != fold(name) else ()


# ── spellings that are made of others ────────────────────────────────────────────────────────────────


def _compound(text: str, *, label: bool = False) -> tuple[Unit, ...]:
    """“km/h”, “euro per kg” is none, “square metres”, “m^3”, “kg·m”."""
    parts = _table().per.split(text)
    if len(parts) == 2:  # noqa: PLR2004  # what is divided, and by what
        above, below = (_first(spelled(p.strip(), label=label)) for p in parts)
        if above and below and "/" not in above.pint + below.pint:
            return (Unit(f"{above.symbol}/{below.symbol}", f"{above.pint} / ({below.pint})"),)
        return ()
    if len(parts) == 1 and len(factors := re.split(r"[·*⋅]", text)) == 2:  # noqa: PLR2004
        one, other = (_first(spelled(f.strip(), label=label)) for f in factors)
        if one and other:
            return (Unit(f"{one.symbol}·{other.symbol}", f"{one.pint} * {other.pint}"),)
        return ()
    return _powered(text, label=label)


def _powered(text: str, *, label: bool) -> tuple[Unit, ...]:
    table = _table()
    found: tuple[Unit, ...] | None
    if match := re.fullmatch(r"([^\W\d_]+)\^?([23²³])", text):
        base, power = match[1], {"²": "2", "³": "3"}.get(match[2], match[2])
        found = (
            table.exact.get(base) or (table.rare.get(base) if label else None) or table.folded.get(fold(base))
        )
    elif match := table.powers.match(folded := fold(text)):
        power = "2" if match["square"] else "3"
        found = _folded(folded[match.end() :].strip())
    else:
        return ()
    base_unit = _first(found or ())
    return (_power(base_unit, power),) if base_unit else ()


def _power(unit: Unit, power: str) -> Unit:
    mark, exponent = _POWERS[power]
    return Unit(unit.symbol + mark, f"{unit.pint} ** {exponent}")


def _folded(words: str) -> tuple[Unit, ...]:
    return _table().folded.get(words, ()) or _compound(words)


def _first(units: tuple[Unit, ...]) -> Unit | None:
    return units[0] if units else None


# ── QUDT ─────────────────────────────────────────────────────────────────────────────────────────────


def _qudt(name: str) -> Unit | None:
    """“KiloW-HR”, “KiloGM-PER-M3”: factors joined by hyphens, what divides behind PER, powers as digits."""
    table = _table()
    if found := table.codes.get(name):
        return found
    above, _, below = name.partition("-PER-")
    over = _product(above)
    if not below or over is None:
        return over
    under = _product(below)
    return Unit(f"{over.symbol}/{under.symbol}", f"{over.pint} / ({under.pint})") if under else None


def _product(name: str) -> Unit | None:
    table = _table()
    if found := table.codes.get(name):
        return found
    units = []
    for part in name.split("-"):
        match = re.fullmatch(r"(.+?)([23])?", part)
        base = table.codes.get(match[1]) if match else None
        if base is None or match is None:
            return None
        units.append(_power(base, match[2]) if match[2] else base)
    return Unit("·".join(u.symbol for u in units), " * ".join(u.pint for u in units))


# ── the table ────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Spellings:
    exact: dict[str, tuple[Unit, ...]]
    rare: dict[str, tuple[Unit, ...]]
    folded: dict[str, tuple[Unit, ...]]
    codes: dict[str, Unit]
    unitless: frozenset[str]
    per: re.Pattern[str]
    powers: re.Pattern[str]


@cache
def _table() -> _Spellings:
    data = tomllib.loads(files(__package__).joinpath("units.toml").read_text("utf-8"))
    exact, rare, folded = (defaultdict[str, dict[Unit, None]](dict) for _ in range(3))
    codes: dict[str, Unit] = {}
    for entry in data["unit"]:
        for unit, mark, word in _prefixed(entry, data["prefix"]):
            (rare if entry.get("rare") and not mark else exact)[unit.symbol][unit] = None
            for name in entry["words"]:
                for plural in ("", "s"):
                    folded[fold(word + name + plural)][unit] = None
            if "qudt" in entry:
                codes[word.capitalize() + entry["qudt"]] = unit
        unit = Unit(entry["symbol"], entry["pint"])
        codes |= dict.fromkeys(entry.get("codes", ()), unit)
    for code, symbol in data["others"].items():
        codes[code] = next(iter(exact[symbol]))
    for symbol, units in list(exact.items()):  # "KG", "kwh": the case of a symbol is often not kept
        if len(symbol) > 1:
            for unit in units:
                folded[fold(symbol)].setdefault(unit)
    for entry in data["unit"]:
        for symbol in entry.get("exact", ()):
            exact[symbol][Unit(entry["symbol"], entry["pint"])] = None
    return _Spellings(
        exact={k: tuple(v) for k, v in exact.items()},
        rare={k: tuple(v) for k, v in rare.items()},
        folded={k: tuple(v) for k, v in folded.items()},
        codes=codes,
        unitless=frozenset(data["unitless"]["names"]),
        per=re.compile(rf"\s*/\s*|\s+(?:{_any_of(data, 'per')})\s+", re.IGNORECASE),
        powers=re.compile(
            rf"(?:(?P<square>{_any_of(data, 'square')})|(?P<cubic>{_any_of(data, 'cubic')}))[\s-]*(?=\w)"
        ),
    )


def _any_of(data: dict[str, Any], name: str) -> str:
    return "|".join(re.escape(w) for w in sorted(data["compound"][name], key=len, reverse=True))


def _prefixed(entry: dict[str, Any], names: dict[str, str]) -> list[tuple[Unit, str, str]]:
    """A unit and those that prefixes make of it, each with the prefix as a symbol and as a word."""
    marks = [("", ""), *((mark, names[mark]) for mark in entry.get("prefixes", ""))]
    return [(Unit(m + entry["symbol"], word + entry["pint"]), m, word) for m, word in marks]
