"""The certain repair of a property used in the wrong direction.

In: a case, the fact that is wrong, the class that contradicts it. Out: the whole query with that pattern
turned round, when the ontology says that the other direction fits; None otherwise.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.check.claims import Claim, Side, fit
from kgqa.check.rule import Case
from kgqa.ontology import Union
from kgqa.sparql.change import replace_triple
from kgqa.sparql.model import Iri, Lit, Triple
from kgqa.sparql.walk import Fact
from kgqa.sparql.writing import write


def turned(case: Case, fact: Fact, stated: Claim) -> str | None:
    """The query with the pattern of `fact` from its object to its subject."""
    triple = fact.triple
    if not isinstance(triple.predicate, Iri) or isinstance(triple.object, Lit):
        return None
    domains, ranges = case.ontology.domains(fact.property), case.ontology.ranges(fact.property)
    other = triple.object if stated.node == triple.subject else triple.subject
    other_types = [c.classes for c in case.claims.of(other, Side.TYPE)]
    here, there = (ranges, domains) if stated.node == triple.subject else (domains, ranges)
    if (
        not here
        or not there
        or not _all_fit(case, [stated.classes], here)
        or not _all_fit(case, other_types, there)
    ):
        return None
    swapped = Triple(triple.object, triple.predicate, triple.subject)
    return write(replace(case.query, select=replace_triple(case.query.select, triple, swapped)))


def _all_fit(case: Case, classes: list[Union], sides: tuple[Union, ...]) -> bool:
    return all(fit(c, side, case.ontology) for c in classes for side in sides)
