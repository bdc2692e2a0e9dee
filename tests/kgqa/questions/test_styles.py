"""Graphs are written in many styles: names in camelCase with units behind them and things known by a number
alone; measurements as observations of something; vocabularies of others with a member and a head.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, kit_of, values

# Nobody names anything: local names with units, numbers for names, codes, truths.
YARD = """
@prefix : <https://yard.example/schema#> .
@prefix y: <https://yard.example/data/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Boat a owl:Class . :Dock a owl:Class . :Repair a owl:Class . :Owner a owl:Class .
:boatNumber a owl:DatatypeProperty ; rdfs:domain :Boat ; rdfs:range xsd:integer .
:weight_kg a owl:DatatypeProperty ; rdfs:domain :Boat ; rdfs:range xsd:decimal .
:keelWeightKg a owl:DatatypeProperty ; rdfs:domain :Boat ; rdfs:range xsd:decimal .
:volume_m3 a owl:DatatypeProperty ; rdfs:domain :Boat ; rdfs:range xsd:decimal .
:orderDate a owl:DatatypeProperty ; rdfs:domain :Boat ; rdfs:range xsd:date .
:launchDate a owl:DatatypeProperty ; rdfs:domain :Boat ; rdfs:range xsd:date .
:deliveryDate a owl:DatatypeProperty ; rdfs:domain :Boat ; rdfs:range xsd:date .
:liesIn a owl:ObjectProperty ; rdfs:domain :Boat ; rdfs:range :Dock .
:hasRepair a owl:ObjectProperty ; rdfs:domain :Boat ; rdfs:range :Repair .
:doneFor a owl:ObjectProperty ; rdfs:domain :Repair ; rdfs:range :Owner .
:dockCode a owl:DatatypeProperty ; rdfs:domain :Dock ; rdfs:range xsd:string .
:areaCode a owl:DatatypeProperty ; rdfs:domain :Dock ; rdfs:range xsd:string .
:isCovered a owl:DatatypeProperty ; rdfs:domain :Dock ; rdfs:range xsd:boolean .
:ownerCode a owl:DatatypeProperty ; rdfs:domain :Owner ; rdfs:range xsd:string .
:crewSize a owl:DatatypeProperty ; rdfs:domain :Owner ; rdfs:range xsd:integer .
:duration_min a owl:DatatypeProperty ; rdfs:domain :Repair ; rdfs:range xsd:integer .
y:b1 a :Boat ; :boatNumber 4711 ; :weight_kg 900.5 ; :keelWeightKg 310 ; :liesIn y:d1 ;
  :hasRepair y:r1 , y:r2 ; :orderDate "2023-01-05"^^xsd:date ; :launchDate "2024-02-01"^^xsd:date ;
  :deliveryDate "2024-03-09"^^xsd:date .
y:b2 a :Boat ; :boatNumber 4712 ; :weight_kg 1200 ; :keelWeightKg 250 ; :volume_m3 250 ; :liesIn y:d2 ;
  :hasRepair y:r3 ; :orderDate "2024-05-05"^^xsd:date ; :launchDate "2024-09-01"^^xsd:date ;
  :deliveryDate "2025-01-20"^^xsd:date .
y:b3 a :Boat ; :boatNumber 4730 ; :weight_kg 400 ; :keelWeightKg 420 ; :liesIn y:d1 ;
  :hasRepair y:r4 ; :orderDate "2022-05-05"^^xsd:date ; :launchDate "2022-09-01"^^xsd:date ;
  :deliveryDate "2023-01-20"^^xsd:date .
y:d1 a :Dock ; :dockCode "DK-A" ; :areaCode "N" ; :isCovered true .
y:d2 a :Dock ; :dockCode "DK-B" ; :areaCode "S" ; :isCovered false .
y:r1 a :Repair ; :duration_min 90 ; :doneFor y:o1 . y:r2 a :Repair ; :duration_min 30 ; :doneFor y:o2 .
y:r3 a :Repair ; :duration_min 45 ; :doneFor y:o1 . y:r4 a :Repair ; :duration_min 60 ; :doneFor y:o2 .
y:o1 a :Owner ; :ownerCode "OW-7" ; :crewSize 5 . y:o2 a :Owner ; :ownerCode "OW-9" ; :crewSize 12 .
"""

# Measurements in the style of SOSA; people in that of ORG, where a head is a member of a kind.
MILL = """
@prefix : <https://mill.example/def/> .
@prefix m: <https://mill.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Probe a owl:Class ; rdfs:label "probe"@en . :Silo a owl:Class ; rdfs:label "silo"@en .
:Quality a owl:Class ; rdfs:label "quality"@en . :Reading a owl:Class ; rdfs:label "reading"@en .
:Maker a owl:Class ; rdfs:label "company"@en . :Crew a owl:Class ; rdfs:label "crew"@en .
:Person a owl:Class ; rdfs:label "person"@en . :Hall a owl:Class ; rdfs:label "hall"@en .
:of a owl:ObjectProperty ; rdfs:domain :Reading ; rdfs:range :Silo ; rdfs:label "feature of interest"@en .
:quality a owl:ObjectProperty ; rdfs:domain :Reading ; rdfs:range :Quality ;
  rdfs:label "observed property"@en .
