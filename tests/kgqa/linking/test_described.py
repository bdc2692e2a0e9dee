"""A class goes by what its description says that its things are."""

from __future__ import annotations

import pytest

from kgqa.language import language
from kgqa.linking.described import also_called, genera
from tests.kgqa.zoo import kit_of

SITES = """
@prefix : <https://lifts.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Site a owl:Class ; rdfs:label "Site"@en ; rdfs:comment "A building in which lifts are installed."@en .
:Fitter a owl:Class ; rdfs:label "Fitter"@en ; rdfs:comment "Field engineer who mends lifts."@en .
:Depot a owl:Class ; rdfs:label "Depot"@en ; rdfs:comment "A place that fitters start from."@en .
:Yard a owl:Class ; rdfs:label "Yard"@en ; rdfs:comment "A store for spare lifts."@en .
:Shed a owl:Class ; rdfs:label "Shed"@en ; rdfs:comment "A store of tools."@en .
:a a :Site ; rdfs:label "Acorn House" . :b a :Fitter ; rdfs:label "Bob Hay" .
:y a :Yard ; rdfs:label "North Yard" . :s a :Shed ; rdfs:label "Tool Shed" .
"""


@pytest.mark.parametrize(
    ("description", "names"),
    [
        ("A building in which equipment is installed.", ["building"]),
        ("Field engineer who attends callouts.", ["Field engineer", "engineer"]),
        ("A certificate held by an employee.", ["certificate"]),
        ("One visit of one vessel, planned or done.", ["visit"]),
        ("Ein Schein, den eine Person besitzt (Führerschein …).", ["Schein"]),
        ("Gebäude oder Grundstück, an dem gearbeitet wird.", ["Gebäude", "Grundstück"]),
        ("Eigene Niederlassung mit Hof und Mietpark.", ["Niederlassung"]),
    ],
)
def test_a_definition_tells_what_a_thing_is(description: str, names: list[str]) -> None:
    assert [name for name, _ in genera(description)] == names


@pytest.mark.parametrize(
    "description",
    [
        "Links an employee to a team for a period.",
        "Grows green coffee.",
        "Who did what on a film.",
        "An employee's time at a depot.",
        "Present and former employees.",
        "A record of something.",
        "Ordnet einen Mitarbeiter einer Station zu.",
        "Bedient Mietgeräte auf der Baustelle.",
        "Alle Angestellten.",
        "",
    ],
)
def test_what_is_no_definition_tells_nothing(description: str) -> None:
    assert list(genera(description)) == []


@pytest.mark.parametrize(
    ("description", "names"),
    [
        ("Landwirt, der Milch liefert. Umgangssprachlich auch Bauer oder Lieferant.", ["Bauer", "Lieferant"]),
        ("Also known as sprinter; leased.", ["sprinter"]),
        ("Großes Fahrzeug, auch Brummi genannt.", ["Brummi"]),
        ("Alle Personen, auch ausgeschiedene (siehe Austritt).", []),
        ("Given also on request.", []),
    ],
)
def test_a_description_may_say_what_else_it_is_called(description: str, names: list[str]) -> None:
    assert list(also_called(description)) == names


def test_people_may_call_a_class_so_unless_several_are_described_so() -> None:
    index, english = kit_of(SITES).index, language("en")

    def classes(name: str) -> set[str]:
        return {m.iri.rsplit("/")[-1] for m in index.exact(name, english)}

    assert classes("building") == {"Site"}
    assert classes("engineer") == {"Fitter"}
    assert classes("store") == set()
