"""What people ask at a trade counter: two kinds of orders, stock by branch, what lines come to, who paid."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, found, kit_of

COUNTER = """
@prefix : <https://shop.example/> . @prefix owl: <http://www.w3.org/2002/07/owl#> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> . @prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
:Branch a owl:Class ; rdfs:label "Branch"@en . :Customer a owl:Class ; rdfs:label "Customer"@en .
:Product a owl:Class ; rdfs:label "Product"@en . :Stock a owl:Class ; rdfs:label "Stock line"@en .
:Sale a owl:Class ; rdfs:label "Sales order"@en . :Purchase a owl:Class ; rdfs:label "Purchase order"@en .
:Line a owl:Class ; rdfs:label "Order line"@en . :Invoice a owl:Class ; rdfs:label "Invoice"@en .
:town a owl:DatatypeProperty ; rdfs:label "town"@en ; rdfs:domain :Branch ; rdfs:range xsd:string .
:branch a owl:ObjectProperty ; rdfs:label "branch"@en ; rdfs:range :Branch ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Sale :Stock ) ] .
:product a owl:ObjectProperty ; rdfs:label "product"@en ; rdfs:range :Product ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Line :Purchase :Stock ) ] .
:customer a owl:ObjectProperty ; rdfs:label "customer"@en ; rdfs:range :Customer ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Sale :Invoice ) ] .
:trade a owl:DatatypeProperty ; rdfs:label "trade"@en ; rdfs:domain :Customer ; rdfs:range xsd:string .
:limit a owl:DatatypeProperty ; rdfs:label "credit limit (GBP)"@en ;
  rdfs:domain :Customer ; rdfs:range xsd:decimal .
:onHand a owl:DatatypeProperty ; rdfs:label "qty on hand"@en ;
  rdfs:domain :Stock ; rdfs:range xsd:integer .
:reorder a owl:DatatypeProperty ; rdfs:label "reorder level"@en ;
  rdfs:domain :Stock ; rdfs:range xsd:integer .
:gone a owl:DatatypeProperty ; rdfs:label "discontinued on"@en ; rdfs:domain :Product ; rdfs:range xsd:date .
:lineOf a owl:ObjectProperty ; rdfs:label "line of"@en ; rdfs:domain :Line ; rdfs:range :Sale .
:qty a owl:DatatypeProperty ; rdfs:label "qty"@en ; rdfs:range xsd:integer ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Line :Purchase ) ] .
:unitPrice a owl:DatatypeProperty ; rdfs:label "unit price (GBP)"@en ; rdfs:range xsd:decimal ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Line :Purchase ) ] .
:lineValue a owl:DatatypeProperty ; rdfs:label "line value net (GBP)"@en ;
  rdfs:domain :Line ; rdfs:range xsd:decimal .
:docDate a owl:DatatypeProperty ; rdfs:label "doc date"@en ; rdfs:range xsd:date ;
  rdfs:domain [ a owl:Class ; owl:unionOf ( :Sale :Invoice :Purchase ) ] .
:cancelled a owl:DatatypeProperty ; rdfs:label "cancelled on"@en ; rdfs:domain :Sale ; rdfs:range xsd:date .
:due a owl:DatatypeProperty ; rdfs:label "due date"@en ; rdfs:domain :Invoice ; rdfs:range xsd:date .
:paid a owl:DatatypeProperty ; rdfs:label "paid on"@en ; rdfs:domain :Invoice ; rdfs:range xsd:date .
:leeds a :Branch ; rdfs:label "Leeds branch" ; :town "Leeds" .
:york a :Branch ; rdfs:label "York branch" ; :town "York" .
:ann a :Customer ; rdfs:label "Ann Builders" ; :trade "builder" ; :limit 5000.0 .
:bob a :Customer ; rdfs:label "Bob Plumbers" ; :trade "plumber" ; :limit 9000.0 .
:cay a :Customer ; rdfs:label "Cay Homes" ; :trade "builder" ; :limit 2000.0 .
:tap a :Product ; rdfs:label "Basin tap" .
:bath a :Product ; rdfs:label "Steel bath" ; :gone "2026-05-31"^^xsd:date .
:k1 a :Stock ; rdfs:label "tap @ Leeds" ; :product :tap ; :branch :leeds ; :onHand 2 ; :reorder 5 .
:k2 a :Stock ; rdfs:label "tap @ York" ; :product :tap ; :branch :york ; :onHand 9 ; :reorder 5 .
:k3 a :Stock ; rdfs:label "bath @ York" ; :product :bath ; :branch :york ; :onHand 1 ; :reorder 0 .
:s1 a :Sale ; rdfs:label "SO-1" ; :customer :ann ; :branch :leeds ; :docDate "2026-02-01"^^xsd:date .
:s2 a :Sale ; rdfs:label "SO-2" ; :customer :bob ; :branch :york ; :docDate "2026-03-01"^^xsd:date ;
  :cancelled "2026-03-02"^^xsd:date .
