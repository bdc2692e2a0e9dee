"""What is asked for: columns of several things, optional facts, conditions on text, what is in stock."""

from __future__ import annotations

import pytest
from pyoxigraph import QuerySolutions, Store

from connectors.sample.gold import sample_store
from kgqa.types import Answer
from tests.kgqa.company import Graph
from tests.kgqa.zoo import ask, kit_of, values
from tests.sampled import every_fourth

PREFIXES = """
PREFIX : <https://company.example/def/>
PREFIX id: <https://company.example/id/>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""
EMPLOYEE = "?x a/rdfs:subClassOf* :Employee"
CUSTOMER = "?x a/rdfs:subClassOf* :Customer"
PRODUCT = "?x a/rdfs:subClassOf* :Product"

# question -> the rows that answer it, by a query of their own
COLUMNS = {
    "List all employees with their phone number": (
        f"SELECT ?x ?phone {{ {EMPLOYEE} OPTIONAL {{ ?x :phoneNumber ?phone }} }}"
    ),
    "List all employees with a phone number": f"SELECT ?x {{ {EMPLOYEE} ; :phoneNumber ?phone }}",
    "List all orders with date and customer": (
        "SELECT ?x ?date ?customer { ?x a :Order ; :placedOn ?date ; :orderedBy ?customer }"
    ),
    "Zeige alle Bestellungen mit Nummer, Datum und Kunde": (
        "SELECT ?number ?date ?customer "
        "{ ?x a :Order ; :orderNumber ?number ; :placedOn ?date ; :orderedBy ?customer }"
    ),
    "For each employee give me name, e-mail, phone number, the department they work in and their manager": (
        f"SELECT ?name ?mail ?phone ?department ?manager {{ {EMPLOYEE} ; rdfs:label ?name "
        "OPTIONAL { ?x :emailAddress ?mail } OPTIONAL { ?x :phoneNumber ?phone } "
        "OPTIONAL { ?x :worksIn ?department } OPTIONAL { ?x :reportsTo ?manager } }"
    ),
    "Wie lauten Name, Telefonnummer und E-Mail aller Mitarbeiter im Büro Lyon?": (
        f"SELECT ?name ?phone ?mail {{ {EMPLOYEE} ; rdfs:label ?name ; :basedAt id:site\\/lyon "
        "OPTIONAL { ?x :emailAddress ?mail } OPTIONAL { ?x :phoneNumber ?phone } }"
    ),
    "List name, country and e-mail of all suppliers": (
        "SELECT ?name ?country ?mail { ?x a :Supplier ; rdfs:label ?name "
        "OPTIONAL { ?x :hasAddress/:inCountry ?country } OPTIONAL { ?x :emailAddress ?mail } }"
    ),
    "Show all products with weight, price and responsible person": (
        f"SELECT ?x ?weight ?price ?person {{ {PRODUCT} OPTIONAL {{ ?x :weight ?weight }} "
        "OPTIONAL { ?x :listPrice/:amount ?price } OPTIONAL { ?x :responsiblePerson ?person } }"
    ),
    "Liste alle Produkte mit Gewicht und Preis": (
        f"SELECT ?x ?weight ?price {{ {PRODUCT} OPTIONAL {{ ?x :weight ?weight }} "
        "OPTIONAL { ?x :listPrice/:amount ?price } }"
    ),
    "Zeige alle Kunden mit Land und Kundenbetreuer": (
        f"SELECT ?x ?country ?manager {{ {CUSTOMER} OPTIONAL {{ ?x :hasAddress/:inCountry ?country }} "
        "OPTIONAL { ?x :accountManager ?manager } }"
    ),
    "Nenne alle Projekte, ihr Budget und ihren Sponsor": (
        "SELECT ?x ?budget ?sponsor { ?x a :Project OPTIONAL { ?x :budget ?budget } "
        "OPTIONAL { ?x :sponsoredBy ?sponsor } }"
    ),
    "Für jede Abteilung: Kürzel, Kostenstelle und Leiter": (
        "SELECT ?x ?short ?centre ?head { ?x a :Department OPTIONAL { ?x :abbreviation ?short } "
        "OPTIONAL { ?x :costCentre ?centre } OPTIONAL { ?x :headedBy ?head } }"
    ),
    "List the projects with start date, end date and budget": (
        "SELECT ?x ?start ?end ?budget { ?x :startsOn ?start ; :endsOn ?end ; :budget ?budget }"
    ),
    "Give me the name and job title of everyone in Sensor Physics": (
        "SELECT ?name ?title { ?x rdfs:label ?name ; :jobTitle ?title ; :worksIn id:department\\/sph }"
    ),
    "employees with email and phone number in Finance": (
        f"SELECT ?x ?mail ?phone {{ {EMPLOYEE} ; :emailAddress ?mail ; :phoneNumber ?phone ; "
        ":worksIn id:department\\/fin }"
    ),
}
PAIRS = {
    "Which customers ordered which products?": (
        "SELECT ?customer ?product { ?o :orderedBy ?customer ; :hasLine/:orderedProduct ?product }"
    ),
    "Who supplies which component?": "SELECT ?x ?component { ?component :suppliedBy ?x }",
    "Which products and which suppliers belong together?": (
        "SELECT ?product ?x { ?product :hasComponent/:suppliedBy ?x }"
    ),
    "List employees in the Lyon Office and their managers": (
        f"SELECT ?x ?manager {{ {EMPLOYEE} ; :basedAt id:site\\/lyon ; :reportsTo ?manager }}"
    ),
    "orders by customer": (
        "SELECT ?customer (COUNT(?x) AS ?count) { ?x :orderedBy ?customer } GROUP BY ?customer"
    ),
    "Show the department and manager of Priya Raghunathan": (
        "SELECT ?d ?m { id:person\\/0033 :worksIn ?d ; :reportsTo ?m }"
    ),
    "which employees and contractors work in the Lyon Office": (
        "SELECT ?x { ?x a/rdfs:subClassOf* :Person ; :basedAt id:site\\/lyon }"
    ),
    "Welche Kunden und Lieferanten sind in Norwegen?": (
        "SELECT ?x { ?x a/rdfs:subClassOf* :Organisation ; :hasAddress/:inCountry id:country\\/no }"
    ),
}
# A second question asks for what stands beside each thing.
BESIDES = {
    "Which components have less than 100 in stock and who supplies them?": (
        "SELECT ?x ?supplier { ?x :inStock ?n ; :suppliedBy ?supplier FILTER(?n < 100) }"
    ),
    "Which suppliers are in Norway, and what is their supplier rating?": (
        "SELECT ?x ?rating { ?x a :Supplier ; :hasAddress/:inCountry id:country\\/no ; :rating ?rating }"
    ),
    "Which projects started in 2024 and what is their budget?": (
        "SELECT ?x ?budget { ?x a :Project ; :startsOn ?d ; :budget ?budget FILTER(YEAR(?d) = 2024) }"
    ),
    "Which product is the heaviest, and in which plant is it made?": (
        "SELECT ?x ?plant { ?x :weight ?w ; :madeAt ?plant } ORDER BY DESC(?w) LIMIT 1"
    ),
}
# What is counted stands in groups by what "which" asks for.
COUNTED = {
    "How many employees work in which department?": (
        "SELECT ?x (COUNT(DISTINCT ?e) AS ?n) { ?e a/rdfs:subClassOf* :Employee ; :worksIn ?x } GROUP BY ?x"
    ),
    "Wie viele Mitarbeiter arbeiten in welcher Abteilung?": (
        "SELECT ?x (COUNT(DISTINCT ?e) AS ?n) { ?e a/rdfs:subClassOf* :Employee ; :worksIn ?x } GROUP BY ?x"
    ),
}
# A yes would be about these.
LISTED = {
    "Are there any suppliers without a certificate? Which ones?": (
        "?x a :Supplier FILTER NOT EXISTS { ?x :certifiedTo ?s }"
    ),
    "Is there a project without an end date? List them please": (
        "?x a :Project FILTER NOT EXISTS { ?x :endsOn ?d }"
    ),
    "Welche Lieferanten sind sowohl nach ISO 9001 als auch nach ISO 14001 zertifiziert?": (
        "?x :certifiedTo id:standard\\/iso-9001 , id:standard\\/iso-14001"
    ),
    "Who is the boss of the boss of Emil Lykke?": '?e rdfs:label "Emil Lykke" ; :reportsTo/:reportsTo ?x',
    "Which customers ordered both the Gale 400 and the Meridian Airfield?": (
        '?a :orderedBy ?x ; :hasLine/:orderedProduct/rdfs:label "Gale 400" . '
        '?b :orderedBy ?x ; :hasLine/:orderedProduct/rdfs:label "Meridian Airfield"'
    ),
}
CONDITIONS = {
    "Which products have Radar in their name?": f'{PRODUCT} ; rdfs:label ?n FILTER(CONTAINS(?n, "Radar"))',
    "customers with 'weather' in the name": (
        f'{CUSTOMER} ; rdfs:label ?n FILTER(CONTAINS(LCASE(?n), "weather"))'
    ),
    "Which customers have a name that starts with A?": (
        f'{CUSTOMER} ; rdfs:label ?n FILTER(STRSTARTS(?n, "A"))'
    ),
    "Which employees have a family name that ends with son?": (
        f'{EMPLOYEE} ; :familyName ?n FILTER(STRENDS(?n, "son"))'
    ),
    'Which employees\' surname begins with "Ha"?': f'{EMPLOYEE} ; :familyName ?n FILTER(STRSTARTS(?n, "Ha"))',
    "Which suppliers have an e-mail address ending in .example?": (
        '?x a :Supplier ; :emailAddress ?n FILTER(STRENDS(?n, ".example"))'
    ),
    "Which employees have Engineer in their job title?": (
        f'{EMPLOYEE} ; :jobTitle ?n FILTER(CONTAINS(?n, "Engineer"))'
    ),
    "Welche Lieferanten enden auf GmbH?": '?x a :Supplier ; rdfs:label ?n FILTER(STRENDS(?n, "GmbH"))',
    "Welche Mitarbeiter haben einen Nachnamen, der mit Ha beginnt?": (
        f'{EMPLOYEE} ; :familyName ?n FILTER(STRSTARTS(?n, "Ha"))'
    ),
    "Welche Produkte haben 'Radar' im Namen?": f'{PRODUCT} ; rdfs:label ?n FILTER(CONTAINS(?n, "Radar"))',
    "Which components are out of stock?": "?x :inStock 0",
    "Which components are in stock?": "?x :inStock ?n FILTER(?n > 0)",
    "Welche Bauteile sind nicht auf Lager?": "?x :inStock 0",
    "which swedish customers do we have": f"{CUSTOMER} ; :hasAddress/:inCountry id:country\\/se",
    "employees Lyon Office": f"{EMPLOYEE} ; :basedAt id:site\\/lyon",
    "Priya Raghunathan's manager's phone": "id:person\\/0033 :reportsTo/:phoneNumber ?x",
    "Luc Moreau's department's head's email": "id:person\\/0124 :worksIn/:headedBy/:emailAddress ?x",
}


@pytest.fixture(scope="module")
def store() -> Store:
    return sample_store()


def rows(answer: Answer) -> list[tuple[str, ...]]:
    """The rows, each in the order of its values: the order of columns is not what is looked at."""
    found = answer.table.rows if answer.table else ()
    return sorted(tuple(sorted(t.value if t else "" for t in row)) for row in found)


def expected(store: Store, query: str) -> list[tuple[str, ...]]:
    found = store.query(PREFIXES + query)
    assert isinstance(found, QuerySolutions)
    return sorted({tuple(sorted(t.value if t else "" for t in row)) for row in found})


@pytest.mark.slow
@pytest.mark.parametrize(("question", "query"), [*BESIDES.items(), *COUNTED.items()])
def test_a_second_question_word_asks_for_what_stands_beside(
    company: Graph, store: Store, question: str, query: str
) -> None:
    assert rows(company.ask(question)) == expected(store, query)


@pytest.mark.parametrize(("question", "pattern"), LISTED.items())
def test_what_a_yes_would_be_about_and_both_of_two_are_found(
    company: Graph, store: Store, question: str, pattern: str
) -> None:
    assert rows(company.ask(question)) == expected(store, f"SELECT DISTINCT ?x {{ {pattern} }}")


@pytest.mark.parametrize(("question", "query"), every_fourth(COLUMNS.items()))
def test_what_a_question_lists_is_shown_and_nobody_is_lost(
    company: Graph, store: Store, question: str, query: str
) -> None:
    assert rows(company.ask(question)) == expected(store, query)


@pytest.mark.parametrize(("question", "query"), PAIRS.items())
def test_things_are_shown_beside_things(company: Graph, store: Store, question: str, query: str) -> None:
    assert rows(company.ask(question)) == expected(store, query)


@pytest.mark.parametrize(("question", "pattern"), CONDITIONS.items())
def test_conditions_and_short_questions_find_their_things(
    company: Graph, store: Store, question: str, pattern: str
) -> None:
    assert rows(company.ask(question)) == expected(store, f"SELECT DISTINCT ?x {{ {pattern} }}")


POLICIES = """
@prefix : <https://zoo.example/def/> .
@prefix z: <https://zoo.example/id/> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:Ticket a owl:Class ; rdfs:label "ticket"@en .
:Visitor a owl:Class ; rdfs:label "visitor"@en .
:heldBy a owl:ObjectProperty ; rdfs:domain :Ticket ; rdfs:range :Visitor ; rdfs:label "held by"@en .
:ticketNumber a owl:DatatypeProperty ; rdfs:domain :Ticket ; rdfs:label "ticket number"@en .
:visitorId a owl:DatatypeProperty ; rdfs:domain :Visitor ; rdfs:label "visitor ID"@en .
:soldOn a owl:DatatypeProperty ; rdfs:domain :Ticket ; rdfs:label "date of sale"@en .
z:t1 a :Ticket ; :ticketNumber "T-1" ; :heldBy z:v1 ; :soldOn "2024-01-01" .
z:t2 a :Ticket ; :ticketNumber "T-2" ; :heldBy z:v1 ; :soldOn "2024-02-02" .
z:v1 a :Visitor ; :visitorId "V-7" .
z:v2 a :Visitor ; :visitorId "V-8" .
"""


def test_things_without_a_name_stand_in_a_column_by_what_identifies_them() -> None:
    kit = kit_of(POLICIES)
    pairs = [("T-1", "V-7"), ("T-2", "V-7")]
    assert sorted(values(ask(kit, "List the tickets and their visitor"))) == pairs
    assert sorted(values(ask(kit, "Return all tickets and their visitor by id"))) == pairs
    assert sorted(values(ask(kit, "tickets by ticket number and visitor"))) == pairs


def test_a_thing_without_a_name_that_is_asked_for_alone_stays_a_thing() -> None:
    assert sorted(values(ask(kit_of(POLICIES), "List all tickets"))) == [("t1",), ("t2",)]
