"""*Term*: a property or a class that the graph does not have becomes the known one that was meant.

In: a case. Out: the query with a known term in the unknown one's place. A slip of the pen, a "has" too many
and another namespace are spelling; a name that says the same and where it belongs is another term; one that
is only somewhat like it casts doubt.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from rapidfuzz.distance import OSA

from kgqa.check.claims import STANDARD, SUBCLASS
from kgqa.check.rule import Case
from kgqa.check.words import name, nearest_terms, quoted
from kgqa.ontology import RDF_TYPE, Ontology, local_name, spaced
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import with_iri
from kgqa.sparql.change import exchanged
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import Inverse, Iri, ParsedQuery, Select, Var
from kgqa.sparql.walk import path_iris, triples

NAME = "term"
SAME_NAME = 95.0  # the same words, but for "has", a plural, a capital or the namespace
MARGIN = 5.0  # a name this much further away is not meant
LETTERS_A_SLIP = 5  # letters of a name for each slip in it
MOST = 6
# Words that make no other term of one.
_EMPTY = frozenset(("has", "have", "get", "is", "the", "a", "an", "value", "name")) | frozenset(
    ("of", "to", "by", "in", "on", "at", "for")
)


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
        said = Tier.EXCHANGED if _says_no_more(iri, term, ontology) else Tier.THINKABLE
        edit = Edit(
            kind=NAME,
            query=replace(case.query, select=with_iri(case.query.select, iri, term)),
            what=f"{quoted(spaced(local_name(iri)))} is taken for {name(term, ontology)}.",
            tier=Tier.SPELLING if spelled else said,
            doubts=None if spelled else Tier.EXCHANGED,
        )
        yield edit
        if not spelled and _may_lead_back(iri, term) and term in ontology.known_properties:
            back = f"{edit.what[:-1]}, asked the other way round."
            yield replace(edit, query=_turned(case.query, iri, term), what=back)


def _is_slip(iri: str, term: str) -> bool:
    one, other = local_name(iri).casefold(), local_name(term).casefold()
    allowed = len(one) // LETTERS_A_SLIP
    return allowed > 0 and OSA.distance(one, other, score_cutoff=allowed) <= allowed


def _says_no_more(iri: str, term: str, ontology: Ontology) -> bool:
    """Whether the written name says what the term says and besides only what it belongs to: the "price of
    product" is a product's price; the "person of" something is not the person responsible for it.
    """
    written = _words(local_name(iri))
    ends = {c for union in (*ontology.domains(term), *ontology.ranges(term)) for c in union}
    ends |= {c for use in ontology.uses_of(term) for c in (use.subject, use.object) if c}
    further = {w for c in ends for n in (local_name(c), ontology.label(c)) for w in _words(n)}
    names = (local_name(term), ontology.label(term))
    return any(own and own <= written and written - own <= further for own in map(_words, names))


def _may_lead_back(iri: str, term: str) -> bool:
    """Whether the one is the way back of the other: "manager of" of "manager"."""
    return spaced(local_name(iri)).endswith(" of") and not spaced(local_name(term)).endswith(" of")


def _turned(query: ParsedQuery, old: str, new: str) -> ParsedQuery:
    """The query that asks another property the other way round wherever one stands."""
    gone, back = Iri(old), Inverse(Iri(new))
    select = exchanged(query.select, lambda v: back if isinstance(v, Iri) and v == gone else None)
    return replace(query, select=cast("Select", select))


def _words(name: str) -> set[str]:
    """The words of a name that say something."""
    return {w.casefold().removesuffix("s") for w in spaced(name).split()} - _EMPTY


KIND = EditKind(
    name=NAME,
    why="Models misspell names, put a “has” before them, or take them from a vocabulary they know better.",
    propose=propose,
)
