"""Graph files and folders -> a pyoxigraph Store.

In: paths of Turtle, N-Triples, N-Quads, TriG, RDF/XML or JSON-LD files, each also as `.gz`, and folders
of them. Out: a filled store, or BadInput that names the file, the line and what is wrong.
"""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, cast
from xml.parsers import expat

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad, QuerySolutions, RdfFormat, Store

from connectors.words import clean
from kgqa.entities import Bounded, Expands
from kgqa.errors import BadInput

FORMATS = {
    ".ttl": RdfFormat.TURTLE,
    ".nt": RdfFormat.N_TRIPLES,
    ".nq": RdfFormat.N_QUADS,
    ".trig": RdfFormat.TRIG,
    ".rdf": RdfFormat.RDF_XML,
    ".xml": RdfFormat.RDF_XML,
    ".owl": RdfFormat.RDF_XML,
    ".jsonld": RdfFormat.JSON_LD,
}
APART = NamedNode("urn:querist:provenance")  # the graph of `connectors.facts_file`
_NAMES = (
    "Turtle (.ttl), N-Triples (.nt), N-Quads (.nq), TriG (.trig), RDF/XML (.rdf, .owl), JSON-LD (.jsonld)"
)
_PLAIN = {
    "UTF-8": "the text is not in the encoding UTF-8",
    "LoadDocumentCallback": "it names a context on the web, which is not fetched but must stand in the file",
    "Unexpected end of file": "the file ends in the middle of a statement",
    "Invalid IRI code point ": "an IRI may not contain ",
}
"""What the parsers say, and what is said to a person; a sign that ends in a space is only exchanged."""
TIMES = 200  # as many times its size a compressed file may unpack to; graphs come to ten to fifty
SMALL = 2**26  # bytes that any of them may unpack to
_BOM = b"\xef\xbb\xbf"

Progress = Callable[[int, int], None]
"""Called with bytes done and bytes in all, as the files stand on disk."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """One graph file. `size` is in bytes on disk, `modified` in nanoseconds."""

    path: Path
    format: RdfFormat
    compressed: bool
    size: int
    modified: int


def find(paths: Iterable[str | Path]) -> tuple[Source, ...]:
    """The graph files that `paths` name: a file is taken as it is, a folder with all that it holds.

    Raises BadInput when a path is missing, is no graph file, or is a folder without any.
    """
    sources: dict[Path, Source] = {}
    for given in paths:
        path = locate(given)
        if path.is_dir():
            found = [inner for inner in sorted(path.rglob("*")) if _is_graph_file(inner, path)]
            if not found:
                raise BadInput(f"The folder {path} holds no graph file. Querist reads {_NAMES}, also as .gz.")
        elif path.is_file():
            found = [path]
        else:
            raise BadInput(f"There is no file or folder {path}. Check the path of the graph.")
        sources |= {inner.resolve(): _source(inner) for inner in found}
    return tuple(sources.values())


def locate(given: str | Path) -> Path:
    """The whole path that `given` means here. Raises BadInput when it leads nowhere by its very form."""
    try:
        path = Path(given).expanduser().resolve()
        path.exists()
    except RuntimeError as error:  # an unknown user's home, or links that lead round in a circle
        raise BadInput(
            f"The path {given} leads nowhere: {clean(str(error)).rstrip('.')}. Check it."
        ) from error
    except (OSError, ValueError) as error:  # too long a name, a folder that may not be entered, a NUL
        raise BadInput(f"The path {clean(str(given))} cannot be used: {_reason(error)}. Check it.") from error
    return path


def load(store: Store, paths: Iterable[str | Path], progress: Progress | None = None) -> int:
    """Loads the files into `store` and returns how many triples its default graph holds then.

    The default graph gets what stands in named graphs too, each triple once: pyoxigraph's own union of
    graphs gives a triple as often as there are graphs with it, and every count would be wrong. Where facts
    were read out of documents, what tells of their origin stays apart: it is found by GRAPH alone. Every
    blank node belongs to its own file; a relative IRI is resolved against the file's own address.
    An empty file is no error. Raises BadInput as `find` does, and for what cannot be read.
    """
    sources = find(paths)
    total = sum(source.size for source in sources)
    before = 0
    for source in sources:
        _load_one(store, source, _tell(progress, before, total))
        before += source.size
    if progress:
        progress(total, total)
    return _merge_named(store)


def fingerprint(sources: Sequence[Source]) -> str:
    """A hash of what the files hold, in hex: the same content under other names has the same one."""
    return combine(content_hash(source) for source in sources)


def combine(hashes: Iterable[str]) -> str:
    """One hash for several files, whatever their order."""
    return hashlib.sha256("\n".join(sorted(hashes)).encode()).hexdigest()


def content_hash(source: Source) -> str:
    """A hash of one file's bytes, in hex. Raises BadInput when it cannot be read."""
    try:
        with source.path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise BadInput(_unreadable(source.path, error)) from error


def _is_graph_file(path: Path, folder: Path) -> bool:
    hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
    return path.is_file() and not hidden and _suffix(path)[0] in FORMATS


def _suffix(path: Path) -> tuple[str, bool]:
    """The extension that tells the format, and whether the file is compressed."""
    suffix = path.suffix.lower()
    return (Path(path.stem).suffix.lower(), True) if suffix == ".gz" else (suffix, False)


