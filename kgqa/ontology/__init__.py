"""The graph's schema as it is declared and as it is observed: one frozen value, built by its readers.

In: classes, properties and observed uses (from `kgqa.declared` and `kgqa.observed`). Out: look-ups and
closures that linking, interpretation and the check share. Cycles in the hierarchies are harmless.
"""

from __future__ import annotations

from kgqa.ontology.local_names import local_name, spaced
from kgqa.ontology.ontology import TEXTS, Ontology
from kgqa.ontology.patterns import Chain, Form, Pattern, PatternKind, Role, Ruling, TextForm
from kgqa.ontology.terms import (
    OWL,
    OWL_THING,
    RDF,
    RDF_LANG_STRING,
    RDF_TYPE,
    RDFS,
    RDFS_LITERAL,
    SKOS,
    XSD,
    Class,
    Individual,
    Name,
    Part,
    Property,
    PropertyKind,
    Sample,
    Union,
    Use,
)

__all__ = [
    "OWL",
    "OWL_THING",
    "RDF",
    "RDFS",
    "RDFS_LITERAL",
    "RDF_LANG_STRING",
    "RDF_TYPE",
    "SKOS",
    "TEXTS",
    "XSD",
    "Chain",
    "Class",
    "Form",
    "Individual",
    "Name",
    "Ontology",
    "Part",
    "Pattern",
    "PatternKind",
    "Property",
    "PropertyKind",
    "Role",
    "Ruling",
    "Sample",
    "TextForm",
    "Union",
    "Use",
    "local_name",
    "spaced",
]
