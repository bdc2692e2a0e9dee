"""The words of dates: months, weekdays, units of time, "last" and "next", as one language writes them.

In: a language. Out: tables of folded words. Months, weekdays and the order of day and month are CLDR's, by
babel; the rest stands in the language's [calendar].
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from babel import Locale

from kgqa.language import Language, fold

UNITS = ("day", "week", "month", "quarter", "half", "year", "decade")


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a language's calendar. Names are folded; `units` are words of spans of time."""

    months: dict[str, int]
    weekdays: dict[str, int]
    units: dict[str, str]
    directions: dict[str, str]  # "last" -> "last"
    month_first: bool
    decade: re.Pattern[str]
    ordinal: re.Pattern[str]
    before_dates: frozenset[str]


@cache
def ordinals(lang: Language) -> dict[str, int]:
    """Ordinals with their inflections: "zweites" is the second."""
    endings = ("", *("r", "s", "n", "m")) if lang.data["calendar"]["inflected"] else ("",)
    return {w + e: int(n) for w, n in lang.table("ordinals").items() for e in endings}


@cache
def words_of(lang: Language) -> Words:
    data, locale = lang.data["calendar"], Locale(lang.code)
    months = {fold(w): n for w, n in lang.table("months").items()}
    for width in ("abbreviated", "wide"):
        months |= {fold(name).rstrip("."): n for n, name in locale.months["format"][width].items()}
    units = {fold(w): unit for unit in UNITS for w in data[unit]}
    endings = _inflections(data["inflected"])
    directions = {
        fold(w) + e: which for which in ("this", "last", "past", "next") for w in data[which] for e in endings
    }
    pattern = str(locale.date_formats["short"].pattern)
    last_words = {p.split()[-1] for p in lang.table("date_comparison")}
    return Words(
        months=months,
        weekdays={fold(name): n for n, name in locale.days["format"]["wide"].items()},
        units=units,
        directions=directions,
        month_first=pattern.casefold().index("m") < pattern.casefold().index("d"),
        decade=re.compile(rf"((?:1[5-9]|20)?\d0)(?:{data['decade_ending']})"),
        ordinal=re.compile(rf"(\d{{1,2}})(?:{lang.data['ordinal_ending']})?"),
        before_dates=frozenset(last_words | lang.phrases("between.open")),
    )


def _inflections(pattern: str) -> tuple[str, ...]:
    return ("", "e", "en", "er", "es", "em") if pattern else ("",)
