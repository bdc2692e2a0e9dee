"""Marks -> a formula, by recursive descent: brackets, then * and /, then + and -, then percentages.

In: the marks of a stretch. Out: the formula and the last token that it takes, or None when the words are no
formula. "Sum of" and its like take a list; what one member of a list leaves out, another one says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.language import everywhere
from kgqa.strategies.parse.formulas.formula import (
    Aggregation,
    Formula,
    Number,
    Operation,
    Phrase,
    apart,
)
from kgqa.strategies.parse.formulas.lexing import Mark, Sort, Source, marks
from kgqa.values.units import readings

MOST_WORDS_OF_UNIT = 3
DEEPEST = 12  # brackets and functions in each other
MOST_OPERANDS = 60  # of one formula
_TWO = ("-", "/", "abs")  # these take two


@dataclass(frozen=True, slots=True)
class Parsed:
    """A formula and the last token it takes."""

    formula: Formula
    last: int


def parsed(source: Source, first: int, last: int) -> Parsed | None:
    """The formula that begins at token `first` and ends at `last` at the latest."""
    found = marks(source, first, last)
    if sum(mark.sort is Sort.INFIX for mark in found) >= MOST_OPERANDS:
        return None
    parser = _Parser(source, found)
    formula = parser.formula()
    if formula is None or parser.opened:
        return None
    return Parsed(apart(formula, source.words.whose), parser.taken)


_CALENDAR = frozenset(("s", "min", "h", "d", "wk", "mo", "yr", "a"))


def unit_of(words: str) -> tuple[str, ...]:
    """The units that words name; those of time group ("per month") and are none here."""
    return tuple(u for u in readings(words) if u not in _CALENDAR)


class _Parser:
    def __init__(self, source: Source, found: list[Mark]) -> None:
        self.source, self.marks, self.at = source, found, 0
        self.taken = -1
        self.opened = self.depth = 0

    def peek(self) -> Mark | None:
        return self.marks[self.at] if self.at < len(self.marks) else None

    def take(self) -> Mark:
        mark = self.marks[self.at]
        self.at += 1
        self.taken = max(self.taken, mark.last)
        return mark

    def next_is(self, *sorts: Sort) -> bool:
        mark = self.peek()
        return mark is not None and mark.sort in sorts

    def infix(self, signs: str) -> str:
        """The operator that comes next, taken, if it is one of these; "" otherwise."""
        mark = self.peek()
        return self.take().value if mark and mark.sort is Sort.INFIX and mark.value in signs else ""

    def back(self, at: int, taken: int) -> None:
        self.at, self.taken = at, taken

    # ── the grammar ──────────────────────────────────────────────────────────────────────────────

    def formula(self) -> Formula | None:
        left = self.sum()
        while left is not None:
            before = self.at, self.taken
            if not self.infix("%"):
                return left
            right = self.sum()
            if right is None:
                self.back(*before)
                return left
            left = Operation("%", (left, right))
        return None

    def sum(self) -> Formula | None:
        return self.chain("+-", self.product)

    def product(self) -> Formula | None:
        return self.chain("*/", self.factor)

    def chain(self, signs: str, operand: object) -> Formula | None:
        read = self.product if operand == self.product else self.factor
        left = read()
        while left is not None:
            before = self.at, self.taken
            sign = self.infix(signs)
            right = read() if sign else None
            if right is None:
                self.back(*before)
                return left
            same = isinstance(left, Operation) and left.operator == sign and sign in "+*"
            operands = left.operands if isinstance(left, Operation) and same else (left,)
            left = Operation(sign, (*operands, right))
        return None

    def factor(self) -> Formula | None:
        if self.depth >= DEEPEST:
            return None
        self.depth += 1
        found = self.factored()
        self.depth -= 1
        return found

    def factored(self) -> Formula | None:
        self.skip_articles()
        mark = self.peek()
        if mark is None:
            return None
        found: Formula | None
        if mark.sort is Sort.OPEN:
            found = self.bracketed()
        elif mark.sort is Sort.NUMBER:
            found = self.number()
        elif mark.sort is Sort.LEADING:
            found = self.led()
        elif mark.sort is Sort.AGGREGATE:
            found = self.aggregated()
        elif mark.sort in (Sort.NAME, Sort.WORD):
            found = self.phrase()
        else:
            return None
        return self.per(found) if found is not None else None

    def bracketed(self) -> Formula | None:
        self.take()
        self.opened += 1
        found = self.formula()
        if self.next_is(Sort.CLOSE):
            self.take()
            self.opened -= 1
        return found

    def number(self) -> Formula:
        value = float(self.take().value)
        if self.next_is(Sort.PERCENT):  # "20 % of the price"; "40 % discount" is how high it is
            before = self.at, self.taken
            self.take()
            behind = self.at
            self.skip(self.source.words.of)
            of = self.factor() if self.at > behind else None
            if of is not None:
                return Operation("*", (Number(value / 100), of))
            self.back(*before)
        return Number(value)

    def led(self) -> Formula | None:
        """“sum of A, B and C", "ratio of A to B"."""
        operator = self.take().value
        operands = self.listed(two=operator in _TWO)
        if not operands:
            return None
        if len(operands) == 1:
            functions = {"+": "SUM", "AVG": "AVG"}
            return Aggregation(functions[operator], operands[0]) if operator in functions else None
        shared = tuple(_shared(operands))
        if operator == "AVG":
            return Operation("/", (Operation("+", shared), Number(len(shared))))
        if operator == "abs":
            return Operation("abs", (Operation("-", shared),))
        return Operation(operator, shared)

    def listed(self, *, two: bool) -> tuple[Formula, ...]:
        """Operands with commas and "and" between them; the one behind "and" is the last."""
        found: list[Formula] = []
        closed = False
        while True:
            before = self.at, self.taken
            if found:
                if closed or (two and len(found) > 1) or not self.next_is(Sort.COMMA, Sort.AND, Sort.TO):
                    break
                while self.next_is(Sort.COMMA, Sort.AND, Sort.TO):
                    closed |= self.take().sort is not Sort.COMMA
            operand = self.member(found)
            if operand is None:
                self.back(*before)
                break
            found.append(operand)
        return () if two and len(found) != 2 else tuple(found)  # noqa: PLR2004  # a pair

    def member(self, before: list[Formula]) -> Formula | None:
        """One of a list: "sum of A times B" adds up products, but in "sum of A and B times C" the sum is
        multiplied, and what divides always divides the whole.
        """
        found = self.factor()
        while found is not None and (not before or _is_product(before[0])):
            back = self.at, self.taken
            right = self.factor() if self.infix("*") else None
            if right is None:
                self.back(*back)
                break
            found = Operation("*", (found, right))
        return found

    def aggregated(self) -> Formula | None:
        function = self.take().value
        self.skip(self.source.words.of)
        of = self.factor()
        if of is None:
            return None
        if isinstance(of, Operation) and of.operator == "per":
            left, right = of.operands
            in_unit = isinstance(right, Phrase) and unit_of(right.text)
            if function == "SUM" or not in_unit:  # "total cost per order": the total is divided
                return replace(of, operands=(Aggregation(function, left), right))
        return Aggregation(function, of)

    def phrase(self) -> Formula | None:
        if self.source.strict and not self.next_is(Sort.NAME):
            return None
        run = [self.take()]
        if self.source.strict:
            run += self.owner()
            return Phrase(self.source.said(run[0].first, run[-1].last), run[0].first, run[-1].last)
        while self.next_is(Sort.NAME, Sort.WORD):
            run.append(self.take())
        return Phrase(self.source.said(run[0].first, run[-1].last), run[0].first, run[-1].last)

    def owner(self) -> Iterator[Mark]:
        """What goes on with a name: "value", and what it is the value of: "of the Gale 400"."""
        if self.next_is(Sort.WORD) and _is_amount(self.marks[self.at].value):
            yield self.take()
        words, at = self.source.words, self.at
        while at < len(self.marks) and self.marks[at].sort is Sort.WORD:
            if self.source.tokens[self.marks[at].first].folded not in words.of | words.articles:
                return
            at += 1
        if self.at < at < len(self.marks) and self.marks[at].sort is Sort.NAME:
            while self.at <= at:
                yield self.take()

    def per(self, left: Formula) -> Formula:
        """“price per kilogram", "cost per order"."""
        before = self.at, self.taken
        if not self.next_is(Sort.PER):
            return left
        self.take()
        self.skip_articles()
        right = self.unit() or self.factor()
        if right is None:
            self.back(*before)
            return left
        return Operation("per", (left, right))

    def unit(self) -> Formula | None:
        """The longest run of words that is a unit: "kilogram", "square metre"."""
        begin = self.at
        for size in range(MOST_WORDS_OF_UNIT, 0, -1):
            run = self.marks[begin : begin + size]
            if len(run) < size or any(m.sort not in (Sort.WORD, Sort.NAME) for m in run):
                continue
            text = self.source.said(run[0].first, run[-1].last)
            if unit_of(text):
                for _ in run:
                    self.take()
                return Phrase(text, run[0].first, run[-1].last)
        return None

    def skip_articles(self) -> None:
        self.skip(self.source.words.articles)

    def skip(self, words: frozenset[str]) -> None:
        while (mark := self.peek()) and mark.sort in (Sort.WORD, Sort.TO):
            following = self.at + 1 < len(self.marks)
            if self.source.tokens[mark.first].folded not in words or not following:
                return
            self.at += 1


def _is_product(formula: Formula) -> bool:
    return isinstance(formula, Operation) and formula.operator == "*"


def _shared(operands: tuple[Formula, ...]) -> Iterator[Formula]:
    """The members of a list with what the last of them says for all ("fixed, variable amounts"), and what
    the first says for the others ("fixed cost and fee").
    """
    last, first = operands[-1], operands[0]
    words = last.text.split() if isinstance(last, Phrase) else []
    tail = words[-1] if len(words) > 1 and _is_amount(words[-1]) else ""
    head = first.text.split()[0] if isinstance(first, Phrase) and " " in first.text else ""
    for n, operand in enumerate(operands):
        if isinstance(operand, Phrase):
            mine = tail if n < len(operands) - 1 else ""
            yield replace(operand, tail=mine, head=head if n else "")
        else:
            yield operand


def _is_amount(word: str) -> bool:
    folded = word.casefold()
    return any(
        w in (folded, folded.removesuffix("s"), folded.removesuffix("es")) for w in everywhere("amount_words")
    )
