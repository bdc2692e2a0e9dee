"""Questions as colleagues type them: who still works here, when it was, which noun is asked for."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, found, kit_of

HANGAR = """
@prefix : <https://hangar.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Fitter a owl:Class ; rdfs:label "fitter"@en , "Mechaniker"@de ; rdfs:subClassOf :Employee .
:Employee a owl:Class ; rdfs:label "employee"@en , "Mitarbeiter"@de .
:Licence a owl:Class ; rdfs:label "licence"@en .
:Job a owl:Class ; rdfs:label "job"@en , "Auftrag"@de .
:Reading a owl:Class ; rdfs:label "reading"@en , "Ablesung"@de .
:Laptop a owl:Class ; rdfs:label "laptop"@en .
:Contract a owl:Class ; rdfs:label "contract"@en , "Vertrag"@de .
:holder a owl:ObjectProperty ; rdfs:label "licence holder"@en ; rdfs:domain :Licence ; rdfs:range :Fitter .
:category a owl:DatatypeProperty ; rdfs:label "category"@en ; rdfs:domain :Licence ; rdfs:range xsd:string .
:left a owl:DatatypeProperty ; rdfs:label "left on"@en , "Austritt"@de ;
  rdfs:domain :Employee ; rdfs:range xsd:date .
:phone a owl:DatatypeProperty ; rdfs:label "phone"@en , "Telefon"@de ;
  rdfs:domain :Employee ; rdfs:range xsd:string .
:lead a owl:ObjectProperty ; rdfs:label "lead"@en ; rdfs:domain :Job ; rdfs:range :Fitter .
:status a owl:ObjectProperty ; rdfs:label "status"@en , "Status"@de ;
  rdfs:domain :Job ; rdfs:range skos:Concept .
:branch a owl:ObjectProperty ; rdfs:label "branch"@en , "Sparte"@de ;
  rdfs:domain :Contract ; rdfs:range skos:Concept .
:from a owl:DatatypeProperty ; rdfs:label "start date"@en ; rdfs:domain :Contract ; rdfs:range xsd:date .
:to a owl:DatatypeProperty ; rdfs:label "end date"@en ; rdfs:domain :Contract ; rdfs:range xsd:date .
:covers a owl:ObjectProperty ; rdfs:label "covers"@en ; rdfs:domain :Contract ; rdfs:range :Laptop .
:opened a owl:DatatypeProperty ; rdfs:label "opened on"@en ; rdfs:domain :Job ; rdfs:range xsd:date .
:level a owl:DatatypeProperty ; rdfs:label "oil level"@en , "Ölstand"@de ;
  rdfs:domain :Reading ; rdfs:range xsd:decimal .
:taken a owl:DatatypeProperty ; rdfs:label "taken on"@en , "abgelesen am"@de ;
  rdfs:domain :Reading ; rdfs:range xsd:date .
:price a owl:DatatypeProperty ; rdfs:label "purchase price"@en ;
  rdfs:domain :Laptop ; rdfs:range xsd:decimal .
:model a owl:DatatypeProperty ; rdfs:label "model"@en ; rdfs:domain :Laptop ; rdfs:range xsd:string .
:done a skos:Concept ; skos:prefLabel "Completed"@en , "abgeschlossen"@de .
:stopped a skos:Concept ; skos:prefLabel "Cancelled"@en , "storniert"@de .
:gas a skos:Concept ; skos:prefLabel "Gas"@de . :power a skos:Concept ; skos:prefLabel "Strom"@de .
:ann a :Fitter ; rdfs:label "Ann Reed" ; :phone "0151 11" , "0160 22" .
:bob a :Fitter ; rdfs:label "Bob Hay" ; :left "2024-05-31"^^xsd:date ; :phone "0151 33" .
:cy a :Fitter ; rdfs:label "Cy Dunn" .
:l1 a :Licence ; :holder :ann ; :category "B2" . :l2 a :Licence ; :holder :bob ; :category "B2" .
:j1 a :Job ; rdfs:label "J1" ; :lead :ann ; :status :done ; :opened "2024-03-01"^^xsd:date .
:j2 a :Job ; rdfs:label "J2" ; :lead :bob ; :status :stopped ; :opened "2024-06-01"^^xsd:date .
:j3 a :Job ; rdfs:label "J3" ; :lead :cy ; :status :done ; :opened "2025-02-01"^^xsd:date .
:r1 a :Reading ; :level 9.5 ; :taken "2024-01-01"^^xsd:date .
:r2 a :Reading ; :level 7.5 ; :taken "2025-01-01"^^xsd:date .
:n1 a :Laptop ; rdfs:label "N-1" ; :model "Kestrel" ; :price 1000 .
:n2 a :Laptop ; rdfs:label "N-2" ; :model "Kestrel" ; :price 1200 .
:n3 a :Laptop ; rdfs:label "N-3" ; :model "Wren" ; :price 700 .
:c1 a :Contract ; rdfs:label "C1" ; :branch :gas ; :from "2020-01-01"^^xsd:date ; :to "2024-12-31"^^xsd:date ;
  :covers :n1 .
