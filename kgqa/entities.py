"""Entities of an XML document, held to what they expand to: a few lines of nested ones make gigabytes.

In: the bytes of an RDF/XML document as they come. Out: the same bytes; raises Expands before a reader expands
more than an ontology editor's short names for namespaces ever do.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Protocol
from xml.parsers import expat

LONGEST = 4_096  # characters that one entity may stand for; a namespace has some sixty
TIMES = 20  # as many times the document's own size all entities may come to,
MARGIN = 2**20  # and this many bytes more
_PROLOG = 2**20  # bytes in which the root element has to begin, where entities are declared
_PIECE = 2**16
_REFERENCE = re.compile(rb"&([^\s&;#]{1,200});")
_INNER = re.compile(r"&([^\s&;#]+);")
_DECLARES = b"<!ENTITY"
_TAIL = 202  # bytes in which half a reference may stand


class Expands(ValueError):  # noqa: N818 - an outcome, named as the sentence needs it
    """The document's entities expand to too much, or are declared where nobody can tell to how much."""


class Bytes(Protocol):
    """What bytes are read from."""

    def read(self, size: int = -1, /) -> bytes: ...


class Bounded:
    """The bytes of an XML document, whose entities are looked at before anybody expands them."""

    def __init__(self, document: Bytes) -> None:
        self._document = document
        self._tail = b""
        self._sizes: Mapping[bytes, int] | None = None
        self._read = self._expanded = 0

    def read(self, size: int = -1) -> bytes:
        """As a file's. Raises Expands."""
        if self._sizes is None:
            head, begins, self._sizes = _declared(self._document)
            return self._counted(head, begins)
        return self._counted(self._document.read(size), 0)

    def read_all(self) -> None:
        """Looks at all of the document. Raises Expands."""
        while self.read(_PIECE):
            pass

    def _counted(self, data: bytes, begins: int) -> bytes:
        self._read += len(data)
        seen = self._tail + data[begins:]
        if _DECLARES in seen:
            raise Expands("entities are declared within the document")
        sizes = self._sizes or {}
        if sizes:
            self._expanded += sum(sizes.get(name, 0) for name in _REFERENCE.findall(seen))
            if self._expanded > TIMES * self._read + MARGIN:
                raise Expands(f"entities expand to more than {TIMES} times its size")
        last = seen.rfind(b"&", max(len(seen) - _TAIL, 0))
        is_half = last >= 0 and b";" not in seen[last:]
        # What is whole was counted, and is not counted again.
        self._tail = seen[last:] if is_half else seen[1 - len(_DECLARES) :].rpartition(b";")[2]
        return data


def _declared(document: Bytes) -> tuple[bytes, int, Mapping[bytes, int]]:
    """The beginning of a document, where its root element begins in it, and to how many characters each of
    the entities expands that it declares. Raises Expands.
    """
    head, values = b"", dict[str, str]()
    is_over, begins = False, 0

    def declare(name: str, is_parameter: int, value: str | None, *_: object) -> None:
        if not is_parameter:
            values.setdefault(name, value or "")

    def begin(*_: object) -> None:
        nonlocal is_over, begins
        if not is_over:
            is_over, begins = True, parser.CurrentByteIndex

    parser = expat.ParserCreate()
    parser.EntityDeclHandler, parser.StartElementHandler = declare, begin
    while not is_over and len(head) < _PROLOG and (piece := document.read(_PIECE)):
        head += piece
        try:
            parser.Parse(piece)
        except expat.ExpatError as error:
            if is_over or _DECLARES not in head:  # type: ignore[redundant-expr]  # the parser calls begin
                break  # the reader says what is wrong
            raise Expands("what it declares of entities cannot be read") from error
    if not is_over and _DECLARES in head:
        raise Expands("what it declares of entities comes to no end")
    sizes: dict[str, int] = {}
    for name in values:
        if _size(name, values, sizes, ()) > LONGEST:
            raise Expands(f"the entity {name[:60]} stands for more than {LONGEST:,} characters")
    return head, begins, {name.encode(): size for name, size in sizes.items()}


def _size(name: str, values: Mapping[str, str], sizes: dict[str, int], within: tuple[str, ...]) -> int:
    """To how many characters an entity expands; one that stands in itself to too many."""
    if name in sizes or name not in values:
        return sizes.get(name, 1)
    if name in within or len(within) > LONGEST // 64:
        return LONGEST + 1
    inner = sum(_size(each, values, sizes, (*within, name)) for each in _INNER.findall(values[name]))
    sizes[name] = min(len(_INNER.sub("", values[name])) + inner, LONGEST + 1)
    return sizes[name]
