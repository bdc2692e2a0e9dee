"""The sentences of passages that answer a question, without a model.

In: a question, the passages that were found, how common words are. Out: sentences as they stand in their
passages, each with its place and how much of the question it holds; none where that is too little. A name in
the question that the passage does not have ends it: another contract has a notice period, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log

from kgqa.language import Language
from kgqa.linking.mentions import QUOTED
from kgqa.linking.tokens import folded_words, tokenise
from kgqa.passages.passage import Hit, Passage, Place
from kgqa.passages.sentences import sentences
from kgqa.passages.words import content_words

LEAST = 0.65  # of the weight of the question's words
NEAR = 0.92  # of the best: what holds as much is said with it
MOST = 3  # sentences
AROUND = 0.5  # what a word counts that stands in the passage, and not in the sentence or above it
LONGEST = 500  # characters of a sentence that is read; more is a list or a table that was not cut


@dataclass(frozen=True, slots=True)
class Extract:
    """A sentence, as it stands at its place in a passage; `share` of the question's words are there."""

    text: str
    passage: Passage
    place: Place
    share: float


@dataclass(frozen=True, slots=True)
class Asked:
    """What a question asks of text: the weights of its words, the names that must be there, and whether the
    answer has a number.
    """

    weights: dict[str, float]
    names: frozenset[str]
    has_number: bool = False

    @staticmethod
    def of(text: str, lang: Language, size: int, frequency: Callable[[str], int]) -> Asked:
        words = list(dict.fromkeys(content_words(text, lang)))
        lists = (lang.phrases(name) for name in ("who", "where", "when", "ask_phrases"))
        asking = {lang.stem(word) for words in lists for word in words}
        words = [word for word in words if word not in asking]
        folded = " ".join(folded_words(text))
        numbered = (*lang.phrases("when"), *lang.phrases("amount_phrases"), *lang.phrases("passages.how"))
        return Asked(
            {word: log(1 + size / (1 + frequency(word))) for word in words},
            frozenset(_names(text, lang)) & frozenset(words),
            any(folded.startswith(phrase) or f" {phrase} " in f" {folded} " for phrase in numbered),
        )


def extracts(asked: Asked, hits: Sequence[Hit], lang: Language) -> list[Extract]:
    """The best sentences, of different words; () where none holds enough of the question."""
    whole = sum(asked.weights.values())
    if len(asked.weights) < 2 or not whole:  # noqa: PLR2004  # a single word asks for nothing
        return []
    found: list[Extract] = []
    for hit in hits:
        around = set(content_words(f"{hit.passage.document} {hit.passage.text}", lang))
        if not asked.names <= around:
            continue
        for block in hit.passage.blocks:
            above = set(content_words(f"{hit.passage.document} {block.place.heading}", lang))
            for sentence in sentences(block.text):
                if len(sentence) > LONGEST or sentence == block.place.heading:
                    continue
                words = set(content_words(sentence, lang))
                held = sum(
                    weight if word in words or word in above else AROUND * weight if word in around else 0.0
                    for word, weight in asked.weights.items()
                )
                is_new = bool(words - asked.weights.keys())  # it says more than the question does
                fits = not asked.has_number or any(c.isdigit() for c in sentence)
                if is_new and fits and words & asked.weights.keys():
                    found.append(Extract(" ".join(sentence.split()), hit.passage, block.place, held / whole))
    found.sort(key=lambda e: -e.share)
    if not found or found[0].share < LEAST:
        return []
    kept: dict[frozenset[str], Extract] = {}
    for extract in found:
        if extract.share >= NEAR * found[0].share:
            kept.setdefault(frozenset(content_words(extract.text, lang)), extract)
    return list(kept.values())[:MOST]


def _names(text: str, lang: Language) -> list[str]:
    """The stems of what is surely called so: quoted, with a digit, written large, or in no dictionary."""
    quoted = " ".join(match.group() for match in QUOTED.finditer(text))
    found = content_words(quoted, lang)
    for number, token in enumerate(tokenise(text)):
        is_large = token.text[:1].isupper() and number > 0 and not lang.data["capital_nouns"]
        is_known = lang.knows(token.text) or lang.knows(token.text.lower())
        if any(c.isdigit() for c in token.text) or is_large or (token.text[:1].isupper() and not is_known):
            found += content_words(token.text, lang)
    return found
