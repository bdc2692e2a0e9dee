"""What a model says of its query: which piece of it stands for which words of the question.

In: the model's pairs, its query (SPARQL or SQL), the question. Out: the pairs that hold, and how many of the
question's words they stand for. Each pair is looked up, for whoever wrote the query says it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from kgqa.language import Language, fold
from kgqa.linking.tokens import tokenise

PHRASE = 6  # content words that one piece can stand for: all of a long question are no phrase
_SAID = re.compile(r"\w")
_SPACE = re.compile(r"[\s{}().;,]+")


@dataclass(frozen=True, slots=True)
class Carried:
    """Words of the question, and the piece of the query that stands for them, as the model says."""

    words: str
    by: str


def standing(pairs: Iterable[Carried], query: str, question: str, lang: Language) -> tuple[Carried, ...]:
    """The pairs that hold: the words are the question's, and the piece is in the query. A piece stands for
    one phrase.
    """
    asked = fold(question)
    found: dict[str, Carried] = {}
    for pair in pairs:
        is_phrase = len(_content(pair.words, lang)) <= PHRASE
        if is_phrase and stands_in(fold(pair.words), asked) and is_piece(pair.by, query):
            found.setdefault(squeezed(pair.by), pair)
    return tuple(found.values())


def covered(pairs: Iterable[Carried], question: str, lang: Language) -> tuple[int, int]:
    """How many of the question's content words the pairs stand for, and how many there are."""
    content = _content(question, lang)
    stood_for = {word for pair in pairs for word in _content(pair.words, lang)}
    return sum(word in stood_for for word in content), len(content)


def is_piece(piece: str, query: str) -> bool:
    """Whether a piece stands in a query, at least part by part."""
    text = squeezed(query)
    parts = [part for each in piece.split("…") if (part := squeezed(each))]
    return bool(parts) and all(stands_in(part, text) for part in parts)


def squeezed(query: str) -> str:
    """A text without what only parts its words."""
    return _SPACE.sub(" ", query).strip().casefold()


def stands_in(part: str, text: str) -> bool:
    """Whether a part says something, and stands there in whole words: `:area` is not in `:areaOutside`."""
    part = part.strip()
    before = r"(?<!\w)" if part[:1].isalnum() else ""
    after = r"(?!\w)" if part[-1:].isalnum() else ""
    return bool(_SAID.search(part)) and bool(re.search(before + re.escape(part) + after, text))


def _content(text: str, lang: Language) -> list[str]:
    """The words of a text that say something."""
    return [t.folded for t in tokenise(text) if t.folded not in lang.stop]
