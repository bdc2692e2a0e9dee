"""The slice of a schema that a model is shown: what the query is about, the nearest first, and not more."""

from __future__ import annotations

from dataclasses import replace

from kgqa.check import Closed, check
from kgqa.check.closed import opened
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.ontology import Class, Name, Ontology, Property
from kgqa.repair.slice import MOST, schema
from kgqa.types import CheckedQuery

STEP = "ex:OrderLine ex:product -> ex:Product"  # that is missing between an order line and a supplier


def sliced(query: str, ontology: Ontology = EXAMPLE, closed: Closed | None = None) -> tuple[str, ...]:
    verdict = check(query, ontology)
    issues = () if isinstance(verdict, CheckedQuery) else verdict
    return schema(query, issues, opened(ontology, closed or Closed()))


def test_the_properties_of_the_query_stand_first_then_what_its_classes_have() -> None:
    lines = sliced("SELECT ?s WHERE { ?l a ex:OrderLine ; ex:hasSupplier ?s }")
    assert lines[0] == "ex:Product ex:hasSupplier -> ex:Supplier"
    assert lines[1] == "ex:Supplier ex:supplies -> ex:Product"  # the same, told from the other end
    step, other = (lines.index(line) for line in (STEP, "ex:Product ex:price -> xsd:decimal"))
    assert step < other
    assert "ex:OrderLine is a class" in lines


def test_what_a_hint_names_is_in_it() -> None:
    assert "ex:Order ex:soldBy -> ex:Employee" in sliced("SELECT ?e WHERE { ?o ex:soldByy ?e }")


def test_a_query_that_cannot_be_read_has_one_too() -> None:
    assert "ex:Order ex:soldBy -> ex:Employee" in sliced("SELECT ?e WHERE } ?o ex:soldBy ?? {")
    assert "ex:Order ex:soldBy -> ex:Employee" in sliced(f"SELECT ?e WHERE }} ?o <{EX}soldBy> ?? {{")


def test_what_is_not_declared_is_told_as_the_data_shows_it() -> None:
    lines = sliced("SELECT ?n WHERE { ?x ex:zqxw ?y ; ex:name ?n }", OBSERVED)
    assert lines[0].endswith("ex:name -> xsd:string")
    assert "ex:Hardware" in lines[0]


def test_a_property_without_data_is_said_to_have_none() -> None:
    unused = replace(OBSERVED, uses=tuple(u for u in OBSERVED.uses if u.property != f"{EX}soldBy"))
    assert "ex:Order ex:soldBy -> ex:Employee  # not in the data" in sliced("ASK { ?o ex:soldBy ?e }", unused)


def test_a_name_stands_beside_a_term_that_does_not_say_it() -> None:
    sold = replace(EXAMPLE.properties[f"{EX}soldBy"], names=(Name("closed by\nthe\u202e rep", "en"),))
    named = replace(EXAMPLE, properties={**EXAMPLE.properties, sold.iri: sold})
    assert sliced("ASK { ?o ex:soldBy ?e }", named)[0] == (
        "ex:Order ex:soldBy -> ex:Employee  # “closed by the rep”"
    )


def test_closed_terms_and_all_below_them_are_left_out() -> None:
    closed = Closed(classes=frozenset((f"{EX}Agent",)), properties=frozenset((f"{EX}price",)))
    lines = sliced("SELECT ?s WHERE { ?o ex:handledBy ?s . ?p ex:price ?v ; ex:name ?n }", OBSERVED, closed)
    assert lines
    assert not any(word in line for line in lines for word in ("Agent", "Employee", "Supplier", "price"))
    assert any("ex:name" in line for line in lines)


def test_of_a_large_schema_there_is_no_more_than_a_model_reads() -> None:
    classes = {f"{EX}C{n}": Class(iri=f"{EX}C{n}", parents=(f"{EX}C0",) if n else ()) for n in range(2_000)}
    properties = {
        f"{EX}p{n}": Property(iri=f"{EX}p{n}", domains=(frozenset((f"{EX}C{n % 2_000}",)),))
        for n in range(4_000)
    }
    large = Ontology(classes=classes, properties=properties, prefixes=(("ex", EX),))
    lines = sliced("SELECT ?x WHERE { ?x a ex:C0 ; ex:p7 ?y ; ex:zqxw ?z }", large)
    assert lines[0] == "ex:C7 ex:p7 -> anything"
    assert len(lines) <= 2 * MOST
