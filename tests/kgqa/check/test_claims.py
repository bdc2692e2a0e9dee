"""What a query says of its nodes is found in every construct of SPARQL, and nothing is made up."""

from __future__ import annotations

import pytest

from kgqa.check import RULES, Conditions, check, judged
from kgqa.check.example import EX, EXAMPLE
from kgqa.check.rule import Case
from kgqa.repair import repaired
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery, Ground, Issue

NAMES = ("domain", "range", "double domain", "double range", "domain-range", "disjoint", "local range")
ON_CLAIMS = tuple(rule for rule in RULES if rule.name in NAMES)


def issues(query: str, conditions: Conditions | None = None) -> tuple[Issue, ...]:
    parsed = parse(query, EXAMPLE.prefixes)
    assert isinstance(parsed, ParsedQuery), parsed
    return judged(Case(parsed, EXAMPLE, conditions or Conditions()), ON_CLAIMS)


def said(query: str, conditions: Conditions | None = None) -> set[str]:
    return {issue.rule for issue in issues(query, conditions)}


@pytest.mark.parametrize(
    "pattern",
    [
        "?s ex:country ?c FILTER(?s = ?p)",
        "?s ex:country ?c FILTER(?c != 5 && ?p = ?s)",
        "?s ex:country ?c FILTER(sameTerm(?s, ?p))",
        "?s ex:country ?c . ?t ex:name ?n FILTER(?s = ?t) FILTER(?p = ?t)",
        "BIND(?p AS ?s) ?s ex:country ?c",
        "{ SELECT (?q AS ?p) WHERE { ?q ex:country ?c } }",
        "{ SELECT (SAMPLE(?q) AS ?p) WHERE { ?q ex:country ?c } GROUP BY ?c }",
        "{ SELECT * WHERE { ?p ex:country ?c } }",
        "{ SELECT ?p WHERE { { SELECT ?p WHERE { ?p ex:country ?c } } } }",
        "?p ?how ?c FILTER(?how = ex:country)",
        "?p ?how ?c VALUES ?how { ex:country }",
        "?p ?how ?c FILTER(?how IN (ex:country, ex:price))",
        "?p ?how ?c BIND(ex:country AS ?how)",
        "?p ?how ?c . ?how rdfs:subPropertyOf* ex:country",
        "FILTER NOT EXISTS { OPTIONAL { ?p ex:country ?c } }",
        "OPTIONAL { ?s ex:name ?n FILTER EXISTS { ?p ex:country ?s } }",
        "MINUS { ?p ex:name ?n { ?p ex:country ?c } }",
        "{ ?p ex:name ?n } UNION { OPTIONAL { ?p ex:country ?c } }",
        "?p (ex:country|ex:price)/ex:name ?c",
        "?p ((ex:country/ex:name)+)+ ?c",
        "?p (ex:name|(ex:country/^ex:country))* ?c . ?c a ex:Order",
        "BIND(IF(EXISTS { ?p ex:country ?c }, 1, 2) AS ?n)",
        "[] ex:name ?n ; ^ex:country/^ex:country ?p",
    ],
)
def test_a_claim_that_contradicts_a_stated_class_is_found(pattern: str) -> None:
    assert "domain" in said(f"SELECT ?p WHERE {{ ?p a ex:Product . {pattern} }}")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?p WHERE { ?p a ex:Product } GROUP BY ?p HAVING(EXISTS { ?p ex:country ?c })",
        "SELECT ?p WHERE { ?p a ex:Product } ORDER BY (EXISTS { ?p ex:country ?c })",
        "SELECT ?p (EXISTS { ?p ex:country ?c } AS ?has) WHERE { ?p a ex:Product }",
        "SELECT ?s WHERE { ?p a ex:Product . ?s ex:country ?c } GROUP BY ?s ?p HAVING(?s = ?p)",
        "SELECT ?p WHERE { ?p a ?t ; ex:country ?c } VALUES ?t { ex:Product }",
        "ASK { ?p a ex:Product ; ex:country ?c }",
        "DESCRIBE ?p WHERE { ?p a ex:Product ; ex:country ?c }",
        "CONSTRUCT { ?p ex:made ?c } WHERE { ?p a ex:Product ; ex:country ?c }",
        "CONSTRUCT WHERE { ?p a ex:Product ; ex:country ?c }",
    ],
)
def test_a_claim_is_found_in_every_form_and_clause(query: str) -> None:
    assert "domain" in said(query)


