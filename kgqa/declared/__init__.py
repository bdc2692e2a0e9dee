"""Schema triples -> Ontology: RDFS and OWL, and schema.org's suggestions, as ontologies declare them.

In: triples (pyoxigraph terms) or the bytes of files. Out: an `Ontology` without observed uses. Class
expressions are unfolded as far as they say something of named classes; the rest counts as anything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pyoxigraph import NamedNode

from kgqa.declared.classes import Classes
from kgqa.declared.expressions import Expressions
from kgqa.declared.facts import Facts, Triple, is_named
from kgqa.declared.files import FORMATS, File, Part
from kgqa.declared.individuals import individual_triples, individuals
from kgqa.declared.names import measured_name
from kgqa.declared.properties import Properties
from kgqa.declared.vocabulary import CLASS_TYPES, NUMERIC, PROPERTY_TYPES, STANDARD, TEMPORAL, is_datatype
from kgqa.declared.wikibase import with_predicates
from kgqa.ontology import OWL, RDF_TYPE, Ontology

__all__ = [
    "CLASS_TYPES",
    "FORMATS",
    "NUMERIC",
    "PROPERTY_TYPES",
    "TEMPORAL",
    "Part",
    "declared",
    "individual_triples",
    "is_datatype",
    "measured_name",
    "read_ontologies",
    "read_ontology",
]


def read_ontology(data: str | bytes, format: str, source: str) -> Ontology:  # noqa: A002  # the field's word
    """The ontology in `data`. `format` is a name or a file's ending, `source` is named in errors.

    Raises BadInput with the place and the reason when the text cannot be read.
    """
    return read_ontologies([(data, format, source)])


def read_ontologies(parts: Sequence[Part]) -> Ontology:
    """The ontology that several files declare together; what one imports, another may be. Raises BadInput as
    `read_ontology` does.
    """
    files = [File(*part) for part in parts]
    mentioned: set[str] = set()
    found = declared(_noted((triple for file in files for triple in file.triples()), mentioned))
    things = individuals(individual_triples(parts))
    prefixes: dict[str, str] = {}
    for file in files:
        prefixes = file.prefixes | prefixes
    notices = [*found.notices]
    if not (found.classes or found.properties):
        names = ", ".join(file.source for file in files)
        notices.append(f"There are no classes and no properties in {names}: nothing is known from it.")
    return replace(
        found,
        prefixes=tuple(prefixes.items()),
        notices=tuple(notices),
        individuals=things,
        mentioned=frozenset(mentioned),
    )


def _noted(triples: Iterable[Triple], mentioned: set[str]) -> Iterator[Triple]:
    """The same triples; the properties and classes that they use are added to those `mentioned`: shapes and
    descriptions, as of SHACL and Dublin Core, that an ontology has beside what it declares.
    """
    for triple in triples:
        _, predicate, value = triple
        if isinstance(predicate, NamedNode):
            mentioned.add(predicate.value)
            if predicate.value == RDF_TYPE and isinstance(value, NamedNode):
                mentioned.add(value.value)
        yield triple


def declared(triples: Iterable[Triple], prefixes: tuple[tuple[str, str], ...] = ()) -> Ontology:
    """The ontology that the triples declare."""
    facts = Facts(with_predicates(triples))
    expressions = Expressions(facts)
    properties = Properties(facts, expressions)
    by_iri = properties.all()
    classes = Classes(facts, expressions, by_iri)
    missing = tuple(dict.fromkeys(_missing(facts)))
    return Ontology(
        classes=classes.all(),
        properties=by_iri,
        disjoint_pairs=frozenset(classes.disjoint()),
        disjoint_properties=frozenset(properties.disjoint()),
        datatypes=expressions.datatypes,
        prefixes=prefixes,
        missing_imports=missing,
        notices=tuple(
            f"The ontology imports {iri}, which was not given; its terms are not known." for iri in missing
        ),
    )


def _missing(facts: Facts) -> Iterator[str]:
    """The ontologies that are imported and not there. Those of the languages themselves are known."""
    there = {iri for iri, types in facts.by(RDF_TYPE).items() if OWL + "Ontology" in types}
    there.update(v for vs in facts.by(OWL + "versionIRI").values() for v in vs if is_named(v))
    bare = {iri.rstrip("#/") for iri in (*there, *STANDARD)}
    for imported in facts.by(OWL + "imports").values():
        yield from (iri for iri in imported if is_named(iri) and iri.rstrip("#/") not in bare)
