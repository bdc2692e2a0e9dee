"""Properties as Wikibase describes them: an entity carries the names, and says which predicates stand for it
(RDF Dump Format of Wikibase, "Properties").

In: schema triples. Out: the same, with each predicate named and typed as the entity that describes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from kgqa.declared.facts import Triple
from kgqa.declared.vocabulary import COMMENTS, OTHER_NAMES, PREFERRED_NAMES
from kgqa.ontology import RDF, RDF_TYPE

WIKIBASE = "http://wikiba.se/ontology#"
_STANDS_FOR = frozenset(
    WIKIBASE + name for name in ("directClaim", "claim", "statementProperty", "qualifier", "reference")
)
_SAID = frozenset((*PREFERRED_NAMES, *OTHER_NAMES, *COMMENTS))


def with_predicates(triples: Iterable[Triple]) -> Iterator[Triple]:
    """The triples, and what the entities say of the predicates that stand for them."""
    predicates: dict[str, list[ox.NamedNode]] = {}
    said: dict[str, list[Triple]] = {}
    for triple in triples:
        yield triple
        subject, predicate, value = triple
        if not (isinstance(subject, ox.NamedNode) and isinstance(predicate, ox.NamedNode)):
            continue
        if predicate.value in _STANDS_FOR and isinstance(value, ox.NamedNode):
            predicates.setdefault(subject.value, []).append(value)
        elif predicate.value in _SAID:
            said.setdefault(subject.value, []).append(triple)
    for entity, names in predicates.items():
        for name in names:
            yield name, ox.NamedNode(RDF_TYPE), ox.NamedNode(RDF + "Property")
            yield from ((name, predicate, value) for _, predicate, value in said.get(entity, ()))
