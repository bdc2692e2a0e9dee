"""Reading and spelling SPARQL: what was written is what is read, and the normal spelling says the same."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from pyoxigraph import NamedNode, Quad, QuerySolutions, Store

from kgqa.ontology import XSD
from kgqa.sparql import ParsedQuery, SyntaxIssue, parse, with_prefixes, write
from kgqa.sparql.facts import facts
from kgqa.sparql.model import (
    Aggregate,
    Alternative,
    Column,
    Filter,
    Inverse,
    Iri,
    Key,
    Lit,
    Repeat,
    Sequence,
    Triple,
    Var,
)

EX = "https://example.org/"
PREFIXES = (("ex", EX),)
SHARED = Path(__file__).parents[3] / "shared" / "data"

QUERIES = (
    "SELECT ?x WHERE { ?x a ex:C ; ex:p 5, 'v'@en, '5'^^ex:int, 1.5, 1e3, true, -7 . }",
    "SELECT ?x WHERE { ?x ex:p \"a \\\"quoted\\\" \\\\ text\\nof two lines\" , '''it's''' }",
    "SELECT DISTINCT ?x (COUNT(DISTINCT ?y) AS ?n) { ?x ex:p ?y } GROUP BY ?x HAVING (?n > 2) LIMIT 5",
    "SELECT ?x { ?x ex:p ?y } LIMIT 5 OFFSET 9",
    "SELECT ?x { ?x ex:p ?y } ORDER BY DESC(?y) ?x STRLEN(?y)",
    "SELECT REDUCED * WHERE { ?x ex:a/^ex:b|ex:c*/(ex:d+)?|!(ex:e|ex:f) ?o . ?x ^(ex:a/ex:b)+ ?z }",
    "SELECT ?y (SUM(?v) / COUNT(*) + 1 AS ?m) WHERE { ?x ex:p ?v ; ex:d ?d } GROUP BY (YEAR(?d) AS ?y)",
    'SELECT (GROUP_CONCAT(DISTINCT ?x ; SEPARATOR=", ") AS ?g) WHERE { ?x ex:p [ ex:q ?z ; ex:r [] ] }',
    "SELECT ?x { ?x ex:p ?v FILTER(!(?v > 1) && (?v < 2 || ?v IN (3, 4)) && ?v NOT IN (5) && -?v != +1) }",
    "SELECT ?x { ?x ex:p ?v FILTER NOT EXISTS { ?x ex:q ?w } FILTER(EXISTS { ?x ex:r 1 } || ?v = 2) }",
    "SELECT ?x { { ?x ex:p 1 } UNION { ?x ex:p 2 } UNION { { ?x ex:p 3 } } MINUS { ?x ex:q 1 } }",
    "SELECT ?x { ?x ex:p ?v BIND(IF(BOUND(?v), ?v * 2 - 1 / 3, COALESCE(?v, 'b')) AS ?w) }",
    "SELECT ?x { VALUES (?x ?y) { (ex:a UNDEF) (ex:b 'c') } VALUES ?z { 1 2 } ?x ex:p ?y } VALUES ?w { 1 }",
    "SELECT ?x { GRAPH ?g { ?x ex:p ?v } { SELECT ?x (MAX(?w) AS ?m) { ?x ex:q ?w } GROUP BY ?x LIMIT 3 } }",
    "SELECT ?x { ?x ex:p ?l FILTER(CONTAINS(LCASE(STR(?l)), 'x') && REGEX(?l, '^a', 'i') && ex:f(?l, 2)) }",
    "ASK { ?x ex:p (1 2 ?z) , () }",
    "CONSTRUCT { ?s ex:q ?o . ?o ex:r _:new } WHERE { ?s ex:p ?o }",
    "CONSTRUCT WHERE { ?s ex:p ?o }",
    "DESCRIBE ex:a ?x WHERE { ?x ex:p 1 }",
    "DESCRIBE * WHERE { ?x ex:p 1 }",
)


def read(text: str) -> ParsedQuery:
    parsed = parse(text, PREFIXES)
    assert isinstance(parsed, ParsedQuery), parsed
    return parsed


NOT_BY_RDFLIB = ("SELECT ?x { ?x !^ex:a ?o ; !(^ex:a|ex:b|^a) ?p ; ex:c/!(a|^ex:d) ?q }",)


@pytest.mark.parametrize("text", [*QUERIES, *NOT_BY_RDFLIB])
def test_the_normal_spelling_reads_back_as_the_same_query(text: str) -> None:
    query = read(text)
    again = read(write(query))
    assert replace(again, text="") == replace(query, text="")
    assert write(again) == write(query)


def test_the_gold_queries_keep_their_meaning_in_the_normal_spelling() -> None:
    folders = [f for f in ("ck25", "cwd-scaled", "organizational") if (SHARED / f).is_dir()]
    if not folders:
        pytest.skip("../shared/data is not here")
    for folder in folders:
        for line in (SHARED / folder / "questions.jsonl").read_text("utf-8").splitlines():
            gold = json.loads(line)["sparql"]
            if gold:
                query = read(gold)
                assert replace(read(write(query)), text="") == replace(query, text="")


def test_a_query_is_read_in_the_order_in_which_it_was_written() -> None:
    query = read("SELECT ?x (COUNT(?y) AS ?n) { ?x ex:p ?y FILTER(?y > 2) ?y ex:q 'v' } GROUP BY ?x LIMIT 3")
    triple, condition, last = query.select.where.elements
    assert triple == Triple(Var("x"), Iri(EX + "p"), Var("y"))
    assert isinstance(condition, Filter)
    assert last == Triple(Var("y"), Iri(EX + "q"), Lit("v"))
    assert query.select.columns == (Column(Var("x")), Column(Var("n"), Aggregate("COUNT", Var("y"))))
    assert (query.select.group_by, query.select.limit) == ((Key(Var("x")),), 3)


def test_a_path_keeps_its_shape() -> None:
    (triple,) = read("ASK { ?x ex:a/^ex:b|ex:c* ?y }").select.where.elements
    a, b, c = (Iri(EX + n) for n in "abc")
    assert isinstance(triple, Triple)
    assert triple.predicate == Alternative((Sequence((a, Inverse(b))), Repeat(c, "*")))


def test_prefixes_come_from_the_query_first_then_from_what_is_known() -> None:
    own = read("PREFIX ex: <https://other.example/> ASK { ?x ex:p ?y }")
    assert own.select.where.elements == (Triple(Var("x"), Iri("https://other.example/p"), Var("y")),)
    assert own.text == "PREFIX ex: <https://other.example/> ASK { ?x ex:p ?y }"
    text = with_prefixes("ASK { ?x ex:p ?y ; rdfs:label ?l }", PREFIXES)
    assert text.startswith(f"PREFIX ex: <{EX}>\nPREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>\nASK")
    assert with_prefixes("ASK { broken", PREFIXES) == "ASK { broken"


def test_relative_addresses_are_made_whole_by_the_base() -> None:
    query = read("BASE <https://base.example/x/> PREFIX y: <y#> ASK { <a> y:p <../b> }")
    assert query.select.where.elements == (
        Triple(
            Iri("https://base.example/x/a"), Iri("https://base.example/x/y#p"), Iri("https://base.example/b")
        ),
    )


def test_an_address_that_a_function_makes_of_a_text_is_made_whole_by_the_base_too() -> None:
    query = read('BASE <https://base.example/> SELECT (IRI("a") AS ?a) (IRI(?b) AS ?c) WHERE { ?b ?p ?o }')
    assert 'IRI("https://base.example/a")' in write(query)
    assert "IRI(?b)" in write(query)


def test_an_update_is_told_apart_from_a_slip() -> None:
    for text in ("DELETE WHERE { ?x ?p ?o }", "PREFIX ex: <http://x/> # x\n insert data { ex:a ex:b 1 }"):
        problem = parse(text)
        assert isinstance(problem, SyntaxIssue)
        assert problem.writes


def test_names_inside_a_subquery_are_its_own() -> None:
    found = facts(read("SELECT ?x { ?x ex:p ?y { SELECT ?x { ?x ex:q ?y } } }")).facts
    assert found[0].object != found[1].object
    assert found[0].subject == found[1].subject


def test_a_path_is_taken_apart_in_the_direction_of_its_properties() -> None:
    found = facts(read("ASK { ?x ex:a/^ex:b ?y }")).facts
    assert [(f.subject == Var("x"), f.property, f.subject == Var("y")) for f in found] == [
        (True, EX + "a", False),
        (False, EX + "b", True),
    ]
    assert found[0].object == found[1].object


def test_the_template_of_a_construct_is_part_of_the_query() -> None:
    query = read("CONSTRUCT { ?s ex:q ?o ; ex:r 1 } WHERE { ?s ex:p ?o }")
    assert query.template == (
        Triple(Var("s"), Iri(EX + "q"), Var("o")),
        Triple(Var("s"), Iri(EX + "r"), Lit("1", XSD + "integer")),
    )
    assert write(query) != write(read("CONSTRUCT { ?s ex:other ?o } WHERE { ?s ex:p ?o }"))


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("!(^ex:p)", {("c", "b")}),
        ("!^ex:p", {("c", "b")}),
        ("!(ex:q|^ex:p)", {("a", "b"), ("c", "b")}),
        ("!(ex:p|^ex:q)", {("b", "c"), ("b", "a")}),
    ],
)
def test_any_property_but_some_is_followed_both_ways_as_it_is_written(
    path: str, found: set[tuple[str, str]]
) -> None:
    store = Store()
    a, b, c, p, q = (NamedNode(EX + name) for name in "abcpq")
    store.extend([Quad(a, p, b), Quad(b, q, c)])
    text = f"PREFIX ex: <{EX}> SELECT ?x ?y {{ ?x {path} ?y }}"
    for query in (text, write(read(text))):
        rows = store.query(query)
        assert isinstance(rows, QuerySolutions)
        assert {(row["x"].value[-1], row["y"].value[-1]) for row in rows} == found


def test_a_statement_by_an_unknown_property_starts_where_the_path_says() -> None:
    found = facts(read("ASK { ?x !(^ex:a) ?y . ?x !(ex:a) ?z . ?x !(ex:a|^ex:b) ?w . ?x ?p ?v }")).open
    assert [(f.subject, f.object, f.property) for f in found] == [
        (Var("y"), Var("x"), ""),
        (Var("x"), Var("z"), ""),
        (Var("x"), Var("v"), ""),
    ]
