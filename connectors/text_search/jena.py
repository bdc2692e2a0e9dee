"""Jena: `text:query`, a Lucene index beside the data. Each property of it is asked for by itself, which every
version understands; a property that is not in the index finds nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from connectors.text_search import lucene
from connectors.text_search.dialect import KEPT, Dialect, alone, quoted
from kgqa.queries import written

_QUERY = "<http://jena.apache.org/text#query>"


def _pattern(search: str, properties: Sequence[str]) -> str:
    if not search:
        return ""
    return " UNION ".join(
        f"{{ (?s ?score) {_QUERY} ({p} {quoted(search)} {KEPT}) . ?s {p} ?name . BIND({p} AS ?property) }}"
        for p in map(written, properties)
    )


DIALECT = Dialect(
    name="jena",
    store="Apache Jena's text index",
    every=alone(lambda pieces, properties: _pattern(lucene.every(pieces), properties)),
    near=alone(lambda pieces, properties: _pattern(lucene.near(pieces), properties)),
)
