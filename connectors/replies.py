"""The body of an endpoint's reply -> what was found.

In: bytes in the SPARQL results formats (JSON, XML) or as triples. Out: `Found`, or Unreadable. The JSON is
read leniently, because real endpoints have IRIs with spaces, `typed-literal` and tags such as `en_US`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pyoxigraph as ox

from connectors.results import Found, PlainTerm, plain_literal, take, weigh


class Unreadable(ValueError):  # noqa: N818 - an outcome, named as the sentence needs it
    """The body is not what it says it is."""


_RDF = {
    "text/turtle": ox.RdfFormat.TURTLE,
    "application/turtle": ox.RdfFormat.TURTLE,
    "application/x-turtle": ox.RdfFormat.TURTLE,
    "application/n-triples": ox.RdfFormat.N_TRIPLES,
    "text/plain": ox.RdfFormat.N_TRIPLES,
    "application/rdf+xml": ox.RdfFormat.RDF_XML,
    "application/ld+json": ox.RdfFormat.JSON_LD,
    "application/trig": ox.RdfFormat.TRIG,
    "application/n-quads": ox.RdfFormat.N_QUADS,
}


def read(body: bytes, kind: str, *, cut: bool, rows: int, size: int) -> Found:
    """`kind` is the media type; `cut` says that the body was too long and stops in the middle.

    Raises Unreadable.
    """
    try:
        if kind in _RDF:
            return _triples(body, _RDF[kind], cut=cut, rows=rows, size=size)
        if kind.endswith("xml"):
            return take(ox.parse_query_results(body, ox.QueryResultsFormat.XML), rows=rows, size=size)
        return _json(body, cut=cut, rows=rows, size=size)
    except (SyntaxError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable(str(error)) from error


def _triples(body: bytes, form: ox.RdfFormat, *, cut: bool, rows: int, size: int) -> Found:
    taken: list[ox.Triple] = []
    more = cut
    try:
        for quad in ox.parse(body, form, lenient=True):
            taken.append(quad.triple)
            if len(taken) > rows:
                break
    except SyntaxError:
        if not cut:
            raise
    found = take(iter(taken), rows=rows, size=size)
    return found._replace(truncated=found.truncated or more)


def _json(body: bytes, *, cut: bool, rows: int, size: int) -> Found:
    text = body.decode("utf-8", errors="ignore" if cut else "strict")
    if cut:
        head, bindings = json.loads(_head(text)), _whole_objects(text)
    else:
        document = json.loads(text)
        if "boolean" in document:
            return Found(boolean=document["boolean"] is True)
        head, bindings = document["head"], iter(document["results"]["bindings"])
    columns = tuple(str(name) for name in head["vars"])
    taken: list[tuple[PlainTerm | None, ...]] = []
    for binding in bindings:
        row = tuple(_term(binding[name]) if name in binding else None for name in columns)
        size -= sum(weigh(term) for term in row if term)
        if len(taken) == rows or size < 0:
            return Found(columns, tuple(taken), truncated=True)
        taken.append(row)
    return Found(columns, tuple(taken), truncated=cut)


def _term(term: dict[str, Any]) -> PlainTerm:
    kind, value = term["type"], str(term["value"])
    if kind == "uri":
        return "iri", value, None, None
    if kind == "bnode":
        return "bnode", value, None, None
    return plain_literal(value, term.get("datatype"), term.get("xml:lang"))


def _head(text: str) -> str:
    """The object after "head", which comes first in practice."""
    start = text.index("{", text.index('"head"'))
    _, end = json.JSONDecoder().raw_decode(text, start)
    return text[start:end]


def _whole_objects(text: str) -> Iterator[dict[str, Any]]:
    """The bindings that came whole before the body was cut."""
    decoder = json.JSONDecoder()
    at = text.index("[", text.index('"bindings"')) + 1
    while True:
        start = text.find("{", at)
        if start < 0:
            return
        try:
            binding, at = decoder.raw_decode(text, start)
        except ValueError:
            return
        yield binding