@pytest.mark.parametrize(
    "stated",
    [
        "?p a ?t FILTER(?t = ex:Product)",
        "?p a ?t FILTER(ex:Product = ?t)",
        "VALUES ?t { ex:Product } ?p a ?t",
        "VALUES (?t ?n) { (ex:Hardware 1) (ex:Service UNDEF) } ?p a ?t",
        "?p a ?t FILTER(?t IN (ex:Hardware, ex:Service))",
        "?p a ?t FILTER(?t = ex:Hardware || ?t = ex:Service)",
        "?p a ?t . ?t rdfs:subClassOf* ex:Product",
        "?p a/rdfs:subClassOf* ex:Product",
        "?p a [ rdfs:subClassOf* ex:Product ]",
        "?p a ?t . ?t rdfs:subClassOf* ?u . BIND(ex:Product AS ?u)",
        "?p a ?t . ex:Hardware rdfs:subClassOf* ?t",
        "?p a ?t . BIND(IRI('https://example.org/shop/Product') AS ?t)",
        "{ ?p a ex:Supplier } UNION { ?p a ex:Service }",
        "GRAPH ?g { ?p a ex:Product }",
    ],
)
def test_a_class_is_stated_in_many_ways(stated: str) -> None:
    assert said(f"SELECT ?p WHERE {{ {stated} . ?p ex:country ?c }}") == {"domain"}


@pytest.mark.parametrize(
    "query",
    [
        # one of the classes fits
        "SELECT ?p WHERE { VALUES ?t { ex:Product ex:Supplier } ?p a ?t ; ex:country ?c }",
        "SELECT ?p WHERE { VALUES ?t { ex:Product UNDEF } ?p a ?t ; ex:country ?c }",
        "SELECT ?p WHERE { ?p a ?t ; ex:country ?c FILTER(?t != ex:Product) }",
        "SELECT ?p WHERE { ?p a ?t ; ex:country ?c FILTER(?t = ex:Product || ?c = ex:Peru) }",
        # a variable of its own in MINUS, in EXISTS of an inner group, in a subquery
        "SELECT ?p { ?p a ex:Product MINUS { ?p ex:hasSupplier ?s } ?l ex:product ?p . ?o ex:soldBy ?s }",
        "SELECT ?p { ?p a ex:Product ; ex:name ?n { SELECT ?n { ?p ex:country ?c ; ex:name ?n } } }",
        "SELECT ?p { ?p a ex:Product { ?c ex:name ?n FILTER EXISTS { ?p ex:country ?c } } ?p ex:name ?n }",
        # equality in one branch only, or in none
        "SELECT ?p WHERE { ?p a ex:Product ; ex:name ?n . ?s ex:country ?c ; ex:name ?n FILTER(?p != ?s) }",
        "SELECT * { { ?p ex:price ?v . ?q ex:name ?n FILTER(?q = ?p) } UNION { ?q ex:country ?c } }",
        "SELECT ?p WHERE { { ?s ex:country ?c BIND(?s AS ?p) } UNION { ?p ex:price ?c } }",
        # a property that may be another one
        "SELECT ?p WHERE { ?p a ex:Product ; ?how ?c }",
        "SELECT ?p WHERE { ?p a ex:Product ; ?how ?c FILTER(?how != ex:country) }",
        "SELECT ?p WHERE { ?p a ex:Product ; ?how ?c VALUES ?how { UNDEF ex:country } }",
        "SELECT * { ?p a ex:Product ; ?how ?c VALUES ?how { ex:price ex:country } FILTER(?how = ex:price) }",
        "SELECT ?p WHERE { ?p a ex:Product ; !(ex:country|ex:zip) ?c }",
        # what is made need not be there
        "CONSTRUCT { ?p a ex:Supplier ; ex:country ?n } WHERE { ?p a ex:Product ; ex:name ?n }",
        "DESCRIBE ex:Valve",
        # collections and unnamed nodes
        "SELECT ?x WHERE { ?x ex:name ?n ; rdfs:seeAlso (1 ?n [ ex:price 5 ]) }",
    ],
)
def test_no_claim_is_made_up(query: str) -> None:
    assert not said(query)