:by a owl:ObjectProperty ; rdfs:domain :Reading ; rdfs:range :Probe ; rdfs:label "made by probe"@en .
:observes a owl:ObjectProperty ; rdfs:domain :Probe ; rdfs:range :Quality ; rdfs:label "observes"@en .
:manufacturer a owl:ObjectProperty ; rdfs:domain :Probe ; rdfs:range :Maker ; rdfs:label "manufacturer"@en .
:result a owl:DatatypeProperty ; rdfs:domain :Reading ; rdfs:range xsd:decimal ;
  rdfs:label "simple result"@en .
:resultTime a owl:DatatypeProperty ; rdfs:domain :Reading ; rdfs:range xsd:date ;
  rdfs:label "result time"@en .
:memberOf a owl:ObjectProperty ; rdfs:domain :Person ; rdfs:range :Crew ; rdfs:label "member of"@en .
:headOf a owl:ObjectProperty ; rdfs:subPropertyOf :memberOf ; rdfs:domain :Person ; rdfs:range :Crew ;
  rdfs:label "head of"@en .
:title a owl:DatatypeProperty ; rdfs:domain :Person ; rdfs:label "job title"@en .
:seats a owl:DatatypeProperty ; rdfs:domain :Hall ; rdfs:range xsd:integer ; rdfs:label "seats"@en .
:built a owl:DatatypeProperty ; rdfs:domain :Hall ; rdfs:range xsd:integer ;
  rdfs:label "year of construction"@en .
