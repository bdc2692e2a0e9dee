"""Definitions beside a name of the question: "the NAME, which is FORMULA," and "NAME (FORMULA)".

In: a question. Out: its definitions whose names are mentions of the question as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from kgqa.language import everywhere
from kgqa.strategies.parse.formulas.defined import LONGEST_NAME, Defined, is_formula, past
from kgqa.strategies.parse.formulas.formula import Definition, Formula, Phrase, mapped
from kgqa.strategies.parse.formulas.lexing import Source
from kgqa.strategies.parse.formulas.parse import Parsed, parsed


def appositions(source: Source) -> Iterator[Defined]:
    for i in range(1, len(source.tokens)):
        gap = source.between(i)
        size = source.phrase_at(i, source.words.relatives.__contains__)
        if size and i + size < len(source.tokens):
            first, bracketed = i + size, False
        elif "(" in gap:
            first, bracketed = i, True
        elif "," in gap and source.tokens[i].folded in source.words.pronouns and _is_led(source, i + 1):
            first, bracketed = i + 1, False
        else:
            continue
        name = _name_at(source, i - 1)
        last = len(source.tokens) - 1
        found = parsed(source, first, _closing(source, i) if bracketed else last) if name else None
        if found is None or name is None or not is_formula(found.formula):
            continue
        found = trimmed(source, found) if not bracketed else found
        end = found.last
        if size := source.phrase_at(end + 1, source.words.definers.__contains__):
            end += size  # "die die Summe aus A und B ist"
        said = source.said(name[0], end)
        text = source.said(*name)
        yield Defined(Definition(text, found.formula, said), i, end, inside=name)


def _is_led(source: Source, i: int) -> bool:
    i = past(source, i)
    return i < len(source.tokens) and bool(source.phrase_at(i, source.words.leading.__contains__))


def _closing(source: Source, first: int) -> int:
    """The last token before the bracket closes that was opened before `first`."""
    depth = 1
    for i in range(first + 1, len(source.tokens) + 1):
        for sign in source.between(i):
            depth += (sign == "(") - (sign == ")")
            if depth == 0:
                return i - 1
    return len(source.tokens) - 1


def _name_at(source: Source, last: int) -> tuple[int, int] | None:
    """The noun phrase that ends at a token: back to a small word, a comma or the verb."""
    first = last + 1
    for i in range(last, max(-1, last - LONGEST_NAME), -1):
        if source.tokens[i].folded in source.lang.stop:
            break
        first = i
        if re.search(r"[,;:?!(]", source.between(i)):
            break
    longest = next((i for i in range(max(0, last - LONGEST_NAME), last) if source.named(i) == last), first)
    first = min(first, longest)
    if first > last:
        return None
    of = first - 1
    while of > 0 and source.tokens[of].folded in source.words.articles:
        of -= 1
    if of > 0 and source.named(first) == last and source.tokens[of].folded in source.words.of:
        return _name_at(source, of - 1) or (first, last)  # "the volume of the Gale, which is …"
    return first, last


def trimmed(source: Source, found: Parsed) -> Parsed:
    """The formula without the words behind its last name: they go on with the question."""
    last = found.last
    ends: dict[int, int] = {}

    def cut(phrase: Phrase) -> Formula:
        if phrase.last != last or phrase.first < 0:
            return phrase
        end = named_until(source, phrase.first, phrase.last)
        ends[last] = end
        return replace(phrase, text=source.said(phrase.first, end), last=end)

    formula = mapped(found.formula, cut)
    return Parsed(formula, ends.get(last, last))


def named_until(source: Source, first: int, last: int) -> int:
    """Where the names end that a phrase begins with, small words before them aside."""
    end, i = -1, first
    while i <= last:
        if (until := source.named(i)) >= 0:
            end = max(end, until)
            i = until + 1
        elif end < 0:
            i += 1
        elif source.tokens[i].folded.removesuffix("s") in _amounts() and i == end + 1:
            end, i = i, i + 1
        else:
            break
    return end if end >= 0 else last


def _amounts() -> frozenset[str]:
    return everywhere("amount_words")