def _source(path: Path) -> Source:
    suffix, compressed = _suffix(path)
    if suffix not in FORMATS:
        told = f'the ending "{suffix}"' if suffix else "no ending"
        raise BadInput(
            f"The file {path} has {told}, which names no graph format. Querist reads {_NAMES}, also as .gz."
        )
    form = FORMATS[suffix]
    if suffix == ".owl" and not _head(path, compressed=compressed).lstrip().startswith(b"<"):
        form = RdfFormat.TURTLE  # ontology editors write both under this name
    stat = path.stat()
    return Source(path=path, format=form, compressed=compressed, size=stat.st_size, modified=stat.st_mtime_ns)


def _open(path: Path, *, compressed: bool) -> tuple[IO[bytes], IO[bytes]]:
    """The file as it stands on disk, and its plain bytes."""
    raw = path.open("rb", buffering=1 << 18)
    return raw, (cast("IO[bytes]", gzip.GzipFile(fileobj=raw)) if compressed else raw)


def _head(path: Path, *, compressed: bool) -> bytes:
    """The first bytes, for a guess at what the file is; none when it cannot be read."""
    try:
        raw, plain = _open(path, compressed=compressed)
        with raw, plain:
            return plain.read(512).removeprefix(_BOM)
    except (OSError, EOFError, zlib.error):
        return b""


def _merge_named(store: Store) -> int:
    if any(True for _ in store.named_graphs()):
        here = DefaultGraph()
        quads = store.quads_for_pattern(None, None, None, None)
        store.bulk_extend(
            Quad(quad.subject, quad.predicate, quad.object, here)
            for quad in quads
            if quad.graph_name not in (here, APART)
        )
        [row] = cast("QuerySolutions", store.query("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }"))
        return int(cast("Literal", row["n"]).value)
    return len(store)


class _Unpacks(ValueError):  # noqa: N818 - an outcome, named as the sentence needs it
    """A compressed file holds far more than graphs do."""


class _Reader:
    """Gives the parser the bytes, without a byte order mark, and tells how far it has come."""

    def __init__(
        self, raw: IO[bytes], plain: IO[bytes], tell: Callable[[int], None], *, packed: int | None
    ) -> None:
        """`packed` is the size of a compressed file; None for one that stands as it is."""
        self._raw, self._plain, self._tell = raw, plain, tell
        self._most = None if packed is None else max(TIMES * packed, SMALL)
        self._told = self._read = 0
        first = plain.read(len(_BOM))
        self._first = b"" if first == _BOM else first

    def read(self, size: int = -1) -> bytes:
        if self._first:
            first, self._first = self._first, b""
            return first
        data = self._plain.read(size)
        self._read += len(data)
        if self._most is not None and self._read > self._most:
            raise _Unpacks(f"it unpacks to more than {TIMES} times its size")
        done = self._raw.tell()
        if done - self._told >= 1 << 20 or not data:
            self._told = done
            self._tell(done)
        return data


def _load_one(store: Store, source: Source, tell: Callable[[int], None]) -> None:
    try:
        raw, plain = _open(source.path, compressed=source.compressed)
        with raw, plain:
            bytes_of = _Reader(raw, plain, tell, packed=source.size if source.compressed else None)
            reader = Bounded(bytes_of) if source.format == RdfFormat.RDF_XML else bytes_of
            store.bulk_load(cast("IO[bytes]", reader), source.format, base_iri=source.path.resolve().as_uri())
    except (Expands, _Unpacks) as error:
        raise BadInput(f"The file {source.path} is not loaded: {error}. It would fill the memory.") from error
    except MemoryError as error:  # the parser's buffer, of 16 MB
        raise BadInput(
            f"The file {source.path} holds a text of more than 16 MB, and longer ones are not read. "
            "Shorten the text, or take it out."
        ) from error
    except SyntaxError as error:
        raise BadInput(_malformed(source, error)) from error
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise BadInput(
            f"The file {source.path} is not a whole gzip file. Compress or copy it again."
        ) from error
    except (OSError, ValueError) as error:
        raise BadInput(_unreadable(source.path, error)) from error


def _malformed(source: Source, error: SyntaxError) -> str:
    head = _head(source.path, compressed=source.compressed).lstrip().lower()
    if head.startswith((b"<!doctype html", b"<html")):
        return f"The file {source.path} is a web page, not a graph. Download the graph file itself."
    line = error.lineno or (_xml_line(source) if source.format == RdfFormat.RDF_XML else None)
    where = f", line {line}" if line else ""
    words = str(error.msg)
    words = words.partition(": ")[2] if words.startswith("Parser error") else words
    for sign, plain in _PLAIN.items():
        if sign in words:
            words = plain + words.partition(sign)[2] if sign.endswith(" ") else plain
    return (
        f"The file {source.path}{where} is not valid {source.format.name}: {words.strip().rstrip('.')}. "
        "Correct it there, or export the file again."
    )


def _xml_line(source: Source) -> int | None:
    """The RDF/XML parser tells no line, but an XML parser knows where the file stops being XML."""
    parser = expat.ParserCreate()
    raw, plain = _open(source.path, compressed=source.compressed)
    try:
        with raw, plain:
            parser.ParseFile(plain)
    except expat.ExpatError as error:
        return error.lineno
    return None


def _unreadable(path: Path, error: Exception) -> str:
    return f"The file {path} cannot be read: {_reason(error)}. Check its rights and the disk."


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _tell(progress: Progress | None, before: int, total: int) -> Callable[[int], None]:
    def tell(done: int) -> None:
        if progress:
            progress(before + done, total)

    return tell
