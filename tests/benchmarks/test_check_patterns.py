"""Slips that take a pattern of modelling out of a query are made as they are meant."""

from __future__ import annotations

import pytest

from benchmarks.check.patterns import slips
from kgqa.sparql import ParsedQuery, parse, write
from tests.kgqa.check.checking import HEAD
from tests.kgqa.check.test_hierarchies import SHOPS
from tests.kgqa.check.test_quantities import PRICES
from tests.kgqa.check.test_relations import MEMBERSHIPS, PEOPLE
from tests.kgqa.patterns.small import terms
from tests.kgqa.patterns.test_hierarchies import tree


@pytest.mark.parametrize(
    ("turtle", "gold", "rule", "slip"),
    [
        (
            tree("locatedIn") + SHOPS,
            "SELECT ?s { ?s :place/:locatedIn* :norway }",
            "hierarchy",
            "SELECT ?s { ?s :place :norway }",
        ),
        (
            PRICES,
            "SELECT ?x { ?x :price/:amount ?n FILTER(?n > 5) }",
            "quantity",
            "SELECT ?x { ?x :price ?n FILTER(?n > 5) }",
        ),
        (
            PRICES,
            'SELECT (SUM(?n) AS ?s) { ?x :price ?p . ?p :currency "EUR" ; :amount ?n }',
            "unit",
            "SELECT (SUM(?n) AS ?s) { ?x :price ?p . ?p :amount ?n }",
        ),
        (
            PEOPLE + MEMBERSHIPS,
            "SELECT ?p { ?m :member ?p ; :club ?c . ?c rdfs:label 'Club 1' }",
            "relation",
            "SELECT ?p { ?p :club ?c . ?c rdfs:label 'Club 1' }",
        ),
    ],
)
def test_a_slip_takes_one_pattern_out(turtle: str, gold: str, rule: str, slip: str) -> None:
    made = [(r, write(q)) for r, q in slips(_read(gold), terms(turtle).ontology)]
    assert (rule, write(_read(slip))) in made


def _read(query: str) -> ParsedQuery:
    parsed = parse(HEAD + query)
    assert isinstance(parsed, ParsedQuery)
    return parsed
