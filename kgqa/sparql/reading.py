"""Text in, ParsedQuery or SyntaxIssue out.

Results are kept by text, since a question's candidates come back many times.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from kgqa.sparql.grammar import Stuck, read
from kgqa.sparql.model import ParsedQuery, SyntaxIssue
from kgqa.sparql.syntax import diagnose, normal_lines, plain_letters, refused, unsafe_signs
from kgqa.sparql.tree import RefusedError, query_of
from kgqa.wording.said import number, say

MAX_LENGTH = 200_000
MAX_DEPTH = 60
_DECLARED = re.compile(r"\bPREFIX\s+([^\s:]*):\s*<([^<>]*)>", re.IGNORECASE)
_BRACKET = re.compile(r"[][(){}]")

WELL_KNOWN = {
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
    "skos": "http://www.w3.org/2004/02/skos/core#",
}


def parse(text: str, prefixes: Iterable[tuple[str, str]] = ()) -> ParsedQuery | SyntaxIssue:
    """Reads one query. Prefixes that it uses without declaring them are taken from `prefixes` and from
    the well-known ones, and then stand in the result's `text`.
    """
    return _parse(text, tuple(prefixes))


def declared(text: str) -> tuple[tuple[str, str], ...]:
    """The prefixes that a query declares, with their namespaces."""
    return tuple(_DECLARED.findall(text))


def with_prefixes(text: str, prefixes: Iterable[tuple[str, str]] = ()) -> str:
    """The text with declarations for the known prefixes that it uses without declaring them."""
    parsed = parse(text, prefixes)
    return parsed.text if isinstance(parsed, ParsedQuery) else text


@lru_cache(maxsize=2048)
def _parse(text: str, prefixes: tuple[tuple[str, str], ...]) -> ParsedQuery | SyntaxIssue:
    text = plain_letters(normal_lines(text))
    if (issue := _oversized(text) or unsafe_signs(text)) is not None:
        return issue
    known = WELL_KNOWN | dict(prefixes)
    try:
        found = read(text)
        return diagnose(found) if isinstance(found, Stuck) else query_of(text, found, known)
    except RefusedError as error:
        return refused(text, error.at, error.expected, error.advice)
    except RecursionError:
        return SyntaxIssue(line=1, column=1, expected=say("a query that is less deeply nested"))


def _oversized(text: str) -> SyntaxIssue | None:
    if len(text) > MAX_LENGTH:
        return SyntaxIssue(
            line=1, column=1, expected=say("a query of at most {most} characters", most=number(MAX_LENGTH))
        )
    depth = 0
    for bracket in _BRACKET.finditer(text):
        depth += 1 if bracket[0] in "([{" else -1
        if depth > MAX_DEPTH:
            line = text.count("\n", 0, bracket.start()) + 1
            return SyntaxIssue(
                line=line, column=1, expected=say("at most {most} nested brackets", most=number(MAX_DEPTH))
            )
    return None
