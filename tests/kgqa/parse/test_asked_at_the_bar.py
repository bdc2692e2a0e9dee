"""Questions as people at a brewery type them, and its German branch: what is measured by its unit, who came
and went, what is still sold, what a yes is about, and one event that is told in two parts of a sentence.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, found, kit_of

BREWERY = """
@prefix : <https://bar.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Employee a owl:Class ; rdfs:label "employee"@en , "Mitarbeiter"@de .
:Beer a owl:Class ; rdfs:label "beer"@en , "Bier"@de .
:Pub a owl:Class ; rdfs:label "pub"@en , "Kneipe"@de .
:Hop a owl:Class ; rdfs:label "hop"@en , "Hopfen"@de .
:Order a owl:Class ; rdfs:label "order"@en , "Bestellung"@de .
:Supplier a owl:Class ; rdfs:label "supplier"@en , "Lieferant"@de .
:Trip a owl:Class ; rdfs:label "trip"@en , "Fahrt"@de .
:Van a owl:Class ; rdfs:label "van"@en , "Wagen"@de .
:start a owl:DatatypeProperty ; rdfs:label "start date"@en , "Eintrittsdatum"@de ; rdfs:domain :Employee ;
  rdfs:range xsd:date .
:left a owl:DatatypeProperty ; rdfs:label "leaving date"@en , "Austrittsdatum"@de ; rdfs:domain :Employee ;
  rdfs:range xsd:date .
:phone a owl:DatatypeProperty ; rdfs:label "phone"@en , "Telefon"@de ; rdfs:domain :Employee ;
  rdfs:range xsd:string .
:speaks a owl:DatatypeProperty ; rdfs:label "language"@en , "Fremdsprache"@de ; rdfs:domain :Employee ;
  rdfs:range xsd:string .
:trained a owl:DatatypeProperty ; rdfs:label "training done"@en , "Schulung erfolgt"@de ;
  rdfs:domain :Employee ; rdfs:range xsd:boolean .
:delisted a owl:DatatypeProperty ; rdfs:label "delisted"@en ; rdfs:domain :Beer ; rdfs:range xsd:boolean .
:vegan a owl:DatatypeProperty ; rdfs:label "vegan"@en , "vegan"@de ; rdfs:domain :Beer ;
  rdfs:range xsd:boolean .
:brewed a owl:DatatypeProperty ; rdfs:label "volume brewed"@en ; rdfs:comment "Per year, in hl." ;
  rdfs:domain :Beer ; rdfs:range xsd:decimal .
:rooms a owl:DatatypeProperty ; rdfs:label "letting rooms"@en ; rdfs:domain :Pub ; rdfs:range xsd:integer .
:area a owl:DatatypeProperty ; rdfs:label "floor area"@en , "Fläche"@de ; rdfs:comment "m²" ;
  rdfs:domain :Pub ; rdfs:range xsd:decimal .
:kind a owl:DatatypeProperty ; rdfs:label "pub type"@en ; rdfs:domain :Pub ; rdfs:range xsd:string .
:price a owl:DatatypeProperty ; rdfs:label "cost per kg"@en ; rdfs:comment "GBP net" ; rdfs:domain :Hop ;
  rdfs:range xsd:decimal .
:stock a owl:DatatypeProperty ; rdfs:label "stock (kg)"@en ; rdfs:domain :Hop ; rdfs:range xsd:decimal .
:reorderKg a owl:DatatypeProperty ; rdfs:label "re-order level (kg)"@en ; rdfs:domain :Hop ;
  rdfs:range xsd:decimal .
:from a owl:ObjectProperty ; rdfs:label "supplied by"@en ; rdfs:domain :Hop ; rdfs:range :Supplier .
:worth a owl:DatatypeProperty ; rdfs:label "net value (EUR)"@en ; rdfs:comment "Invoiced value excl. VAT." ;
  rdfs:domain :Order ; rdfs:range xsd:decimal .
:sum a owl:DatatypeProperty ; rdfs:label "order value"@en , "Bestellwert"@de ; rdfs:comment "EUR" ;
  rdfs:domain :Order ; rdfs:range xsd:decimal .
:at a owl:ObjectProperty ; rdfs:label "ordered by"@en ; rdfs:domain :Order ; rdfs:range :Pub .
:came a owl:DatatypeProperty ; rdfs:label "delivered on"@en , "geliefert am"@de ; rdfs:domain :Order ;
  rdfs:range xsd:date .
