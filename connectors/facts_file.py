"""Facts from documents -> TriG that is loaded beside the graph, each with the passage that says it.

The facts of a passage stand in a graph that is called by its hash; where this comes from stands in the graph
`urn:querist:provenance`, in terms of PROV-O: document, place, hash, model, prompt, days, and who took it
over. What the graph did not have, classes and properties, is named in `urn:querist:terms`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from urllib.parse import quote

import pyoxigraph as ox

from connectors.passages.links import LABEL, PASSAGE
from kgqa.extracted.triple import CLASS, Concept, Value
from kgqa.ontology import OWL, RDF_TYPE, XSD

PROVENANCE, TERMS = "urn:querist:provenance", "urn:querist:terms"
PROV, DCTERMS = "http://www.w3.org/ns/prov#", "http://purl.org/dc/terms/"
PREFIXES = {
    "prov": PROV,
    "dcterms": DCTERMS,
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "xsd": XSD,
    "owl": OWL,
}
_ADDRESS = re.compile(r"[A-Za-z][\w+.-]*:[^\x00-\x20<>\"{}|^`\\]+")
Object = str | ox.Literal


@dataclass(frozen=True, slots=True)
class Thing:
    """A thing at one end; `kind` is the class to be said of it, of one that `is_ours`."""

    iri: str
    label: str
    kind: Concept | None = None
    is_ours: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact comes from: the hash of the passage, document and place, and how it was read."""

    passage: str
    document: str
    place: str
    model: str
    prompt: str
    at: str


@dataclass(frozen=True, slots=True)
class Fact:
    """What was taken over."""

    head: Thing
    relation: Concept
    tail: Thing | Value
    source: Source


def is_address(text: str) -> bool:
    """Whether a text can stand as an IRI."""
    return bool(_ADDRESS.fullmatch(text))


def written(facts: Iterable[Fact], *, by: str, at: datetime) -> str:
    """The text of the file: the same facts give the same text."""
    quads: dict[ox.Quad, None] = {}
    for fact in facts:
        for quad in (*_said(fact), *_terms(fact), *_provenance(fact, by, at)):
            quads.setdefault(quad)
    ordered = sorted(
        quads, key=lambda q: (str(q.graph_name), str(q.subject), str(q.predicate), str(q.object))
    )
    return (ox.serialize(ordered, format=ox.RdfFormat.TRIG, prefixes=PREFIXES) or b"").decode()


def _said(fact: Fact) -> Iterator[ox.Quad]:
    """A fact, and of things that the graph does not have what they are called and are."""
    graph = PASSAGE + fact.source.passage
    tail = fact.tail.iri if isinstance(fact.tail, Thing) else _literal(fact.tail.text, fact.tail.datatype)
    yield _quad(fact.head.iri, fact.relation.iri, tail, graph)
    for end in (fact.head, fact.tail):
        if isinstance(end, Thing) and end.is_ours:
            yield _quad(end.iri, LABEL, ox.Literal(end.label), graph)
            if end.kind:
                yield _quad(end.iri, RDF_TYPE, end.kind.iri, graph)
        elif isinstance(end, Thing):  # for readers of this file alone: the graph has its own names for it
            yield _quad(end.iri, LABEL, ox.Literal(end.label), PROVENANCE)


def _terms(fact: Fact) -> Iterator[ox.Quad]:
    if fact.relation.is_ours:
        kind = "ObjectProperty" if isinstance(fact.tail, Thing) else "DatatypeProperty"
        yield _quad(fact.relation.iri, RDF_TYPE, f"{OWL}{kind}", TERMS)
        yield _quad(fact.relation.iri, LABEL, ox.Literal(fact.relation.label), TERMS)
    else:
        yield _quad(fact.relation.iri, LABEL, ox.Literal(fact.relation.label), PROVENANCE)
    for end in (fact.head, fact.tail):
        if isinstance(end, Thing) and end.kind and end.kind.iri.startswith(CLASS):
            yield _quad(end.kind.iri, RDF_TYPE, f"{OWL}Class", TERMS)
            yield _quad(end.kind.iri, LABEL, ox.Literal(end.kind.label), TERMS)


def _provenance(fact: Fact, by: str, at: datetime) -> Iterator[ox.Quad]:
    source = fact.source
    passage, document = PASSAGE + source.passage, f"urn:querist:document:{quote(source.document, safe='')}"
    how = sha256(f"{source.model}\n{source.prompt}\n{source.at}".encode()).hexdigest()[:16]
    reading, model = f"urn:querist:extraction:{how}", f"urn:querist:model:{quote(source.model, safe='')}"
    person = f"urn:querist:person:{quote(by, safe='')}"
    said: tuple[tuple[str, str, Object], ...] = (
        (passage, RDF_TYPE, f"{PROV}Bundle"),
        (passage, f"{PROV}wasDerivedFrom", document),
        (passage, f"{DCTERMS}bibliographicCitation", ox.Literal(source.place)),
        (passage, f"{DCTERMS}identifier", ox.Literal(f"sha256:{source.passage}")),
        (passage, f"{PROV}wasGeneratedBy", reading),
        (passage, f"{PROV}wasAttributedTo", person),
        (passage, f"{PROV}generatedAtTime", _literal(at.isoformat(), f"{XSD}dateTime")),
        (document, RDF_TYPE, f"{PROV}Entity"),
        (document, LABEL, ox.Literal(source.document)),
        (reading, RDF_TYPE, f"{PROV}Activity"),
        (reading, LABEL, ox.Literal(source.prompt)),
        (reading, f"{PROV}used", document),
        (reading, f"{PROV}wasAssociatedWith", model),
        (reading, f"{PROV}endedAtTime", _literal(source.at, f"{XSD}dateTime")),
        (model, RDF_TYPE, f"{PROV}SoftwareAgent"),
        (model, LABEL, ox.Literal(source.model)),
        (person, RDF_TYPE, f"{PROV}Person"),
        (person, LABEL, ox.Literal(by)),
    )
    return (_quad(subject, predicate, value, PROVENANCE) for subject, predicate, value in said)


def _quad(subject: str, predicate: str, value: Object, graph: str) -> ox.Quad:
    tail = ox.NamedNode(value) if isinstance(value, str) else value
    return ox.Quad(ox.NamedNode(subject), ox.NamedNode(predicate), tail, ox.NamedNode(graph))


def _literal(text: str, datatype: str) -> ox.Literal:
    return ox.Literal(text, datatype=ox.NamedNode(datatype))
