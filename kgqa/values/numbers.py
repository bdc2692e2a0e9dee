"""Numbers as people write and say them: "1,250.5", "1.250,5", "1 250", "-5", "two hundred", "hundertfünfzig".

In: a text or its words, and the language. Out: numbers with where they stand. The marks are CLDR's, through
babel; a number that can only be of the other style is read in that; text2num knows how each language counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from babel import Locale
from text_to_num import text2num

from kgqa.language import Language

_MOST_WORDS = 8  # of one number: "one hundred and fifty two thousand three hundred"
_LEADING = 3  # words of a comparison: "no less than"
_MOST_DIGITS = 7  # of a count that somebody means


def written(text: str, lang: Language) -> Iterator[tuple[int, int, float]]:
    """The numbers in digits: their first character, the one behind them, their value."""
    group, decimal = _marks(lang.code)
    for match in _pattern(group, decimal).finditer(text):
        point = group if match["other"] or match["foreign"] else decimal
        digits = re.sub(rf"[^\d{re.escape(point)}]", "", match.group()).replace(point, ".")
        sign = -1.0 if match.group()[0] in "-\u2212" else 1.0
        yield match.start(), match.end(), sign * float(digits)


def worded(words: Sequence[str], lang: Language) -> Iterator[tuple[int, int, float]]:
    """The numbers in words, longest first: first and last word, value. One alone is an article too often,
    unless something is compared with it ("more than one").
    """
    table, first = lang.table("numbers"), _first_words(lang)
    at = 0
    while at < len(words):
        found = None
        begins = words[at] in first or _may_count(words[at], lang.code)
        for size in range(min(_MOST_WORDS, len(words) - at), 0, -1) if begins else ():
            run = words[at : at + size]
            value = table.get(" ".join(run))
            if value is None and all(_may_count(w, lang.code) for w in run) and not run[-1].isdecimal():
                value = _counted(" ".join(run), lang.code)
            if value is not None and value > 1:
                found = (at, at + size - 1, float(value))
                break
        if found is None and _is_one(words, at, lang):
            found = (at, at, 1.0)
        if found:
            yield found
        at = found[1] + 1 if found else at + 1


def _is_one(words: Sequence[str], at: int, lang: Language) -> bool:
    """Whether a word says one, right behind a comparison."""
    if words[at] not in lang.data["calendar"]["one"]:
        return False
    compared = lang.table("comparison")
    return any(" ".join(words[at - size : at]) in compared for size in range(1, min(_LEADING, at) + 1))


def number(word: str, lang: Language) -> int | None:
    """The whole number that one word (in lower case) says, in digits or letters."""
    if word.isdecimal():
        return int(word) if len(word) <= _MOST_DIGITS else None
    value = lang.table("numbers").get(word) or _counted(word, lang.code)
    return int(value) if value else None


@cache
def _first_words(lang: Language) -> frozenset[str]:
    """The words that begin a number of the language's own table."""
    return frozenset(key.split(" ")[0] for key in lang.table("numbers"))


@cache
def _marks(code: str) -> tuple[str, str]:
    symbols = Locale(code).number_symbols["latn"]
    return symbols["group"], symbols["decimal"]


@cache
def _pattern(group: str, decimal: str) -> re.Pattern[str]:
    """“-5” is minus five, but the 10 of “5-10” is ten; no number begins or ends inside a code, a date or a
    power: neither the 10 nor the 3 of “10^3” is what was said.
    """
    g, d = re.escape(group), re.escape(decimal)
    start = r"(?:(?<![\w.,^-])[-\u2212]|(?<![\w.,^])(?<!\^[-\u2212]))"
    other = rf"(?P<other>\d{{1,3}}(?:{d}\d{{3}}){{2,}}(?:{g}\d+)?|\d{{1,3}}(?:{d}\d{{3}})+{g}\d+)"
    own = rf"\d{{1,3}}(?:{g}\d{{3}})+(?:{d}\d+)?|\d{{1,3}}(?:[ \u00a0\u2009\u202f'\u2019]\d{{3}})+(?:{d}\d+)?"
    return re.compile(rf"{start}(?:{other}|{own}|(?P<foreign>\d+{g}\d{{1,2}})|\d+(?:{d}\d+)?)(?![.,]?\d|\^)")


@lru_cache(maxsize=20_000)
def _counted(words: str, code: str) -> float | None:
    try:
        return float(text2num(words, code))
    except ValueError:
        return None


@lru_cache(maxsize=20_000)
def _may_count(word: str, code: str) -> bool:
    """Whether a word may stand in a number: it is one, or joins two ("and")."""
    return word in _JOINING or _counted(word, code) is not None


_JOINING = frozenset(("and", "und"))
