"""Blazegraph: `bds:search`, words that may end in a wildcard; all of them, or any."""

from __future__ import annotations

from collections.abc import Sequence

from connectors.text_search.dialect import CANDIDATES, Dialect, alone, named, quoted
from connectors.text_search.pieces import Pieces, bears_slips, openings, words

_BDS = "http://www.bigdata.com/rdf/search#"


def _pattern(search: str, properties: Sequence[str], *, all_words: bool) -> str:
    every = "true" if all_words else "false"
    return (
        f'?name <{_BDS}search> {quoted(search)} ; <{_BDS}matchAllTerms> "{every}" ; '
        f'<{_BDS}maxRank> "{CANDIDATES}" . {named(properties)}'
    )


def _every(phrase: Pieces, properties: Sequence[str]) -> str:
    return _pattern(" ".join(map(words, phrase)), properties, all_words=True)


def _near(phrase: Pieces, properties: Sequence[str]) -> str:
    """A single word by all its beginnings; several by one beginning each, since they cannot be grouped."""
    if not any(map(bears_slips, phrase)):
        return ""
    if len(phrase) == 1:
        return _pattern(" ".join(f"{o}*" for o in openings(phrase[0])), properties, all_words=False)
    begun = (f"{openings(p, 1)[0]}*" if bears_slips(p) else words(p) for p in phrase)
    return _pattern(" ".join(begun), properties, all_words=True)


DIALECT = Dialect(name="blazegraph", store="Blazegraph's full text", every=alone(_every), near=alone(_near))
