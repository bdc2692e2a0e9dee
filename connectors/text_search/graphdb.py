"""GraphDB: its own full-text search (`onto:fts`, from 10.1 on), and its Lucene connectors.

The search finds literals, in the index of every language ("*"). A connector finds things; which ones there
are is asked of the store, and each is searched.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from connectors.text_search import lucene
from connectors.text_search.dialect import Dialect, alone, named, quoted
from kgqa.queries import written

_LUCENE = "http://www.ontotext.com/connectors/lucene#"
_MOST = 4  # connectors that are searched


def _literals(search: str, properties: Sequence[str]) -> str:
    return (
        f'?name <http://www.ontotext.com/fts> ({quoted(search)} "*") . {named(properties)}' if search else ""
    )


FULL_TEXT = Dialect(
    name="graphdb",
    store="GraphDB's full-text search",
    every=alone(lambda pieces, properties: _literals(lucene.every(pieces), properties)),
    near=alone(lambda pieces, properties: _literals(lucene.near(pieces), properties)),
)


def _things(connectors: Sequence[str], search: str, properties: Sequence[str]) -> str:
    if not search:
        return ""
    found = " UNION ".join(
        f"{{ ?search a {written(connector)} ; <{_LUCENE}query> {quoted(search)} ; <{_LUCENE}entities> ?s . }}"
        for connector in connectors
    )
    return f"{found} {named(properties)}" if found else ""


def _over(connectors: Sequence[str]) -> Dialect:
    some = tuple(connectors[:_MOST])
    return replace(
        CONNECTORS,
        every=alone(lambda pieces, properties: _things(some, lucene.every(pieces), properties)),
        near=alone(lambda pieces, properties: _things(some, lucene.near(pieces), properties)),
    )


CONNECTORS = Dialect(
    name="graphdb-lucene",
    store="GraphDB's Lucene connectors",
    every=lambda _phrases, _properties: "",
    near=lambda _phrases, _properties: "",
    instances=f"SELECT ?instance WHERE {{ ?instance <{_LUCENE}listConnectors> ?definition }}",
    with_instances=_over,
)
