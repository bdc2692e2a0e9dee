"""Numbers that are written as texts, with a unit or with marks between their digits: "4,953 mm", "1.200,50".

In: texts of a property as they were sampled; then any of its texts. Out: how its numbers are written, None
where they are none; the number (RAGonite: enhancing semantics).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

MOSTLY = 0.9  # of the texts that were sampled
FEWEST = 3  # different texts that show a form
_WRITTEN = re.compile(r"\s*([+-]?\d[\d.,'\u2009\u00a0 ]*?)\s*((?:[^\W\d_]|[%°€$£″]).{0,15})?\s*")
_FULL_STOP = re.compile(r"[+-]?(\d{1,3}(,\d{3})+|\d+)(\.\d+)?")
_COMMA = re.compile(r"[+-]?(\d{1,3}(\.\d{3})+|\d+)(,\d+)?")
_BLANKS = re.compile(r"['\u2009\u00a0 ]")


@dataclass(frozen=True, slots=True)
class Spelling:
    """The mark before the decimals, "." or ",", and the unit that follows, "" for none."""

    mark: str
    unit: str


def spelling_of(texts: Iterable[tuple[str, int]]) -> Spelling | None:
    """How most of some texts, each with how often it stands there, are written as numbers."""
    found = Counter[Spelling]()
    total, different = 0, set[str]()
    for text, count in texts:
        total += count
        parts = _WRITTEN.fullmatch(text)
        if parts is None or (parts[1][0] == "0" and parts[1][1:2].isdigit()):
            continue  # what begins with a nought is a code
        digits, unit = _BLANKS.sub("", parts[1]), (parts[2] or "").strip()
        different.add(text)
        for mark, form in ((".", _FULL_STOP), (",", _COMMA)):
            if form.fullmatch(digits):
                found[Spelling(mark, unit)] += count
    best = max(found, key=lambda s: (found[s], s.mark == "."), default=None)
    if best is None or len(different) < FEWEST or found[best] < MOSTLY * total:
        return None
    return best


def number_in(text: str, spelling: Spelling) -> str:
    """The number of a text as a machine writes it; "" where it is not written so."""
    parts = _WRITTEN.fullmatch(text)
    if parts is None or (parts[2] or "").strip() != spelling.unit:
        return ""
    return _digits(parts[1], spelling.mark)


def written(text: str, mark: str) -> str:
    """The number of a text with whatever unit; "" where it is not written so."""
    parts = _WRITTEN.fullmatch(text)
    if parts is None or (parts[1][0] == "0" and parts[1][1:2].isdigit()):
        return ""  # what begins with a nought is a code
    return _digits(parts[1], mark)


def _digits(number: str, mark: str) -> str:
    digits = _BLANKS.sub("", number)
    if mark == ".":
        return digits.replace(",", "") if _FULL_STOP.fullmatch(digits) else ""
    return digits.replace(".", "").replace(",", ".") if _COMMA.fullmatch(digits) else ""
