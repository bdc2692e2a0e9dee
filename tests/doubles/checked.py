"""Queries that a test vouches for: the one door by which a test makes a CheckedQuery without the check."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from kgqa.check.checked import passed
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import CheckedQuery, Origin, QueryLanguage

_FORMS: tuple[Literal["ask", "construct", "describe", "select"], ...] = (
    "ask",
    "construct",
    "describe",
    "select",
)


def checked(
    text: str,
    *,
    rules: Sequence[str] = (),
    language: QueryLanguage = QueryLanguage.SPARQL,
    origins: Sequence[Origin] = (),
) -> CheckedQuery:
    """As the check lets it pass; what cannot be read is its own canonical form."""
    parsed = parse(text) if language is QueryLanguage.SPARQL else None
    words = text.upper()
    first = min(_FORMS, key=lambda name: words.find(name.upper()) % (len(words) + 1))
    if isinstance(parsed, ParsedQuery):
        return passed(text, write(parsed), form=parsed.form, rules=rules, parsed=parsed)
    return passed(text, text, form=first, rules=rules, language=language, origins=origins)