m:s1 a :Silo ; rdfs:label "North Silo" . m:s2 a :Silo ; rdfs:label "South Silo" .
m:q1 a :Quality ; rdfs:label "Grain Moisture" . m:q2 a :Quality ; rdfs:label "Core Heat" .
m:c1 a :Maker ; rdfs:label "Zell & Zell" . m:c2 a :Maker ; rdfs:label "Ostrava Instruments" .
m:p1 a :Probe ; rdfs:label "Probe 11" ; :observes m:q1 ; :manufacturer m:c1 .
m:p2 a :Probe ; rdfs:label "Probe 12" ; :observes m:q2 ; :manufacturer m:c2 .
m:r1 a :Reading ; :of m:s1 ; :quality m:q1 ; :by m:p1 ; :result 10.0 ; :resultTime "2025-01-01"^^xsd:date .
m:r2 a :Reading ; :of m:s1 ; :quality m:q1 ; :by m:p1 ; :result 14.0 ; :resultTime "2025-01-02"^^xsd:date .
m:r3 a :Reading ; :of m:s1 ; :quality m:q2 ; :by m:p2 ; :result 33.0 ; :resultTime "2025-01-01"^^xsd:date .
m:r4 a :Reading ; :of m:s2 ; :quality m:q1 ; :by m:p1 ; :result 21.0 ; :resultTime "2025-01-03"^^xsd:date .
m:k1 a :Crew ; rdfs:label "Packing" .
m:u1 a :Person ; rdfs:label "Ada Ruud" ; :title "Head of Crew" ; :headOf m:k1 ; :memberOf m:k1 .
m:u2 a :Person ; rdfs:label "Bo Lund" ; :title "Packer" ; :memberOf m:k1 .
m:h1 a :Hall ; rdfs:label "Mill Hall" ; :seats 40 ; :built 1932 .
m:h2 a :Hall ; rdfs:label "Great Hall" ; :seats 120 ; :built 1870 .
"""


@pytest.fixture(scope="module")
def yard() -> Kit:
    return kit_of(YARD)


@pytest.fixture(scope="module")
def mill() -> Kit:
    return kit_of(MILL)


def _things(*names: str) -> list[tuple[str, ...]]:
    return [(f"https://{name}",) for name in names]


def test_a_unit_behind_a_local_name_is_none_of_its_words(yard: Kit) -> None:
    assert values(ask(yard, "What is the total weight of all boats?")) == [("2500.5",)]
    assert values(ask(yard, "What is the keel weight of boat 4712?")) == [("250",)]
    assert values(ask(yard, "Which boats weigh more than 1 t?")) == _things("yard.example/data/b2")


def test_numbers_that_things_are_known_by_order_nothing(yard: Kit) -> None:
    assert values(ask(yard, "Boat numbers of the two heaviest boats")) == [("4712",), ("4711",)]


def test_a_thing_is_known_by_its_number_where_it_is_compared_with(yard: Kit) -> None:
    heavier = ask(yard, "Which boats have a higher keel weight than boat 4711?")
    assert values(heavier) == _things("yard.example/data/b3")
    assert values(ask(yard, "Which boats are heavier than boat 4711?")) == _things("yard.example/data/b2")


def test_a_thing_is_known_by_its_number_where_something_is_worked_out_of_it(yard: Kit) -> None:
    ratio = ask(yard, "What is the ratio of weight to volume of boat 4712?")
    assert [float(value) for (value,) in values(ratio)] == [4.8]


def test_of_several_dates_the_verb_tells_which(yard: Kit) -> None:
    assert values(ask(yard, "When was boat 4711 delivered?")) == [("2024-03-09",)]
    assert values(ask(yard, "When was boat 4711 ordered?")) == [("2023-01-05",)]
    assert values(ask(yard, "Which boats were delivered in 2024?")) == _things("yard.example/data/b1")


def test_the_code_of_a_thing_is_the_one_that_is_called_after_it(yard: Kit) -> None:
    assert values(ask(yard, "List the codes of all covered docks")) == [("DK-A",)]


def test_a_thing_with_a_code_of_its_own_is_no_amount(yard: Kit) -> None:
    owners = values(ask(yard, "For which owners were the repairs of boat 4711 done?"))
    assert sorted(owners) in (_things("yard.example/data/o1", "yard.example/data/o2"), [("OW-7",), ("OW-9",)])


def test_so_many_minutes_of_something_add_up(yard: Kit) -> None:
    assert values(ask(yard, "How many minutes of duration do the repairs of boat 4711 have in total?")) == [
        ("120",)
    ]


def test_where_a_thing_is_measured_its_records_hold_the_number(mill: Kit) -> None:
    assert values(ask(mill, "What was the average grain moisture in the North Silo?")) == [("12",)]
    assert values(ask(mill, "What is the highest grain moisture in the North Silo?")) == [("14",)]
    assert values(ask(mill, "Who made the probe that recorded the highest grain moisture?")) == _things(
        "mill.example/id/c1"
    )


def test_a_number_is_the_lowest_before_a_date_is(mill: Kit) -> None:
    rows = values(ask(mill, "Lowest and highest grain moisture result for each silo"))
    assert sorted(rows) == [
        ("https://mill.example/id/s1", "10", "14"),
        ("https://mill.example/id/s2", "21", "21"),
    ]


def test_who_made_it_is_the_one_that_acts(mill: Kit) -> None:
    assert values(ask(mill, "Who manufactured Probe 12?")) == _things("mill.example/id/c2")


def test_what_a_probe_measures_is_what_it_observes(mill: Kit) -> None:
    assert values(ask(mill, "List all probes that measure core heat")) == _things("mill.example/id/p2")


def test_those_in_a_group_are_its_members_and_not_its_heads_alone(mill: Kit) -> None:
    titles = values(ask(mill, "Give me the job titles of everybody in Packing"))
    assert sorted(titles) == [("Head of Crew",), ("Packer",)]


def test_a_name_is_searched_by_whatever_property_the_things_have_it(mill: Kit) -> None:
    assert values(ask(mill, "Which halls have Great in their name?")) == _things("mill.example/id/h2")


def test_how_old_a_building_is_tells_its_year(mill: Kit) -> None:
    assert values(ask(mill, "Which is the oldest hall?")) == _things("mill.example/id/h2")
    assert values(ask(mill, "Which halls are older than Mill Hall?")) == _things("mill.example/id/h2")


def test_a_number_of_something_that_is_stated_is_averaged(mill: Kit) -> None:
    assert values(ask(mill, "What is the average number of seats in our halls?")) == [("80",)]


# Moments with a time zone, as many exports have them: midnight of a day is in no order with a moment without.
CINEMA = """
@prefix : <https://cinema.example/def/> .
@prefix c: <https://cinema.example/id/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
c:f1 a :Film ; rdfs:label "The Weir" ; :releaseDate "2010-01-01T00:00:00Z"^^xsd:dateTime .
c:f2 a :Film ; rdfs:label "Low Tide" ; :releaseDate "2010-06-01T00:00:00Z"^^xsd:dateTime .
c:f3 a :Film ; rdfs:label "Lock Keeper" ; :releaseDate "2010-12-31T20:00:00Z"^^xsd:dateTime .
c:f4 a :Film ; rdfs:label "Spring Flood" ; :releaseDate "2011-01-01T00:00:00Z"^^xsd:dateTime .
"""


def test_days_are_compared_in_the_time_zone_of_the_data() -> None:
    released = ask(kit_of(CINEMA), "Which films were released in 2010?")
    assert sorted(values(released)) == _things(*(f"cinema.example/id/f{n}" for n in (1, 2, 3)))


def test_where_the_data_has_no_time_zone_none_is_written() -> None:
    released = ask(kit_of(CINEMA.replace('Z"^^', '"^^')), "Which films were released in 2010?")
    assert sorted(values(released)) == _things(*(f"cinema.example/id/f{n}" for n in (1, 2, 3)))
    assert released.query
    assert "00Z" not in released.query.text


@pytest.mark.parametrize("question", ["Do all boats have a volume?", "Does every boat have a volume?"])
def test_that_one_has_it_is_no_yes_for_all(yard: Kit, question: str) -> None:
    assert ask(yard, question).outcome is not Outcome.ANSWERED
    assert ask(yard, "Does boat 4712 have a volume?").outcome is Outcome.ANSWERED
