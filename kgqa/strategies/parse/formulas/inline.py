"""Arithmetic in a question's own words -> formulas at the words that say them.

    the difference between the list price and the calibration fee; price per kilogram; height times width;
    the price difference between both; the difference in weight between the Gale 200 and the Gale 400

In: a question, the runs of its words that are names, and what those names are. Out: formulas with their
tokens. Words such as "plus" and "per" have other uses, so that each operand must be a number of the graph.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum, auto

from kgqa.strategies.parse.formulas.formula import (
    Aggregation,
    Apart,
    Formula,
    Number,
    Operation,
    Phrase,
    mapped,
    parts,
    phrases,
)
from kgqa.strategies.parse.formulas.lexing import Source
from kgqa.strategies.parse.formulas.parse import parsed, unit_of


class Sort(Enum):
    """What a name of the graph is to a formula."""

    NUMBER = auto()  # a property with numbers, or with a number behind it
    YEAR = auto()  # such a number that tells a year: what is said "per" it is grouped, and not divided
    CLASS = auto()
    THING = auto()
    OTHER = auto()


_YEARS = range(1900, 2100)
SortOf = Callable[[int, int], frozenset[Sort]]  # of the names in tokens first..last, all that they may be


@dataclass(frozen=True, slots=True)
class Inline:
    """A formula at tokens `first`..`last`."""

    formula: Formula
    first: int
    last: int


def inline(source: Source, sorts: SortOf, taken: frozenset[int]) -> tuple[Inline, ...]:
    """The formulas outside the tokens that are `taken`, from left to right."""
    found: list[Inline] = []
    i = 0
    while i < len(source.tokens):
        end = next((k for k in range(i, len(source.tokens)) if k in taken), len(source.tokens)) - 1
        made = _at(source, sorts, i, end) if i <= end else None
        if made is not None:
            found.append(made)
        i = made.last + 1 if made else _after(source, i)
    return tuple(found)


def _after(source: Source, i: int) -> int:
    return max(i, source.named(i)) + 1


def _at(source: Source, sorts: SortOf, i: int, end: int) -> Inline | None:
    for read in (_apart, _compound, _arithmetic):
        if made := read(source, sorts, i, end):
            return made
    return None


# ── A minus B, sum of A and B, A per kilogram ────────────────────────────────────────────────────


def _arithmetic(source: Source, sorts: SortOf, i: int, end: int) -> Inline | None:
    if source.tokens[i].folded in source.words.articles:
        return None
    begins = source.named(i) >= 0 or source.phrase_at(i, source.words.leading.__contains__)
    bracket = "(" in source.between(i)
    number = source.tokens[i].text.isdecimal()
    counted = source.phrase_at(i, source.words.aggregate.__contains__)
    if not (begins or bracket or number or counted):
        return None
    made = parsed(source, i, end)
    if made is None or not _calculates(made.formula) or not [*phrases(made.formula)]:  # "2022 - 2024"
        return None
    if any(isinstance(p, Number) and p.value in _YEARS for p in parts(made.formula)):
        return None  # "2025 weniger Umsatz als 2024" takes nothing from a year
    formula = _owned(source, sorts, made.formula)
    if not _is_sound(source, sorts, formula):
        return None
    *_, end_phrase = phrases(formula)
    if end_phrase.of is None or Sort.THING in sorts(end_phrase.of.first, end_phrase.of.last):
        return Inline(formula, i, made.last)
    # "weight and height of boat 4711", "of the products that …": which of a kind is said behind the formula
    if any(p.of not in (None, end_phrase.of) for p in phrases(formula)):
        return None
    return Inline(mapped(formula, lambda p: replace(p, of=None)), i, end_phrase.last)


def _calculates(formula: Formula) -> bool:
    return any(isinstance(p, Operation | Apart) for p in parts(formula))


def _owned(source: Source, sorts: SortOf, formula: Formula) -> Formula:
    """Each operand with what has it: "the price of the Gale 200"."""
    found = mapped(formula, lambda phrase: owned(source, sorts, phrase))
    owners = [p.of for p in phrases(found)]
    if owners and owners[-1] is not None and not any(owners[:-1]):
        last = owners[-1]  # "height, width and length of the mast"
        return mapped(found, lambda phrase: replace(phrase, of=last))
    return found


def owned(source: Source, sorts: SortOf, phrase: Phrase) -> Phrase:
    """The phrase, cut into the number and the thing that has it, where it names both."""
    for i in range(phrase.first + 1, phrase.last):
        if source.tokens[i].folded not in source.words.of:
            continue
        first = i + 1
        while first < phrase.last and source.tokens[first].folded in source.words.articles:
            first += 1
        number, thing = sorts(phrase.first, i - 1), sorts(first, phrase.last)
        if Sort.NUMBER in number and thing & {Sort.THING, Sort.CLASS}:
            of = Phrase(source.said(first, phrase.last), first, phrase.last)
            return replace(phrase, text=source.said(phrase.first, i - 1), last=i - 1, of=of)
    return phrase


def _is_sound(source: Source, sorts: SortOf, formula: Formula) -> bool:
    """Whether every operand is a number: what is counted is a class, what is divided by a unit has one."""
    match formula:
        case Phrase():
            return Sort.NUMBER in sorts(formula.first, formula.last)
        case Number():
            return True
        case Aggregation("COUNT", of):
            return isinstance(of, Phrase) and Sort.CLASS in sorts(of.first, of.last)
        case Aggregation(_, of):
            return _is_sound(source, sorts, of)
        case Apart(of):
            return _is_sound(source, sorts, of)
        case Operation("per", (left, right)):
            is_unit = isinstance(right, Phrase) and bool(unit_of(right.text))
            sort = sorts(right.first, right.last) if isinstance(right, Phrase) else frozenset()
            is_number = Sort.NUMBER in sort and Sort.YEAR not in sort
            aggregated = any(isinstance(p, Aggregation) for p in parts(left))
            return _is_sound(source, sorts, left) and (is_unit or (is_number and not aggregated))
        case Operation(_, operands):
            return all(_is_sound(source, sorts, o) for o in operands)


# ── the difference of one number between two things ──────────────────────────────────────────────


def _apart(source: Source, sorts: SortOf, i: int, end: int) -> Inline | None:
    """“price difference between", “difference in price between", "Preisunterschied zwischen"."""
    words = source.words
    absolute = source.tokens[i].folded in words.absolute
    at = i + 1 if absolute else i
    if at > end:
        return None
    nouns = words.difference
    number: Phrase | None = None
    behind = at
    named = source.named(at)
    if 0 <= named < end and source.tokens[named + 1].folded in nouns:
        number, behind = Phrase(source.said(at, named), at, named), named + 2
    elif source.tokens[at].folded in nouns:
        size = source.phrase_at(at + 1, words.difference_in.__contains__)
        first = at + 1 + size
        while first < end and source.tokens[first].folded in words.articles:
            first += 1
        if size and first <= end and (last := source.named(first)) >= 0:
            number, behind = Phrase(source.said(first, last), first, last), last + 1
    if number is None or Sort.NUMBER not in sorts(number.first, number.last):
        return None
    return _between(source, sorts, Apart(number, absolute), Inline(number, i, behind - 1), end)


def _compound(source: Source, sorts: SortOf, i: int, end: int) -> Inline | None:
    """A word that holds its number: "Preisunterschied"; the number is told by the word's beginning."""
    folded = source.tokens[i].folded
    for ending in source.words.compound_difference:
        rest = folded.removesuffix(ending)
        if rest != folded and len(rest) > 2:  # noqa: PLR2004  # a word
            number = Phrase(rest, -1, -1)
            return _between(source, sorts, Apart(number), Inline(number, i, i), end)
    return None


def _between(source: Source, sorts: SortOf, formula: Apart, said: Inline, end: int) -> Inline:
    """With the two things, where both are named; and the words "between both"."""
    words, found = source.words, replace(said, formula=formula)
    at = found.last + 1
    size = source.phrase_at(at, words.between.__contains__) if at <= end else 0
    if not size:
        return found
    at += size
    if both := source.phrase_at(at, words.both.__contains__):
        return replace(found, last=at + both - 1)
    things: list[Phrase] = []
    while at <= end and len(things) < 2:  # noqa: PLR2004  # a pair
        if source.tokens[at].folded in words.articles | words.separators:
            at += 1
            continue
        last = source.named(at)
        if last < 0 or Sort.THING not in sorts(at, last):
            return found
        things.append(Phrase(source.said(at, last), at, last))
        at = last + 1
    if len(things) < 2:  # noqa: PLR2004
        return found
    pair = Operation("-", tuple(replace(formula.of, of=thing) for thing in things))
    whole = Operation("abs", (pair,)) if formula.absolute else pair
    return replace(found, formula=whole, last=at - 1)
