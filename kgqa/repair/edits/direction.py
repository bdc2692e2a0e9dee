"""*Direction*: a property that is asked the wrong way round is turned.

In: a case. Out: the query with one pattern from its object to its subject, for each pattern that conflicts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.check.claims import Side
from kgqa.check.rule import Case
from kgqa.check.words import name
from kgqa.ontology import RDF_TYPE
from kgqa.repair.edit import Edit, EditKind, Tier
from kgqa.sparql.change import replace_triple
from kgqa.sparql.model import Iri, Lit, Triple

NAME = "direction"


def propose(case: Case) -> Iterator[Edit]:
    claims = [c for conflict in case.claims.conflicts for c in (conflict.one, conflict.other)]
    wrong = {id(c.fact.triple): c.fact.triple for c in claims if c.side is not Side.TYPE}
    for triple in wrong.values():
        predicate = triple.predicate
        if not isinstance(predicate, Iri) or predicate.value == RDF_TYPE or isinstance(triple.object, Lit):
            continue
        swapped = Triple(triple.object, predicate, triple.subject)
        yield Edit(
            kind=NAME,
            query=replace(case.query, select=replace_triple(case.query.select, triple, swapped)),
            what=f"{name(predicate.value, case.ontology)} is asked the other way round.",
            tier=Tier.TURNED,
        )


KIND = EditKind(
    name=NAME,
    why="Models know that an order and an employee are related, and not which of the two says so.",
    propose=propose,
)
