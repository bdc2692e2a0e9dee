"""Schema triples -> Ontology: RDFS and OWL as an ontology declares them.

In: triples (pyoxigraph terms) or the bytes of a file. Out: an `Ontology` without observed uses.
Blank-node domains and ranges (`unionOf`, `intersectionOf`) are unfolded; restrictions are left aside.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence

import pyoxigraph as ox

from kgqa.errors import BadInput
from kgqa.ontology import (
    OWL,
    OWL_THING,
    RDF,
    RDF_TYPE,
    RDFS,
    RDFS_LITERAL,
    SKOS,
    XSD,
    Class,
    Name,
    Ontology,
    Property,
    PropertyKind,
    Union,
    local_name,
    spaced,
)
from kgqa.values.units import parted, unit_of

Node = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Triple = tuple[Node, Node, Node]

CLASS_TYPES = frozenset((RDFS + "Class", OWL + "Class"))
PROPERTY_TYPES = {
    OWL + "ObjectProperty": PropertyKind.OBJECT,
    OWL + "DatatypeProperty": PropertyKind.DATA,
    OWL + "AnnotationProperty": PropertyKind.ANNOTATION,
    RDF + "Property": PropertyKind.UNKNOWN,
    OWL + "FunctionalProperty": PropertyKind.UNKNOWN,
    OWL + "TransitiveProperty": PropertyKind.OBJECT,
    OWL + "SymmetricProperty": PropertyKind.OBJECT,
    OWL + "InverseFunctionalProperty": PropertyKind.OBJECT,
}
PREFERRED_NAMES = (RDFS + "label", SKOS + "prefLabel")
OTHER_NAMES = (SKOS + "altLabel", SKOS + "hiddenLabel", "http://schema.org/alternateName")
UNIT_PREDICATES = (
    "http://qudt.org/schema/qudt/unit",
    "http://qudt.org/schema/qudt/hasUnit",
    "http://www.ontology-of-units-of-measure.org/resource/om-2/hasUnit",
)
SCHEMA_PREDICATES = (
    *(RDFS + n for n in ("domain", "range", "subClassOf", "subPropertyOf", "label", "comment")),
    *(OWL + n for n in ("inverseOf", "disjointWith", "equivalentClass", "equivalentProperty")),
    *(OWL + n for n in ("unionOf", "intersectionOf", "members")),
    *(RDF + n for n in ("first", "rest")),
    *(SKOS + n for n in ("prefLabel", "altLabel", "definition")),
    *UNIT_PREDICATES,
)
# Datatypes of what can be counted with, and of what has a place in time; a year is both.
NUMERIC = frozenset(
    XSD + n
    for n in (
        "integer",
        "decimal",
        "double",
        "float",
        "int",
        "long",
        "short",
        "nonNegativeInteger",
        "positiveInteger",
        "unsignedInt",
        "byte",
        "gYear",
    )
)
TEMPORAL = frozenset(XSD + n for n in ("date", "dateTime", "dateTimeStamp", "gYear", "gYearMonth"))
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


Part = tuple[str | bytes, str, str]  # what a file holds, its format (a name or an ending), its name


def read_ontology(data: str | bytes, format: str, source: str) -> Ontology:  # noqa: A002  # the field's word
    """The ontology in `data`. `format` is a name or a file's ending, `source` is named in errors.

    Raises BadInput with the place and the reason when the text cannot be read.
    """
    return read_ontologies([(data, format, source)])


def read_ontologies(parts: Sequence[Part]) -> Ontology:
    """The ontology that several files declare together. Raises as `read_ontology` does."""
    triples: list[Triple] = []
    prefixes: dict[tuple[str, str], None] = {}
    for data, ending, source in parts:
        syntax = FORMATS.get(ending.lower().lstrip("."))
        if syntax is None:
            raise BadInput(
                f"{source}: the format “{ending}” is not one that I read. "
                "Use .ttl, .nt, .rdf, .owl or .jsonld."
            )
        raw = data.encode() if isinstance(data, str) else data
        try:
            quads = list(ox.parse(raw, format=syntax, rename_blank_nodes=True))
        except (SyntaxError, ValueError) as error:
            raise BadInput(
                f"{source} is not readable as {ending}: {error}. Put that place right and try again."
            ) from error
        triples += ((q.subject, q.predicate, q.object) for q in quads)
        if syntax in (ox.RdfFormat.TURTLE, ox.RdfFormat.TRIG):
            prefixes |= dict.fromkeys(_prefixes(raw))
    return declared(triples, prefixes=tuple(prefixes))


def _prefixes(raw: bytes) -> tuple[tuple[str, str], ...]:
    found = re.findall(rb"(?im)^\s*@?prefix\s+([\w.-]*):\s*<([^<>\s]*)>", raw)
    return tuple(dict.fromkeys((p.decode(), n.decode()) for p, n in found))


def declared(triples: Iterable[Triple], prefixes: tuple[tuple[str, str], ...] = ()) -> Ontology:
    """The ontology that the triples declare."""
    return _Reader(triples).ontology(prefixes)


class _Reader:
    """One pass over the triples, then one value."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self.facts: defaultdict[str, defaultdict[str, list[Node]]] = defaultdict(lambda: defaultdict(list))
        wanted = frozenset(SCHEMA_PREDICATES) | {RDF_TYPE}
        for s, p, o in triples:
            if (
                isinstance(p, ox.NamedNode)
                and p.value in wanted
                and not isinstance(s, ox.Literal | ox.Triple)
            ):
                self.facts[_key(s)][p.value].append(o)

    def ontology(self, prefixes: tuple[tuple[str, str], ...]) -> Ontology:
        properties = {iri: self._property(iri) for iri in sorted(self._property_iris())}
        classes = {iri: self._class(iri) for iri in sorted(self._class_iris(properties))}
        return Ontology(
            classes=classes,
            properties=properties,
            disjoint_pairs=frozenset(self._disjoint()),
            prefixes=prefixes,
        )

    def _iris(self, subject: str, predicate: str) -> list[str]:
        return [o.value for o in self.facts[subject][predicate] if isinstance(o, ox.NamedNode)]

    def _property_iris(self) -> set[str]:
        found = set()
        for iri, facts in list(self.facts.items()):
            if iri.startswith("_:"):
                continue
            types = set(self._iris(iri, RDF_TYPE))
            if types & PROPERTY_TYPES.keys() or any(
                facts.get(p)
                for p in (RDFS + "domain", RDFS + "range", RDFS + "subPropertyOf", OWL + "inverseOf")
            ):
                found.add(iri)
        return found

    def _class_iris(self, properties: dict[str, Property]) -> set[str]:
        found = set()
        for iri, facts in list(self.facts.items()):
            if iri.startswith("_:") or iri in properties:
                continue
            if set(self._iris(iri, RDF_TYPE)) & CLASS_TYPES or facts.get(RDFS + "subClassOf"):
                found.add(iri)
                found.update(self._iris(iri, RDFS + "subClassOf"))
        for prop in properties.values():
            for union in prop.domains:
                found.update(union)
            for union in prop.ranges:
                found.update(c for c in union if not is_datatype(c))
        return found - {OWL_THING, RDFS + "Resource"}

    def _class(self, iri: str) -> Class:
        parents = [
            *self._iris(iri, RDFS + "subClassOf"),
            *self._iris(iri, OWL + "equivalentClass"),
            # a class that is the intersection of named classes is below each of them
            *(
                c
                for o in self.facts[iri][RDFS + "subClassOf"]
                for c in self._members(o, OWL + "intersectionOf")
            ),
        ]
        return Class(
            iri=iri,
            names=self._names(iri),
            comment=self._comment(iri),
            parents=tuple(dict.fromkeys(p for p in parents if p not in (iri, OWL_THING))),
        )

    def _property(self, iri: str) -> Property:
        facts = self.facts[iri]
        types = self._iris(iri, RDF_TYPE)
        domains = self._unions(facts[RDFS + "domain"])
        ranges = self._unions(facts[RDFS + "range"])
        names, kind = self._names(iri), _kind(types, ranges)
        units = [
            local_name(o.value) for p in UNIT_PREDICATES for o in facts[p] if not isinstance(o, ox.Triple)
        ]
        return Property(
            iri=iri,
            kind=kind,
            names=names or measured_name(iri, kind),
            comment=self._comment(iri),
            parents=tuple(
                dict.fromkeys(
                    p
                    for p in (
                        *self._iris(iri, RDFS + "subPropertyOf"),
                        *self._iris(iri, OWL + "equivalentProperty"),
                    )
                    if p != iri
                )
            ),
            domains=domains,
            ranges=ranges,
            inverses=tuple(self._iris(iri, OWL + "inverseOf")),
            functional=OWL + "FunctionalProperty" in types,
            unit=unit_of(units, [n.text for n in names], local_name(iri)),
        )

    def _unions(self, nodes: list[Node]) -> tuple[Union, ...]:
        """Each node is a class, a union of classes, or an intersection (one union a member)."""
        found: list[Union] = []
        for node in nodes:
            if isinstance(node, ox.NamedNode):
                if node.value not in (OWL_THING, RDFS + "Resource"):
                    found.append(frozenset((node.value,)))
            elif isinstance(node, ox.BlankNode):
                if union := self._members(node, OWL + "unionOf"):
                    found.append(frozenset(union))
                found.extend(frozenset((c,)) for c in self._members(node, OWL + "intersectionOf"))
        return tuple(dict.fromkeys(found))

    def _members(self, node: Node, predicate: str) -> list[str]:
        """The named members of the RDF list that `node` has by `predicate`."""
        if not isinstance(node, ox.BlankNode):
            return []
        return [m for head in self.facts[_key(node)][predicate] for m in self._list(head)]

    def _disjoint(self) -> Iterable[frozenset[str]]:
        for iri, facts in list(self.facts.items()):
            if not iri.startswith("_:"):
                for other in self._iris(iri, OWL + "disjointWith"):
                    if other != iri:
                        yield frozenset((iri, other))
            if OWL + "AllDisjointClasses" in self._iris(iri, RDF_TYPE):
                members = [m for o in facts[OWL + "members"] for m in self._list(o)]
                yield from (frozenset((a, b)) for a in members for b in members if a < b)

    def _list(self, head: Node) -> list[str]:
        """The named members of an RDF list; loops end."""
        members, seen = [], set()
        cell: Node | None = head
        while isinstance(cell, ox.BlankNode) and cell.value not in seen:
            seen.add(cell.value)
            members += self._iris(_key(cell), RDF + "first")
            cell = next(iter(self.facts[_key(cell)][RDF + "rest"]), None)
        return members

    def _names(self, iri: str) -> tuple[Name, ...]:
        facts = self.facts[iri]
        found = [
            Name(o.value.strip(), o.language or "", preferred)
            for predicates, preferred in ((PREFERRED_NAMES, True), (OTHER_NAMES, False))
            for p in predicates
            for o in facts[p]
            if isinstance(o, ox.Literal) and o.value.strip()
        ]
        return tuple(dict.fromkeys(found))

    def _comment(self, iri: str) -> str:
        for predicate in (RDFS + "comment", SKOS + "definition"):
            comments = [o for o in self.facts[iri][predicate] if isinstance(o, ox.Literal)]
            comments.sort(key=lambda o: (o.language or "en").split("-")[0] != "en")
            if comments:
                return " ".join(comments[0].value.split())[:500]
        return ""


