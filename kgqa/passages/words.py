"""A text -> the words by which passages are found: folded and stemmed, without those that every text has."""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.language import Language
from kgqa.linking.tokens import folded_words

PART = 5  # letters of a part of a compound


def content_words(text: str, lang: Language) -> list[str]:
    """The stems of the content words of a text, in their order."""
    plain = lang.stop | lang.light_verbs
    return [lang.stem(word) for word in folded_words(text) if word not in plain]


def holds(words: Iterable[str], word: str, lang: Language) -> bool:
    """Whether a word is among others; in German, also as a part of a compound: "Tisch" and "Schreibtisch"."""
    if word in words:
        return True
    return bool(lang.data["capital_nouns"]) and any(
        min(len(word), len(other)) >= PART
        and (word.startswith(other) or word.endswith(other) or other.startswith(word) or other.endswith(word))
        for other in words
    )
