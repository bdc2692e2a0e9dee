"""What a message speaks of before it asks: "SO-1042 is late, which products are in it?" asks for those of
SO-1042; and "there", for the place that a thread spoke of.

In: a text, its language, and the names of things in it. Out: the question alone, with the name in the place
of the pronoun; a text that is no such message as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import pairwise

from kgqa.language import Language
from kgqa.language.operations import places
from kgqa.linking.tokens import Token, tokenise

Things = Callable[[str], Sequence[str]]  # the names of things in a text, as they stand there
_CLAUSE = re.compile(r",\s+|[.!]\s+|\s[-\u2013\u2014]\s|:\s+|\s+(?:and|und)\s+")


def with_what_is_spoken_of(text: str, lang: Language, things: Things) -> str:
    """The question behind the first clause, if that clause asks nothing and names one thing, and the question
    speaks of it by a pronoun and names none itself.
    """
    for cut in _CLAUSE.finditer(text):
        before, rest = text[: cut.start()], text[cut.end() :]
        tokens = tokenise(rest)
        if not tokens or not _asks(tokens, lang) or _speaks(tokenise(before), lang):
            continue
        if any(True for _ in places([t.folded for t in tokens], sorted(lang.phrases("spoken_of.idle")))):
            return text
        named = things(before)
        at = [i for i, t in enumerate(tokens) if t.folded in lang.phrases("spoken_of.pronouns")]
        if len(named) != 1 or len(at) != 1 or things(rest):
            return text
        return _put(rest, tokens[at[0]], named[0], lang)
    return text


def with_place(text: str, lang: Language, place: str) -> str:
    """The text with "there" replaced by the place that was spoken of: "who works there"."""
    tokens = tokenise(text)
    for before, token in pairwise(tokens):
        is_said = token.folded in lang.phrases("follow_up.place")
        if is_said and before.folded not in lang.phrases("follow_up.expletive"):
            said = f"{lang.data['follow_up']['place_in']} {place}"
            return f"{text[: token.start]}{said}{text[token.end :]}"
    return text


def _asks(tokens: Sequence[Token], lang: Language) -> bool:
    """Whether a clause begins with what asks."""
    starts = {" ".join(t.folded for t in tokens[:size]) for size in (1, 2, 3)}
    led = {" ".join(t.folded for t in tokens[1:size]) for size in (2, 3)}
    is_led = tokens[0].folded in lang.phrases("besides.before")
    return not lang.asking.isdisjoint(starts | (led if is_led else set()))


def _speaks(tokens: Sequence[Token], lang: Language) -> bool:
    """Whether a clause asks for something itself."""
    return any(t.folded in lang.asking for t in tokens)


def _put(text: str, pronoun: Token, name: str, lang: Language) -> str:
    owner = pronoun.folded in lang.phrases("spoken_of.owners")
    said = f"{name}'s" if owner else name
    return f"{text[: pronoun.start]}{said}{text[pronoun.end :]}"
