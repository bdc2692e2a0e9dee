"""Currencies as people write them: "€", "US dollars", "Schweizer Franken", "kr" -> codes by ISO 4217.

In: a word, a sign or a code. Out: the codes it may mean, likeliest first: a dollar is the American one unless
the graph says otherwise. Names and signs are CLDR's, through babel, in every language that Querist reads.
"""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from babel import Locale
from babel.core import get_global
from babel.numbers import get_currency_name

from kgqa.language import LANGUAGES, fold

# Of several currencies that share a name or a sign, those that are traded most are meant first.
_TRADED = (
    "USD", "EUR", "JPY", "GBP", "CNY", "AUD", "CAD", "CHF", "HKD", "SGD", "SEK", "KRW", "NOK", "NZD", "INR",
    "MXN", "TWD", "ZAR", "BRL", "DKK", "PLN", "THB", "ILS", "IDR", "CZK", "AED", "TRY", "HUF", "CLP", "SAR",
    "PHP", "MYR", "COP", "RUB", "RON", "PEN", "ISK", "UAH", "BGN", "EGP", "NGN", "KES", "VND",
)  # fmt: skip
# What CLDR has for the countries' own locales alone.
_SIGNS = {
    "kr": ("SEK", "NOK", "DKK", "ISK"),
    "kr.": ("DKK", "ISK"),
    "zł": ("PLN",),
    "Kč": ("CZK",),
    "Ft": ("HUF",),
    "₽": ("RUB",),
    "₺": ("TRY",),
    "₴": ("UAH",),
    "₦": ("NGN",),
    "฿": ("THB",),
    "US$": ("USD",),
    "C$": ("CAD",),
    "AU$": ("AUD",),
    "S$": ("SGD",),
    "Fr.": ("CHF",),
    "SFr.": ("CHF",),
    "RMB": ("CNY",),
    "bucks": ("USD",),
    "sterling": ("GBP",),
    "pound sterling": ("GBP",),
    "pounds sterling": ("GBP",),
    "quid": ("GBP",),
}
_WORDS = frozenset(("won", "real", "sol", "all", "top", "try", "cup", "pen"))  # of their own behind a number


@cache
def codes() -> frozenset[str]:
    """The codes of all currencies."""
    return frozenset(Locale("en").currencies)


def named(words: str) -> tuple[str, ...]:
    """The codes of the currencies that people mean by this; () for none."""
    if words in codes():
        return (words,)
    if found := signs().get(words):
        return found
    return _by_name().get(fold(words), ())


@cache
def signs() -> dict[str, tuple[str, ...]]:
    """The signs of currencies, with their case: "€", "$", "kr", "CA$"."""
    found = dict(_SIGNS)
    for code, sign in Locale("en").currency_symbols.items():
        if sign not in (code, "¤"):
            found[sign] = (code,)
    dollars = tuple(c for c in _ranked(_current()) if "dollar" in _words(c)[-1])
    return found | {"$": dollars, "£": ("GBP",), "¥": ("JPY", "CNY")}


def _ranked(found: frozenset[str]) -> list[str]:
    order = {code: n for n, code in enumerate(_TRADED)}
    return sorted(found, key=lambda c: (order.get(c, len(order)), c))


@cache
def _current() -> frozenset[str]:
    """What is legal tender somewhere today."""
    territories = get_global("territory_currencies")
    return frozenset(
        code for kept in territories.values() for code, _, end, tender in kept if end is None and tender
    )


@cache
def _by_name() -> dict[str, tuple[str, ...]]:
    found: defaultdict[str, dict[str, None]] = defaultdict(dict)
    current = _ranked(_current())
    for code in current:  # whole names before parts of them: "Euro", "Schweizer Franken"
        for name in _names(code):
            found[fold(name)][code] = None
        if code in _TRADED:
            found[fold(code)][code] = None
    for code in current:
        for name in _names(code):
            if len(words := fold(name).replace("-", " ").split()) > 1:
                found[words[-1]].setdefault(code)
                found[" ".join(words)].setdefault(code)
    return {name: tuple(codes) for name, codes in found.items() if name not in _WORDS}


def _names(code: str) -> set[str]:
    return {get_currency_name(code, count, locale=lang) for lang in LANGUAGES for count in (None, 1, 2)}


def _words(code: str) -> list[str]:
    return fold(get_currency_name(code, locale="en")).split()
