"""What a gold query speaks of, so that it can be seen whether the names of its question were found.

In: a parsed query and the ontology. Out: its classes, properties, things and texts, each once. What no phrase
of a question names is left out: the terms of RDF, RDFS, OWL and SKOS, the properties that name things, the
flags of functions. Numbers, dates and booleans are kept apart: they are read from the question as they stand,
and no index is needed for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.linking.names import KNOWN_NAMES, KNOWN_OTHER_NAMES
from kgqa.ontology import OWL, RDF, RDF_TYPE, RDFS, SKOS, Ontology
from kgqa.sparql import ParsedQuery
from kgqa.sparql.facts import facts
from kgqa.sparql.model import Call, Iri, Lit, Values, Var
from kgqa.sparql.walk import all_elements, expressions, named_things, path_iris, triples

UNNAMED = (RDF, RDFS, OWL, SKOS)
NAMING = frozenset((*KNOWN_NAMES, *KNOWN_OTHER_NAMES))
_TYPED = frozenset((RDF_TYPE, RDFS + "subClassOf"))
_FLAGS = {"REGEX": 2, "REPLACE": 2, "LANGMATCHES": 1, "GROUP_CONCAT": 1}  # from which argument on


@dataclass(frozen=True, slots=True)
class Gold:
    """The terms of one query."""

    classes: tuple[str, ...] = ()
    properties: tuple[str, ...] = ()
    entities: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()


def gold_of(query: ParsedQuery, ontology: Ontology) -> Gold:
    """The terms of a query that phrases of its question may name."""
    things = [iri for iri in named_things(query) if not iri.startswith(UNNAMED)]
    typed = {
        fact.object.value
        for fact in facts(query).facts
        if fact.property in _TYPED and isinstance(fact.object, Iri)
    }
    classes = [iri for iri in things if iri in typed or iri in ontology.classes]
    properties = [*_path_iris(query), *(iri for iri in things if iri in ontology.properties)]
    literals = list(_literals(query))
    return Gold(
        classes=_once(classes),
        properties=_once(p for p in properties if p not in NAMING and not p.startswith(UNNAMED)),
        entities=_once(i for i in things if i not in classes and i not in ontology.properties),
        texts=_once(lit.value for lit in literals if lit.datatype is None and lit.value.strip()),
        numbers=_once(lit.value for lit in literals if lit.datatype is not None),
    )


def _path_iris(query: ParsedQuery) -> Iterator[str]:
    for triple in triples(query):
        if not isinstance(triple.predicate, Var):
            yield from (iri.value for iri in path_iris(triple.predicate))


def _literals(query: ParsedQuery) -> Iterator[Lit]:
    yield from (n for t in triples(query) for n in (t.subject, t.object) if isinstance(n, Lit))
    flags = {
        argument
        for call in expressions(query)
        if isinstance(call, Call) and isinstance(call.function, str)
        for argument in call.arguments[_FLAGS.get(call.function, len(call.arguments)) :]
        if isinstance(argument, Lit)
    }
    yield from (e for e in expressions(query) if isinstance(e, Lit) and e not in flags)
    for element in all_elements(query):
        if isinstance(element, Values):
            yield from (v for row in element.rows for v in row if isinstance(v, Lit))


def _once(found: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(found))
