"""What people say round a question, "Hi team, quick question: …? Thanks!", is no part of it.

In: a text and its language. Out: the text without greetings and thanks, and without what stands before a
colon and only says that something is asked. A text that is nothing else stays as it is, and is told as talk.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import StrEnum

from kgqa.language import Language
from kgqa.linking.mentions import QUOTED, is_empty
from kgqa.linking.tokens import Token, tokenise

_LONGEST = 6  # words of a phrase
_SAYING = 12  # words before a colon, at most
_PAUSE = re.compile(r"\s*(?:[,!.:;\u2026\u2013\u2014]|-\s|\n)")


class Talk(StrEnum):
    """What people say to who answers, the most telling first."""

    HELP = "help"
    THANKS = "thanks"
    GREETING = "greeting"


_TALK = (
    ("help", Talk.HELP),
    ("thanks", Talk.THANKS),
    ("greetings", Talk.GREETING),
    ("wellbeing", Talk.GREETING),
    ("greeted", None),
)
_COLON = re.compile(r"\s*:(?=\s)")


def asked_in(text: str, lang: Language) -> str:
    """The question of a text, from its first to its last character; no character within is changed."""
    start, end = 0, len(text)
    while behind := _opened(text[start:end], lang):
        start += behind
    while before := _closed(text[start:end], lang):
        end = start + before
    return text[start:end].strip() if (start, end) != (0, len(text)) else text


def talk(text: str, lang: Language) -> Talk | None:
    """What a text is that asks for nothing in a graph: a greeting, thanks, or a question about who answers;
    None for every other text, and for one with a single word more.
    """
    tokens = tokenise(text)
    kinds: set[Talk] = set()
    at = 0
    while at < len(tokens):
        sizes = [(_phrase(tokens, at, lang.phrases(f"courtesy.{name}")), kind) for name, kind in _TALK]
        size, kind = max(sizes, key=lambda found: found[0])
        if not size:
            return None
        kinds |= {kind} if kind else set()
        at += size
    return next((kind for kind in Talk if kind in kinds), None)


def _opened(text: str, lang: Language) -> int:
    """Where the text goes on behind a greeting, or behind a clause that only says that something is asked; 0
    where it begins with neither.
    """
    tokens = tokenise(text)
    greeted = _greeting(tokens, lang)
    if greeted and greeted < len(tokens):
        pause = _PAUSE.match(text, tokens[greeted - 1].end)
        if pause or is_empty(tokens[greeted], lang):
            return pause.end() if pause else tokens[greeted].start
    return _said(text, tokens, lang)


def _greeting(tokens: Sequence[Token], lang: Language) -> int:
    size = _phrase(tokens, 0, lang.phrases("courtesy.greetings"))
    while size and (more := _phrase(tokens, size, lang.phrases("courtesy.greeted"))):
        size += more
    return size


def _said(text: str, tokens: Sequence[Token], lang: Language) -> int:
    """Behind “For my report,” and “Could you look this up:”. What has a name in it is the question."""
    for at, token in enumerate(tokens[:_SAYING]):
        colon = _COLON.match(text, token.end)
        pause = colon or _PAUSE.match(text, token.end)
        if pause is None:
            continue
        before = tokens[: at + 1]
        clause = text[: token.end]
        if at + 1 < len(tokens) and not QUOTED.search(clause) and not any(c.isdigit() for c in clause):
            says = colon and _names_nothing(before, lang) and _holds(before, lang.phrases("courtesy.saying"))
            if says or _is_purpose(before, lang):
                return pause.end()
        if colon:
            break
    return 0


def _is_purpose(before: Sequence[Token], lang: Language) -> bool:
    size = _phrase(before, 0, lang.phrases("courtesy.for"))
    return bool(size) and before[-1].folded in lang.phrases("courtesy.purposes")


def _names_nothing(before: Sequence[Token], lang: Language) -> bool:
    """Whether no word but the first is written as names are; in German that does not tell."""
    if lang.code == "de":
        return True
    return all(t.text == t.text.lower() or t.text.partition("'")[0] == "I" for t in before[1:])


def _holds(tokens: Sequence[Token], phrases: frozenset[str]) -> bool:
    return any(_phrase(tokens, at, phrases) for at in range(len(tokens)))


def _closed(text: str, lang: Language) -> int:
    """Where the question ends before thanks; 0 where it does not end with any."""
    tokens, thanks = tokenise(text), lang.phrases("courtesy.thanks")
    for size in range(min(_LONGEST, len(tokens) - 1), 0, -1):
        if " ".join(t.folded for t in tokens[-size:]) in thanks:
            return tokens[-size].start
    return 0


def _phrase(tokens: Sequence[Token], at: int, phrases: frozenset[str]) -> int:
    """How many words of a phrase begin there, the longest one; 0 for none."""
    found = (n for n in range(_LONGEST, 0, -1) if " ".join(t.folded for t in tokens[at : at + n]) in phrases)
    return next((n for n in found if at + n <= len(tokens)), 0)
