"""Stardog: `textMatch`, the form of its search that needs no SERVICE, which would be refused as reaching
outside. The number is the most literals that it gives.
"""

from __future__ import annotations

from collections.abc import Sequence

from connectors.text_search import lucene
from connectors.text_search.dialect import CANDIDATES, Dialect, alone, named, quoted

_MATCH = "<tag:stardog:api:property:textMatch>"


def _pattern(search: str, properties: Sequence[str]) -> str:
    return f"(?name ?score) {_MATCH} ({quoted(search)} {CANDIDATES}) . {named(properties)}" if search else ""


DIALECT = Dialect(
    name="stardog",
    store="Stardog's full-text search",
    every=alone(lambda pieces, properties: _pattern(lucene.every(pieces), properties)),
    near=alone(lambda pieces, properties: _pattern(lucene.near(pieces), properties)),
)
