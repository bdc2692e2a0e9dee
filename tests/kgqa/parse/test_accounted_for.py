"""Every word of a question is accounted for: what a reading would overlook is told, offered or denied."""

from __future__ import annotations

import pytest

from kgqa.linking.near import denied, may_be
from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ID, ask, kit_of, values

DEF = "https://works.example/def/"
WORKS = f"""
@prefix : <{DEF}> .
@prefix i: <{ID}> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Supplier a owl:Class ; rdfs:label "supplier" .
:Customer a owl:Class ; rdfs:label "customer" .
:Region a owl:Class ; rdfs:label "region" .
:Figure a owl:Class ; rdfs:label "sales figure" .
:Department a owl:Class ; rdfs:label "department" .
:Employee a owl:Class ; rdfs:label "employee" .
:WeatherService a owl:Class ; rdfs:label "weather service" .
:Project a owl:Class ; rdfs:label "project" .
:certifiedTo a owl:ObjectProperty ; rdfs:label "certified to" .
:customerSince a owl:DatatypeProperty ; rdfs:label "customer since" .
:headedBy a owl:ObjectProperty ; rdfs:label "headed by" .
:inRegion a owl:ObjectProperty ; rdfs:label "in region" .
:revenue a owl:DatatypeProperty ; rdfs:label "revenue" .
:joinedOn a owl:DatatypeProperty ; rdfs:label "date of joining" .
:endsOn a owl:DatatypeProperty ; rdfs:label "end date" .

i:iso a :Standard ; rdfs:label "ISO 9001" .
i:a a :Supplier ; rdfs:label "Alder Castings" ; :certifiedTo i:iso .
i:b a :Supplier ; rdfs:label "Birch Optics" .
i:c a :Supplier ; rdfs:label "Cedar Tools" ; :certifiedTo i:iso .

i:north a :Region ; rdfs:label "North" .
i:k1 a :Customer ; rdfs:label "Harbour Board" ; :inRegion i:north ; :customerSince "2019-04-01"^^xsd:date .
i:k2 a :Customer ; rdfs:label "Lake Council" ; :inRegion i:north ; :customerSince "2021-09-01"^^xsd:date .
i:f1 a :Figure ; :inRegion i:north ; :revenue 900 .
i:f2 a :Figure ; :inRegion i:north ; :revenue 500 .

i:met a :WeatherService ; rdfs:label "Fjord Weather" ; :customerSince "2003-02-25"^^xsd:date .
i:e1 a :Employee ; rdfs:label "Ada Lind" ; :worksIn i:d1 ; :joinedOn "1999-02-03"^^xsd:date .
i:e2 a :Employee ; rdfs:label "Ben Moss" ; :worksIn i:d1 ; :joinedOn "2015-06-01"^^xsd:date .
i:d1 a :Department ; rdfs:label "Assembly" ; :headedBy i:e1 .

i:p1 a :Project ; rdfs:label "Dry Dock" ; :endsOn "2024-12-31"^^xsd:date .
i:p2 a :Project ; rdfs:label "Long Pier" ; :endsOn "2031-12-31"^^xsd:date .
i:p3 a :Project ; rdfs:label "New Quay" .
"""


@pytest.fixture(scope="module")
def works() -> Kit:
    return kit_of(WORKS)


@pytest.mark.parametrize("question", ["Which suppliers are slow?", "old employees", "reliable suppliers"])
def test_an_adjective_that_the_graph_cannot_measure_is_not_overlooked(works: Kit, question: str) -> None:
    answer = ask(works, question)
    assert answer.outcome in (Outcome.NOT_IN_GRAPH, Outcome.UNKNOWN)
    assert answer.table is None


def test_a_negating_prefix_turns_a_condition_round(works: Kit) -> None:
    assert values(ask(works, "uncertified suppliers")) == [("b",)]


def test_a_negating_prefix_is_no_slip() -> None:
    assert not may_be("uncertified", "certified")
    assert may_be("certifeid", "certified")
    assert (denied("uncertified"), denied("unit"), denied("supplier")) == (("certified",), (), ())


@pytest.mark.parametrize("question", ["biggest customers", "the largest customer"])
def test_nothing_is_the_biggest_by_a_date(works: Kit, question: str) -> None:
    answer = ask(works, question)
    assert answer.outcome is not Outcome.ANSWERED


def test_a_sum_is_not_taken_over_what_several_share(works: Kit) -> None:
    """The revenue of a region belongs to none of its customers."""
    assert ask(works, "top 2 customers by revenue").outcome is not Outcome.ANSWERED


def test_the_longest_serving_came_first(works: Kit) -> None:
    assert values(ask(works, "longest serving employee"))[0][0] == "e1"


def test_a_compound_is_not_what_it_begins_with(works: Kit) -> None:
    """Headroom has nothing to do with who heads a department."""
    answer = ask(works, "headroom by department")
    assert answer.outcome is not Outcome.ANSWERED


def test_a_headcount_is_the_number_of_employees(works: Kit) -> None:
    assert values(ask(works, "headcount")) == values(ask(works, "how many employees are there?"))


def test_what_ends_later_is_still_running(works: Kit) -> None:
    assert sorted(values(ask(works, "which projects are still running?"))) == [("p2",), ("p3",)]