@pytest.mark.parametrize(
    ("pattern", "ground"),
    [
        ("?p ex:country* ?c", Ground.DOUBTFUL),
        ("?p ex:country? ?c . ?c ex:price ?v", Ground.DOUBTFUL),
        ("?p (ex:country/^ex:country)* ?c", Ground.DOUBTFUL),
        ("?p ex:country+ ?c", Ground.UNLIKELY),
        # left out, both ends would be one thing, and that thing would be an order and a product
        ("?p ex:country? ?c . ?c a ex:Order", Ground.UNLIKELY),
        ("?p ex:country* ?c . ?c ex:placedOn ?d", Ground.UNLIKELY),
    ],
)
def test_a_step_that_may_be_left_out_is_doubtful_where_the_rest_can_match_without_it(
    pattern: str, ground: Ground
) -> None:
    found = issues(f"SELECT ?p WHERE {{ ?p a ex:Product . {pattern} }}")
    assert {i.ground for i in found if i.rule == "domain"} == {ground}


def test_two_things_by_name_are_not_one_where_a_step_is_left_out() -> None:
    known = Conditions(things={EX + "Valve": frozenset((EX + "Hardware",)), EX + "Peru": None})
    found = issues("ASK { ex:Valve ex:country* ex:Peru }", known)
    assert [i.ground for i in found if i.rule == "domain"] == [Ground.UNLIKELY]


EMPLOYEES = Conditions(
    things={EX + n: frozenset((EX + "Agent", EX + "Employee")) for n in ("Anna", "Bob")}
    | {EX + "O1": frozenset((EX + "Order",))}
)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?o WHERE { ex:Anna ex:soldBy ?o }",
        "SELECT ?o WHERE { ?x ex:soldBy ?o FILTER(?x = ex:Anna) }",
        "SELECT ?o WHERE { BIND(ex:Anna AS ?x) ?x ex:soldBy ?o }",
        "SELECT ?o WHERE { VALUES ?x { ex:Anna ex:Bob } ?x ex:soldBy ?o }",
        "SELECT ?o WHERE { ?x ex:soldBy ?o FILTER(?x IN (ex:Anna, ex:Bob)) }",
        "SELECT ?c WHERE { ex:Anna ex:country ?c }",  # an agent that is known to be an employee
    ],
)
def test_a_property_asked_of_a_known_thing_of_another_class_is_found(query: str) -> None:
    assert said(query, EMPLOYEES) == {"domain"}
    assert not said(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?o WHERE { VALUES ?x { ex:Anna ex:O1 } ?x ex:soldBy ?o }",
        "SELECT ?o WHERE { VALUES ?x { ex:Anna ex:Unlooked } ?x ex:soldBy ?o }",
        "SELECT ?o WHERE { ?o ex:handledBy ex:Anna }",
    ],
)
def test_a_thing_among_several_that_fits_or_is_not_known_raises_no_alarm(query: str) -> None:
    assert not said(query, EMPLOYEES)


def test_a_property_asked_the_wrong_way_round_of_a_known_thing_is_turned() -> None:
    repair = repaired("SELECT ?o WHERE { ex:Anna ex:soldBy ?o }", EXAMPLE, EMPLOYEES)
    meant = check("SELECT ?o WHERE { ?o ex:soldBy ex:Anna }", EXAMPLE, EMPLOYEES)
    assert isinstance(repair.verdict, CheckedQuery)
    assert isinstance(meant, CheckedQuery)
    assert repair.verdict.canonical == meant.canonical


def test_what_another_endpoint_is_asked_for_says_nothing_of_this_graph() -> None:
    query = "SELECT ?p WHERE { ?p a ex:Product SERVICE <http://other.example/> { ?p ex:country ?c } }"
    assert not said(query)


def test_a_hundred_conflicts_about_one_thing_are_enough() -> None:
    wrong = " ".join(f"OPTIONAL {{ ?p ex:country ?c{i} }}" for i in range(300))
    query = parse(f"SELECT ?p WHERE {{ ?p a ex:Product . {wrong} }}", EXAMPLE.prefixes)
    assert isinstance(query, ParsedQuery)
    assert len(Case(query, EXAMPLE).claims.conflicts) == 100
