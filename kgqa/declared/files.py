"""Files of ontologies -> triples, whatever they are packed, encoded or named like.

In: what a file holds, its format and its name. Out: triples and prefixes. What cannot be read is refused in
plain words: what it is, where it breaks, what to do.
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from io import BytesIO
from pathlib import PurePath
from urllib.parse import quote
from xml.parsers import expat

import pyoxigraph as ox

from kgqa.declared.beginnings import stranger, told_by
from kgqa.declared.facts import Triple
from kgqa.entities import Bounded, Expands
from kgqa.errors import BadInput

Part = tuple[str | bytes, str, str]  # what a file holds, its format (a name or an ending), its name

FORMATS = {
    "turtle": ox.RdfFormat.TURTLE,
    "ttl": ox.RdfFormat.TURTLE,
    "nt": ox.RdfFormat.N_TRIPLES,
    "ntriples": ox.RdfFormat.N_TRIPLES,
    "xml": ox.RdfFormat.RDF_XML,
    "rdf": ox.RdfFormat.RDF_XML,
    "owl": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
    "json": ox.RdfFormat.JSON_LD,
    "json-ld": ox.RdfFormat.JSON_LD,
    "nq": ox.RdfFormat.N_QUADS,
    "trig": ox.RdfFormat.TRIG,
}
_HEAD = 20_000  # bytes of a file's beginning
_LARGEST = 1_000_000_000  # bytes that a packed file may unpack to

_MARKS = ((b"\xef\xbb\xbf", "utf-8"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"))
_DECLARED = re.compile(rb"\s*<\?xml[^>]*?encoding\s*=\s*[\"']([\w.-]+)[\"'][^>]*\?>")


class File:
    """One file; `prefixes` are there once its triples were read."""

    def __init__(self, data: str | bytes, format: str, source: str) -> None:  # noqa: A002
        self.source = source
        self.prefixes: dict[str, str] = {}
        syntax = FORMATS.get(format.lower().lstrip("."))
        if syntax is None:
            raise BadInput(
                f"{source}: the format “{format}” is not one that I read. "
                "Use .ttl, .nt, .rdf, .owl or .jsonld."
            )
        self._raw = data.encode() if isinstance(data, str) else self._decoded(self._unpacked(data))
        head = self._raw[:_HEAD]
        if what := stranger(head):
            raise BadInput(f"{source} is {what}.")
        self._syntax = told_by(head, syntax)

    def triples(self) -> Iterator[Triple]:
        """Each triple. Raises BadInput where the text breaks."""
        if not self._raw.strip():
            return
        try:
            if self._syntax == ox.RdfFormat.RDF_XML:
                Bounded(BytesIO(self._raw)).read_all()
            parser = ox.parse(
                self._raw,
                format=self._syntax,
                base_iri=f"file:///{quote(PurePath(self.source).name)}",
                rename_blank_nodes=True,
            )
            for number, quad in enumerate(parser):
                if number == 0:
                    self.prefixes = dict(parser.prefixes)  # at its end, RDF/XML has forgotten them
                yield (quad.subject, quad.predicate, quad.object)
        except Expands as error:
            raise BadInput(f"{self.source} is not read: {error}. It would fill the memory.") from error
        except (SyntaxError, ValueError) as error:
            raise self._unreadable(error) from error
        self.prefixes |= parser.prefixes

    def _unpacked(self, data: bytes) -> bytes:
        if not data.startswith(b"\x1f\x8b"):
            return data
        try:
            with gzip.open(BytesIO(data)) as packed:
                unpacked = packed.read(_LARGEST + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise BadInput(f"{self.source} is packed with gzip and broken. Pack it again.") from error
        if len(unpacked) > _LARGEST:
            raise BadInput(f"{self.source} unpacks to more than a gigabyte. Give a smaller ontology.")
        return unpacked

    def _decoded(self, data: bytes) -> bytes:
        """The same text in UTF-8."""
        encoding = next((name for mark, name in _MARKS if data.startswith(mark)), "")
        stated = _DECLARED.match(data)
        if not encoding and data[:4].count(0) >= 2:  # noqa: PLR2004 - every other byte of two is none
            encoding = "utf-16-le" if data[1:2] == b"\0" else "utf-16-be"
        elif not encoding and stated:
            encoding = stated[1].decode()
        try:
            text = data.decode(encoding or "utf-8")
        except LookupError as error:
            raise BadInput(
                f"{self.source}: the encoding {encoding} is not known. Save it as UTF-8."
            ) from error
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise BadInput(
                f"{self.source} is not readable as {encoding or 'UTF-8'} text: line {line} holds something "
                "else. Save it as UTF-8."
            ) from error
        if not encoding:
            return data
        text = text.removeprefix("\ufeff")
        if text.lstrip().startswith("<?xml"):
            text = text.partition("?>")[2]  # what it says of its encoding is no longer so
        return text.encode()

    def _unreadable(self, error: Exception) -> BadInput:
        why = str(error).removeprefix("Parser error at ")
        if "LoadDocumentCallback" in why:
            return BadInput(
                f"{self.source} takes its context from an address, which is not opened. "
                "Put the context into the file, or save it as Turtle."
            )
        if self._syntax == ox.RdfFormat.RDF_XML:
            why = _place_in_xml(self._raw) or why
        return BadInput(
            f"{self.source} is not readable as {self._syntax.name}: {why}. "
            "Put that place right and try again."
        )


def _place_in_xml(raw: bytes) -> str:
    """Where a text breaks the rules of XML; "" where only those of RDF are broken."""
    parser = expat.ParserCreate(namespace_separator=" ")
    try:
        parser.Parse(raw, True)
    except expat.ExpatError as error:
        return str(error)
    return ""
