"""A model's reply -> the full question and the mentions that it gives. Prose, half an object or one of
another shape is no reply.

In: the text of a reply. Out: what was said, or None.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

LONGEST = 600  # characters of a question that a model gives
MOST_MENTIONS = 12
MOST_PHRASES = 3
_LONGEST_PHRASE = 120
_LONGEST_REPLY = 20_000


@dataclass(frozen=True, slots=True)
class Mention:
    """Words of the question that name something: as they stand there, as they stand in the translation, and
    what the data may call it, likeliest first.
    """

    text: str
    translated: str
    phrases: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """What a reply gives; `full` is "" where the question was said to stand alone already."""

    full: str = ""
    translation: str = ""
    mentions: tuple[Mention, ...] = ()


def read(reply: str, *, full: bool, words: bool) -> Said | None:
    """What a reply says, if it has the keys that were asked for and each is as it should be."""
    given = _object(reply)
    if given is None:
        return None
    question, translation = "", ""
    mentions: tuple[Mention, ...] = ()
    if full:
        goes_on, text = given.get("is_follow_up"), _sentence(given.get("question"))
        if not isinstance(goes_on, bool) or (goes_on and not text):
            return None
        question = text if goes_on else ""
    if words:
        translation = _sentence(given.get("translation"))
        listed = given.get("mentions")
        if not translation or not isinstance(listed, list):
            return None
        mentions = tuple(m for m in map(_mention, listed[:MOST_MENTIONS]) if m)
    return Said(question, translation, mentions)


def _object(reply: str) -> dict[str, Any] | None:
    try:
        given = json.loads(reply) if len(reply) <= _LONGEST_REPLY else None
    except (ValueError, RecursionError):
        return None
    return given if isinstance(given, dict) else None


def _sentence(given: object) -> str:
    """A text that may be a question: one line, of a question's length, that can be written; else ""."""
    text = given.strip() if isinstance(given, str) else ""
    fits = 0 < len(text) <= LONGEST and all(c.isprintable() or c in "\u200c\u200d" for c in text)
    return text if fits else ""


def _mention(given: object) -> Mention | None:
    if not isinstance(given, dict):
        return None
    text, translated, listed = given.get("text"), given.get("translated"), given.get("phrases")
    if not isinstance(text, str) or not isinstance(translated, str) or not isinstance(listed, list):
        return None
    phrases = [p.strip() for p in listed[:MOST_PHRASES] if isinstance(p, str)]
    known = tuple(dict.fromkeys(p for p in phrases if 0 < len(p) <= _LONGEST_PHRASE and p.isprintable()))
    return Mention(text.strip(), translated.strip(), known) if text.strip() else None
