"""Each kind of edit does what it says, on the small shop of the rules' examples: before and after."""

from __future__ import annotations

import pytest

from kgqa.check import Conditions, Policy
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.ontology import Ontology
from kgqa.repair import repaired
from kgqa.repair.edits import EDITS
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import CheckedQuery, Ground
from tests.kgqa.german import is_german

# (kind, before, after, with the data looked at)
DONE = [
    # namespace
    ("namespace", "ASK { ?p <http://example.org/shop#price> ?v }", "ASK { ?p ex:price ?v }", False),
    (
        "namespace",
        "PREFIX s: <http://schema.org/> SELECT ?n { ?p s:hasSupplier ?s . ?s s:name ?n ; a s:Supplier }",
        "SELECT ?n { ?p ex:hasSupplier ?s . ?s ex:name ?n ; a ex:Supplier }",
        False,
    ),
    (
        "namespace",
        "SELECT ?p { ?p <https://www.w3.org/1999/02/22-rdf-syntax-ns#type> ex:Product }",
        "SELECT ?p { ?p a ex:Product }",
        False,
    ),
    # term
    ("term", "SELECT ?s { ?p ex:hasSuplier ?s }", "SELECT ?s { ?p ex:hasSupplier ?s }", False),
    ("term", "SELECT ?s { ?s a ex:Suplier }", "SELECT ?s { ?s a ex:Supplier }", False),
    ("term", "SELECT ?v { ?p ex:hasPrice ?v }", "SELECT ?v { ?p ex:price ?v }", False),
    ("term", "SELECT ?s { ?p ex:supplier/ex:name ?s }", "SELECT ?s { ?p ex:hasSupplier/ex:name ?s }", False),
    ("term", "SELECT ?v { ?p ex:productPrice ?v }", "SELECT ?v { ?p ex:price ?v }", False),
    # variable
    ("variable", "SELECT ?p ?nam { ?p ex:name ?name }", "SELECT ?p ?name { ?p ex:name ?name }", False),
    ("variable", "SELECT ?Price { ?p ex:price ?price }", "SELECT ?price { ?p ex:price ?price }", False),
    ("variable", "SELECT ?p_id { ?p ex:price ?v }", "SELECT ?p { ?p ex:price ?v }", False),
    ("variable", "SELECT ?result { ?p a ex:Product }", "SELECT ?p { ?p a ex:Product }", False),
    (
        "variable",
        "SELECT ?p { ?p ex:price ?price FILTER(?prise > 5) }",
        "SELECT ?p { ?p ex:price ?price FILTER(?price > 5) }",
        False,
    ),
    (
        "variable",
        "SELECT (SUM(?v) AS ?v) { ?p ex:price ?v }",
        "SELECT (SUM(?v) AS ?v_sum) { ?p ex:price ?v }",
        False,
    ),
    # value
    ("value", "SELECT ?p { ?p ex:price '20' }", "SELECT ?p { ?p ex:price '20'^^xsd:decimal }", True),
    (
        "value",
        "SELECT ?o { ?o ex:placedOn '2024-05-01' }",
        "SELECT ?o { ?o ex:placedOn '2024-05-01'^^xsd:date }",
        False,
    ),
    (
        "value",
        "SELECT ?o { ?o ex:placedOn ?d FILTER(?d > '2024-05-01') }",
        "SELECT ?o { ?o ex:placedOn ?d FILTER(?d > '2024-05-01'^^xsd:date) }",
        False,
    ),
    # direction
    (
        "direction",
        "SELECT ?o { ?e a ex:Employee ; ex:soldBy ?o }",
        "SELECT ?o { ?e a ex:Employee . ?o ex:soldBy ?e }",
        False,
    ),
    (
        "direction",
        "SELECT ?l { ?o ex:placedOn ?d ; ^ex:hasLine ?l . ?l ex:product ?p }",
        "SELECT ?l { ?o ex:placedOn ?d ; ex:hasLine ?l . ?l ex:product ?p }",
        False,
    ),
    (
        "direction",
        "SELECT ?v { ?o ex:hasLine/^ex:product/ex:price ?v }",
        "SELECT ?v { ?o ex:hasLine/ex:product/ex:price ?v }",
        False,
    ),
    (
        "direction",
        "SELECT ?e { { SELECT ?e { ?e a ex:Employee ; ex:soldBy ?o } } }",
        "SELECT ?e { { SELECT ?e { ?e a ex:Employee . ?o ex:soldBy ?e } } }",
        False,
    ),
    # hop
    (
        "hop",
        "SELECT ?v { ?o ex:hasLine/ex:price ?v }",
        "SELECT ?v { ?o ex:hasLine/ex:product/ex:price ?v }",
        False,
    ),
    (
        "hop",
        "SELECT ?v { ?o ex:hasLine ?l . ?l ex:price ?v }",
        "SELECT ?v { ?o ex:hasLine ?l . ?l ex:product/ex:price ?v }",
        False,
    ),
    (
        "hop",  # all that is asked of the product is asked of one product
        "SELECT ?v { ?o ex:hasLine ?l . ?l ex:price ?v ; ex:hasSupplier ?s }",
        "SELECT ?v { ?o ex:hasLine ?l . ?l ex:product ?product . ?product ex:price ?v ; ex:hasSupplier ?s }",
        False,
    ),
    (
        "hop",  # where the query goes the way already, the same way is meant
        "SELECT ?v { ?order a ex:Order ; ex:hasLine ?l . ?l ex:product ?p . ?order ex:price ?v }",
        "SELECT ?v { ?order a ex:Order ; ex:hasLine ?l . ?l ex:product ?p . ?p ex:price ?v }",
        True,
    ),
    # label
    (
        "label",
        "SELECT ?p ?supplierName { ?p ex:hasSupplier ?supplier }",
        "SELECT ?p ?supplierName { ?p ex:hasSupplier ?supplier . ?supplier ex:name ?supplierName }",
        False,
    ),
    (
        "label",
        "SELECT ?s ?name { ?s a ex:Supplier }",
        "SELECT ?s ?name { ?s a ex:Supplier ; ex:name ?name }",
        False,
    ),
    (
        "label",
        "SELECT ?p ?price { ?p a ex:Product }",
        "SELECT ?p ?price { ?p a ex:Product ; ex:price ?price }",
        False,
    ),
    (
        "label",  # the product has no name in the query
        "SELECT ?l ?price { ?l ex:product [] }",
        "SELECT ?l ?price { ?l ex:product _:b0 . _:b0 ex:price ?price }",
        False,
    ),
    # thing
    (
        "thing",
        "SELECT ?p { ?p ex:hasSupplier 'Acme' }",
        "SELECT ?p { ?p ex:hasSupplier ?supplier . ?supplier ex:name 'Acme' }",
        True,
    ),
    (
        "thing",
        "SELECT ?p { ?p ex:hasSupplier ?s FILTER(?s = 'Acme') }",
        "SELECT ?p { ?p ex:hasSupplier ?s . ?s ex:name ?s_name FILTER(?s_name = 'Acme') }",
        False,
    ),
    # quantity
    (
        "quantity",
        "SELECT ?o { ?o ex:cost ?c FILTER(?c > 5) } ORDER BY ?c",
        "SELECT ?o { ?o ex:cost/ex:amount ?c FILTER(?c > 5) } ORDER BY ?c",
        True,
    ),
    # relation
    (
        "relation",
        "SELECT ?s { ?e a ex:Employee ; ex:hasInspected ?s . ?s a ex:Supplier }",
        "SELECT ?s { ?e a ex:Employee ; ^ex:inspector/ex:inspected ?s . ?s a ex:Supplier }",
        True,
    ),
    # statement
    (
        "statement",
        "SELECT ?x { ?x p:P39 ?v . ?v wdt:P39 ?w }",
        "SELECT ?x { ?x p:P39 ?v . ?v ps:P39 ?w }",
        True,
    ),
    # unnamed
    (
        "unnamed",
        "SELECT ?p { ?p ex:hasSupplier _:s OPTIONAL { _:s ex:country ?c } }",
        "SELECT ?p { ?p ex:hasSupplier ?thing OPTIONAL { ?thing ex:country ?c } }",
        False,
    ),
    # grouping
    # cast
    (
        "cast",
        "SELECT ?l { ?l ex:packedOn ?d FILTER(YEAR(?d) = 2020) }",
        "SELECT ?l { ?l ex:packedOn ?d FILTER(YEAR(xsd:date(?d)) = 2020) }",
        True,
    ),
    (
        "cast",
        "SELECT (SUM(?m * 2) AS ?v) { ?l ex:mass ?m }",
        "SELECT (SUM(xsd:decimal(?m) * 2) AS ?v) { ?l ex:mass ?m }",
        True,
    ),
    (
        "cast",
        "SELECT (MIN(?m) AS ?least) { ?l ex:mass ?m FILTER(?m > 3) }",
        "SELECT (MIN(xsd:decimal(?m)) AS ?least) { ?l ex:mass ?m FILTER(xsd:decimal(?m) > 3) }",
        True,
    ),
    (
        "grouping",
        "SELECT ?p (COUNT(?s) AS ?n) { ?p ex:hasSupplier ?s }",
        "SELECT ?p (COUNT(?s) AS ?n) { ?p ex:hasSupplier ?s } GROUP BY ?p",
        False,
    ),
    (
        "grouping",
        "SELECT (YEAR(?d) AS ?y) (COUNT(?x) AS ?n) { ?x ex:placedOn ?d } GROUP BY (YEAR(?d)) ORDER BY ?y",
        "SELECT ?y (COUNT(?x) AS ?n) { ?x ex:placedOn ?d } GROUP BY (YEAR(?d) AS ?y) ORDER BY ?y",
        True,
    ),
    (
        "grouping",
        "SELECT (YEAR(?d) AS ?y) (COUNT(?x) AS ?n) { ?x ex:placedOn ?d } GROUP BY (YEAR(?d) AS ?y)",
        "SELECT ?y (COUNT(?x) AS ?n) { ?x ex:placedOn ?d } GROUP BY (YEAR(?d) AS ?y)",
        True,
    ),
    # class
    (
        "class",
        "SELECT ?d { ?x a ex:Country ; ex:placedOn ?d ; ex:hasLine ?l }",
        "SELECT ?d { ?x a ex:Order ; ex:placedOn ?d ; ex:hasLine ?l }",
        True,
    ),
]


