"""What people ask at a studio, on 15 June 2025: what comes next, what is overdue, who can do both, what was
invoiced in a year.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, kit_of, values

NS = "https://studio.example/"
STUDIO = f"""
@prefix : <{NS}> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
:Booking a owl:Class ; rdfs:label "booking"@en , "Termin"@de .
:Room a owl:Class ; rdfs:label "room"@en , "Raum"@de .
:Invoice a owl:Class ; rdfs:label "sales invoice"@en , "Rechnung"@de .
:Client a owl:Class ; rdfs:label "client"@en , "Kunde"@de .
:Person a owl:Class ; rdfs:label "technician"@en , "Techniker"@de .
:Contract a owl:Class ; rdfs:label "contract"@en , "Vertrag"@de .
:room a owl:ObjectProperty ; rdfs:label "room"@en , "Raum"@de ; rdfs:domain :Booking ; rdfs:range :Room .
:day a owl:DatatypeProperty ; rdfs:label "date"@en , "Datum"@de ; rdfs:domain :Booking ; rdfs:range xsd:date .
:client a owl:ObjectProperty ; rdfs:label "bill to"@en , "Empfänger"@de ; rdfs:domain :Invoice ;
  rdfs:range :Client .
:issued a owl:DatatypeProperty ; rdfs:label "invoice date"@en , "Rechnungsdatum"@de ; rdfs:domain :Invoice ;
  rdfs:range xsd:date .
:due a owl:DatatypeProperty ; rdfs:label "due"@en , "fällig am"@de ; rdfs:domain :Invoice ;
  rdfs:range xsd:date .
:paid a owl:DatatypeProperty ; rdfs:label "paid on"@en , "bezahlt am"@de ; rdfs:domain :Invoice ;
  rdfs:range xsd:date .
:net a owl:DatatypeProperty ; rdfs:label "net (GBP)"@en , "netto (GBP)"@de ; rdfs:domain :Invoice ;
  rdfs:range xsd:decimal .
:budget a owl:DatatypeProperty ; rdfs:label "budget (GBP)"@en ; rdfs:domain :Client ; rdfs:range xsd:decimal .
:skill a owl:ObjectProperty ; rdfs:label "skill"@en , "Fertigkeit"@de ; rdfs:domain :Person ;
  rdfs:range skos:Concept .
:home a owl:ObjectProperty ; rdfs:label "home room"@en , "Stammraum"@de ; rdfs:domain :Person ;
  rdfs:range :Room .
:for a owl:ObjectProperty ; rdfs:label "of technician"@en ; rdfs:domain :Contract ; rdfs:range :Person .
:from a owl:DatatypeProperty ; rdfs:label "from"@en ; rdfs:domain :Contract ; rdfs:range xsd:date .
:to a owl:DatatypeProperty ; rdfs:label "to"@en ; rdfs:domain :Contract ; rdfs:range xsd:date .
:GR a skos:Concept ; skos:prefLabel "Grading"@en . :MX a skos:Concept ; skos:prefLabel "Mixing"@en .
:r1 a :Room ; rdfs:label "Effra" . :r2 a :Room ; rdfs:label "Fleet" .
:b1 a :Booking ; rdfs:label "B1" ; :room :r1 ; :day "2025-06-10"^^xsd:date .
:b2 a :Booking ; rdfs:label "B2" ; :room :r2 ; :day "2025-06-16"^^xsd:date .
:b3 a :Booking ; rdfs:label "B3" ; :room :r1 ; :day "2025-06-20"^^xsd:date .
:b4 a :Booking ; rdfs:label "B4" ; :room :r1 ; :day "2025-07-01"^^xsd:date .
:k1 a :Client ; rdfs:label "Saltmarsh" ; :budget 100 . :k2 a :Client ; rdfs:label "Corvid" ; :budget 300 .
:i1 a :Invoice ; rdfs:label "INV-1" ; :client :k1 ; :issued "2024-12-01"^^xsd:date ; :net 100.0 ;
  :due "2024-12-31"^^xsd:date ; :paid "2025-01-05"^^xsd:date .
:i2 a :Invoice ; rdfs:label "INV-2" ; :client :k1 ; :issued "2025-04-01"^^xsd:date ; :net 20.0 ;
  :due "2025-05-01"^^xsd:date .
:i3 a :Invoice ; rdfs:label "INV-3" ; :client :k2 ; :issued "2025-06-01"^^xsd:date ; :net 3.0 ;
  :due "2025-07-01"^^xsd:date .
