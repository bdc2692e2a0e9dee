"""Another term in a term's place: a sibling, a wrong class, an invention, a misspelling, a text for a
thing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from benchmarks.check.mutants.edits import exchanged, property_sites, with_property
from benchmarks.check.mutants.vocabulary import Chance, Vocabulary
from kgqa.sparql.model import Compare, Iri, Lit, ParsedQuery, Triple, Values
from kgqa.sparql.walk import all_elements, expressions, triples


def sibling_property(query: ParsedQuery, known: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    for triple, iri in chance.shuffled(property_sites(query)):
        for other in chance.shuffled(known.sibling_properties(iri)[:6])[:2]:
            yield with_property(query, triple, iri, other)


def wrong_class(query: ParsedQuery, known: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    for site in chance.shuffled(_classes(query, known)):
        others = known.other_classes(_class_iri(site))
        for other in chance.shuffled(others[:4])[:1] + chance.shuffled(others)[:1]:
            yield _with_class(query, site, other)


def invented_property(query: ParsedQuery, known: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    for triple, iri in chance.shuffled(property_sites(query)):
        for other in chance.shuffled(known.invented_properties(iri))[:2]:
            yield with_property(query, triple, iri, other)


def misspelt_term(query: ParsedQuery, known: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    for triple, iri in chance.shuffled(property_sites(query)):
        for other in chance.shuffled(known.misspellings(iri, chance))[:1]:
            yield with_property(query, triple, iri, other)
    for site in chance.shuffled(_classes(query, known)):
        for other in chance.shuffled(known.misspellings(_class_iri(site), chance))[:1]:
            yield _with_class(query, site, other)


def literal_for_iri(query: ParsedQuery, known: Vocabulary, chance: Chance) -> Iterator[ParsedQuery]:
    """A thing's name in the place of the thing."""
    for triple in chance.shuffled(triples(query)):
        end = triple.object
        if isinstance(end, Iri) and end.value not in known.terms and not triple.is_type:
            yield exchanged(query, triple, replace(triple, object=Lit(known.name_of(end.value))))
    for expr in expressions(query):
        if isinstance(expr, Compare) and isinstance(expr.right, Iri) and expr.right.value not in known.terms:
            yield exchanged(query, expr, replace(expr, right=Lit(known.name_of(expr.right.value))))
    for element in all_elements(query):
        if isinstance(element, Values) and len(element.rows) == 1:
            row = tuple(Lit(known.name_of(v.value)) if isinstance(v, Iri) else v for v in element.rows[0])
            yield exchanged(query, element, replace(element, rows=(row,)))


def _classes(query: ParsedQuery, known: Vocabulary) -> list[Triple]:
    """Patterns that name a class."""
    return [
        t for t in triples(query) if isinstance(t.object, Iri) and t.object.value in known.ontology.classes
    ]


def _class_iri(triple: Triple) -> str:
    assert isinstance(triple.object, Iri)
    return triple.object.value


def _with_class(query: ParsedQuery, triple: Triple, iri: str) -> ParsedQuery:
    return exchanged(query, triple, replace(triple, object=Iri(iri)))