@pytest.mark.parametrize(("kind", "before", "after", "observed"), DONE)
def test_an_edit_that_is_certain_is_made(kind: str, before: str, after: str, observed: bool) -> None:
    repair = repaired(before, OBSERVED if observed else EXAMPLE)
    assert [fix.kind for fix in repair.fixes] == [kind], repair
    assert isinstance(repair.verdict, CheckedQuery)
    assert repair.verdict.canonical == _canonical(after)
    assert repair.fixes[0].what.endswith(".")
    assert is_german(repair.fixes[0].what)


def test_every_kind_that_is_ever_made_has_its_examples_here() -> None:
    assert {kind.name for kind in EDITS} - {"sibling"} == {kind for kind, *_ in DONE}


@pytest.mark.parametrize(
    ("query", "observed"),
    [
        # a slip of two names, or of none
        ("SELECT ?x { ?x ex:zqxw ?y }", False),
        # a product is a product, hardware or a service
        ("SELECT ?v { ?x a ex:Employee ; ex:price ?v ; ex:hasSupplier ?s }", False),
        # the class may be wrong, or a step left out
        ("SELECT ?v { ?x a ex:Order ; ex:price ?v }", True),
        # two things have names
        ("SELECT ?s ?name { ?p ex:hasSupplier ?s }", True),
        # the orders that an employee sold, or those that he handles; or it is an order
        ("SELECT ?d { ?x a ex:Employee ; ex:placedOn ?d ; ex:hasLine ?l }", False),
        # “20 or so” is no number
        ("SELECT ?p { ?p ex:price '20 or so' }", False),
        # one of two names
        ("SELECT ?va { ?p ex:price ?v ; ex:hasSupplier ?a }", False),
        # any property that leads to an agent
        ("SELECT ?a { ?o ex:hasAgent ?a }", False),
        # nobody knows how the graph writes it
        ("SELECT ?p { ?p ex:hasSupplier 'acme' }", True),
        # what is called a country is a supplier
        ("SELECT ?p { ?p ex:hasSupplier ?country FILTER(?country = 'Peru') }", True),
        # names are not in an order that anybody asks for
        ("SELECT ?p { ?p ex:hasSupplier ?s FILTER(?s < 'Acme') }", True),
        # nothing says where a name leads
        ("SELECT ?x { ?x a ex:Country . ?x ex:supplies ?p . ?p a ex:Order }", False),
        # nothing but the class speaks for a turn, and it may be the mistake
        ("SELECT ?y { ?x a ex:Employee ; ex:soldBy ?y }", False),
        # the price of another thing than the one that is named
        (f"SELECT ?v {{ <{EX}line/1> a ex:OrderLine ; ex:price ?v }}", False),
        # the second value of a name may be meant for either
        ("SELECT ?p { ?p ex:price ?v BIND(?v * 2 AS ?p) }", False),
    ],
)
def test_what_may_be_meant_in_two_ways_is_left_alone(query: str, observed: bool) -> None:
    repair = repaired(query, OBSERVED if observed else EXAMPLE)
    assert repair.fixes == ()
    assert repair.text == query