def measured_name(iri: str, kind: PropertyKind) -> tuple[Name, ...]:
    """The name of a property that nobody names and whose local name ends in a unit: "weight (kg)"."""
    name, unit = parted(local_name(iri))
    return (Name(f"{spaced(name)} ({unit})"),) if unit and kind is not PropertyKind.OBJECT else ()


def is_datatype(iri: str) -> bool:
    """Whether an IRI names literals rather than things."""
    return (
        iri.startswith(XSD)
        or iri in (RDFS_LITERAL, RDF + "langString", RDF + "PlainLiteral", RDF + "HTML")
        or (iri.endswith(("wktLiteral", "gmlLiteral", "geoJSONLiteral")))
    )


def _kind(types: list[str], ranges: tuple[Union, ...]) -> PropertyKind:
    for type_ in types:
        kind = PROPERTY_TYPES.get(type_, PropertyKind.UNKNOWN)
        if kind is not PropertyKind.UNKNOWN:
            return kind
    members = [c for union in ranges for c in union]
    if members:
        return PropertyKind.DATA if all(is_datatype(c) for c in members) else PropertyKind.OBJECT
    return PropertyKind.UNKNOWN


def _key(node: ox.NamedNode | ox.BlankNode) -> str:
    return node.value if isinstance(node, ox.NamedNode) else f"_:{node.value}"
