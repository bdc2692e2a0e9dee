"""What a bill of materials or an order has many of counts as often as its quantity says.

Asked of the sample company and of two bills of materials whose quantities are text; what is expected is read
from each graph by a query of its own.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from kgqa.conversation import turn_of
from kgqa.types import Answer, Turn
from tests.kgqa.company import Graph, opened, rounded

MILL = """
@prefix : <https://mill.example/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:Bill a owl:Class ; rdfs:label "bill of materials"@en, "Stückliste"@de .
:Position a owl:Class ; rdfs:label "position"@en, "Position"@de .
:Part a owl:Class ; rdfs:label "part"@en, "Bauteil"@de .
:Maker a owl:Class ; rdfs:label "maker"@en, "Hersteller"@de .
:position a owl:ObjectProperty ; rdfs:label "has position"@en, "hat Position"@de ;
  rdfs:domain :Bill ; rdfs:range :Position .
:part a owl:ObjectProperty ; rdfs:label "part of the position"@en, "Bauteil der Position"@de ;
  rdfs:domain :Position ; rdfs:range :Part .
:madeBy a owl:ObjectProperty ; rdfs:label "made by"@en, "hergestellt von"@de ;
  rdfs:domain :Part ; rdfs:range :Maker .
:pieces a owl:DatatypeProperty ; rdfs:label "number of pieces"@en, "Stückzahl"@de ;
  rdfs:domain :Position ; rdfs:range xsd:string .
:effort a owl:DatatypeProperty ; rdfs:label "effort"@en, "Aufwand"@de ;
  rdfs:domain :Position ; rdfs:range xsd:decimal .
:price a owl:DatatypeProperty ; rdfs:label "price"@en, "Preis"@de ;
  rdfs:domain :Part ; rdfs:range xsd:decimal .
:weight a owl:DatatypeProperty ; rdfs:label "weight"@en, "Gewicht"@de ;
  rdfs:domain :Part ; rdfs:range xsd:decimal .

