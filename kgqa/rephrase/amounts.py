"""Numbers as they stand in questions of any language: "5.000", "5 000", and those in Arabic digits or
Chinese signs can be compared.

In: a text. Out: for each number the values that its spelling may have.
"""

from __future__ import annotations

import re
import unicodedata
from decimal import Decimal

Values = frozenset[Decimal]

FEW = 12  # up to here a language has a word, which a translation may write in digits
_GROUP = 3  # digits between the marks of a large number
_NUMBER = re.compile(r"\d+(?:[.,'\u2019\u066b\u066c]\d+|[ \u00a0\u202f]\d{3}(?!\d))*")
_SCALES = {"百": 2, "千": 3, "万": 4, "萬": 4, "만": 4, "亿": 8, "億": 8}
_LETTERS = "百千万萬亿億"


def numbers(text: str) -> list[Values]:
    """The numbers in digits, and those of single signs such as "三"."""
    found = [_values(match, text) for match in _NUMBER.finditer(text)]
    return found + [frozenset((Decimal(str(unicodedata.numeric(c))),)) for c in text if _is_sign(c)]


def missing(wanted: str, given: str, *, few: bool = False) -> str:
    """A number of `wanted` that `given` has not; "" where it has all. `few` lets small ones pass."""
    known = numbers(given)
    for values in numbers(wanted):
        is_small = few and any(v <= FEW and v == v.to_integral_value() for v in values)
        if not is_small and not any(values & other for other in known):
            return " or ".join(f"{v:f}" for v in sorted(values))
    return ""


def _is_sign(char: str) -> bool:
    return unicodedata.category(char) == "Lo" and char not in _LETTERS and bool(unicodedata.numeric(char, 0))


def _values(match: re.Match[str], text: str) -> Values:
    digits = "".join(str(unicodedata.digit(c)) if c.isdigit() else c for c in match[0])
    groups = re.split(r"\D", digits)
    marks = set(re.sub(r"\d", "", digits))
    found = {Decimal("".join(groups))} if all(len(g) == _GROUP for g in groups[1:]) else set()
    is_one = len(groups) == 2 and not match[0][len(groups[0])].isspace()  # noqa: PLR2004  # decimal mark
    if is_one or len(marks) > 1:
        found.add(Decimal("".join(groups[:-1]) + "." + groups[-1]))
    found |= set() if found else {Decimal(g) for g in groups}  # a date
    scale = _SCALES.get(text[match.end() : match.end() + 1])
    return frozenset(v.normalize() * 10 ** (scale or 0) for v in found)
