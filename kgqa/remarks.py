"""What people add to a question in brackets or behind it: "(ignore cancelled ones)", "as of today, 30 Nov
2026", "paid or not?".

In: a text, its language and the day. Out: the question, with what is to be left out said as "without …", and
without a date that only says which day it is and remarks that change nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from kgqa.language import Language
from kgqa.linking.tokens import Token, tokenise
from kgqa.values.calendar import near
from kgqa.values.periods import Calendar, Spanned

_BRACKETS = re.compile(r"\s*\(([^()]*)\)")
_TAIL = re.compile(r"(?:\s*[,;]|\s*\?+|(?<=[^\W\d_]{3})\.|\s[-\u2013\u2014])\s+(?=[^\s,;?])")
_LONGEST = 4  # words of a phrase that begins or ends a remark
_REST = 4  # words of what is left out
_WHETHER = 5  # words of "whether paid or not"


def without_remarks(text: str, lang: Language, today: date) -> str:
    """The question of a text with its remarks read; a text without any as it is."""
    bare = _without_today(text, lang, today)
    bare = re.sub(rf"[ ,]+(?:{'|'.join(lang.data['remarks']['as_of'])})(?!\w)", "", bare, flags=re.IGNORECASE)
    bare = _BRACKETS.sub(lambda found: _bracketed(found, lang), bare)
    while (tail := _last_clause(bare)) is not None:
        read = _read(bare[tail.end() :], bare[tail.start() :], lang)
        if read == bare[tail.start() :]:
            break
        bare = bare[: tail.start()] + read
        if read:
            break
    return bare


def _bracketed(found: re.Match[str], lang: Language) -> str:
    """What stands for a remark in brackets, where the question ends behind it, or another one begins."""
    behind = tokenise(found.string[found.end() :])
    ends = not behind or behind[0].folded in lang.phrases("conjunction")
    return _read(found[1], found[0], lang) if ends else found[0]


def _last_clause(text: str) -> re.Match[str] | None:
    """What parts the last clause from the rest."""
    return max(_TAIL.finditer(text), key=lambda found: found.start(), default=None)


def _read(remark: str, written: str, lang: Language) -> str:
    """What stands for a remark: nothing, where it changes nothing; what it leaves out; itself, as it was
    `written`.
    """
    tokens = list(tokenise(remark))
    while tokens and tokens[-1].folded in lang.phrases("remarks.idle"):
        tokens.pop()
    words = [t.folded for t in tokens]
    if _says_nothing(words, lang):
        return ""
    rest = _left_out(words, lang)
    said = " ".join(t.text for t in tokens[rest.start : rest.stop])
    return f", {lang.data['remarks']['without']} {said}" if rest else written


def _says_nothing(words: Sequence[str], lang: Language) -> bool:
    """“Whether paid or not", "not even one that was cancelled", "only those who had any"."""
    if " ".join(words[-2:]) in lang.phrases("remarks.either_way"):
        return len(words) <= _WHETHER
    if any(_begins(words, lang.phrases("remarks.even"))):
        return True
    return (
        bool(words) and words[0] in lang.phrases("remarks.only") and words[-1] in lang.phrases("remarks.some")
    )


def _left_out(words: Sequence[str], lang: Language) -> range:
    """The words of a remark for what is not to be counted; none where it says no such thing."""
    rest = range(0)
    if size := max(_begins(words, lang.phrases("remarks.leave_out")), default=0):
        rest = range(size, len(words))
    elif size := max(_begins(words[::-1], _reversed(lang.phrases("remarks.left_out"))), default=0):
        rest = range(len(words) - size)
    if rest and words[rest.start] in lang.phrases("calendar.articles"):
        rest = rest[1:]
    several = lang.phrases("conjunction") | lang.phrases("disjunction")
    is_one = not any(words[i].isdecimal() or words[i] in several for i in rest)
    return rest if len(rest) <= _REST and is_one else range(0)


def _begins(words: Sequence[str], phrases: frozenset[str]) -> Iterator[int]:
    """How many words each of the phrases has that begin a remark."""
    return (n for n in range(1, min(_LONGEST, len(words)) + 1) if " ".join(words[:n]) in phrases)


def _reversed(phrases: frozenset[str]) -> frozenset[str]:
    return frozenset(" ".join(phrase.split()[::-1]) for phrase in phrases)


def _without_today(text: str, lang: Language, today: date) -> str:
    """The text without a date that only says which day today is: "before today (30/11/2026)", "today being 30
    November 2026"; or again which year is meant: "this year (2026)".
    """
    tokens, today = tokenise(text), near(today)
    spans = list(Calendar(text, tokens, lambda a, b: _span(tokens, a, b), lang, today).spans())
    for (first, last), since, before in spans:
        begin = first
        while begin and tokens[begin - 1].folded in lang.phrases("remarks.it_is"):
            begin -= 1
        opens = text[: tokens[begin].start].rstrip().endswith("(")
        closes = text[tokens[last].end :].lstrip().startswith(")")
        is_today = (since, before) == (today, today + timedelta(days=1))
        again = _said_before(spans, begin, since, before)
        if opens and closes and (is_today or again):
            return text[: tokens[begin].start].rstrip()[:-1].rstrip() + text[tokens[last].end :].lstrip()[1:]
        led = begin - 1 if begin and tokens[begin - 1].folded in lang.phrases("remarks.today") else None
        if is_today and led is not None and first != last:
            asks_first = led == 0 or text[: tokens[led].start].rstrip().endswith(("?", ".", ",", "("))
            start = tokens[led].start if asks_first else tokens[led].end
            return text[:start].rstrip(" (,") + text[tokens[last].end :].lstrip(" )")
    return text


def _said_before(spans: Sequence[Spanned], begin: int, since: date, before: date) -> bool:
    return any(last == begin - 1 and (a, b) == (since, before) for (_, last), a, b in spans)


def _span(tokens: Sequence[Token], start: int, end: int) -> tuple[int, int] | None:
    inside = [i for i, t in enumerate(tokens) if start <= t.start and t.end <= end]
    return (inside[0], inside[-1]) if inside else None
