"""The body of an endpoint's reply -> what was found.

In: bytes in the SPARQL results formats (JSON, XML) or as triples. Out: `Found`, or Unreadable. The JSON is
read leniently, because real endpoints have IRIs with spaces, `typed-literal` and tags such as `en_US`.
"""

from __future__ import annotations

import codecs
import json
import re
from collections.abc import Callable, Iterator
from io import BytesIO
from typing import IO, Any, cast

import pyoxigraph as ox

from connectors import transport
from connectors.results import Found, PlainTerm, Row, plain_literal, plain_rows, statement, take, weight
from connectors.transport import Address, Reply
from connectors.words import clean
from kgqa.entities import Bounded
from kgqa.errors import GraphUnavailable
from kgqa.types import CheckedQuery, Limits

_WIRE = 6  # bytes on the wire for a byte of values: JSON names every variable in every row,
_MORE = 2**20  # and with short values there is a lot around them
_MOST = 2**28  # of one reply, whatever was allowed: it is held in memory as a whole
_BINDINGS = re.compile(r'"bindings"\s*:\s*\[')
_NEXT = re.compile(r"[\s,]*([\]{])")
_NO_LABEL = re.compile(r"[^A-Za-z0-9_-]")  # what may not stand in the label of a blank node
_TRUTH = "__ASK_RETVAL"  # in older Virtuosos the answer to an ASK is a row of this column


class Unreadable(ValueError):  # noqa: N818 - an outcome, named as the sentence needs it
    """The body is not what it says it is."""


class Halved(Unreadable, EOFError):  # noqa: N818
    """The body ends before its end, though nothing was wrong with its transport."""


_RESULTS = {"application/sparql-results+json", "application/json", "application/sparql-results+xml"}
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


def ask(
    address: Address, query: CheckedQuery, text: str, limits: Limits, deadline: float
) -> tuple[Found, Reply]:
    """Sends `text`, a form of `query`, and reads the reply. Raises as `transport.send` does."""
    size = most_bytes(limits.bytes)
    reply = transport.send(address, query, text, limits=limits, deadline=deadline, size=size)
    try:
        triples = query.form in {"construct", "describe"}
        found = read(
            reply.body, reply.kind, triples=triples, cut=reply.cut, rows=limits.rows, size=limits.bytes
        )
    except Unreadable as error:
        raise no_result(address.shown, reply.kind, error) from error
    if (found.boolean is None) is (query.form == "ask"):
        asked_for = Unreadable("a truth where rows were asked for, or rows in place of a truth")
        raise no_result(address.shown, reply.kind, asked_for)
    return found, reply


def most_bytes(size: int) -> int:
    """Bytes of a reply in which there may be `size` bytes of values."""
    return min(size * _WIRE + _MORE, _MOST)


def no_result(place: str, kind: str, error: Unreadable) -> GraphUnavailable:
    """What it means that a reply of a media type is Unreadable."""
    if isinstance(error, Halved):
        return GraphUnavailable(
            f"{place} sent an answer that stops in the middle. Ask again; if it recurs, look into its log, "
            "and into the limits of what stands between Querist and it."
        )
    named = f" (its type is {clean(kind)})" if kind and kind not in _RESULTS else ""
    return GraphUnavailable(
        f"{place} sent an answer that is no SPARQL result{named}. "
        "Check that the address is that of a SPARQL 1.1 endpoint, and look into its log."
    )