:pump a :Bill ; rdfs:label "Pump" ; :position :p1, :p2 .
:valve a :Bill ; rdfs:label "Valve" ; :position :p3, :p4 .
:p1 a :Position ; :part :bolt ; :pieces "10" ; :effort 7 .
:p2 a :Position ; :part :motor ; :pieces "1" ; :effort 90 .
:p3 a :Position ; :part :bolt ; :pieces "60" ; :effort 20 .
:p4 a :Position ; :part :ring ; :pieces "30" ; :effort 10 .
:bolt a :Part ; rdfs:label "Bolt" ; :price 0.5 ; :weight 0.25 ; :madeBy :krah .
:ring a :Part ; rdfs:label "Ring" ; :price 2.0 ; :weight 0.5 ; :madeBy :krah, :lund .
:motor a :Part ; rdfs:label "Motor" ; :price 80.0 ; :weight 12 ; :madeBy :lund .
:krah a :Maker ; rdfs:label "Krah" .
:lund a :Maker ; rdfs:label "Lund" .
"""
PREFIXES = """PREFIX : <https://mill.example/>
PREFIX d: <https://company.example/def/>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
"""
Rows = list[tuple[str, ...]]


def _expected(graph: Graph, query: str) -> Rows:
    return sorted(tuple(map(rounded, row)) for row in graph.select(PREFIXES + query))


def _rows(answer: Answer) -> Rows:
    rows = answer.table.rows if answer.table else ()
    return sorted(tuple(rounded(t.value if t else "") for t in row) for row in rows)


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Graph]:
    folder = tmp_path_factory.mktemp("mill")
    path = folder / "mill.ttl"
    path.write_text(MILL)
    with opened(folder, path, name="tested") as graph:
        yield graph


def _bill(name: str, select: str) -> str:
    return f"""SELECT {select} {{ ?b rdfs:label "{name}" ; :position ?l .
        ?l :part ?p ; :pieces ?q . ?p :price ?price ; :weight ?weight }}"""


def _most(measure: str) -> str:
    return f"""SELECT ?b {{ ?b :position ?l . ?l :part/:{measure} ?x ; :pieces ?q }}
        GROUP BY ?b ORDER BY DESC(SUM(xsd:integer(?q) * ?x)) LIMIT 1"""


PRICE, WEIGHT = "(SUM(xsd:integer(?q) * ?price) AS ?v)", "(SUM(xsd:integer(?q) * ?weight) AS ?v)"
UNIT_PRICE = "(SUM(xsd:integer(?q) * ?price) / SUM(xsd:integer(?q)) AS ?v)"
OF_MILL = {
    "What is the total price of the parts of the Pump?": _bill("Pump", PRICE),
    "How much do the parts of the Pump cost in total?": _bill("Pump", PRICE),
    "What is the total weight of the Valve?": _bill("Valve", WEIGHT),
    "Wie hoch ist der Gesamtpreis der Bauteile der Pump?": _bill("Pump", PRICE),
    "Was kosten die Bauteile der Valve insgesamt?": _bill("Valve", PRICE),
    "What is the average unit price of the parts of the Valve?": _bill("Valve", UNIT_PRICE),
    "What is the average price per piece of the parts of the Pump?": _bill("Pump", UNIT_PRICE),
    "Wie hoch ist der durchschnittliche Stückpreis der Bauteile der Valve?": _bill("Valve", UNIT_PRICE),
    "What is the average price of the parts of the Pump?": _bill("Pump", "(AVG(?price) AS ?v)"),
    "What is the total effort of the Pump?": "SELECT (SUM(?e) AS ?v) { :pump :position/:effort ?e }",
    "What is the total price of the parts?": "SELECT (SUM(?x) AS ?v) { ?p a :Part ; :price ?x }",
    "Which bill of materials has the highest total price of its parts?": _most("price"),
    "Welche Stückliste hat das höchste Gesamtgewicht?": _most("weight"),
    "Which bills of materials have a total weight above 20?": """SELECT ?b {
        ?b :position ?l . ?l :part/:weight ?w ; :pieces ?q } GROUP BY ?b
        HAVING (SUM(xsd:integer(?q) * ?w) > 20)""",
    "Total weight of the parts per bill of materials": """SELECT ?b (SUM(xsd:integer(?q) * ?w) AS ?v) {
        ?b :position ?l . ?l :part/:weight ?w ; :pieces ?q } GROUP BY ?b""",
    "What is the average total price per bill of materials?": """SELECT (AVG(?t) AS ?v) {
        { SELECT ?b (SUM(xsd:integer(?q) * ?x) AS ?t) {
            ?b :position ?l . ?l :part/:price ?x ; :pieces ?q } GROUP BY ?b } }""",
    "Which bill of materials has the highest average unit price of its parts, and what is that average?": (
        f"""SELECT ?b {UNIT_PRICE} {{ ?b :position ?l . ?l :part/:price ?price ; :pieces ?q }}
            GROUP BY ?b ORDER BY DESC(?v) LIMIT 1"""
    ),
}
ORDERED = "?o d:orderedBy ?c ; d:hasLine ?l . ?l d:quantity ?q ; d:orderedProduct ?p ."
HEAVIEST = f"""SELECT ?o {{ {ORDERED} ?p d:weight ?w }}
    GROUP BY ?o ORDER BY DESC(SUM(?q * ?w)) LIMIT 1"""
OF_COMPANY = {
    "Which order has the highest total weight?": HEAVIEST,
    "Welche Bestellung hat das höchste Gesamtgewicht?": HEAVIEST,
    "Which order has the highest total list price?": f"""SELECT ?o {{ {ORDERED} ?p d:listPrice/d:amount ?a }}
        GROUP BY ?o ORDER BY DESC(SUM(?q * ?a)) LIMIT 1""",
    "What is the total weight of the products ordered by Uppsala Waterworks?": f"""
        SELECT (SUM(?q * ?w) AS ?v) {{ {ORDERED} ?c rdfs:label "Uppsala Waterworks" . ?p d:weight ?w }}""",
    "Wie hoch ist das Gesamtgewicht der Bestellung SO-2025-0091?": f"""
        SELECT (SUM(?q * ?w) AS ?v) {{ {ORDERED} ?o rdfs:label "SO-2025-0091" . ?p d:weight ?w }}""",
    "What is the total agreed unit price per order?": f"""
        SELECT ?o (SUM(?q * ?a) AS ?v) {{ {ORDERED} ?l d:unitPrice ?a }} GROUP BY ?o""",
    "What is the total quantity of order SO-2025-0091?": f"""
        SELECT (SUM(?q) AS ?v) {{ {ORDERED} ?o rdfs:label "SO-2025-0091" }}""",
    "Which orders have a total weight above 400 kg?": f"""
        SELECT ?o {{ {ORDERED} ?p d:weight ?w }} GROUP BY ?o HAVING (SUM(?q * ?w) > 400)""",
}


@pytest.mark.parametrize("question", OF_MILL)
def test_parts_count_as_often_as_a_bill_of_materials_has_them(mill: Graph, question: str) -> None:
    answer = mill.ask(question)
    assert _rows(answer) == _expected(mill, OF_MILL[question]), answer.query


@pytest.mark.parametrize("question", OF_COMPANY)
def test_products_count_as_often_as_they_were_ordered(company: Graph, question: str) -> None:
    answer = company.ask(question)
    assert _rows(answer) == _expected(company, OF_COMPANY[question]), answer.query


def test_the_answer_says_that_quantities_count(mill: Graph) -> None:
    answer = mill.ask("What is the total price of the parts of the Pump?")
    assert answer.restatement == (
        "the total price of parts that a position of “Pump” is part of, "
        "each as often as its number of pieces says"
    )
    assert "each price counts as often as its quantity says" in _told(answer)
    answer = mill.ask("Wie hoch ist der Gesamtpreis der Bauteile der Pump?")
    assert "„Preis“ zählt so oft, wie die Menge angibt" in _told(answer)


def _told(answer: Answer) -> list[str]:
    return [line for step in answer.trace for line in step.details]


def test_the_order_says_that_quantities_count(mill: Graph) -> None:
    answer = mill.ask("Which bill of materials has the highest total price of its parts?")
    assert answer.restatement == "the bill of materials with the highest total price by number of pieces"


def test_a_total_by_quantity_is_in_the_unit_of_what_it_adds_up(company: Graph) -> None:
    answer = company.ask("What is the total weight of order SO-2025-0091?")
    assert answer.display
    assert [c.unit for c in answer.display.columns] == ["kg"]


def test_what_follows_a_total_by_quantity_counts_by_quantity_too(mill: Graph) -> None:
    history: tuple[Turn, ...] = ()
    found = []
    for text in (
        "What is the total price of the parts of the Pump?",
        "And of the Valve?",
        "and the total weight?",
    ):
        answer = mill.ask(text, history)
        history = (*history, turn_of(answer))
        found.append(_rows(answer))
    assert found == [
        _expected(mill, _bill(*b)) for b in (("Pump", PRICE), ("Valve", PRICE), ("Valve", WEIGHT))
    ]
