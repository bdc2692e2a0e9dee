"""The check as a whole: verdicts, repairs, declared against observed, empty ontologies."""

from __future__ import annotations

import gc
import hashlib
import weakref
from dataclasses import replace

import pytest

from kgqa.check import RULES, Verdict, admit, check
from kgqa.check.example import EX, EXAMPLE
from kgqa.errors import OurMove
from kgqa.ontology import XSD, Class, Ontology, Property, Use
from kgqa.repair import repaired
from kgqa.types import CheckedQuery, Issue, Level


def passed(verdict: Verdict) -> CheckedQuery:
    assert isinstance(verdict, CheckedQuery), verdict
    return verdict


def refused(verdict: Verdict) -> tuple[Issue, ...]:
    assert not isinstance(verdict, CheckedQuery)
    return verdict


def use(subject: str, prop: str, obj: str, *, literal: bool = False) -> Use:
    return Use(
        subject=subject and EX + subject,
        property=EX + prop,
        object=obj if literal or not obj else EX + obj,
        count=3,
        subjects=3,
        literal=literal,
    )


def test_known_prefixes_are_added_to_the_text_that_runs() -> None:
    query = passed(check("SELECT ?p WHERE { ?p a ex:Product ; rdfs:label ?l }", EXAMPLE))
    assert query.text == (
        f"PREFIX ex: <{EX}>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\n"
        "SELECT ?p WHERE { ?p a ex:Product ; rdfs:label ?l }"
    )


def test_an_unknown_prefix_is_named() -> None:
    (issue,) = refused(check("SELECT ?p WHERE { ?p a shop:Product }", EXAMPLE))
    assert issue.rule == "syntax"
    assert issue.message == "The query cannot be read at line 1, column 24."
    assert issue.hint == "Expected a declaration of the prefix “shop:”."


def test_spelling_does_not_change_the_hash_and_meaning_does() -> None:
    one = passed(check("SELECT ?p WHERE { ?p a ex:Product }", EXAMPLE))
    same = passed(check(f"# all\nselect  ?p\n{{ ?p a <{EX}Product> . }}", EXAMPLE))
    other = passed(check("SELECT ?q WHERE { ?q a ex:Product }", EXAMPLE))
    assert one.canonical == same.canonical
    assert one.sha256 == same.sha256 == hashlib.sha256(one.canonical.encode()).hexdigest()
    assert other.sha256 != one.sha256


def test_a_property_used_backwards_is_put_right() -> None:
    (issue,) = refused(check("SELECT ?e WHERE { ?e a ex:Employee . ?e ex:soldBy ?o }", EXAMPLE))
    assert issue.rule == "domain"
    repair = repaired("SELECT ?e WHERE { ?e a ex:Employee . ?e ex:soldBy ?o }", EXAMPLE)
    meant = passed(check("SELECT ?e WHERE { ?e a ex:Employee . ?o ex:soldBy ?e }", EXAMPLE))
    assert passed(repair.verdict).canonical == meant.canonical


def test_what_no_certain_edit_puts_right_stays_refused() -> None:
    query = "SELECT ?e WHERE { ?e a ex:Employee ; ex:soldBy ?o . ?o ex:price ?v }"
    assert refused(repaired(query, EXAMPLE).verdict)


def test_what_the_data_shows_is_a_warning_even_where_the_ontology_forbids_it() -> None:
    query = "SELECT ?c WHERE { ?e a ex:Employee ; ex:country ?c }"
    assert [i.level for i in refused(check(query, EXAMPLE))] == [Level.ERROR]
    shown = replace(EXAMPLE, uses=(use("Employee", "country", "Country"),))
    (warning,) = passed(check(query, shown)).warnings
    assert warning.rule == "domain"
    assert "ontology and data disagree" in warning.hint


def test_the_data_of_another_class_does_not_excuse() -> None:
    other = replace(EXAMPLE, uses=(use("Supplier", "country", "Country"),))
    assert refused(check("SELECT ?c WHERE { ?e a ex:Employee ; ex:country ?c }", other))


def test_inferred_types_that_the_data_shows_together_are_a_warning() -> None:
    query = "SELECT ?x WHERE { ?x ex:soldBy ?e ; ex:price ?v }"
    assert [i.rule for i in refused(check(query, EXAMPLE))] == ["double domain"]
    uses = (use("Order", "soldBy", "Employee"), use("Order", "price", XSD + "decimal", literal=True))
    assert [i.rule for i in passed(check(query, replace(EXAMPLE, uses=uses))).warnings] == ["double domain"]


UNDECLARED = Ontology(
    uses=(
        use("Port", "cranes", XSD + "boolean", literal=True),
        use("Port", "country", "Country"),
        use("Airport", "runway", "Runway"),
        use("", "loose", ""),
    ),
    prefixes=(("ex", EX),),
)


def test_without_an_ontology_the_data_serves_as_one_and_only_warns() -> None:
    assert not passed(check("SELECT ?c WHERE { ?p a ex:Port ; ex:country ?c }", UNDECLARED)).warnings
    (warning,) = passed(check("SELECT ?c WHERE { ?p a ex:Airport ; ex:country ?c }", UNDECLARED)).warnings
    assert warning.rule == "domain"
    assert "the data has no such case" in warning.hint
    assert not passed(check("SELECT ?c WHERE { ?p a ex:Airport ; ex:loose ?c }", UNDECLARED)).warnings


def test_without_an_ontology_a_property_that_nothing_has_is_an_error() -> None:
    (issue,) = refused(check("SELECT ?c WHERE { ?p ex:crane ?c }", UNDECLARED))
    assert issue.message == "The graph has no property “crane”. The nearest is “cranes”."