def test_a_thing_that_is_shown_gets_its_name_beside_it_where_names_are_wanted() -> None:
    wanted = Conditions(policy=Policy(blocks=frozenset((Ground.OUTPUT,))))
    query = "SELECT ?s ?v WHERE { ?p ex:hasSupplier ?s ; ex:price ?v }"
    assert not repaired(query, EXAMPLE).fixes
    repair = repaired(query, EXAMPLE, wanted)
    assert isinstance(repair.verdict, CheckedQuery)
    assert repair.verdict.canonical == _canonical(
        "SELECT ?s ?s_name ?v { ?p ex:hasSupplier ?s ; ex:price ?v . ?s ex:name ?s_name }"
    )


def test_a_known_thing_turns_a_property_too() -> None:
    order = f"<{EX}order/7>"
    things = {f"{EX}order/7": frozenset((f"{EX}Order",))}
    repair = repaired(f"SELECT ?l {{ ?l ex:hasLine {order} }}", EXAMPLE, Conditions(things=things))
    assert isinstance(repair.verdict, CheckedQuery)
    assert repair.verdict.canonical == _canonical(f"SELECT ?l {{ {order} ex:hasLine ?l }}")


COUNTRY = (EX + "name", EX + "Country")


@pytest.mark.parametrize(
    ("having", "after"),
    [
        # a supplier has this name
        (
            {(EX + "name", EX + "Supplier"), COUNTRY},
            "SELECT ?p { ?p ex:hasSupplier ?supplier . ?supplier ex:name 'acme' }",
        ),
        # a product has this name, and no supplier
        ({(EX + "name", EX + "Hardware"), COUNTRY}, "SELECT ?p { ?p ex:name 'acme' }"),
        # either may be meant
        ({(EX + "name", EX + "Supplier"), (EX + "name", EX + "Hardware")}, None),
        # nothing of either kind has it
        ({COUNTRY}, None),
        (set(), None),
    ],
)
def test_a_text_is_taken_for_the_name_of_what_has_it_in_the_graph(
    having: set[tuple[str, str]], after: str | None
) -> None:
    known = Conditions(texts={"acme": frozenset(having)})
    repair = repaired("SELECT ?p { ?p ex:hasSupplier 'acme' }", OBSERVED, known)
    assert bool(repair.fixes) is (after is not None)
    if after is not None:
        assert isinstance(repair.verdict, CheckedQuery)
        assert repair.verdict.canonical == _canonical(after)


def test_without_an_ontology_variables_are_put_right_all_the_same() -> None:
    repair = repaired("SELECT ?nam { ?p <http://x/name> ?name }", Ontology())
    assert isinstance(repair.verdict, CheckedQuery)
    assert repair.verdict.canonical == "SELECT ?name WHERE { ?p <http://x/name> ?name . }"


def _canonical(query: str) -> str:
    parsed = parse(query, EXAMPLE.prefixes)
    assert isinstance(parsed, ParsedQuery), parsed
    return write(parsed)