:s3 a :Sale ; rdfs:label "SO-3" ; :customer :bob ; :branch :york ; :docDate "2025-03-01"^^xsd:date .
:l1 a :Line ; rdfs:label "SO-1 / 1" ; :lineOf :s1 ; :product :tap ; :qty 4 ; :unitPrice 10.0 ;
  :lineValue 36.0 .
:l2 a :Line ; rdfs:label "SO-2 / 1" ; :lineOf :s2 ; :product :tap ; :qty 2 ; :unitPrice 10.0 ;
  :lineValue 20.0 .
:l3 a :Line ; rdfs:label "SO-3 / 1" ; :lineOf :s3 ; :product :bath ; :qty 1 ; :unitPrice 90.0 ;
  :lineValue 80.0 .
:p1 a :Purchase ; rdfs:label "PO-1" ; :product :tap ; :qty 50 ; :unitPrice 6.0 ;
  :docDate "2026-01-05"^^xsd:date .
:i1 a :Invoice ; rdfs:label "INV-1" ; :customer :ann ; :docDate "2026-02-05"^^xsd:date ;
  :due "2026-03-05"^^xsd:date ; :paid "2026-03-12"^^xsd:date .
:i2 a :Invoice ; rdfs:label "INV-2" ; :customer :bob ; :docDate "2025-03-05"^^xsd:date ;
  :due "2025-04-05"^^xsd:date .
"""


@pytest.fixture(scope="module")
def counter() -> Kit:
    return kit_of(COUNTER)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("how many orders are there?", ["3"]),  # of customers, who place more of them than are placed by us
        ("order value per branch", ["leeds 36", "york 100"]),
        ("order value per branch in 2026, without the cancelled ones", ["leeds 36"]),
        ("how many Basin taps were ordered?", ["6"]),
        ("how many Basin taps are in stock?", ["11"]),
        ("how many Basin taps have we got in stock across all branches?", ["11"]),
        ("how many Basin taps do we have in stock in Leeds?", ["2"]),
        ("which discontinued products are still in stock?", ["bath"]),
        ("what is below its reorder level in Leeds?", ["tap"]),
        ("which stock lines are below their reorder level?", ["k1"]),
        ("customers per trade", ["builder 2", "plumber 1"]),
        ("who has the bigger credit limit, Ann Builders or Bob Plumbers?", ["bob"]),
        ("customers without unpaid invoices", ["ann", "cay"]),
        ("customers with no overdue invoices", ["ann", "cay"]),
        ("how many days late was INV-1 paid?", ["7"]),
    ],
)
def test_what_is_asked_is_found(counter: Kit, text: str, right: list[str]) -> None:
    table = ask(counter, text).table
    assert table is not None
    rows = (" ".join(v.value.rsplit("/")[-1] for v in row if v) for row in table.rows)
    assert sorted(rows) == right


@pytest.mark.parametrize(
    ("text", "is_so"),
    [
        ("has Ann Builders paid INV-1 yet?", True),
        ("was INV-1 paid by Ann Builders?", True),
        ("has Bob Plumbers paid INV-2?", False),
        ("has Bob Plumbers paid INV-1?", False),
    ],
)
def test_who_has_done_it_is_asked_with_it(counter: Kit, text: str, is_so: bool) -> None:
    answer = ask(counter, text)
    assert answer.outcome is Outcome.ANSWERED
    assert answer.text.startswith("Yes" if is_so else "No")


def test_what_is_passed_over_is_no_answer(counter: Kit) -> None:
    """No customer can expire, and products that are no longer made did not."""
    assert ask(counter, "which customers have expired?").outcome is not Outcome.ANSWERED


def test_when_somebody_did_it_is_told(counter: Kit) -> None:
    assert found(counter, "when did Ann Builders pay INV-1?") == ["2026-03-12"]
