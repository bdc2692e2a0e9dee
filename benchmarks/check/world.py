"""An ontology as a closed world: what cannot be both, for a reasoner that knows nothing of queries.

In: the triples of an ontology. Out: the same with datatypes made classes of values, so that literals can be
reasoned about as things are; its declared terms; and the pairs of classes that nothing can be in.

The closed-world habit (OBQC 3.3) is stated as disjointness: two named classes, or unions of them, that share
no subclass. A union is a class with its members below it, so that what is in the union and in a class that
meets none of its members is a contradiction, which OWL 2 RL alone would not see. Values are no things, and
values of different families (numbers, texts, points in time, yes or no, durations) are different.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from rdflib import OWL, RDF, RDFS, XSD, BNode, Graph, Literal, URIRef
from rdflib.collection import Collection
from rdflib.term import Node

from benchmarks.check.reasoning import closure

ORACLE = "urn:oracle:"
VALUE, THING = URIRef(ORACLE + "value"), URIRef(ORACLE + "thing")
_FAMILIES = {
    "number": "integer decimal float double int long short byte nonNegativeInteger positiveInteger "
    "nonPositiveInteger negativeInteger unsignedInt unsignedLong unsignedShort unsignedByte",
    "text": "string normalizedString token language Name NCName NMTOKEN anyURI",
    "time": "date dateTime dateTimeStamp gYear gYearMonth",
    "truth": "boolean",
    "duration": "duration dayTimeDuration yearMonthDuration",
}
FAMILY: dict[Node, URIRef] = {
    XSD[name]: URIRef(ORACLE + key) for key, names in _FAMILIES.items() for name in names.split()
}
FAMILY[RDF.langString] = FAMILY[RDF.PlainLiteral] = FAMILY[XSD.string]
FAMILIES = frozenset(FAMILY.values())
STANDARD = (str(RDF), str(RDFS), str(OWL), "http://www.w3.org/2004/02/skos/core#")
_PROPERTY_TYPES = (
    RDF.Property,
    OWL.ObjectProperty,
    OWL.DatatypeProperty,
    OWL.AnnotationProperty,
    OWL.FunctionalProperty,
    OWL.InverseFunctionalProperty,
    OWL.TransitiveProperty,
    OWL.SymmetricProperty,
)
_BETWEEN = (RDFS.subPropertyOf, OWL.inverseOf, OWL.equivalentProperty)
_OF_PROPERTIES = (RDFS.domain, RDFS.range, *_BETWEEN)
_ANYTHING = (OWL.Thing, RDFS.Resource)

Pair = frozenset[str]


@dataclass(frozen=True)
class World:
    """`schema` is the ontology for the reasoner; `apart` are pairs of classes that nothing is in."""

    schema: Graph
    properties: frozenset[str]
    classes: frozenset[str]
    apart: frozenset[Pair]

    @cached_property
    def irreflexive(self) -> frozenset[Node]:
        return frozenset(self.schema.subjects(RDF.type, OWL.IrreflexiveProperty))

    @cached_property
    def asymmetric(self) -> frozenset[Node]:
        return frozenset(self.schema.subjects(RDF.type, OWL.AsymmetricProperty))

    @cached_property
    def barred(self) -> frozenset[tuple[Node, Node]]:
        """Properties that no two things have both between them."""
        return frozenset(self.schema.subject_objects(OWL.propertyDisjointWith))

    def without(self, shown: Iterable[Pair], properties: Iterable[str], classes: Iterable[str]) -> World:
        """The world where the data shows things that are both, and uses terms that nobody declares."""
        return World(
            self.schema,
            self.properties | frozenset(properties),
            self.classes | frozenset(classes),
            self.apart - frozenset(shown),
        )


def world_of(ontology: Graph) -> World:
    """The closed world of an ontology."""
    properties = {str(s) for t in _PROPERTY_TYPES for s in ontology.subjects(RDF.type, t)}
    properties |= {str(s) for p in _OF_PROPERTIES for s in ontology.subjects(p) if isinstance(s, URIRef)}
    # By RDFS what a property is below, or the inverse or the equal of, is a property too.
    properties |= {str(o) for p in _BETWEEN for o in ontology.objects(None, p) if isinstance(o, URIRef)}
    datatypes = _datatypes(ontology)
    schema = _with_values_as_classes(ontology, datatypes)
    named = {str(c) for c in _named_classes(schema)} - {str(c) for c in (*datatypes, *_ANYTHING)}
    unions = {str(s) for s in schema.subjects(OWL.unionOf)} - {str(_with_name(d)) for d in datatypes}
    below = _below(schema)
    return World(
        schema=schema,
        properties=frozenset(p for p in properties if not p.startswith(ORACLE)),
        classes=frozenset(named),
        apart=frozenset(_apart(named | unions, below, schema)),
    )


def family_of(literal: Literal) -> URIRef:
    """The class of values that a literal is in."""
    return FAMILY.get(literal.datatype or XSD.string, VALUE)


# ── datatypes as classes ─────────────────────────────────────────────────────────────────────────


def _datatypes(ontology: Graph) -> frozenset[Node]:
    found = set(FAMILY) | {RDFS.Literal, *ontology.subjects(RDF.type, RDFS.Datatype)}
    for p in ontology.subjects(RDF.type, OWL.DatatypeProperty):
        found |= {o for o in ontology.objects(p, RDFS.range) if isinstance(o, URIRef)}
    found |= {o for o in ontology.objects(None, RDFS.range) if str(o).startswith(str(XSD))}
    found |= {*ontology.subjects(RDF.type, OWL.DataRange), *ontology.subjects(OWL.onDatatype)}
    return frozenset(found)


def _with_values_as_classes(ontology: Graph, datatypes: frozenset[Node]) -> Graph:
    stand_in: dict[Node, URIRef] = {d: FAMILY.get(d, VALUE) for d in datatypes}
    stand_in |= dict.fromkeys(_ANYTHING, THING)
    schema = Graph()
    for s, p, o in ontology:
        if isinstance(o, Literal) and p not in (OWL.hasValue, OWL.maxCardinality):
            continue  # names and comments
        # Nodes without a name get one: the reasoner would give them another at each call.
        schema.add((_with_name(s), p, stand_in.get(o, _with_name(o))))
    # What OWL 2 RL says of boolean classes (scm-uni, scm-int, scm-eqc), which this reasoner leaves out.
    for union, head in list(schema.subject_objects(OWL.unionOf)):
        for member in Collection(schema, head):
            schema.add((member, RDFS.subClassOf, union))
    for meet, head in list(schema.subject_objects(OWL.intersectionOf)):
        for member in Collection(schema, head):
            schema.add((meet, RDFS.subClassOf, member))
    for one, other in list(schema.subject_objects(OWL.equivalentClass)):
        schema.add((one, RDFS.subClassOf, other))
        schema.add((other, RDFS.subClassOf, one))
    for family in FAMILIES:
        schema.add((family, RDFS.subClassOf, VALUE))
    for s in ontology.subjects(RDF.type, OWL.ObjectProperty):
        if not set(ontology.objects(s, RDFS.range)) & datatypes:
            schema.add((s, RDFS.range, THING))
    for s in ontology.subjects(RDF.type, OWL.DatatypeProperty):
        schema.add((s, RDFS.range, VALUE))
    return schema


def _with_name(node: Node) -> Node:
    return URIRef(f"{ORACLE}node:{node}") if isinstance(node, BNode) else node


def _named_classes(schema: Graph) -> Iterator[Node]:
    for kind in (OWL.Class, RDFS.Class):
        yield from (s for s in schema.subjects(RDF.type, kind) if not str(s).startswith(ORACLE))
    for p in (RDFS.subClassOf, OWL.equivalentClass, OWL.disjointWith):
        for s, o in schema.subject_objects(p):
            yield from (c for c in (s, o) if not str(c).startswith(ORACLE))
    for p in (RDFS.domain, RDFS.range):
        for o in schema.objects(None, p):
            if not str(o).startswith(ORACLE):
                yield o
    for p in (OWL.unionOf, OWL.intersectionOf):
        for head in schema.objects(None, p):
            yield from (c for c in Collection(schema, head) if not str(c).startswith(ORACLE))


# ── what cannot be both ──────────────────────────────────────────────────────────────────────────


def _below(schema: Graph) -> dict[str, set[str]]:
    """Each class with all below it, as the reasoner finds them."""
    below: dict[str, set[str]] = {}
    for s, p, o in closure(schema):
        if p == RDFS.subClassOf:
            below.setdefault(str(o), {str(o)}).add(str(s))
    # Closed both ways, whether or not the reasoner materialises the whole hierarchy.
    changed = True
    while changed:
        grown = {cls: under.union(*(below.get(c, ()) for c in under)) for cls, under in below.items()}
        changed = grown != below
        below = grown
    return below


def _apart(classes: set[str], below: dict[str, set[str]], schema: Graph) -> Iterator[Pair]:
    real = sorted(c for c in classes if c not in (str(THING), str(VALUE), str(OWL.Nothing)))
    nothing = {str(OWL.Nothing)}
    for one, other in combinations(real, 2):
        if not (below.get(one, {one}) & below.get(other, {other})) - nothing:
            yield frozenset((one, other))
    for p in (OWL.disjointWith, OWL.complementOf):
        for s, o in schema.subject_objects(p):
            yield frozenset((str(s), str(o)))
    for node in schema.subjects(RDF.type, OWL.AllDisjointClasses):
        for head in schema.objects(node, OWL.members):
            yield from (frozenset((str(a), str(b))) for a, b in combinations(Collection(schema, head), 2))
    for family in sorted(FAMILIES):
        yield from (frozenset((str(family), str(o))) for o in FAMILIES if o != family)
    for value in (*FAMILIES, VALUE):
        yield frozenset((str(value), str(THING)))
        yield from (frozenset((str(value), c)) for c in real)
