"""Names that are just so: phrases -> queries for things whose whole name is the phrase, as people and graphs
write it. Every store finds a literal at once, with a text search or without one.

Where given and family names stand in two properties, a phrase of several words is also looked for in both.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from connectors.text_search.dialect import listed, quoted
from connectors.text_search.pieces import LONGEST
from kgqa.check import admit
from kgqa.linking.names import Naming
from kgqa.queries import written
from kgqa.types import CheckedQuery

FULL = "urn:querist:full-name"  # the property of a name that two properties make together
_TOGETHER = 20  # phrases that one query looks for
_MOST_WORDS = 5  # of a person's name
_ROWS = 1_000
_LANGUAGE = re.compile("[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*")


def queries(
    phrases: Sequence[str], naming: Naming, properties: Sequence[str], language: str
) -> list[CheckedQuery]:
    """Queries for rows of a thing, a property and a name."""
    some = [phrases[first : first + _TOGETHER] for first in range(0, len(phrases), _TOGETHER)]
    found = [_whole(part, properties, language) for part in some]
    return found + [q for part in some for pair in naming.parts if (q := _in_two(part, pair, language))]


def _whole(phrases: Sequence[str], properties: Sequence[str], language: str) -> CheckedQuery:
    names = " ".join(dict.fromkeys(n for p in phrases for form in _forms(p) for n in _tagged(form, language)))
    return admit(
        f"SELECT ?s ?property ?name WHERE {{ VALUES ?name {{ {names} }} ?s ?property ?name . "
        f"FILTER(?property IN ({listed(properties)})) }} LIMIT {_ROWS}"
    )


def _in_two(phrases: Sequence[str], pair: tuple[str, str], language: str) -> CheckedQuery | None:
    given, family = map(written, pair)
    rows = dict.fromkeys(
        f"({one} {other})"
        for phrase in phrases
        for first, last in _splits(phrase)
        for one, other in zip(_tagged(first, language), _tagged(last, language), strict=True)
    )
    if not rows:
        return None
    return admit(
        f"SELECT ?s ?property ?name WHERE {{ VALUES (?first ?last) {{ {' '.join(rows)} }} "
        f'?s {given} ?first ; {family} ?last . BIND(CONCAT(STR(?first), " ", STR(?last)) AS ?name) '
        f"BIND(<{FULL}> AS ?property) }} LIMIT {_ROWS}"
    )


def _splits(phrase: str) -> Iterator[tuple[str, str]]:
    for form in _forms(phrase):
        words = form.split()
        if 1 < len(words) <= _MOST_WORDS:
            yield from ((" ".join(words[:n]), " ".join(words[n:])) for n in range(1, len(words)))


def _forms(phrase: str) -> Iterator[str]:
    """As it was typed, and with other capitals."""
    plain = " ".join("".join(c if c.isprintable() else " " for c in phrase).split())
    if 0 < len(plain) <= LONGEST:
        yield from dict.fromkeys(
            (plain, plain[:1].upper() + plain[1:], plain.title(), plain.upper(), plain.lower())
        )


def _tagged(text: str, language: str) -> list[str]:
    """A name as a literal: without a language, in the asker's, in English."""
    language = language if _LANGUAGE.fullmatch(language) else ""
    return [quoted(text, tag) for tag in dict.fromkeys(("", language, "en"))]
