"""Definitions inside a question -> names with their formulas, and the stretches that they take.

    What is the loss ratio by policy, where loss is A plus B and loss ratio is loss divided by premium?
    What is the margin, which is price minus cost, of each product?
    Marge ist Preis minus Kosten. Wie hoch ist die Marge je Produkt?

In: a question and the runs of its words that are names. Out: definitions. Only what has arithmetic or an
aggregate in it is one: "where the status is shipped" is a condition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.language import everywhere
from kgqa.strategies.interpret.formulas.formula import Definition, Formula, Phrase, mapped
from kgqa.strategies.interpret.formulas.lexing import Source
from kgqa.strategies.interpret.formulas.parse import Parsed, parsed

LONGEST_NAME = 5
_BREAK = re.compile(r"[;?!]|[.](?:\s|$)")


@dataclass(frozen=True, slots=True)
class Defined:
    """A definition at tokens `first`..`last`; `inside` are the tokens of its name where the name is a mention
    of the question too ("the margin, which is …"), else None.
    """

    definition: Definition
    first: int
    last: int
    inside: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class _Verb:
    """What stands between a name and its formula, at tokens `first`..`last`; a sign has no token of its own
    and stands before `first` = `last` + 1.
    """

    first: int
    last: int


def definitions(source: Source) -> tuple[Defined, ...]:
    """All definitions of a question, in its order."""
    found = [*_appositions(source), *_clauses(source)]
    found.sort(key=lambda d: (d.first, -d.last))
    apart: list[Defined] = []
    for each in found:
        if all(other.last < each.first for other in apart):
            apart.append(each)
    return tuple(apart)


# ── clauses: "where NAME is FORMULA and NAME is FORMULA" ─────────────────────────────────────────


def _clauses(source: Source) -> Iterator[Defined]:
    for opener, first, last in _regions(source):
        verbs = [v for v in _verbs(source, first, last) if v.first > first]
        begin, outer = first, opener
        for n, verb in enumerate(verbs):
            if verb.first <= begin:
                continue
            following = verbs[n + 1].first - 1 if n + 1 < len(verbs) else last
            made = _verb_last(source, begin, verb, last) if _is_final(source, verb, last) else None
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
    lang = source.lang
    first = {
        p.split()[0] for name in ("ask_phrases", "how", "who", "when", "where") for p in lang.phrases(name)
    }
    return source.tokens[i].folded in first


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
    return (name, found) if found and _is_formula(source, found.formula) else None


def _verb_last(source: Source, begin: int, verb: _Verb, last: int) -> tuple[str, Parsed] | None:
    """NAME FORMULA ist: the formula begins at the words for one, or as late as it can."""
    end = verb.first - 1
    for split in _splits(source, begin, end):
        name = _name(source, begin, split - 1)
        first = split + source.phrase_at(split, source.words.as_.__contains__)
        found = parsed(source, first, end) if name else None
        rest = found is not None and (
            found.last == end or source.phrase_at(found.last + 1, source.words.ends.__contains__)
        )
        if found and rest and _is_formula(source, found.formula):
            return name, replace(found, last=verb.last)
    return None


def _splits(source: Source, begin: int, end: int) -> list[int]:
    """Where the formula of a clause may begin that ends with its verb, likeliest first."""
    words, every = source.words, range(begin + 1, min(begin + LONGEST_NAME + 2, end + 1))
    told = [i for i in every if source.phrase_at(i, words.as_.__contains__)]
    led = [i for i in every if source.phrase_at(_past(source, i), words.leading.__contains__)]
    named = [i for i in every if source.named(i) >= i or source.tokens[i].folded in words.articles]
    return [*told, *led, *reversed(named)]


def _past(source: Source, i: int) -> int:
    while i < len(source.tokens) - 1 and source.tokens[i].folded in source.words.articles:
        i += 1
    return i


def _name(source: Source, first: int, last: int) -> str:
    """The words of a name without what stands before it; "" when they are none."""
    first = _past(source, first) if first <= last else first
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


def _is_formula(source: Source, formula: Formula) -> bool:
    return not isinstance(formula, Phrase)


# ── appositions: "the NAME, which is FORMULA," and "NAME (FORMULA)" ──────────────────────────────


def _appositions(source: Source) -> Iterator[Defined]:
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
        if found is None or name is None or not _is_formula(source, found.formula):
            continue
        found = trimmed(source, found) if not bracketed else found
        end = found.last
        if size := source.phrase_at(end + 1, source.words.definers.__contains__):
            end += size  # "die die Summe aus A und B ist"
        said = source.said(name[0], end)
        text = source.said(*name)
        yield Defined(Definition(text, found.formula, said), i, end, inside=name)


def _is_led(source: Source, i: int) -> bool:
    i = _past(source, i)
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
