"""What a card shows of one thing, whatever the graph is about, and where things are said to be."""

from __future__ import annotations

import pytest

from kgqa.pipeline.kit import Kit
from kgqa.types import Answer, Outcome
from tests.kgqa.zoo import ask, kit_of

COLOURS, PEOPLE = ("red", "green"), ("Ines", "Otto", "Rosa", "Udo", "Vera")
HEAD = """
@prefix : <https://shipyard.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .

:Boat a owl:Class ; rdfs:label "boat" .
:Skipper a owl:Class ; rdfs:label "skipper" .
:Berth a owl:Class ; rdfs:label "berth" .
:Harbour a owl:Class ; rdfs:label "harbour" .
:Fee a owl:Class ; rdfs:label "fee" .
:skipper a owl:ObjectProperty ; rdfs:label "skipper" .
:berth a owl:ObjectProperty ; rdfs:label "berth" .
:harbour a owl:ObjectProperty ; rdfs:label "harbour" .
:fee a owl:ObjectProperty ; rdfs:label "yearly fee" .
:crew a owl:ObjectProperty ; rdfs:label "crew" .
:amount a owl:DatatypeProperty ; rdfs:label "amount" .
:currency a owl:DatatypeProperty ; rdfs:label "currency" .
:colour a owl:DatatypeProperty ; rdfs:label "colour" .
:draught a owl:DatatypeProperty ; rdfs:label "draught (m)" .
:beam a owl:DatatypeProperty ; rdfs:label "beam (m)" .
:airHeight a owl:DatatypeProperty ; rdfs:label "air height (m)" .
:displacement a owl:DatatypeProperty ; rdfs:label "displacement (kg)" .
:hull a owl:DatatypeProperty ; rdfs:label "hull number" .
:radio a owl:DatatypeProperty ; rdfs:label "radio address" .
:launched a owl:DatatypeProperty ; rdfs:label "launch date" .
:refitted a owl:DatatypeProperty ; rdfs:label "refit date" .
"""


def boats() -> str:
    """Eight boats, each with twice as many facts as a card has room for."""
    lines = [f':h{n} a :Harbour ; rdfs:label "{name}" .' for n, name in enumerate(("Hals", "Sund", "Vig"))]
    lines += [f':p{n} a :Skipper ; rdfs:label "{name}" .' for n, name in enumerate(PEOPLE)]
    for n, name in enumerate(("Alk", "Brise", "Cirrus", "Drossel", "Elster", "Fink", "Gracht", "Hummer")):
        lines.append(
            f':b{n} a :Boat ; rdfs:label "{name}" ; :skipper :p{n % 5} ; :berth :x{n} ; :fee :f{n} ;'
            f' :crew :p0, :p1, :p2 ; :colour "{COLOURS[n % 2]}" ; :draught 1.{n} ; :beam 3.{n} ;'
            f' :airHeight 1{n} ; :displacement {4000 + n} ; :hull "H-{n}" ;'
            f' :radio "{name.lower()}@sea.example" ;'
            f' :launched "199{n}-05-01"^^xsd:date ; :refitted "201{n}-05-01"^^xsd:date .\n'
            f":x{n} a :Berth ; :harbour :h{n % 3} .\n"
            f':f{n} a :Fee ; :amount {1200 + n} ; :currency "NOK" .'
        )
    return HEAD + "\n".join(lines)


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(boats())


def heads(answer: Answer) -> list[str]:
    assert answer.outcome is Outcome.ANSWERED, answer.text
    assert answer.display
    return [column.title for column in answer.display.columns]


def values(answer: Answer) -> list[str]:
    assert answer.display
    return [c.label or (c.term.value if c.term else "") for c in answer.display.rows[0]]


@pytest.mark.parametrize("question", ["Brise", "tell me about Brise", "what do we know about Brise?"])
def test_facts_come_in_the_order_of_a_card_and_no_kind_takes_all_the_room(kit: Kit, question: str) -> None:
    answer = ask(kit, question)
    assert answer.text == "Brise is a boat."
    assert heads(answer) == [
        *("Boat", "Harbour", "Skipper", "Colour", "Launch date", "Refit date"),
        *("Yearly fee", "Beam", "Displacement"),
    ]


def test_a_price_and_a_place_are_reached_through_what_has_no_name(kit: Kit) -> None:
    answer = ask(kit, "Brise")
    shown = dict(zip(heads(answer), values(answer), strict=True))
    assert (shown["Harbour"], shown["Yearly fee"]) == ("Sund", "1201")
    assert answer.display
    assert [c.unit for c in answer.display.columns if c.title == "Yearly fee"] == ["NOK"]


def test_what_things_have_many_of_is_no_fact_of_a_card(kit: Kit) -> None:
    assert "Crew" not in heads(ask(kit, "Brise"))


def test_the_restatement_names_the_thing_and_its_facts(kit: Kit) -> None:
    told = ask(kit, "Brise").restatement
    assert told.startswith("the boat “Brise”, with harbour, skipper, colour, ")
    assert told.endswith(" where known")
