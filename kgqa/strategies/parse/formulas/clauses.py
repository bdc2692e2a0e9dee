"""Clauses that define: "where NAME is FORMULA and NAME is FORMULA", "NAME is FORMULA. What …?".

In: a question. Out: its definitions in clauses of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.strategies.parse.formulas.defined import LONGEST_NAME, Defined, is_formula, past
from kgqa.strategies.parse.formulas.formula import Definition
from kgqa.strategies.parse.formulas.lexing import Source
from kgqa.strategies.parse.formulas.parse import Parsed, parsed

_BREAK = re.compile(r"[;?!]|[.](?:\s|$)")


@dataclass(frozen=True, slots=True)
class _Verb:
    """What stands between a name and its formula, at tokens `first`..`last`; a sign has no token of its own
    and stands before `first` = `last` + 1.
    """

    first: int
    last: int


def clauses(source: Source) -> Iterator[Defined]:
    for opener, first, last in _regions(source):
        verbs = [v for v in _verbs(source, first, last) if v.first > first]
        begin, outer = first, opener
        for n, verb in enumerate(verbs):
            if verb.first <= begin:
                continue
            following = verbs[n + 1].first - 1 if n + 1 < len(verbs) else last
            made = _verb_last(source, begin, verb) if _is_final(source, verb, last) else None
            end = verb.last if made else last
            if made is None:
                cut = _name_before(source, verb.last + 1, following, last) - 1 if following < last else last
                made = _verb_between(source, begin, verb, cut)
                end = min(cut, last)
            if made is not None:
                name, found = made
                taken = max(end, found.last) if _closes(source, found.last, end) else found.last
                said = source.said(outer if outer == begin else begin, taken)
                yield Defined(Definition(name, found.formula, said), outer, taken)
                end = taken
            begin = outer = end + 1
            if begin <= last and source.phrase_at(begin, source.words.separators.__contains__):
                begin += 1
            if begin <= last and (size := source.phrase_at(begin, source.words.openers.__contains__)):
                begin += size


def _closes(source: Source, last: int, end: int) -> bool:
    """Whether what is left of a clause belongs to it: not so when a grouping begins there."""
    return last >= end or not source.phrase_at(last + 1, source.words.ends.__contains__)


def _regions(source: Source) -> Iterator[tuple[int, int, int]]:
    """Where clauses may stand: the token that opens one, its first word, and its last."""
    count = len(source.tokens)
    breaks = [i for i in range(1, count) if _BREAK.search(source.between(i))]
    for i in range(count):
        size = source.phrase_at(i, source.words.openers.__contains__)
        starts = i == 0 or i in breaks
        if not size and not starts:
            continue
        end = next((b for b in breaks if b > i), count) - 1
        if size:
            yield i, i + size, end
        elif not _asks(source, i):
            yield i, i, end


def _asks(source: Source, i: int) -> bool:
    """Whether a sentence begins as a question does."""
    return source.tokens[i].folded in {phrase.split()[0] for phrase in source.lang.asking}


def _verbs(source: Source, first: int, last: int) -> Iterator[_Verb]:
    i = first
    while i <= last:
        if i > first and "=" in source.between(i):
            yield _Verb(i, i - 1)
        size = source.phrase_at(i, (source.words.definers | source.words.relatives).__contains__)
        if size and source.named(i) < i + size - 1:
            yield _Verb(i, i + size - 1)
        i += size or 1


def _is_final(source: Source, verb: _Verb, last: int) -> bool:
    """Whether nothing follows the verb in its clause: "wobei A die Summe aus B und C ist"."""
    behind = verb.last + 1
    if verb.last < verb.first:
        return False
    if behind > last or re.search(r"[,;]", source.between(behind)):
        return True
    return bool(source.phrase_at(behind, source.words.separators.__contains__))


def _verb_between(source: Source, begin: int, verb: _Verb, last: int) -> tuple[str, Parsed] | None:
    """NAME is FORMULA."""
    name = _name(source, begin, verb.first - 1)
    first = verb.last + 1
    if name and (size := source.phrase_at(first, source.words.as_.__contains__)):
        first += size
    found = parsed(source, first, last) if name and first <= last else None
    return (name, found) if found and is_formula(found.formula) else None


def _verb_last(source: Source, begin: int, verb: _Verb) -> tuple[str, Parsed] | None:
    """NAME FORMULA ist: the formula begins at the words for one, or as late as it can."""
    end = verb.first - 1
    for split in _splits(source, begin, end):
        name = _name(source, begin, split - 1)
        first = split + source.phrase_at(split, source.words.as_.__contains__)
        found = parsed(source, first, end) if name else None
        rest = found is not None and (
            found.last == end or source.phrase_at(found.last + 1, source.words.ends.__contains__)
        )
        if found and rest and is_formula(found.formula):
            return name, replace(found, last=verb.last)
    return None


def _splits(source: Source, begin: int, end: int) -> list[int]:
    """Where the formula of a clause may begin that ends with its verb, likeliest first."""
    words, every = source.words, range(begin + 1, min(begin + LONGEST_NAME + 2, end + 1))
    told = [i for i in every if source.phrase_at(i, words.as_.__contains__)]
    led = [i for i in every if source.phrase_at(past(source, i), words.leading.__contains__)]
    named = [i for i in every if source.named(i) >= i or source.tokens[i].folded in words.articles]
    return [*told, *led, *reversed(named)]


def _name(source: Source, first: int, last: int) -> str:
    """The words of a name without what stands before it; "" when they are none."""
    first = past(source, first) if first <= last else first
    run = range(first, last + 1)
    if not run or len(run) > LONGEST_NAME or source.tokens[last].folded in source.lang.stop:
        return ""
    if any(re.search(r"[,;:?!]", source.between(i)) for i in run[1:]):
        return ""
    if source.tokens[first].folded in source.lang.phrases("ask_phrases") | source.lang.phrases("where"):
        return ""
    return source.said(first, last)


def _name_before(source: Source, first: int, last: int, end: int) -> int:
    """Where the next clause begins, at the separator before the name that ends at `last`; behind `end` where
    nothing separates it.
    """
    for i in range(last, first - 1, -1):
        if source.phrase_at(i, source.words.separators.__contains__):
            return i
        if i > first and re.search(r"[,;]", source.between(i)):
            return i
    return end + 1
