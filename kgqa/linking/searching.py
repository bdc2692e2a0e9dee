"""A phrase by itself -> what it may mean, by every way that questions use.

In: a phrase, the index, further linkers, the ways. Out: matches, best first, and what could not be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

from kgqa.language import Language
from kgqa.linking.further import linked_further
from kgqa.linking.index import TermIndex
from kgqa.linking.ways import Ways
from kgqa.ports import Linker
from kgqa.types import Link, LinkedQuestion, Match, Question

_NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)  # a name means the same at any time


async def searched(
    phrase: str, index: TermIndex, linkers: Sequence[Linker], ways: Ways, lang: Language, *, limit: int = 10
) -> tuple[tuple[Match, ...], tuple[str, ...]]:
    """What the phrase as a whole may mean; notices say which linker was of no help."""
    whole = Link(text=phrase, start=0, end=len(phrase), matches=index.look_up(phrase, limit=limit))
    question = Question(text=phrase, asked_at=_NO_TIME, language=lang.code)
    linked = LinkedQuestion(question=question, links=(whole,) if whole.matches else ())
    linked, notices = await linked_further(linked, linkers, ways, lang)
    span = phrase.strip()
    found = next((link.matches for link in linked.links if link.text.strip() == span), ())
    return tuple(replace(match, score=min(match.score, 1.0)) for match in found[:limit]), notices
