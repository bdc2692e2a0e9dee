"""*Namespace*: terms of a namespace that the graph does not have become those of the same names that it has.

In: a case. Out: for each such namespace, the query with all its terms exchanged at once.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from kgqa.check.claims import STANDARD
from kgqa.check.rule import Case
from kgqa.check.words import quoted
from kgqa.ontology import OWL, RDF_TYPE, RDFS, SKOS, local_name
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.repair.places import with_iri
from kgqa.sparql.model import Iri, Var
from kgqa.sparql.walk import path_iris, triples
from kgqa.wording.said import say

NAME = "namespace"
# What every graph may use, whether it declares it or not.
_COMMON = (
    RDF_TYPE,
    *(RDFS + n for n in ("label", "comment", "subClassOf", "subPropertyOf", "Class")),
    *(OWL + n for n in ("Class", "Thing", "sameAs")),
    *(SKOS + n for n in ("prefLabel", "altLabel", "notation", "definition", "broader", "narrower")),
)
_TYPING = (RDF_TYPE, RDFS + "subClassOf")
_MARKS = re.compile(r"[^a-z0-9]")


def propose(case: Case) -> Iterator[Edit]:
    unknown = _unknown(case)
    if not unknown:
        return
    same = _by(_letters, (*case.ontology.known_terms, *_COMMON))
    named = _by(local_name, case.ontology.known_terms)
    groups: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for iri in unknown:
        meant = same.get(_letters(iri)) or named.get(local_name(iri)) or ()
        if len(meant) == 1:
            groups[_namespace(iri)][iri] = meant[0]
    for namespace, meant_by in groups.items():
        select = case.query.select
        for old, new in meant_by.items():
            select = with_iri(select, old, new)
        places = sorted({_namespace(new) for new in meant_by.values()})
        yield Edit(
            kind=NAME,
            query=replace(case.query, select=select),
            what=say(
                "The names in {space} are those in {places}.",
                space=quoted(namespace),
                places=quoted(", ".join(places)),
            ),
            tier=Tier.SPELLING,
        )


def _unknown(case: Case) -> list[str]:
    """Properties and classes that no ontology has."""
    found: dict[str, None] = {}
    for triple in triples(case.query):
        if not isinstance(triple.predicate, Var):
            found |= dict.fromkeys(i.value for i in path_iris(triple.predicate))
            if isinstance(triple.object, Iri) and any(
                i.value in _TYPING for i in path_iris(triple.predicate)
            ):
                found[triple.object.value] = None
    known = case.ontology.known_terms | case.conditions.things.keys() | set(_COMMON)
    return [i for i in found if i not in known and not i.startswith(STANDARD)]


def _by(key: Callable[[str], str], terms: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Terms by what they are recognised by."""
    found: dict[str, tuple[str, ...]] = {}
    for term in dict.fromkeys(terms):
        found[key(term)] = (*found.get(key(term), ()), term)
    return found


def _letters(iri: str) -> str:
    """An IRI without what is easily mistaken in it: its scheme, capitals, and the marks between its words."""
    return _MARKS.sub("", iri.casefold().removeprefix("https").removeprefix("http"))


def _namespace(iri: str) -> str:
    return iri.removesuffix(local_name(iri))


KIND = EditKind(
    name=NAME,
    why="Models write https for http, a slash for a hash, or take a name from a vocabulary they know better.",
    propose=propose,
)