:driver a owl:ObjectProperty ; rdfs:label "driven by"@en , "gefahren von"@de ; rdfs:domain :Trip ;
  rdfs:range :Employee .
:van a owl:ObjectProperty ; rdfs:label "van"@en , "Wagen"@de ; rdfs:domain :Trip ; rdfs:range :Van .
:km a owl:DatatypeProperty ; rdfs:label "Tour-km"@de , "distance (km)"@en ; rdfs:domain :Trip ;
  rdfs:range xsd:decimal .
:day a owl:DatatypeProperty ; rdfs:label "date"@en , "Datum"@de ; rdfs:domain :Trip ; rdfs:range xsd:date .
:ada a :Employee ; rdfs:label "Ada Roth" ; :start "2010-01-01"^^xsd:date ; :phone "1" ; :trained true .
:ben a :Employee ; rdfs:label "Ben Kuhn" ; :start "2005-01-01"^^xsd:date ; :left "2024-03-31"^^xsd:date ;
  :phone "2" ; :speaks "Arabisch" .
:cora a :Employee ; rdfs:label "Cora Beck" ; :start "2023-05-01"^^xsd:date ; :phone "3" ; :speaks "Türkisch" ;
  :trained false .
:dunkel a :Beer ; rdfs:label "Dunkel" ; :vegan true ; :delisted true ; :brewed 100 .
:pils a :Beer ; rdfs:label "Pils" ; :vegan true ; :delisted false ; :brewed 300 .
:stout a :Beer ; rdfs:label "Stout" ; :vegan false ; :delisted false ; :brewed 50 .
:p1 a :Pub ; rdfs:label "The Plough" ; :rooms 4 ; :area 120 ; :kind "country" .
:p2 a :Pub ; rdfs:label "The Anchor" ; :rooms 0 ; :area 300 ; :kind "town" .
:p3 a :Pub ; rdfs:label "The Swan" ; :area 80 ; :kind "town" .
:citra a :Hop ; rdfs:label "Citra" ; :price 30 ; :stock 5 ; :reorderKg 10 ; :from :s1 .
:fuggle a :Hop ; rdfs:label "Fuggle" ; :price 12 ; :stock 40 ; :reorderKg 10 ; :from :s2 .
:s1 a :Supplier ; rdfs:label "Hopworks" . :s2 a :Supplier ; rdfs:label "Kent Hops" .
:o1 a :Order ; rdfs:label "O-1" ; :sum 200 ; :worth 150 ; :at :p1 ; :came "2025-02-01"^^xsd:date .
:o2 a :Order ; rdfs:label "O-2" ; :sum 900 ; :worth 700 ; :at :p2 .
:o3 a :Order ; rdfs:label "O-3" ; :sum 400 ; :worth 300 ; :at :p2 ; :came "2026-02-01"^^xsd:date .
:v1 a :Van ; rdfs:label "Van 1" . :v2 a :Van ; rdfs:label "Van 2" .
:t1 a :Trip ; :driver :ada ; :van :v1 ; :km 10 ; :day "2025-03-02"^^xsd:date .
:t2 a :Trip ; :driver :ada ; :van :v2 ; :km 20 ; :day "2025-04-02"^^xsd:date .
:t3 a :Trip ; :driver :cora ; :van :v2 ; :km 70 ; :day "2025-03-05"^^xsd:date .
"""


@pytest.fixture(scope="module")
def bar() -> Kit:
    return kit_of(BREWERY)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("which of the beers we still sell are vegan?", ["pils"]),
        ("which beers have been discontinued?", ["dunkel"]),
        ("who's been here the longest?", ["ben"]),
        ("who's been here the longest of everyone still with us", ["ada"]),
        ("cheapest hop per kilo?", ["fuggle"]),
        ("What hops are we below the reorder level on?", ["citra"]),
        ("Where do we get Citra from?", ["s1"]),
        ("Which orders were delivered in 2025 or 2026?", ["o1", "o3"]),
        ("which pub is our biggest in sqm", ["p2"]),
    ],
)
def test_what_is_asked_in_english_is_found(bar: Kit, text: str, expected: list[str]) -> None:
    assert found(bar, text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wer ist am längsten bei uns?", ["ben"]),
        ("Wer ist 2024 gegangen?", ["ben"]),
        ("Wer hat 2023 bei uns angefangen?", ["cora"]),
        ("Welche Mitarbeiter sind nicht mehr bei uns?", ["ben"]),
        ("Welche Mitarbeiter sprechen Arabisch oder Türkisch?", ["ben", "cora"]),
        ("Bei welchen Mitarbeitern steht die Schulung auf nein?", ["cora"]),
        ("Welche Bestellungen sind noch nicht da?", ["o2"]),
        ("Welche Bestellungen sind über 500 €?", ["o2"]),
    ],
)
def test_what_is_asked_in_german_is_found(bar: Kit, text: str, expected: list[str]) -> None:
    assert found(bar, text, "de") == expected


@pytest.mark.parametrize(
    ("text", "language", "expected"),
    [
        ("Handynummer von Ada Roth?", "de", [("1",)]),
        ("Wie viele km ist Ada Roth im März 2025 gefahren?", "de", [("10",)]),
        ("total hl per beer?", "en", [("dunkel", "100"), ("pils", "300"), ("stout", "50")]),
        ("how many pubs of each type do we run?", "en", [("country", "1"), ("town", "2")]),
        ("order value per pub all in all", "en", [("p1", "200"), ("p2", "1300")]),
        ("How much has The Plough ordered?", "en", [("200",)]),
        ("Invoiced value per pub", "en", [("p1", "150"), ("p2", "1000")]),
        ("which pubs have letting rooms and how many each?", "en", [("p1", "4")]),
        ("Wer ist am längsten bei uns und seit wann?", "de", [("ben", "2005-01-01")]),
    ],
)
def test_numbers_and_dates_stand_where_they_are_asked_for(
    bar: Kit, text: str, language: str, expected: list[tuple[str, ...]]
) -> None:
    table = ask(bar, text, language=language).table
    assert table is not None
    assert sorted(tuple(c.value.rpartition("/")[2] for c in row if c) for row in table.rows) == expected


@pytest.mark.parametrize(
    ("text", "language", "told"),
    [
        ("Is there a pub in the country?", "en", "The Plough"),
        ("Do we have beers that are vegan?", "en", "Dunkel and Pils"),
        ("Gibt es Mitarbeiter mit der Fremdsprache Arabisch?", "de", "Ben Kuhn"),
    ],
)
def test_a_yes_says_what_there_is(bar: Kit, text: str, language: str, told: str) -> None:
    answer = ask(bar, text, language=language)
    assert answer.outcome is Outcome.ANSWERED
    assert answer.text.startswith(("Yes", "Ja"))
    assert told in answer.text


def test_a_yes_about_a_named_thing_stays_as_it_is(bar: Kit) -> None:
    answer = ask(bar, "Is Pils vegan?")
    assert answer.text.startswith("Yes")
    assert ":" not in answer.text


@pytest.mark.parametrize(
    "text",
    [
        "how many hours of rework did we have?",  # not all hours
        "average hourly pay",  # no hours
    ],
)
def test_what_would_answer_another_question_is_not_given(bar: Kit, text: str) -> None:
    assert ask(bar, text).outcome is not Outcome.ANSWERED


@pytest.mark.parametrize(
    ("text", "language", "told", "restated"),
    [
        (
            "which of the beers we still sell are vegan?",
            "en",
            "Pils is the only beer that is vegan and that is not delisted.",
            "the beers that are vegan and that are not delisted",
        ),
        ("Is Stout vegan?", "en", "No, Stout is not vegan.", "whether “Stout” is vegan"),
        ("Ist Pils vegan?", "de", "Ja, Pils ist vegan.", "ob „Pils“ vegan ist"),
        (
            "Wie viele Biere sind vegan?",
            "de",
            "Es gibt zwei Biere, die vegan sind.",
            "Anzahl der Biere, die vegan sind",
        ),
        (
            "which employees are still with us?",
            "en",
            "Two employees have no leaving date before 15 June 2025: Ada Roth and Cora Beck.",
            "the employees that have no leaving date before 15 June 2025",
        ),
    ],
)
def test_what_is_so_is_told_as_one_says_it(
    bar: Kit, text: str, language: str, told: str, restated: str
) -> None:
    answer = ask(bar, text, language=language)
    assert answer.text == told
    assert answer.restatement == restated
