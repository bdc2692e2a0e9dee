"""Formulas as they are read from words: a tree over the phrases that stand for its numbers.

the sum of loss and cost divided by the number of claims
Operation("/", (Operation("+", (Phrase("loss"), Phrase("cost"))), Aggregation("COUNT", Phrase("claims"))))
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from kgqa.language import fold


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words that name a number, at tokens `first`..`last` (inclusive).

    `tail` is a word that the last of a list says for all of it ("fixed, variable amounts"), `head` what the
    first says for the others ("fixed cost and fee"); `of` is what has the number ("price of the Gale"); `iri`
    the property, where it is known.
    """

    text: str
    first: int
    last: int
    head: str = ""
    tail: str = ""
    of: Phrase | None = None
    iri: str = ""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is said."""

    value: float


@dataclass(frozen=True, slots=True)
class Operation:
    """+ - * / over two or more operands; "%", how many hundredths of
    the second the first is; "per", a number by a unit or by how many there are; "abs" of one.
    """

    operator: str
    operands: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Aggregation:
    """COUNT, SUM, AVG, MIN or MAX of what a formula comes to."""

    function: str
    of: Formula


@dataclass(frozen=True, slots=True)
class Apart:
    """What two things of the question differ by in one number: "the price difference between both"."""

    of: Phrase
    absolute: bool = False


Formula = Phrase | Number | Operation | Aggregation | Apart


@dataclass(frozen=True, slots=True)
class Definition:
    """A name and what it stands for; `said` is the definition as it was written."""

    name: str
    formula: Formula
    said: str = ""


def parts(formula: Formula) -> Iterator[Formula]:
    """The formula and all that is in it."""
    yield formula
    match formula:
        case Operation(_, operands):
            for operand in operands:
                yield from parts(operand)
        case Aggregation(_, of):
            yield from parts(of)


def phrases(formula: Formula) -> Iterator[Phrase]:
    """The phrases that a formula rests on, in order."""
    for part in parts(formula):
        if isinstance(part, Apart):
            yield part.of
        elif isinstance(part, Phrase):
            yield part


def aggregates(formula: Formula) -> bool:
    """Whether the formula is of a group of rows."""
    return any(isinstance(part, Aggregation) for part in parts(formula))


def mapped(formula: Formula, change: Callable[[Phrase], Formula]) -> Formula:
    """The formula with each phrase changed."""
    match formula:
        case Phrase():
            return change(formula)
        case Operation(_, operands):
            return replace(formula, operands=tuple(mapped(o, change) for o in operands))
        case Aggregation(_, of):
            return replace(formula, of=mapped(of, change))
    return formula


def apart(formula: Formula, whose: frozenset[str]) -> Formula:
    """A number less itself is what two things differ by in it: "own price minus the price of the other";
    `whose` are the words that say which of the two has it.
    """
    if isinstance(formula, Aggregation):
        return replace(formula, of=apart(formula.of, whose))
    if not isinstance(formula, Operation):
        return formula
    match formula.operands:
        case (Phrase() as one, Phrase() as other) if formula.operator == "-":
            if not (one.of or other.of) and _bare(one, whose) == _bare(other, whose):
                return Apart(min(one, other, key=lambda p: len(p.text)))
    return replace(formula, operands=tuple(apart(o, whose) for o in formula.operands))


def _bare(phrase: Phrase, whose: frozenset[str]) -> tuple[str, ...]:
    return tuple(w for w in fold(phrase.text).split() if w not in whose)


def told(formula: Formula) -> str:
    """The formula as people write one: "(loss + cost) / number of claims"."""
    match formula:
        case Phrase():
            return formula.text if formula.of is None else f"{formula.text} of {formula.of.text}"
        case Number(value):
            return f"{value:g}"
        case Aggregation(function, of):
            return f"{function}({told(of)})"
        case Apart(of):
            return f"{of.text} - {of.text}"
        case Operation("abs", operands):
            return f"|{told(operands[0])}|"
        case Operation(operator, operands):
            sign = "/" if operator == "per" else operator
            return f" {sign} ".join(_inner(o) for o in operands)


def _inner(formula: Formula) -> str:
    is_single = not isinstance(formula, Operation) or formula.operator == "abs"
    return told(formula) if is_single else f"({told(formula)})"
