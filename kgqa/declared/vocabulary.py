"""The words of RDFS, OWL and their neighbours that say something of classes and properties."""

from __future__ import annotations

from kgqa.ontology import OWL, OWL_THING, RDF, RDF_LANG_STRING, RDFS, RDFS_LITERAL, SKOS, XSD, PropertyKind

SCHEMA_ORG = ("http://schema.org/", "https://schema.org/")
STANDARD = (RDF, RDFS, OWL, SKOS, XSD)  # known without being given
ANYTHING = frozenset((OWL_THING, RDFS + "Resource", OWL + "Nothing"))  # of these, nothing is told apart

CLASS_TYPES = frozenset((RDFS + "Class", OWL + "Class"))
DATATYPE_TYPES = frozenset((RDFS + "Datatype", OWL + "DataRange", *(s + "DataType" for s in SCHEMA_ORG)))
PROPERTY_TYPES = {
    OWL + "ObjectProperty": PropertyKind.OBJECT,
    OWL + "DatatypeProperty": PropertyKind.DATA,
    OWL + "AnnotationProperty": PropertyKind.ANNOTATION,
    RDF + "Property": PropertyKind.UNKNOWN,
    OWL + "FunctionalProperty": PropertyKind.UNKNOWN,
    OWL + "DeprecatedProperty": PropertyKind.UNKNOWN,
    **{
        OWL + kind + "Property": PropertyKind.OBJECT
        for kind in (
            "Transitive",
            "Symmetric",
            "Asymmetric",
            "Reflexive",
            "Irreflexive",
            "InverseFunctional",
        )
    },
}
DEPRECATED_TYPES = frozenset((OWL + "DeprecatedClass", OWL + "DeprecatedProperty"))
OTHER_TYPES = frozenset(OWL + n for n in ("AllDisjointClasses", "AllDisjointProperties", "Ontology"))
# Types of anything else are of no interest here: they are the data.
TYPES = CLASS_TYPES | DATATYPE_TYPES | PROPERTY_TYPES.keys() | DEPRECATED_TYPES | OTHER_TYPES

PREFERRED_NAMES = (RDFS + "label", SKOS + "prefLabel")
OTHER_NAMES = (SKOS + "altLabel", SKOS + "hiddenLabel", *(s + "alternateName" for s in SCHEMA_ORG))
COMMENTS = (RDFS + "comment", SKOS + "definition")
UNIT_PREDICATES = (
    "http://qudt.org/schema/qudt/unit",
    "http://qudt.org/schema/qudt/hasUnit",
    "http://www.ontology-of-units-of-measure.org/resource/om-2/hasUnit",
)
SUGGESTED_DOMAINS = tuple(s + "domainIncludes" for s in SCHEMA_ORG)
SUGGESTED_RANGES = tuple(s + "rangeIncludes" for s in SCHEMA_ORG)
# A restriction with one of these says that things of the class have the property, or have it if any.
AT_LEAST = tuple(OWL + n for n in ("minCardinality", "cardinality", "minQualifiedCardinality"))
AT_LEAST += (OWL + "qualifiedCardinality",)
AT_MOST = (OWL + "maxCardinality", OWL + "maxQualifiedCardinality")
HAVING = (OWL + "someValuesFrom", OWL + "hasValue", OWL + "hasSelf")

PREDICATES = frozenset(
    (
        *(RDF + n for n in ("type", "first", "rest")),
        *(RDFS + n for n in ("domain", "range", "subClassOf", "subPropertyOf")),
        *(OWL + n for n in ("inverseOf", "equivalentClass", "equivalentProperty", "imports", "versionIRI")),
        *(OWL + n for n in ("disjointWith", "propertyDisjointWith", "members", "disjointUnionOf")),
        *(OWL + n for n in ("unionOf", "intersectionOf", "complementOf", "datatypeComplementOf", "oneOf")),
        *(OWL + n for n in ("onProperty", "allValuesFrom", "onDatatype", "deprecated")),
        *(*AT_LEAST, *AT_MOST, *HAVING),
        *(*SUGGESTED_DOMAINS, *SUGGESTED_RANGES),
        *(*PREFERRED_NAMES, *OTHER_NAMES, *COMMENTS, *UNIT_PREDICATES),
    )
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
DATES = frozenset(XSD + n for n in ("date", "dateTime", "dateTimeStamp"))  # with a day
TEMPORAL = DATES | {XSD + "gYear", XSD + "gYearMonth"}

_LITERALS = frozenset(
    (
        RDFS_LITERAL,
        RDF_LANG_STRING,
        *(RDF + n for n in ("dirLangString", "PlainLiteral", "HTML", "XMLLiteral", "JSON")),
        *(OWL + n for n in ("real", "rational")),
    )
)
# What schema.org calls its texts and numbers.
SCHEMA_DATATYPES = {
    namespace + name: XSD + datatype
    for namespace in SCHEMA_ORG
    for name, datatype in {
        "Text": "string",
        "CssSelectorType": "string",
        "PronounceableText": "string",
        "XPathType": "string",
        "URL": "anyURI",
        "Number": "decimal",
        "Integer": "integer",
        "Float": "double",
        "Boolean": "boolean",
        "Date": "date",
        "DateTime": "dateTime",
        "Time": "time",
    }.items()
}


def is_datatype(iri: str) -> bool:
    """Whether an IRI names literals rather than things."""
    return (
        iri.startswith(XSD)
        or iri in _LITERALS
        or iri.endswith(("wktLiteral", "gmlLiteral", "geoJSONLiteral"))
    )
