"""Files of triples beside the documents -> a DocumentGraph, each triple with the passage that says it.

In: TriG or N-Quads in which the triples of a passage stand in a graph that is called by its hash,
`urn:querist:passage:SHA256`. Out: triples in words: what an `rdfs:label` calls a thing, else the last part of
its IRI. Triples of passages that are not there any more, since their document has changed, are left out, and
so is what is said in passages that are not open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pyoxigraph as ox

from kgqa.labels import by_iri
from kgqa.passages.document_graph import Triple

KINDS = {".trig": ox.RdfFormat.TRIG, ".nq": ox.RdfFormat.N_QUADS}
PASSAGE = "urn:querist:passage:"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"  # leads everywhere
MOST = 500_000  # triples


def read(
    folder: Path,
    numbers: Mapping[str, int],
    notices: list[str],
    is_open: Callable[[str], bool] = lambda _: True,
) -> list[Triple]:
    """The triples of the passages whose hashes have these numbers; it blocks. Names that stand outside of all
    passages count where the file itself is open, as only then anybody may know of them.
    """
    found: list[Triple] = []
    for file in sorted(f for f in folder.rglob("*") if f.suffix.lower() in KINDS and f.is_file()):
        name = file.relative_to(folder).as_posix()
        try:
            some = list(_triples(file, numbers, named=is_open(name)))
        except (OSError, SyntaxError, ValueError) as error:
            notices.append(f"{name} cannot be read as {file.suffix[1:]}: {error}")
            continue
        if not some and is_open(name):
            notices.append(f"{name} holds no triple of a passage that is there. Extract it anew.")
        found += some
    if len(found) > MOST:
        notices.append(f"Of the triples of documents only {MOST:,} are read.")
    return found[:MOST]


def _triples(file: Path, numbers: Mapping[str, int], *, named: bool) -> Iterator[Triple]:
    quads = list(ox.parse(path=str(file), format=KINDS[file.suffix.lower()]))
    names = {
        str(q.subject): q.object.value
        for q in quads
        if isinstance(q, ox.Quad)
        and q.predicate.value == LABEL
        and isinstance(q.object, ox.Literal)
        and (_number(q, numbers) is not None if _is_said(q) else named)
    }
    for quad in quads:
        number = _number(quad, numbers) if isinstance(quad, ox.Quad) else None
        if number is None or quad.predicate.value in (LABEL, TYPE):
            continue
        head, relation, tail = (_word(term, names) for term in (quad.subject, quad.predicate, quad.object))
        yield Triple(head, relation, tail, number)


def _is_said(quad: ox.Quad) -> bool:
    """Whether it stands in the graph of a passage."""
    return isinstance(quad.graph_name, ox.NamedNode) and quad.graph_name.value.startswith(PASSAGE)


def _number(quad: ox.Quad, numbers: Mapping[str, int]) -> int | None:
    """That of the passage whose graph it stands in."""
    name = quad.graph_name
    return numbers.get(name.value.removeprefix(PASSAGE)) if isinstance(name, ox.NamedNode) else None


def _word(term: object, names: Mapping[str, str]) -> str:
    if isinstance(term, ox.Literal):
        return term.value
    return names.get(str(term)) or (by_iri(term.value) if isinstance(term, ox.NamedNode) else str(term))
