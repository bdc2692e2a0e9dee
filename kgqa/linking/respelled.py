"""Words of the language itself with one letter wrong: "averge", "withuot".

In: the words of a question that nothing else explains. Out: the question with them put right, and what was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from rapidfuzz.distance import OSA

from kgqa.language import Language, fold
from kgqa.linking.tokens import tokenise

_WRITTEN, _MEANT = 4, 5  # letters of a word with a slip, and of the word that it may be


def respelled(text: str, unknown: Sequence[str], lang: Language) -> tuple[str, tuple[tuple[str, str], ...]]:
    """The text with each slip put right, and the slips: (as written, as read). A word that the dictionary has
    is no slip, nor is one that may be several words.
    """
    slips = []
    for token in reversed(tokenise(text)):
        word = token.text
        if word in unknown and len(word) >= _WRITTEN and word.isalpha() and word.islower():
            is_known = lang.knows(word) or fold(word) in _every(lang)  # "arent" is short, and no "agent"
            meant = "" if is_known else _meant(fold(word), lang)
            if meant:
                text = text[: token.start] + meant + text[token.end :]
                slips.append((word, meant))
    return text, tuple(reversed(slips))


def _meant(word: str, lang: Language) -> str:
    """The word that is one letter away; "" where there is none, or several with other meanings."""
    near = [w for w in words_of(lang) if w[0] == word[0] and OSA.distance(word, w, score_cutoff=1) == 1]
    return near[0] if len({lang.lemma(w) for w in near}) == 1 else ""


@cache
def words_of(lang: Language) -> tuple[str, ...]:
    """The longer words that do something in a question."""
    return tuple(sorted(w for w in _every(lang) if len(w) >= _MEANT and w.isalpha()))


@cache
def _every(lang: Language) -> frozenset[str]:
    return frozenset(fold(w) for phrase in _phrases(lang.data) for w in phrase.split())


def _phrases(data: Any) -> Iterator[str]:
    """Every text that a language's file holds, keys of tables included."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield key
            yield from _phrases(value)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _phrases(value)