:i4 a :Invoice ; rdfs:label "INV-4" ; :client :k2 ; :issued "2025-02-01"^^xsd:date ; :net 4.0 ;
  :due "2025-03-01"^^xsd:date ; :paid "2025-02-20"^^xsd:date .
:i5 a :Invoice ; rdfs:label "INV-5" ; :client :k2 ; :issued "2024-11-01"^^xsd:date ; :net 5.0 ;
  :due "2024-12-01"^^xsd:date ; :paid "2025-01-10"^^xsd:date .
:ada a :Person ; rdfs:label "Ada Berg" ; :skill :GR , :MX ; :home :r1 .
:bob a :Person ; rdfs:label "Bob Kerr" ; :skill :GR ; :home :r2 .
:cy a :Person ; rdfs:label "Cy Lund" ; :skill :MX ; :home :r1 .
:c1 a :Contract ; rdfs:label "C1" ; :for :ada ; :from "2024-01-01"^^xsd:date .
:c2 a :Contract ; rdfs:label "C2" ; :for :bob ; :from "2024-01-01"^^xsd:date ; :to "2024-12-31"^^xsd:date .
"""


@pytest.fixture(scope="module")
def studio() -> Kit:
    return kit_of(STUDIO)


def found(kit: Kit, question: str, language: str = "en") -> set[str]:
    """The first column of the answer, without the beginning of IRIs."""
    answer = ask(kit, question, language=language)
    assert answer.outcome is Outcome.ANSWERED, answer.text
    return {row[0].removeprefix(NS) for row in values(answer)}


@pytest.mark.parametrize(
    ("question", "language", "expected"),
    [
        ("the next booking", "en", {"b2"}),
        ("When is the next booking?", "en", {"2025-06-16"}),
        ("the next booking of Effra", "en", {"b3"}),
        ("the next two bookings", "en", {"b2", "b3"}),
        ("bookings next month", "en", {"b4"}),
        ("Wann ist der nächste Termin?", "de", {"2025-06-16"}),
        ("der nächste Termin in Effra", "de", {"b3"}),
        ("Termine morgen", "", {"b2"}),
        ("Welche Termine finden im Juli 2025 statt?", "de", {"b4"}),
        ("Welche Termine stehen im Juli 2025 an?", "de", {"b4"}),
    ],
)
def test_the_next_one_is_the_first_from_today_on(
    studio: Kit, question: str, language: str, expected: set[str]
) -> None:
    assert found(studio, question, language) == expected


@pytest.mark.parametrize(
    ("question", "language"),
    [
        ("overdue invoices", "en"),
        ("Which invoices are overdue and unpaid?", "en"),
        ("überfällige Rechnungen", ""),
        ("Welche Rechnungen sind überfällig?", "de"),
    ],
)
def test_overdue_is_what_was_due_and_was_not_done(studio: Kit, question: str, language: str) -> None:
    assert found(studio, question, language) == {"i2"}


def test_what_is_not_there_is_said_once(studio: Kit) -> None:
    answer = ask(studio, "Which invoices are overdue and unpaid?")
    assert answer.restatement.count("paid on") == 1


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Who has the skills Grading and Mixing?", {"ada"}),
        ("technicians with Grading and Mixing", {"ada"}),
        ("technicians with Grading or Mixing", {"ada", "bob", "cy"}),
        ("technicians with the home room Effra or Fleet", {"ada", "bob", "cy"}),
        ("technicians in Effra and Fleet", {"ada", "bob", "cy"}),  # nobody has two
    ],
)
def test_and_means_both_where_things_can_have_both(studio: Kit, question: str, expected: set[str]) -> None:
    assert found(studio, question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("invoices in 2025", {"i2", "i3", "i4"}),
        ("how many invoices were there in 2024?", {"2"}),
        ("invoices paid in 2025", {"i1", "i4", "i5"}),
        ("how much did we invoice in 2025?", {"27"}),
        ("how much have we invoiced to Saltmarsh?", {"120"}),
        ("how much is INV-2?", {"20"}),
    ],
)
def test_of_several_dates_that_of_the_noun_is_meant(studio: Kit, question: str, expected: set[str]) -> None:
    assert found(studio, question) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("contracts with no end date", {"c1"}),
        ("contracts with a start date in 2024", {"c1", "c2"}),
        ("which clients have a bigger budget than Saltmarsh?", {"k2"}),
    ],
)
def test_ends_and_sizes_go_by_the_words_of_every_day(studio: Kit, question: str, expected: set[str]) -> None:
    assert found(studio, question) == expected


def test_an_earliest_date_is_written_as_people_write_it(studio: Kit) -> None:
    assert ask(studio, "When was the first booking?").text == "The earliest date of bookings is 10 June 2025."
