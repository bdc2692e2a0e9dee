"""The sentences of passages that answer a question, without a model.

In: a question, the passages that were found, how common words are. Out: sentences as they stand in their
passages, each with its place and how much of the question it holds; none where that is too little. A name in
the question that the passage does not have ends it: another contract has a notice period, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kgqa.language import Language
from kgqa.passages.asked import Asked
from kgqa.passages.passage import Hit, Passage, Place
from kgqa.passages.sentences import sentences
from kgqa.passages.words import content_words, holds

LEAST = 0.65  # of the weight of the question's words
NEAR = 0.92  # of the best: what holds as much is said with it
SPECIFIC = 1.0  # weight of the words held at least, where a word that one passage alone has weighs 1
MOST = 2  # sentences
AROUND = 0.25  # what a word counts that stands in the passage, and not in the sentence or above it
LONGEST = 500  # characters of a sentence that is read; more is a list or a table that was not cut


@dataclass(frozen=True, slots=True)
class Extract:
    """A sentence, as it stands at its place in a passage; `share` of the question's words are there."""

    text: str
    passage: Passage
    place: Place
    share: float


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
                if len(sentence) > LONGEST or sentence == block.place.title:
                    continue
                words = set(content_words(sentence, lang))
                near = words | above
                held = sum(
                    weight if holds(near, word, lang) else AROUND * weight if word in around else 0.0
                    for word, weight in asked.weights.items()
                )
                is_new = bool(words - asked.weights.keys())  # it says more than the question does
                is_of_it = any(holds(words, word, lang) for word in asked.weights)
                if is_new and is_of_it and asked.fits(sentence, lang):
                    found.append(Extract(" ".join(sentence.split()), hit.passage, block.place, held / whole))
    found.sort(key=lambda e: (-e.share, bool(e.passage.iri)))  # what a document says goes before the graph
    if not found or found[0].share < LEAST or found[0].share * whole < SPECIFIC:
        return []
    kept: dict[frozenset[str], Extract] = {}
    for extract in found:
        if extract.share >= NEAR * found[0].share:
            kept.setdefault(frozenset(content_words(extract.text, lang)), extract)
    return list(kept.values())[:MOST]
