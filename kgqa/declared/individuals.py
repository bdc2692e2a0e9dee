"""Things that stand in an ontology file: the members of code lists (sizes, states, units), with their names.

In: the files of an ontology. Out: the triples about those things, for a store that does not hold them, and
each thing with its names and classes. Schema terms, headers of ontologies and shapes are no such things.
"""

from __future__ import annotations

from collections.abc import Sequence

import pyoxigraph as ox

from kgqa.declared.facts import Facts
from kgqa.declared.files import File, Part
from kgqa.declared.names import names_of
from kgqa.declared.vocabulary import CLASS_TYPES
from kgqa.declared.wikibase import WIKIBASE
from kgqa.ontology import OWL, OWL_THING, RDF, RDF_TYPE, RDFS, SKOS, Individual

MOST = 20_000  # things of a file; more are data, which belongs into the graph
_TYPE = ox.NamedNode(RDF_TYPE)
_MARK = OWL + "NamedIndividual"
_LANGUAGES = (RDF, RDFS, OWL, "http://www.w3.org/ns/shacl#", WIKIBASE)
_KNOWN = frozenset((SKOS + "Concept", SKOS + "ConceptScheme", SKOS + "Collection"))


def individual_triples(parts: Sequence[Part]) -> list[ox.Triple]:
    """The triples whose subject is a thing of these files; [] where they hold more things than code lists do.

    Raises BadInput for what cannot be read.
    """
    files = [File(*part) for part in parts]
    types: dict[str, set[str]] = {}
    for file in files:
        for subject, predicate, value in file.triples():
            if predicate == _TYPE and isinstance(subject, ox.NamedNode) and isinstance(value, ox.NamedNode):
                types.setdefault(subject.value, set()).add(value.value)
    classes = {iri for iri, of in types.items() if of & CLASS_TYPES}
    things = {iri for iri, of in types.items() if _is_thing(of, classes)}
    if not things or len(things) > MOST:
        return []
    return [
        ox.Triple(subject, predicate, value)
        for file in files
        for subject, predicate, value in file.triples()
        if isinstance(subject, ox.NamedNode)
        and isinstance(predicate, ox.NamedNode)
        and subject.value in things
        and not isinstance(value, ox.BlankNode)  # what it is made of is not kept either
    ]


def individuals(triples: Sequence[ox.Triple]) -> tuple[Individual, ...]:
    """The things that these triples are about."""
    facts = Facts((t.subject, t.predicate, t.object) for t in triples)
    classes: dict[str, list[str]] = {}
    for triple in triples:
        subject, value = triple.subject, triple.object
        if isinstance(subject, ox.NamedNode):
            of = classes.setdefault(subject.value, [])
            if (
                triple.predicate == _TYPE
                and isinstance(value, ox.NamedNode)
                and not value.value.startswith(OWL)
            ):
                of.append(value.value)
    return tuple(
        Individual(iri=iri, names=names_of(facts, iri), classes=tuple(dict.fromkeys(of)))
        for iri, of in sorted(classes.items())
    )


def _is_thing(types: set[str], classes: set[str]) -> bool:
    """Whether what has these types is a thing of a class that the file declares, or says that it is one."""
    of = types - {_MARK, OWL_THING}
    if any(t.startswith(_LANGUAGES) for t in of):
        return False
    return bool(of & (classes | _KNOWN)) or _MARK in types
