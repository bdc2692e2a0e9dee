"""Numbers with what they count: "20 kg", "€5k", "1.2 million US dollars", "5 Mio. €", "12 km/h".

In: the text of a question, its words and its language. Out: quantities, each with the stretch of the text
that says it and the units it may be in. Whether a unit fits is for the property to say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from kgqa.language import Language, fold
from kgqa.linking.tokens import Token
from kgqa.values import currencies, numbers
from kgqa.values.units import readings

_MOST_WORDS = 3  # of one unit: "kilograms per litre"
_NEAR = 30  # characters before a number in which its sign is looked for
_CODES = frozenset("WV")  # "12V" is twelve volts; "room 10A" is no current
_SHORT = {"M": 1e6, "m": 1e6, "B": 1e9}  # behind an amount of money alone, but for M


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number at characters start..end of the text, its unit included; `bare` is where the number ends.

    `units` are the symbols of what it may be measured in, likeliest first; () for a number alone.
    """

    start: int
    end: int
    bare: int
    value: float
    units: tuple[str, ...] = ()


def quantities(text: str, tokens: Sequence[Token], lang: Language) -> Iterator[Quantity]:
    """All quantities of a question; "two million" and the "2 million" of it come once."""
    for start, end, value in numbers.written(text, lang):
        yield _measured(text, start, end, value, lang)
    for first, last, value in numbers.worded([t.text.lower() for t in tokens], lang):
        end, scale = _scale(text, tokens[last].end, lang, money=False)  # "five hundred trillion"
        behind, units = _behind(text, end)
        start, sign = _sign(text, tokens[first].start, lang)
        yield Quantity(start, behind, end, sign * value * scale, units)


def _measured(text: str, start: int, end: int, value: float, lang: Language) -> Quantity:
    first, units = _before(text, start)
    after, scale = _scale(text, end, lang, money=bool(units))
    bare = after
    if not units:
        after, units = _behind(text, after)
    first, sign = _sign(text, first, lang)
    return Quantity(first, after, bare, sign * value * scale, units)


def _sign(text: str, start: int, lang: Language) -> tuple[int, float]:
    """“minus” before a number: where it begins, and what it multiplies by."""
    match = re.search(r"(?<!\w)([^\W\d_]+)\s$", text[max(0, start - _NEAR) : start])
    if match and fold(match[1]) in lang.phrases("minus"):
        return start - len(match.group()), -1.0
    return start, 1.0


def _before(text: str, start: int) -> tuple[int, tuple[str, ...]]:
    """The currency before a number: "€5", "US$ 5", "CHF 5"."""
    match = re.search(r"(?<![\w$])([A-Z]{0,3}[^\w\s.,;:!?()\"'-]|[A-Z]{3})\s?$", text[:start])
    found = currencies.signs().get(match[1]) if match else None
    if match and not found and match[1] in currencies.codes():
        found = (match[1],)
    return (match.start(), found) if match and found else (start, ())


def _scale(text: str, end: int, lang: Language, *, money: bool) -> tuple[int, float]:
    """“k”, “million”, “Mrd.” behind a number: where it ends, and what it multiplies by."""
    match = re.compile(r"(\s?)([^\W\d_]+)\.?(?![\w/²³])").match(text, end)
    if match is None:
        return end, 1.0
    word = match[2]
    if word in _SHORT and (money or (word == "M" and not match[1]) or _behind(text, match.end(2))[1]):
        return match.end(2), _SHORT[word]
    if word == "K" and match[1]:  # "300 K" are kelvins
        return end, 1.0
    factor = lang.table("scale").get(fold(word))
    if factor is None:
        return end, 1.0
    stop = match.end() if match.end() < len(text) else match.end(2)  # "5 Mio." at the end of a sentence
    return stop, float(factor)


def _behind(text: str, end: int) -> tuple[int, tuple[str, ...]]:
    """The unit behind a number, of as many words as make one: where it ends, and what it may be."""
    found = list(re.compile(r"[^\s,;:?!()\"\u201c\u201d]+").finditer(text, end, end + 60))[:_MOST_WORDS]
    if not found or text[end : found[0].start()] not in ("", " ", "\u00a0", "\u202f"):
        return end, ()
    start = end + 1 if text[end : end + 1] == "-" else found[0].start()
    for last in reversed(found):
        said = text[start : last.end()].rstrip(".'\u2019")
        if len(said) == 1 and said.isupper() and said not in _CODES and start == end:
            continue
        if said and (units := readings(said)):
            return start + len(said), units
    return end, ()
