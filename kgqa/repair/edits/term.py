"""*Term*: a property or a class that the graph does not have becomes the known one that was meant.

In: a case. Out: the query with a known term in the unknown one's place. A slip of the pen, a "has" too many
and another namespace are spelling; a name that says the same in other words is another term.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rapidfuzz.distance import OSA

from kgqa.check.claims import STANDARD, SUBCLASS
from kgqa.check.rule import Case
from kgqa.check.words import name, nearest_terms, quoted
from kgqa.ontology import RDF_TYPE, local_name, spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import with_iri
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Iri, Var
from kgqa.sparql.walk import path_iris, triples

NAME = "term"
SAME_NAME = 95.0  # the same words, but for "has", a plural, a capital or the namespace
MARGIN = 5.0  # a name this much further away is not meant
LETTERS_A_SLIP = 5  # letters of a name for each slip in it
MOST = 6


def propose(case: Case) -> Iterator[Edit]:
    ontology = case.ontology
    if known := ontology.known_properties:
        used = (
            iri.value
            for triple in triples(case.query)
            if not isinstance(triple.predicate, Var)
            for iri in path_iris(triple.predicate)
        )
        for iri in dict.fromkeys(used):
            if iri not in known and not iri.startswith(STANDARD):
                yield from _known_for(case, iri, known)
    if known := ontology.known_classes:
        named = (f.object.value for f in _typing(case) if isinstance(f.object, Iri))
        for iri in dict.fromkeys(named):
            if iri not in known and not iri.startswith(STANDARD):
                yield from _known_for(case, iri, known)


def _typing(case: Case) -> Iterator[Fact]:
    return (f for f in case.facts.facts if f.property in (RDF_TYPE, SUBCLASS))


def _known_for(case: Case, iri: str, known: frozenset[str]) -> Iterator[Edit]:
    ontology = case.ontology
    found = nearest_terms(iri, known, ontology, limit=MOST)
    best = found[0][1] if found else 0.0
    for term, score in found:
        spelled = score >= SAME_NAME or _is_slip(iri, term)
        if spelled and score < best - MARGIN:
            continue
        yield Edit(
            kind=NAME,
            query=replace(case.query, select=with_iri(case.query.select, iri, term)),
            what=f"{quoted(spaced(local_name(iri)))} is taken for {name(term, ontology)}.",
            tier=Tier.SPELLING if spelled else Tier.EXCHANGED,
        )


def _is_slip(iri: str, term: str) -> bool:
    one, other = local_name(iri).casefold(), local_name(term).casefold()
    allowed = len(one) // LETTERS_A_SLIP
    return allowed > 0 and OSA.distance(one, other, score_cutoff=allowed) <= allowed


KIND = EditKind(
    name=NAME,
    why="Models misspell names, put a “has” before them, or take them from a vocabulary they know better.",
    propose=propose,
)
