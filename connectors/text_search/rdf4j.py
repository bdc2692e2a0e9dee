"""RDF4J: `search:matches` of the LuceneSail, a Lucene index of the things by their literals."""

from __future__ import annotations

from collections.abc import Sequence

from connectors.text_search import lucene
from connectors.text_search.dialect import Dialect, alone, named, quoted

_SAIL = "http://www.openrdf.org/contrib/lucenesail#"


def _pattern(search: str, properties: Sequence[str]) -> str:
    if not search:
        return ""
    return f"?s <{_SAIL}matches> ?match . ?match <{_SAIL}query> {quoted(search)} . {named(properties)}"


DIALECT = Dialect(
    name="rdf4j",
    store="RDF4J's LuceneSail",
    every=alone(lambda pieces, properties: _pattern(lucene.every(pieces), properties)),
    near=alone(lambda pieces, properties: _pattern(lucene.near(pieces), properties)),
)
