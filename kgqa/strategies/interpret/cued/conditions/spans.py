"""Which end of what lasts a verb speaks of: "contracts that expire in May" are asked by their end date, and
the start date of a project is none on which it "ended".

In: the words about a date, and a property. Out: whether the property fits them, says something else, or the
contrary.
"""

from __future__ import annotations

from functools import cache, lru_cache

from kgqa.language import Language, everywhere, fold
from kgqa.linking.separable import separated
from kgqa.linking.tokens import Token
from kgqa.strategies.interpret.cued.context import Context

_COMPOUND = 4  # letters of a word that may begin or end a longer one: "Vertragsende"
_WORDS = 3  # of the longest such verb: "come to an end", without its article
SIDES = ("begins", "ends")


def spoken_side(on: Context, at: int) -> str:
    """The side, "begins" or "ends", by the verb that is nearest to token `at`; "" where there is none."""
    verbs = _verbs(on.reader.source, on.tokens, on.lang)
    taken = {i for p in on.reading.pieces for i in range(p.first, p.last + 1)} if verbs else set()
    found = [(abs(at - i), side) for i, side in verbs if i not in taken]
    return min(found)[1] if found else ""


@lru_cache(maxsize=256)  # a question is asked for its dates by the hundred
def _verbs(text: str, tokens: tuple[Token, ...], lang: Language) -> tuple[tuple[int, str], ...]:
    """The verbs of a question that speak of a side, each with its token."""
    words = [lang.lemma(t.text.lower()) for t in tokens]
    for verb in separated(text, tokens, lang):
        words[verb.verb] = verb.whole
    found = []
    for i, token in enumerate(tokens):
        phrases = {token.folded, *(" ".join(words[i : i + size]) for size in range(1, _WORDS + 1))}
        found += [(i, side) for side in SIDES if phrases & lang.phrases(f"spans.{side}")]
    return tuple(found)


def side_of(on: Context, prop: str) -> str:
    """Which end of a span the date of a property is; "" for a date that is neither, or both."""
    return _side(on.schema.ontology.label(prop, on.lang.code))


@cache
def _side(label: str) -> str:
    words = fold(label).split()
    held = [side for side in SIDES if any(_is_called(w, side) for w in words)]
    return held[0] if len(held) == 1 else ""


def _is_called(word: str, side: str) -> bool:
    names = everywhere(f"spans.{side[:-1]}_dates") | (
        everywhere("end_words") if side == "ends" else frozenset()
    )
    long = (n for n in names if len(n) >= _COMPOUND)
    return word in names or any(word.startswith(n) or word.endswith(n) for n in long)


def is_contrary(on: Context, prop: str, at: int) -> bool:
    """Whether the date of a property is not the one that the words about token `at` mean: the other end, and
    where something is over, any date that is not of its end.
    """
    said, side = spoken_side(on, at), side_of(on, prop)
    return (bool(side) and said not in ("", side)) or (
        said == "ends" and not side and not _is_plain(on, prop)
    )


def _is_plain(on: Context, prop: str) -> bool:
    words = fold(on.schema.ontology.label(prop, on.lang.code)).split()
    return len(words) == 1 and words[0] in everywhere("plain_date_words")