def read(body: bytes, kind: str, *, triples: bool, cut: bool, rows: int, size: int) -> Found:
    """`kind` is the media type; `triples` were asked for, or else rows or a truth. `cut` says that the body
    was too long and stops in the middle.

    Raises Unreadable.
    """
    try:
        if triples and kind in _RDF:
            return _triples(body, _RDF[kind], cut=cut, rows=rows, size=size)
        if kind.endswith("xml"):
            return take(ox.parse_query_results(body, ox.QueryResultsFormat.XML), rows=rows, size=size)
        return _json(body, cut=cut, rows=rows, size=size)
    except (SyntaxError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise _unreadable(error, body, kind) from error


def _unreadable(error: Exception, body: bytes, kind: str) -> Unreadable:
    """What stops in the middle is told from what is no result at all."""
    match error:
        case json.JSONDecodeError():
            halved = error.pos >= len(error.doc.rstrip()) or error.msg.startswith("Unterminated string")
        case UnicodeDecodeError():
            halved = error.reason == "unexpected end of data"
        case SyntaxError():
            halved = kind == "application/sparql-results+xml" and not body.rstrip().endswith(b"sparql>")
        case _:
            halved = False
    return Halved(str(error)) if halved else Unreadable(str(error))


def rows(kind: str, more: Callable[[], bytes], *, size: int) -> Iterator[tuple[tuple[str, ...], Row]]:
    """The rows of a SELECT with their columns, as the bytes come that `more` gives (b"" at the end).

    One row may take `size` bytes. Raises Unreadable when the body is no result or ends before its end, and
    what `more` raises.
    """
    try:
        if kind.endswith("xml"):
            yield from _rows_of_xml(more)
        else:
            yield from _rows_of_json(more, size)
    except Unreadable:
        raise
    except (SyntaxError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable(str(error)) from error


def _rows_of_xml(more: Callable[[], bytes]) -> Iterator[tuple[tuple[str, ...], Row]]:
    results = ox.parse_query_results(cast("IO[bytes]", _File(more)), ox.QueryResultsFormat.XML)
    if not isinstance(results, ox.QuerySolutions):
        raise TypeError("a truth, where rows were asked for")
    columns = tuple(variable.value for variable in results.variables)
    for row in plain_rows(results):
        yield columns, row


class _File:
    """What `more` gives, as a file that is read in pieces of any size."""

    def __init__(self, more: Callable[[], bytes]) -> None:
        self._more, self._left = more, b""

    def read(self, size: int = -1) -> bytes:
        data = self._left or self._more()
        if size < 0:
            while chunk := self._more():
                data += chunk
            size = len(data)
        self._left = data[size:]
        return data[:size]


def _rows_of_json(more: Callable[[], bytes], size: int) -> Iterator[tuple[tuple[str, ...], Row]]:
    decode = codecs.getincrementaldecoder("utf-8")().decode
    decoder = json.JSONDecoder()
    text, at = "", 0
    columns: tuple[str, ...] | None = None
    while chunk := more():
        text, at = text[at:] + decode(chunk), 0
        if columns is None:
            start = _BINDINGS.search(text)
            if start:
                columns = _columns(json.loads(_head(text)))
                at = start.end()
        while columns is not None:
            sign = _NEXT.match(text, at)
            if sign and sign[1] == "]":
                return
            try:
                binding, at = decoder.raw_decode(text, sign.start(1) if sign else at)
            except ValueError:
                break  # it is not all there yet
            yield columns, _row(binding, columns)
        if len(text) - at > size:
            raise ValueError("one row that is longer than allowed")
    raise ValueError("no rows") if columns is None else Halved("the end is missing")


def _triples(body: bytes, form: ox.RdfFormat, *, cut: bool, rows: int, size: int) -> Found:
    taken: list[ox.Triple] = []
    more = cut
    try:
        if form == ox.RdfFormat.RDF_XML:
            Bounded(BytesIO(body)).read_all()
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
            return Found(boolean=_truth(document["boolean"]))
        head, listed = document["head"], document["results"]["bindings"]
        if not isinstance(listed, list):
            raise TypeError("rows that are no list")
        bindings = iter(listed)
        if head["vars"] == [_TRUTH]:
            return Found(boolean=any(binding[_TRUTH]["value"] in ("1", "true") for binding in bindings))
    columns = _columns(head)
    taken: list[Row] = []
    for binding in bindings:
        row = _row(binding, columns)
        size -= weight(row)
        if len(taken) == rows or size < 0:
            return Found(columns, tuple(taken), truncated=True)
        taken.append(row)
    return Found(columns, tuple(taken), truncated=cut)


def _truth(said: object) -> bool:
    """Older servers write it as a text."""
    if said not in (True, False, "true", "false"):
        raise TypeError("a truth that is none")
    return said in (True, "true")


def _columns(head: dict[str, Any]) -> tuple[str, ...]:
    named = head["vars"]
    if not isinstance(named, list):
        raise TypeError("variables that are no list")
    return tuple(str(name) for name in named)


def _row(binding: object, columns: tuple[str, ...]) -> Row:
    """A row. One that is no object, or that binds a variable which nobody announced, is no result: its values
    would be lost in silence.
    """
    if not isinstance(binding, dict):
        raise TypeError("a row that is no object")
    if not binding.keys() <= set(columns):
        raise KeyError("a variable that is not among those of the head")
    return tuple(_term(binding[name]) if name in binding else None for name in columns)


def _term(term: dict[str, Any]) -> PlainTerm:
    kind = term["type"]
    if not isinstance(term.get("value"), str | int | float | dict):
        raise TypeError("a value that is no text")
    if kind == "triple":
        return statement(json.dumps(term, sort_keys=True))
    value = sound(str(term["value"]))
    if kind == "uri":
        return "iri", value, None, None
    if kind == "bnode":  # Virtuoso's are nodeID://b10024
        return "bnode", _NO_LABEL.sub(lambda sign: f"_{ord(sign[0]):x}_", value), None, None
    datatype, language = term.get("datatype"), term.get("xml:lang")
    if not (isinstance(datatype, str | None) and isinstance(language, str | None)):
        raise TypeError("a datatype or a language that is no text")
    return plain_literal(value, datatype, language)


def sound(text: str) -> str:
    """A text that can be written: halves of characters, as Java stores may cut them, are exchanged."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


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
