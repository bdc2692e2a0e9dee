"""A text -> the words by which passages are found: folded and stemmed, without those that every text has."""

from __future__ import annotations

from kgqa.language import Language
from kgqa.linking.tokens import folded_words


def content_words(text: str, lang: Language) -> list[str]:
    """The stems of the content words of a text, in their order."""
    plain = lang.stop | lang.light_verbs
    return [lang.stem(word) for word in folded_words(text) if word not in plain]
