"""What is closed: every way to ask for it is refused, and no message, hint or repair tells of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.check import Closed, Conditions, Policy, Verdict, check
from kgqa.check.closed import View, closing, opened
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.check.rules.closed import MESSAGE
from kgqa.ontology import RDFS, Class, Name, Property, PropertyKind, Use
from kgqa.repair import repaired
from kgqa.types import CheckedQuery, Ground

PRICE = Closed(properties=frozenset((EX + "price",)))
EMPLOYEES = Closed(classes=frozenset((EX + "Employee",)))
PAYROLL = Closed(graphs=frozenset((EX + "payroll",)))
NOTHING_BLOCKS = Policy(blocks=frozenset())


def asked(query: str, closed: Closed, things: dict[str, frozenset[str] | None] | None = None) -> Verdict:
    return check(query, EXAMPLE, Conditions(closed=closed, things=things or {}, policy=NOTHING_BLOCKS))


def is_refused(verdict: Verdict) -> bool:
    if isinstance(verdict, CheckedQuery):
        return False
    assert [(i.rule, i.message, i.ground) for i in verdict] == [("closed", MESSAGE, Ground.FORBIDDEN)]
    return True


@pytest.mark.parametrize(
    "pattern",
    [
        "?p ex:price ?v",
        "?v ^ex:price ?p",
        "?p ex:hasSupplier?/ex:price ?v",
        "?p (ex:name|ex:price) ?v",
        "?p ex:price* ?v",
        "?p !ex:name ?v",
        "?p !(ex:name|ex:price) ?v",
        "?p (!ex:name)? ?v",
        "?p ?any ?v",
        "?p a ex:Product ; ?any ?v",
        "VALUES ?any { ex:price } ?p ?any ?v",
        "VALUES ?any { ex:name UNDEF } ?p ?any ?v",
        "?p ?any ?v FILTER(?any = ex:price)",
        "?p ?any ?v FILTER(?any != ex:name)",
        "?p ?any ?v FILTER(?any = ex:name || ?v > 5)",
        "?p ?any ?v FILTER(STRENDS(STR(?any), 'price'))",
        "BIND(IRI(CONCAT(STR(ex:), 'price')) AS ?any) ?p ?any ?v",
        "?p a ex:Product OPTIONAL { ?p ex:price ?v }",
        "?p a ex:Product MINUS { ?p ex:price ?v }",
        "?p a ex:Product FILTER NOT EXISTS { ?p ex:price 5 }",
        "?p a ex:Product FILTER(?p = ex:a || EXISTS { ?p ex:price ?v })",
        "?p a ex:Product BIND(EXISTS { ?p ex:price ?v } AS ?has)",
        "{ ?p a ex:Product } UNION { ?p ex:price ?v }",
        "{ SELECT (MAX(?v) AS ?m) WHERE { ?p ex:price ?v } }",
        "GRAPH ?g { ?p ex:price ?v }",
        "ex:price rdfs:label ?l",
        "?x rdfs:label ?l",
        "?x rdfs:subPropertyOf* ?y",
        "?x a owl:DatatypeProperty",
        "?st rdf:predicate ?x ; rdf:object ?v",
        "VALUES ?any { rdf:object } ?p a ex:Product ; ?any ?v",
        "?p <http://jena.apache.org/text#query> 'five'",
        r"?p ex:pr\u0069ce ?v".replace(r"\u0069", "i"),
        "?p <https://example.org/shop/./price> ?v",
        "?p <https://example.org/shop/x/../price> ?v",
    ],
)
def test_a_closed_property_is_asked_in_no_way(pattern: str) -> None:
    assert is_refused(asked(f"SELECT * WHERE {{ {pattern} }}", PRICE))


@pytest.mark.parametrize(
    "query",
    [
        "DESCRIBE ex:p1",
        "DESCRIBE ?p WHERE { ?p a ex:Product }",
        "CONSTRUCT WHERE { ?p ex:price ?v }",
        "CONSTRUCT { ?p ex:name ?v } WHERE { ?p ex:price ?v }",
        "CONSTRUCT { ?p ?any ?v } WHERE { ?p a ex:Product ; ?any ?v }",
        "ASK { ex:p1 ex:price 5 }",
        "SELECT ?p WHERE { ?p a ex:Product } ORDER BY EXISTS { ?p ex:price 5 }",
        "SELECT ?p (COUNT(*) AS ?n) WHERE { ?p a ex:Product } GROUP BY ?p HAVING(EXISTS { ?p ex:price 5 })",
        "SELECT (COUNT(?v) AS ?n) WHERE { ?p a ex:Product ; ?any ?v } GROUP BY ?p VALUES ?any { ex:name }",
        "BASE <https://example.org/> SELECT ?v WHERE { ?p <shop/price> ?v }",
    ],
)
def test_nor_in_another_form_of_query(query: str) -> None:
    assert is_refused(asked(query, PRICE))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?p ?s WHERE { ?p ex:hasSupplier ?s ; rdfs:label ?l }",
        "SELECT ?p ?v WHERE { ?p a ex:Product ; ?any ?v FILTER(?any IN (ex:name, ex:hasSupplier)) }",
        "SELECT ?p ?v WHERE { VALUES ?any { ex:name } ?p a ex:Product ; ?any ?v }",
        "SELECT ?p WHERE { ?p a ex:Product OPTIONAL { ?p rdfs:label ?l } }",
        "SELECT ?c WHERE { ?p ex:hasSupplier/ex:country ?c }",
        "SELECT ?p WHERE { ?p a/rdfs:subClassOf* ex:Product }",
    ],
)
def test_the_rest_is_open(query: str) -> None:
    assert not is_refused(asked(query, PRICE))


@pytest.mark.parametrize(
    "pattern",
    [
        "?e a ex:Employee",
        "?e a/rdfs:subClassOf* ex:Employee",
        "?e a/rdfs:subClassOf* ex:Agent",
        "?e a ?t",
        "?e a ?t . ?t rdfs:subClassOf* ex:Agent",
        "VALUES ?t { ex:Supplier ex:Employee } ?e a ?t",
        "?c rdfs:subClassOf ex:Agent",
        "?o ex:soldBy ?e",  # leads to employees alone
        "?o ex:handledBy ?a",  # agents may be employees
        "?x ex:name ?n",  # has no domain
        "ex:ada ex:name ?n",  # nobody has looked what this is
        "?a a ex:Agent FILTER NOT EXISTS { ?a a ex:Supplier }",
        "?a a ex:Agent FILTER NOT EXISTS { ?b a ex:Employee }",
        "?a a ex:Agent FILTER(NOT EXISTS { ?a a ex:Employee } || ?a = ex:ada)",
        "?a a ex:Agent FILTER EXISTS { ?a a ex:Employee }",
        "MINUS { ?a a ex:Employee } ?a a ex:Agent",
        "{ ?a a ex:Agent } UNION { ?b a ex:Agent } FILTER NOT EXISTS { ?a a ex:Employee }",
        "?o a ex:Order OPTIONAL { ?o ex:handledBy ?a } FILTER NOT EXISTS { ?a a ex:Employee }",
        "{ SELECT ?a WHERE { ?a a ex:Agent } LIMIT 1 } FILTER NOT EXISTS { ?a a ex:Employee }",
        "VALUES ?a { ex:ada } FILTER NOT EXISTS { ?a a ex:Employee }",
        "?s ex:country* ?x",  # no step at all, from anything
    ],
)
def test_a_closed_class_is_asked_in_no_way(pattern: str) -> None:
    assert is_refused(asked(f"SELECT * WHERE {{ {pattern} }}", EMPLOYEES))


@pytest.mark.parametrize(
    "pattern",
    [
        "?s a ex:Supplier ; ex:name ?n",
        "?p ex:hasSupplier ?s . ?s ex:name ?n",
        "?a a ex:Agent ; ex:name ?n FILTER NOT EXISTS { ?a a/rdfs:subClassOf* ex:Employee }",
        "?a a ex:Agent ; ex:name ?n FILTER NOT EXISTS { ?a a ex:Employee }",
        "?a a ex:Agent ; ex:name ?n FILTER NOT EXISTS { VALUES ?t { ex:Employee } ?a a ?t }",
        "?a a ex:Agent ; ex:name ?n MINUS { ?a a/rdfs:subClassOf* ex:Employee }",
        "?o a ex:Order OPTIONAL { ?o ex:handledBy ?a FILTER NOT EXISTS { ?a a ex:Employee } }",
        "VALUES ?t { ex:Supplier } ?a a ?t ; ex:name ?n",
    ],
)
def test_what_cannot_be_of_a_closed_class_is_open(pattern: str) -> None:
    assert not is_refused(asked(f"SELECT * WHERE {{ {pattern} }}", EMPLOYEES))


def test_a_thing_is_what_the_graph_says_of_it() -> None:
    query = "SELECT ?n WHERE { ex:ada ex:name ?n }"
    assert is_refused(asked(query, EMPLOYEES, {EX + "ada": frozenset((EX + "Employee",))}))
    assert not is_refused(asked(query, EMPLOYEES, {EX + "ada": frozenset((EX + "Supplier",))}))
    assert is_refused(asked(query, EMPLOYEES, {EX + "ada": None}))  # a closed one is told as this


def test_a_class_that_shares_things_with_a_closed_one_is_not_told_apart_by_the_tree() -> None:
    query = "SELECT ?n WHERE { ?s a ex:Supplier ; ex:name ?n }"
    conditions = Conditions(closed=EMPLOYEES, policy=NOTHING_BLOCKS)
    assert isinstance(check(query, EXAMPLE, conditions), CheckedQuery)
    shared = replace(EXAMPLE, overlaps=((EX + "Supplier", EX + "Employee", 1),))
    assert is_refused(check(query, shared, conditions))


def test_what_the_data_has_against_the_declared_domain_counts() -> None:
    query = "SELECT ?c WHERE { ?s ex:country ?c }"
    conditions = Conditions(closed=EMPLOYEES, policy=NOTHING_BLOCKS)
    assert isinstance(check(query, OBSERVED, conditions), CheckedQuery)
    against = Use(
        subject=EX + "Employee",
        property=EX + "country",
        object=EX + "Country",
        count=1,
        subjects=1,
        literal=False,
    )
    assert is_refused(check(query, replace(OBSERVED, uses=(*OBSERVED.uses, against)), conditions))


def test_what_is_below_or_inverse_is_closed_as_well() -> None:
    boss = Class(iri=EX + "Manager", parents=(EX + "Employee",))
    net = Property(iri=EX + "netPrice", kind=PropertyKind.DATA, parents=(EX + "price",))
    wider = replace(
        EXAMPLE,
        classes={**EXAMPLE.classes, boss.iri: boss},
        properties={**EXAMPLE.properties, net.iri: net},
    )
    known = closing(
        wider, Closed(classes=EMPLOYEES.classes, properties=PRICE.properties | {EX + "hasSupplier"})
    )
    assert {EX + "Manager", EX + "Employee"} == known.classes
    assert {EX + p for p in ("price", "netPrice", "hasSupplier", "supplies", "soldBy")} == known.properties


def use_of(local: str, count: int) -> Use:
    return Use(
        subject=EX + "Product",
        property=EX + local,
        object=EX + "x",
        count=count,
        subjects=count,
        literal=True,
    )


@pytest.mark.parametrize(("above", "is_open"), [(3, True), (12, False)])
def test_a_superproperty_is_open_where_the_data_shows_that_it_does_not_carry(
    above: int, is_open: bool
) -> None:
    amount = Property(iri=EX + "amount", kind=PropertyKind.DATA)
    price = replace(EXAMPLE.properties[EX + "price"], parents=(EX + "amount",))
    wider = replace(
        EXAMPLE,
        properties={**EXAMPLE.properties, amount.iri: amount, price.iri: price},
        uses=(use_of("price", 12), use_of("amount", above)),
    )
    assert (EX + "amount" not in closing(wider, PRICE).properties) is is_open
    assert EX + "amount" in closing(replace(wider, uses=()), PRICE).properties


@pytest.mark.parametrize(
    ("pattern", "union", "passes"),
    [
        ("GRAPH ex:payroll { ?p ex:price ?v }", False, False),
        ("GRAPH ?g { ?p ex:price ?v }", False, False),
        ("GRAPH <urn:x-arq:UnionGraph> { ?p ex:price ?v }", False, False),
        ("VALUES ?g { ex:sales ex:payroll } GRAPH ?g { ?p ex:price ?v }", False, False),
        ("VALUES ?g { ex:sales } GRAPH ?g { ?p ex:price ?v }", False, True),
        ("GRAPH ex:sales { ?p ex:price ?v }", True, True),
        ("?p ex:price ?v", False, True),
        ("?p ex:price ?v", True, False),
        ("GRAPH ex:sales { ?p ex:price ?v } ?p ex:name ?n", True, False),
        ("GRAPH ex:sales { ?p ex:price ?v } FILTER EXISTS { ?p ex:name ?n }", True, False),
    ],
)
def test_closed_graphs_are_not_asked(pattern: str, union: bool, passes: bool) -> None:
    verdict = asked(f"SELECT * WHERE {{ {pattern} }}", replace(PAYROLL, union=union))
    assert is_refused(verdict) is not passes


def test_guards_count_where_the_default_graph_says_what_things_are() -> None:
    inside = "?a a ex:Agent FILTER NOT EXISTS { ?a a ex:Employee }"
    assert is_refused(asked(f"SELECT ?a WHERE {{ GRAPH ex:sales {{ {inside} }} }}", EMPLOYEES))


# ── what is said ─────────────────────────────────────────────────────────────────────────────────

EVERYTHING = Closed(classes=EMPLOYEES.classes, properties=PRICE.properties)


@pytest.mark.parametrize(
    ("query", "closed"),
    [
        ("SELECT ?v WHERE { ?p a ex:Product ; ex:prise ?v }", PRICE),
        ("SELECT ?v WHERE { ?p a ex:Product ; ex:priec ?v }", PRICE),
        ("SELECT ?x WHERE { ?x a ex:prise }", PRICE),
        ("SELECT ?e WHERE { ?e a ex:Employe }", EMPLOYEES),
        ("SELECT ?s WHERE { ?s a ex:Service ; ex:handledBy ?c . ?c a ex:Country }", EMPLOYEES),
        ("SELECT ?s WHERE { ?s a ex:Supplier ; ex:handledBy ?c . ?c a ex:Country }", EMPLOYEES),
        ("SELECT ?o WHERE { ?o a ex:Order ; ex:hasSupplier ?s }", EMPLOYEES),
        ("SELECT ?x WHERE { ?x a ex:Employ ; ex:country ?c }", EMPLOYEES),
        ("SELECT ?x WHERE { ?x a ex:Supplier ; ex:soldbY ?c . ?c a ex:Country }", EMPLOYEES),
    ],
)
def test_no_message_hint_or_repair_tells_of_what_is_closed(query: str, closed: Closed) -> None:
    for ontology in (EXAMPLE, OBSERVED):
        conditions = Conditions(closed=closed)
        verdict, repair = check(query, ontology, conditions), repaired(query, ontology, conditions)
        issues = verdict.warnings if isinstance(verdict, CheckedQuery) else verdict
        told = repr((issues, repair.fixes, repair.options)).replace(query, "")
        assert "closed" not in {i.rule for i in issues}
        for name in (
            "“price”",
            "price>",
            ":price ",
            "“Employee”",
            "Employee>",
            ":Employee ",
            " employee",
            "“sold by”",
            "soldBy>",
        ):
            assert name not in told, told


def test_without_anything_closed_the_same_words_are_helpful() -> None:
    verdict = check("SELECT ?v WHERE { ?p a ex:Product ; ex:prise ?v }", EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert "“price”" in verdict[0].message


def test_what_the_ontology_does_not_know_is_closed_where_nobody_else_refuses_it() -> None:
    query = "SELECT ?v WHERE { ?p a ex:Product ; ex:prise ?v }"
    assert is_refused(check(query, EXAMPLE, Conditions(closed=PRICE, policy=NOTHING_BLOCKS)))
    assert not isinstance(verdict := check(query, EXAMPLE, Conditions(closed=PRICE)), CheckedQuery)
    assert [i.rule for i in verdict] == ["incorrect property"]


def test_a_view_holds_nothing_of_what_is_closed() -> None:
    labelled = replace(EXAMPLE.classes[EX + "Agent"], names=(Name("Agent"),))
    view = opened(replace(OBSERVED, classes={**OBSERVED.classes, labelled.iri: labelled}), EVERYTHING)
    assert isinstance(view, View)
    without = repr(replace(view, closed=Closed(), whole=EXAMPLE))
    for name in ("price", "Employee", "soldBy"):
        assert EX + name not in without
    assert opened(view, EVERYTHING) is view
    assert opened(view, Closed()) is view.whole
    assert opened(EXAMPLE, Closed()) is EXAMPLE


def test_names_of_the_ontology_itself_are_no_way_to_it() -> None:
    conditions = Conditions(closed=EVERYTHING, policy=NOTHING_BLOCKS)
    for prop in ("domain", "range", "comment", "subClassOf"):
        assert is_refused(check(f"SELECT ?x WHERE {{ ?x <{RDFS}{prop}> ?y }}", EXAMPLE, conditions))
