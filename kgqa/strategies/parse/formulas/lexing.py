"""A stretch of a question -> the marks of a formula: its operators, brackets, commas, numbers and words.

In: tokens with the text between them, the words of a language, and which runs of tokens are names (a name
that holds an operator's word, "price per piece", is one mark). Out: marks, up to what ends a formula.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto

from kgqa.language import Language
from kgqa.linking.tokens import Token
from kgqa.strategies.parse.formulas.words import Words, words_of

MOST_WORDS = 5  # of one phrase that says what to do
MOST_TOKENS = 240  # of one formula
_TIMES, _DIVIDED, _DASHES = "*\u00d7\u00b7\u2219", "/\u00f7", "-\u2013\u2212"
_SIGN = re.compile(rf"[,;?!()=+%{_TIMES}{_DIVIDED}]|[.:](?=\s)|(?<=\s)[{_DASHES}](?=\s)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)?")


class Sort(Enum):
    """What a mark is."""

    WORD = auto()
    NAME = auto()  # one or more words that are one name
    NUMBER = auto()
    INFIX = auto()
    LEADING = auto()  # "sum of"
    AGGREGATE = auto()  # "average"
    PER = auto()
    AND = auto()
    TO = auto()  # of a ratio, where the language has a word of its own
    COMMA = auto()
    OPEN = auto()
    CLOSE = auto()
    PERCENT = auto()
    END = auto()


@dataclass(frozen=True, slots=True)
class Mark:
    """One mark at tokens `first`..`last`; a sign between words stands at the word behind it."""

    sort: Sort
    value: str
    first: int
    last: int


@dataclass(frozen=True)
class Source:
    """What a formula is read from. `named` tells where the longest name ends that begins at a token, -1 for
    none; `strict` when nothing but names can be its numbers. `seen` keeps the marks that were read: a formula
    may begin at any token.
    """

    text: str
    tokens: tuple[Token, ...]
    lang: Language
    named: Callable[[int], int]
    strict: bool = False
    seen: dict[int, Mark] = field(default_factory=dict, compare=False)

    @property
    def words(self) -> Words:
        return words_of(self.lang)

    def between(self, i: int) -> str:
        """The text before token `i`, behind the one before it."""
        begin = self.tokens[i - 1].end if i else 0
        return self.text[begin : self.tokens[i].start] if i < len(self.tokens) else self.text[begin:]

    def said(self, first: int, last: int) -> str:
        return self.text[self.tokens[first].start : self.tokens[last].end]

    def mark(self, i: int, last: int) -> Mark:
        """The mark at token `i` of those up to `last`. It is looked for once, wherever a formula begins."""
        mark = self.seen.get(i)
        if mark is None:
            mark = self.seen[i] = _mark(self, i, len(self.tokens) - 1)
        return mark if mark.last <= last else _mark(self, i, last)

    def phrase_at(self, i: int, phrases: Callable[[str], bool]) -> int:
        """How many words from token `i` on are one of the phrases; 0 for none. A comma ends each."""
        behind = range(i + 1, i + min(MOST_WORDS, len(self.tokens) - i))
        end = next((k for k in behind if re.search(r"[,;:()?!]", self.between(k))), behind.stop)
        folded = [token.folded for token in self.tokens[i:end]]
        return next((n for n in range(len(folded), 0, -1) if phrases(" ".join(folded[:n]))), 0)


def marks(source: Source, first: int, last: int) -> list[Mark]:
    """The marks of tokens `first`..`last`, up to where a formula must end."""
    found: list[Mark] = []
    i, last = first, min(last, first + MOST_TOKENS)
    while i <= last:
        if i > first:
            signs = list(_signs(source.between(i), i))
            found += signs
            if signs and signs[-1].sort is Sort.END:
                return found
        elif "(" in source.between(i):
            found.append(Mark(Sort.OPEN, "(", i, i))
        mark = source.mark(i, last)
        found.append(mark)
        if mark.sort is Sort.END:
            return found
        i = mark.last + 1
    tail = source.between(last + 1)
    found += [Mark(Sort.CLOSE, ")", last, last) for c in tail.split("?")[0] if c == ")"]
    return found


def _signs(gap: str, at: int) -> Iterator[Mark]:
    """What stands between two words: commas, brackets, signs, the end of a sentence."""
    sorts = {",": Sort.COMMA, "(": Sort.OPEN, ")": Sort.CLOSE, "%": Sort.PERCENT}
    for match in _SIGN.finditer(gap):
        sign = match.group()
        operators = (("*", _TIMES), ("/", _DIVIDED), ("-", _DASHES), ("+", "+"))
        operator = next((o for o, signs in operators if sign in signs), "")
        sort = Sort.INFIX if operator else sorts.get(sign, Sort.END)
        yield Mark(sort, operator or sign, at, at - 1)


def _mark(source: Source, i: int, last: int) -> Mark:
    words, tokens = source.words, source.tokens
    end = source.named(i)
    doing = words.infix.keys() | words.leading.keys() | words.aggregate.keys()
    if 0 <= end <= last and end - i + 1 >= source.phrase_at(i, doing.__contains__):
        return Mark(Sort.NAME, source.said(i, end), i, end)
    tables = ((Sort.INFIX, words.infix), (Sort.LEADING, words.leading), (Sort.AGGREGATE, words.aggregate))
    for sort, table in tables:
        if size := source.phrase_at(i, table.__contains__):
            phrase = " ".join(t.folded for t in tokens[i : i + size])
            return Mark(sort, table[phrase], i, i + size - 1)
    for sort, phrases in (
        (Sort.END, words.ends),
        (Sort.PER, words.per - words.articles),
        (Sort.PERCENT, words.percent),
        (Sort.AND, words.separators),
        (Sort.TO, words.ratio - words.separators),
    ):
        if size := source.phrase_at(i, phrases.__contains__):
            return Mark(sort, tokens[i].folded, i, i + size - 1)
    number = _NUMBER.match(source.text, tokens[i].start)
    if tokens[i].text.isdecimal() and number:
        end = next((k for k in range(i, last + 1) if tokens[k].end >= number.end()), i)
        if tokens[end].end == number.end():
            value = number.group().replace(",", ".")
            return Mark(Sort.NUMBER, value, i, end)
    return Mark(Sort.WORD, tokens[i].text, i, i)
