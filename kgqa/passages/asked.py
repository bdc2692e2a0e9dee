"""What a question asks of text: which words it must hold, and which kind of number.

In: a question. Out: Asked.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import log

from babel.dates import get_day_names, get_month_names

from kgqa.language import Language
from kgqa.linking.mentions import QUOTED
from kgqa.linking.tokens import Token, tokenise
from kgqa.passages.words import content_words
from kgqa.values import currencies
from kgqa.values.numbers import number

_YEAR = 4  # digits
_NEAR = 2  # words behind a number among which the counted noun stands: "fourteen long characters"


class Quantity(StrEnum):
    """Which number the answer must have."""

    NONE = ""
    ANY = "any"  # "how far"
    TIME = "time"  # "how long", "how often", "when"
    MONEY = "money"  # "what does it cost"
    COUNTED = "counted"  # "how many characters"


_ASKED_BY = (
    (Quantity.TIME, "passages.lasting"),
    (Quantity.ANY, "amount_phrases"),
    (Quantity.ANY, "passages.how"),
)


@dataclass(frozen=True, slots=True)
class Asked:
    """The weights of the question's words (stems; a word that one passage alone has weighs 1), the names that
    must be there, and the number that the answer must have; `counted` is the stem of what is counted.
    """

    weights: dict[str, float]
    names: frozenset[str]
    quantity: Quantity = Quantity.NONE
    counted: str = ""

    @staticmethod
    def of(text: str, lang: Language, size: int, frequency: Callable[[str], int]) -> Asked:
        """`size` is how many passages there are, `frequency` in how many of them a stem occurs."""
        tokens = tokenise(text)
        asking = _asking(tokens, lang)
        words = [w for w in dict.fromkeys(content_words(text, lang)) if w not in asking]
        quantity, counted = _quantity(tokens, lang)
        size = max(size, 1)
        return Asked(
            {word: log(1 + size / (1 + frequency(word))) / log(1 + size / 2) for word in words},
            frozenset(_names(text, lang)) & frozenset(words),
            quantity,
            counted,
        )

    def fits(self, sentence: str, lang: Language) -> bool:
        """Whether a sentence has the number that the answer must have."""
        if self.quantity is Quantity.NONE:
            return True
        tokens = tokenise(sentence)
        numbers = [n for n, t in enumerate(tokens) if _is_number(t, lang)]
        if self.quantity is Quantity.MONEY:
            signs = any(sign in sentence for sign in currencies.signs())
            return bool(numbers) and (signs or any(currencies.named(t.text) for t in tokens))
        if self.quantity is Quantity.COUNTED:
            behind = (t for n in numbers for t in tokens[n + 1 : n + 1 + _NEAR])
            return any(lang.stem(t.folded) == self.counted for t in behind)
        if self.quantity is Quantity.TIME:
            times = lang.phrases("passages.times")
            return any({t.folded, lang.lemma(t.text)} & times or _is_date(t, lang) for t in tokens)
        return bool(numbers)


def _counted_noun(tokens: tuple[Token, ...], lang: Language) -> str:
    """The folded word right behind "how many"; "" for none."""
    words = [t.folded for t in tokens]
    counting = lang.phrases("passages.counting")
    sizes = {len(phrase.split()) for phrase in counting}
    for n in range(len(words)):
        for size in sizes:
            if " ".join(words[n : n + size]) in counting and n + size < len(words):
                return words[n + size]
    return ""


def _quantity(tokens: tuple[Token, ...], lang: Language) -> tuple[Quantity, str]:
    if noun := _counted_noun(tokens, lang):
        is_span = {noun, lang.lemma(noun)} & lang.phrases("passages.spans")
        return (Quantity.ANY, "") if is_span else (Quantity.COUNTED, lang.stem(noun))
    asks_what = tokens and tokens[0].folded in lang.phrases("passages.which")
    if asks_what and any({t.folded, lang.lemma(t.text)} & {*lang.money_measures} for t in tokens):
        return Quantity.MONEY, ""
    said = f" {' '.join(t.folded for t in tokens)} "
    if any(said.startswith(f" {phrase} ") for phrase in lang.phrases("when")):
        return Quantity.TIME, ""
    for quantity, name in _ASKED_BY:
        if any(f" {phrase} " in said for phrase in lang.phrases(name)):
            return quantity, ""
    return Quantity.NONE, ""


def _asking(tokens: tuple[Token, ...], lang: Language) -> frozenset[str]:
    """The stems of the words that only ask: "who", "how long"."""
    lists = (lang.phrases(name) for name in ("who", "where", "when", "ask_phrases", "passages.aside"))
    words = {word for words in lists for word in words}
    said = f" {' '.join(t.folded for t in tokens)} "
    how = lang.phrases("passages.how") | lang.phrases("passages.lasting")
    words |= {w for phrase in how if f" {phrase} " in said for w in phrase.split()}
    return frozenset(lang.stem(word) for word in words)


def _is_date(token: Token, lang: Language) -> bool:
    """Whether a token is a year, a month or a day of the week."""
    is_year = token.text.isdecimal() and len(token.text) == _YEAR
    return is_year or token.text in _calendar(lang.code)


@cache
def _calendar(code: str) -> frozenset[str]:
    return frozenset((*get_month_names(locale=code).values(), *get_day_names(locale=code).values()))


def _is_number(token: Token, lang: Language) -> bool:
    return any(c.isdigit() for c in token.text) or number(token.folded, lang) is not None


def _names(text: str, lang: Language) -> list[str]:
    """The stems of what is surely called so: quoted, with a digit, written large, or in no dictionary."""
    quoted = " ".join(match.group() for match in QUOTED.finditer(text))
    found = content_words(quoted, lang)
    for place, token in enumerate(tokenise(text)):
        is_large = token.text[:1].isupper() and place > 0 and not lang.data["capital_nouns"]
        is_known = lang.knows(token.text) or lang.knows(token.text.lower())
        if any(c.isdigit() for c in token.text) or is_large or (token.text[:1].isupper() and not is_known):
            found += content_words(token.text, lang)
    return found