def test_with_nothing_known_only_reading_is_checked_and_said_so() -> None:
    query = passed(check("SELECT ?x WHERE { ?x <http://any.example/p> ?y }", Ontology()))
    assert query.passed == tuple(rule.name for rule in RULES if not rule.needs_ontology)
    assert [w.rule for w in query.warnings] == ["ontology"]
    assert refused(check("CLEAR ALL", Ontology()))


def test_classes_declared_disjoint_cannot_be_one() -> None:
    query = "SELECT ?c WHERE { ?a a ex:Agent ; ex:country ?c . ?a a ex:Employee }"
    assert [i.rule for i in refused(check(query, EXAMPLE))] == ["domain"]


def test_standard_vocabularies_are_always_allowed() -> None:
    query = (
        "SELECT ?l WHERE { ?x rdfs:label ?l ; skos:prefLabel ?m ; owl:sameAs ?y ; rdfs:seeAlso/rdf:type ?t }"
    )
    passed(check(query, EXAMPLE))


def test_a_union_or_subproperty_or_inverse_declares_as_well() -> None:
    boss = Property(iri=EX + "leads", parents=(EX + "soldBy",))
    wider = replace(EXAMPLE, properties={**EXAMPLE.properties, boss.iri: boss})
    assert [i.rule for i in refused(check("SELECT ?x WHERE { ?p a ex:Product ; ex:leads ?x }", wider))] == [
        "domain"
    ]
    assert [
        i.rule for i in refused(check("SELECT ?x WHERE { ?o a ex:Order ; ex:supplies ?x }", EXAMPLE))
    ] == ["domain"]


@pytest.mark.parametrize(
    "pattern",
    [
        "OPTIONAL { ?p ex:country ?c }",
        "{ ?p ex:country ?c } UNION { ?p ex:price ?c }",
        "MINUS { ?p ex:country ?c }",
        "FILTER NOT EXISTS { ?p ex:country ?c }",
        "FILTER EXISTS { ?p ex:country ?c }",
        "FILTER(?p != ex:a || EXISTS { ?p ex:country ?c })",
        "{ SELECT ?p WHERE { ?p ex:country ?c } }",
        "GRAPH ?g { ?p ex:country ?c }",
        "?c ^ex:country ?p",
        "?p ex:country/ex:name ?c",
        "?p ex:country|ex:price ?c",
        "?p ex:country+ ?c",
        "?p (ex:country/ex:name)+ ?c",
        "BIND(EXISTS { ?p ex:country ?c } AS ?has)",
    ],
)
def test_a_wrong_domain_is_found_wherever_it_stands(pattern: str) -> None:
    issues = refused(check(f"SELECT ?p WHERE {{ ?p a ex:Product . {pattern} }}", EXAMPLE))
    assert issues[0].rule == "domain"


@pytest.mark.parametrize(
    "query",
    [
        # the same name means different things in two branches, in a subquery of its own, in two options
        "SELECT ?x WHERE { { ?x a ex:Product ; ex:price ?v } UNION { ?x a ex:Order ; ex:placedOn ?v } }",
        "SELECT ?p { ?p a ex:Product ; ex:hasSupplier ?x { SELECT (COUNT(?x) AS ?n) { ?x ex:soldBy ?v } } }",
        "SELECT ?x WHERE { ?x ex:name ?n OPTIONAL { ?x ex:price ?v } OPTIONAL { ?x ex:placedOn ?d } }",
        "SELECT ?x WHERE { VALUES ?c { ex:Hardware ex:Service } ?x a ?c ; ex:price ?v }",
        "SELECT ?x WHERE { ?x !ex:price ?y }",
        "SELECT * WHERE { ?x ?p ?y }",
        "DESCRIBE ex:a",
        "CONSTRUCT { ?x ex:price ?v } WHERE { ?x ex:price ?v }",
    ],
)
def test_what_only_looks_wrong_raises_no_alarm(query: str) -> None:
    assert not passed(check(query, EXAMPLE)).warnings


def test_a_step_that_may_be_left_out_is_a_warning() -> None:
    query = passed(check("SELECT ?c WHERE { ?p a ex:Product ; ex:country* ?c }", EXAMPLE))
    assert [w.rule for w in query.warnings] == ["domain"]


def test_the_products_own_queries_are_held_to_reading_only() -> None:
    assert admit("SELECT ?x WHERE { ?x ?p ?o }").passed == ("read only",)
    with pytest.raises(OurMove, match="would change the graph"):
        admit("DELETE WHERE { ?x ?p ?o }")


def test_a_deep_hierarchy_with_a_cycle_is_harmless() -> None:
    ring = {EX + n: Class(iri=EX + n, parents=(EX + m,)) for n, m in (("A", "B"), ("B", "C"), ("C", "A"))}
    prop = Property(iri=EX + "p", domains=(frozenset((EX + "A",)),))
    ontology = Ontology(classes=ring, properties={prop.iri: prop}, prefixes=(("ex", EX),))
    passed(check("SELECT ?x WHERE { ?x a ex:C ; ex:p ?y }", ontology))


@pytest.mark.slow
def test_an_ontology_that_nobody_has_any_more_is_not_kept_for_its_verdicts() -> None:
    ontology = replace(EXAMPLE)
    passed(check("SELECT ?p WHERE { ?p a ex:Product }", ontology))
    kept = weakref.ref(ontology)
    del ontology
    gc.collect()
    assert kept() is None