:c2 a :Contract ; rdfs:label "C2" ; :branch :gas ; :from "2023-01-01"^^xsd:date .
:c3 a :Contract ; rdfs:label "C3" ; :branch :power ; :from "2024-01-01"^^xsd:date .
"""


@pytest.fixture(scope="module")
def hangar() -> Kit:
    return kit_of(HANGAR)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("who has a B2 licence and is still working here?", ["ann"]),
        ("who has a B2 licence?", ["ann", "bob"]),
        ("Who left us in 2024?", ["bob"]),
        ("who has a B2 licence? Leave out anyone who's gone", ["ann"]),
    ],
)
def test_who_has_left_is_not_still_here(hangar: Kit, text: str, expected: list[str]) -> None:
    assert found(hangar, text) == expected


@pytest.mark.parametrize(("name", "expected"), [("Ann Reed", True), ("Bob Hay", False)])
def test_whether_somebody_is_still_here_is_answered_by_the_date_of_leaving(
    hangar: Kit, name: str, expected: bool
) -> None:
    answer = ask(hangar, f"Ist {name} noch bei uns beschäftigt?", language="de")
    assert answer.table is not None
    assert answer.table.boolean is expected


def test_what_runs_has_not_ended(hangar: Kit) -> None:
    assert found(hangar, "welche laufenden Gasverträge haben wir?", "de") == ["c2"]


def test_what_nothing_tells_the_end_of_is_not_said_to_go_on(hangar: Kit) -> None:
    assert ask(hangar, "which laptops are still here?").outcome is not Outcome.ANSWERED


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("When does the contract for N-1 run out?", ["2024-12-31"]),
        ("when did we open the last completed job?", ["2025-02-01"]),
        ("when was the last job of Ann Reed opened?", ["2024-03-01"]),
    ],
)
def test_when_asks_for_a_date_and_for_the_one_that_is_meant(
    hangar: Kit, text: str, expected: list[str]
) -> None:
    assert found(hangar, text) == expected


@pytest.mark.parametrize(("text", "code"), [("latest oil level?", "en"), ("letzter Ölstand?", "de")])
def test_the_latest_value_is_that_of_the_latest_date(hangar: Kit, text: str, code: str) -> None:
    assert found(hangar, text, code) == ["7.5"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("which jobs did we have to cancel?", ["j2"]),
        ("jobs from 2024", ["j1", "j2"]),
        ("jobs opened since 2024", ["j1", "j2", "j3"]),
    ],
)
def test_states_and_years_are_read_in_the_forms_that_people_use(
    hangar: Kit, text: str, expected: list[str]
) -> None:
    assert found(hangar, text) == expected


def test_german_states_are_declined(hangar: Kit) -> None:
    assert found(hangar, "welche stornierten Aufträge gibt es?", "de") == ["j2"]


def test_a_noun_before_a_property_says_whose_it_is(hangar: Kit) -> None:
    answer = ask(hangar, "average purchase price per laptop model please")
    assert answer.table is not None
    rows = {(row[0] and row[0].value, float(row[1].value)) for row in answer.table.rows if row[1]}
    assert rows == {("Kestrel", 1100.0), ("Wren", 700.0)}


@pytest.mark.parametrize(
    "text",
    [
        "What's Ann Reed's phone number?",
        "phone number of Ann Reed",
        "does anyone know the phone of Ann Reed?",
    ],
)
def test_a_phone_number_is_no_number_of_phones(hangar: Kit, text: str) -> None:
    assert found(hangar, text) == ["0151 11", "0160 22"]


@pytest.mark.parametrize(
    "text",
    [
        "Can someone give me the jobs that Cy Dunn leads? thx",
        "jobs that Cy Dunn leads, need it for the board",
        "jobs that Cy Dunn leads, cancelled ones included",
    ],
)
def test_what_only_frames_a_question_is_left_out(hangar: Kit, text: str) -> None:
    assert found(hangar, text) == ["j3"]


def test_which_asks_for_the_thing_and_not_for_its_number(hangar: Kit) -> None:
    assert found(hangar, "which machine had the highest purchase price?") == ["n2"]


def test_who_is_never_a_number_or_a_document(hangar: Kit) -> None:
    assert found(hangar, "who did J2?") == ["bob"]


def test_who_left_is_no_contract_that_ended() -> None:
    """Where nobody has a date of leaving, what else has an end is not listed in their place."""
    without = HANGAR.replace('rdfs:label "left on"@en , "Austritt"@de', 'rdfs:label "examined on"@en')
    without = without.replace(":left", ":examined")
    assert ask(kit_of(without), "Who left us in 2024?").outcome is not Outcome.ANSWERED
