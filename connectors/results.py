"""pyoxigraph's results -> plain tuples that cross a pipe.

A literal of type xsd:string, and one with a language, has no datatype in a Term: the plain case is plain.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

import pyoxigraph as ox

_STRING = "http://www.w3.org/2001/XMLSchema#string"
_LANGUAGE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString"
_TRIPLE = ("s", "p", "o")


PlainTerm = tuple[Literal["iri", "literal", "bnode"], str, str | None, str | None]
"""A Term on its way through a pipe: kind, value, datatype, language. Bare tuples cross it five times as
fast as anything with a class.
"""
_Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Row = tuple[PlainTerm | None, ...]


class Found(NamedTuple):
    """What a query found: a truth, or columns and rows."""

    columns: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    boolean: bool | None = None
    truncated: bool = False


def plain_literal(value: str, datatype: str | None, language: str | None) -> PlainTerm:
    """A literal, whose datatype is told only where it says more than "text"."""
    plain = language or datatype in {_STRING, _LANGUAGE}
    return "literal", value, None if plain else datatype, language or None


def take(
    results: ox.QuerySolutions | ox.QueryBoolean | Iterable[ox.Triple], *, rows: int, size: int
) -> Found:
    """At most `rows` rows and about `size` bytes of `results`; the rest is never computed."""
    if isinstance(results, ox.QueryBoolean):
        return Found(boolean=bool(results))
    columns: tuple[str, ...] = _TRIPLE
    if isinstance(results, ox.QuerySolutions):
        columns = tuple(variable.value for variable in results.variables)
    taken: list[Row] = []
    for row in plain_rows(results):
        size -= weight(row)
        if len(taken) == rows or size < 0:
            return Found(columns, tuple(taken), truncated=True)
        taken.append(row)
    return Found(columns, tuple(taken))


class Parts:
    """The rows of a SELECT in parts; the store computes no more than is asked for."""

    def __init__(self, results: ox.QuerySolutions, *, rows: int, size: int) -> None:
        """A part has at most `rows` rows and about `size` bytes."""
        self._columns = tuple(variable.value for variable in results.variables)
        self._results = results
        self._rows, self._size = max(rows, 1), size

    def next(self) -> Found:
        """The next part, `truncated` while there may be more. Only the last one may be empty."""
        taken: list[Row] = []
        size = self._size
        for row in plain_rows(self._results):
            taken.append(row)
            size -= weight(row)
            if len(taken) == self._rows or size <= 0:
                return Found(self._columns, tuple(taken), truncated=True)
        return Found(self._columns, tuple(taken))


def plain_rows(results: ox.QuerySolutions | Iterable[ox.Triple]) -> Iterator[Row]:
    """The rows as they come; equal terms are one."""
    plain = _Plain()
    for result in results:
        if isinstance(result, ox.Triple):
            yield plain[result.subject], plain[result.predicate], plain[result.object]
        else:
            yield tuple(map(plain.__getitem__, result))


class _Plain(dict[_Term | None, PlainTerm | None]):
    """Each term made plain once: equal terms become one, which halves the time and quarters the bytes."""

    def __missing__(self, term: _Term | None) -> PlainTerm | None:
        plain = self[term] = _plain(term)
        return plain


def _plain(term: _Term | None) -> PlainTerm | None:
    if term is None:
        return None
    if isinstance(term, ox.NamedNode):
        return "iri", term.value, None, None
    if isinstance(term, ox.BlankNode):
        return "bnode", term.value, None, None
    if isinstance(term, ox.Literal):
        return plain_literal(term.value, term.datatype.value, term.language)
    return statement(str(term))


def statement(text: str) -> PlainTerm:
    """A triple term, as a thing without a name: its text tells of a triple, which may be closed."""
    return "bnode", f"statement{hashlib.sha256(text.encode()).hexdigest()[:16]}", None, None


def weigh(term: PlainTerm) -> int:
    """About how many bytes the term takes."""
    return len(term[1]) + len(term[2] or "") + len(term[3] or "")


def weight(row: Row) -> int:
    """About how many bytes the row takes."""
    return sum(weigh(term) for term in row if term)
