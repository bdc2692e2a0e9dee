"""Where a graph has names in several languages, a question in any of them may use all; the answer says those
of the asker's first.
"""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.zoo import ask, kit_of, values

HARBOURS = """
@prefix : <https://zoo.example/def/> .
@prefix z: <https://zoo.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Boat a owl:Class ; rdfs:label "boat"@en, "Schiff"@de, "bateau"@fr .
:Harbour a owl:Class ; rdfs:label "harbour"@en, "Hafen"@de, "port"@fr .
:liesIn a owl:ObjectProperty ; rdfs:label "lies in"@en, "liegt in"@de, "mouillé à"@fr ;
  rdfs:domain :Boat ; rdfs:range :Harbour .
:len a owl:DatatypeProperty ; rdfs:label "length"@en, "Länge"@de, "longueur"@fr ;
  rdfs:domain :Boat ; rdfs:range xsd:integer .
z:h1 a :Harbour ; rdfs:label "Cologne"@en, "Köln"@de, "Cologne"@fr .
z:h2 a :Harbour ; rdfs:label "Geneva"@en, "Genf"@de, "Genève"@fr .
z:h3 a :Harbour ; rdfs:label "Hafen von Genua"@de .
z:b1 a :Boat ; rdfs:label "Swallow"@en, "Schwalbe"@de, "Hirondelle"@fr ; :liesIn z:h1 ; :len 12 .
z:b2 a :Boat ; rdfs:label "Seagull"@en, "Möwe"@de, "Mouette"@fr ; :liesIn z:h1 ; :len 20 .
z:b3 a :Boat ; rdfs:label "Heron"@en, "Reiher"@de ; :liesIn z:h2 ; :len 7 .
z:b4 a :Boat ; rdfs:label "Fischadler"@de ; :liesIn z:h3 ; :len 9 .
"""
ASKED = [
    ("Which boats lie in Cologne?", {"b1", "b2"}, "Seagull and Swallow"),
    ("Which boats lie in Köln?", {"b1", "b2"}, "Seagull and Swallow"),
    ("Which boats lie in Genève?", {"b3"}, "Heron"),
    ("Which boats lie in the Hafen von Genua?", {"b4"}, "Fischadler"),  # in the one language that it has
    ("Which Schiffe lie in Cologne?", {"b1", "b2"}, "Seagull and Swallow"),
    ("Welche Schiffe liegen in Köln?", {"b1", "b2"}, "Möwe und Schwalbe"),
    ("Welche Schiffe liegen in Cologne?", {"b1", "b2"}, "Möwe und Schwalbe"),
    ("Welche Schiffe liegen in Geneva?", {"b3"}, "Reiher"),
    ("How long is the Hirondelle?", {"12"}, "Swallow"),
    ("Wie lang ist die Swallow?", {"12"}, "Schwalbe"),
    ("Was ist die Länge der Mouette?", {"20"}, "Möwe"),
    ("What is the longueur of the Swallow?", {"12"}, "Swallow"),
    ("Where does the Möwe lie?", {"h1"}, "Cologne"),
    ("das längste Schiff", {"b2"}, "Möwe"),
]


@pytest.fixture(scope="module")
def harbours() -> Kit:
    return kit_of(HARBOURS)


@pytest.mark.parametrize(("question", "wanted", "said"), ASKED)
def test_names_of_all_languages_are_found_and_the_asker_s_are_said(
    harbours: Kit, question: str, wanted: set[str], said: str
) -> None:
    answer = ask(harbours, question)
    assert {row[0] for row in values(answer)} == wanted
    assert said in answer.text
