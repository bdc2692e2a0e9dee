"""Nothing writes, reaches out or is read otherwise than it was checked: by whatever spelling."""

from __future__ import annotations

import pytest

from kgqa.check import Conditions, admit, check
from kgqa.check.example import EXAMPLE
from kgqa.types import CheckedQuery, Ground

NEXT_LINE = "\x85"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <http://x/> { ?s ?p ?o } }",
        "SELECT * { ?s ?p ?o . sErViCe SILENT ?g { ?s ?p ?o } }",
        "SELECT * { ?s ?p ?o OPTIONAL { { SELECT ?s { ?s ?p 1 FILTER EXISTS { SERVICE ?e {} } } } } }",
        "SELECT * { ?s ?p ?o #\r SERVICE <http://x/> {}\n }",
        "SELECT * { ?s ?p ?o } ORDER BY EXISTS { SERVICE <http://x/> { ?s ?p ?o } }",
        "ASK FROM NAMED <http://x/> { ?s ?p ?o }",
        "DESCRIBE ex:a FROM <ftp://x/>",
        "CONSTRUCT { ?s ?p ?o } FROM <http://x/> WHERE { ?s ?p ?o }",
        "SELECT * { GRAPH <file:///etc/passwd> { ?s ?p ?o } }",
        "SELECT * { GRAPH <FILE:///etc/passwd> { ?s ?p ?o } }",
        "SELECT * { GRAPH <virtual://sales> { ?s ?p ?o } }",
        "SELECT (<bif:exec>('x') AS ?y) { ?s ?p ?o }",
        "PREFIX sql: <sql:> SELECT * { ?s ?p ?o FILTER(sql:drop(?o)) }",
        "SELECT * { ?s ?p ?o } GROUP BY (<http://x/f>(?s) AS ?s2)",
        "SELECT ?s { ?s ?p ?o } GROUP BY ?s HAVING(<http://x/f>(?s))",
        "SELECT * { ?s ?p ?o BIND(COALESCE(1, IF(<http://x/f>(?o), 1, 2)) AS ?y) }",
        "PREFIX fn: <http://www.w3.org/2005/xpath-functions#> SELECT (fn:doc('file:///x') AS ?d) {}",
        "PREFIX fn: <http://www.w3.org/2005/xpath-functions#> SELECT (fn:collection() AS ?d) {}",
        "SELECT * { ?s <java:com.example.Run> ?o }",
        "SELECT * { ?s (ex:name|<java:com.example.Run>) ?o }",
        "SELECT * { ?s <bif:exec> ?o }",
        "SELECT * { ?s <http://www.ontotext.com/gpt/ask> ?o }",
        "PREFIX func: <tag:stardog:api:functions:> SELECT (func:mine(1) AS ?y) {}",
        "SELECT * { ?s <http://www.bigdata.com/queryHints#maxParallel> 100 }",
        "SELECT * { ?s ?p ?o } ; DROP ALL",
        "# SELECT\nINSERT { ?s ?p ?o } WHERE { ?s ?p ?o }",
        "LOAD <file:///etc/passwd>",
        "WITH ex:g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    ],
)
def test_every_spelling_is_refused(query: str) -> None:
    verdict = check(query, EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert {(i.rule, i.ground) for i in verdict} == {("read only", Ground.FORBIDDEN)}


AFN = "http://jena.apache.org/ARQ/function#"
LOCAL_NAME = f"PREFIX afn: <{AFN}> SELECT (afn:localname(?s) AS ?n) {{ ?s ?p ?o }}"


@pytest.mark.parametrize("allowed", [f"{AFN}localname", f"{AFN}*", "http://jena.apache.org/*"])
def test_a_function_of_the_store_is_called_where_it_is_allowed(allowed: str) -> None:
    assert not isinstance(check(LOCAL_NAME, EXAMPLE), CheckedQuery)
    assert isinstance(check(LOCAL_NAME, EXAMPLE, Conditions(functions=frozenset((allowed,)))), CheckedQuery)


@pytest.mark.parametrize(
    "allowed", [f"{AFN}local", AFN, f"{AFN}localname2", f"{AFN}n*", "LOCALNAME", "*", ""]
)
def test_a_function_that_is_written_otherwise_is_not_allowed(allowed: str) -> None:
    verdict = check(LOCAL_NAME, EXAMPLE, Conditions(functions=frozenset((allowed,))))
    assert isinstance(verdict, tuple)
    assert verdict[0].hint == "An admin of Querist can allow a function of the store's own in its settings."


@pytest.mark.parametrize(
    "function", ["http://fn.example/ok/../evil", "http://www.opengis.net/def/function/geosparql/../../evil"]
)
def test_a_function_that_a_store_may_read_as_another_is_not_allowed(function: str) -> None:
    allowed = Conditions(functions=frozenset(("http://fn.example/ok/*",)))
    assert isinstance(check(f"SELECT (<{function}>(1) AS ?y) {{}}", EXAMPLE, allowed), tuple)


@pytest.mark.parametrize(
    "query",
    [
        r"SELECT * { ?s ?p ?o . \u0053ERVICE <http://x/> {} }",
        r"SELECT * { ?s ?p 'a\u0027 . SERVICE <http://x/> {} #' }",
        r"SELECT * { ?s <\u006aava:com.example.Run> ?o }",
        'DEFINE get:soft "soft" SELECT * { ?s ?p ?o }',
        "SELECT * { ?s ?p ?o } OPTION (TRANSITIVE)",
        "SELECT (`bif:exec('x')` AS ?y) {}",
        "SELECT * { ?s ?p ?o } INTO OUTFILE 'x'",
        "SELECT * { ?s ?p 'a\x00b' }",
        "EXPLAIN SELECT * { ?s ?p ?o }",
    ],
)
def test_what_is_no_sparql_is_not_run(query: str) -> None:
    assert not isinstance(check(query, EXAMPLE), CheckedQuery)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT (NOW() AS ?a) (RAND() AS ?b) (UUID() AS ?c) (STRUUID() AS ?d) (BNODE() AS ?e) { ?s ?p ?o }",
        "SELECT ('DROP ALL; SERVICE <http://x/>' AS ?a) { ?s ?p ?o } # LOAD <x>",
        f"SELECT * {{ ?s ?p ?o # {NEXT_LINE} SERVICE <http://x/> {{}}\n }}",
        "PREFIX fn: <http://www.w3.org/2005/xpath-functions#> SELECT (fn:upper-case('x') AS ?d) { ?s ?p ?o }",
        "SELECT (xsd:date('2026-01-01') AS ?d) { ?s ?p ?o }",
        "SELECT * { GRAPH <https://example.org/graphs/sales> { ?s ?p ?o } }",
    ],
)
def test_what_only_looks_dangerous_runs(query: str) -> None:
    assert isinstance(check(query, EXAMPLE), CheckedQuery)


def test_escaped_letters_are_run_as_the_letters_that_they_are() -> None:
    verdict = check(r"SELECT ?v { ?p ex:\u0070rice ?v ; ex:name 'a\U00000062\u0063' }", EXAMPLE)
    assert isinstance(verdict, CheckedQuery)
    assert verdict.text.endswith("SELECT ?v { ?p ex:price ?v ; ex:name 'abc' }")
    kept = check(r"SELECT ?v { ?p ex:price ?v ; ex:name 'a\\u0062' }", EXAMPLE)
    assert not isinstance(kept, CheckedQuery)  # an escape to one reader, and a sign before letters to another


def test_a_query_with_a_base_runs_as_it_was_understood() -> None:
    verdict = check("BASE <https://example.org/shop/> SELECT ?v { ?p a <Product> ; <price> ?v }", EXAMPLE)
    assert isinstance(verdict, CheckedQuery)
    assert verdict.text == verdict.canonical
    assert "BASE" not in verdict.text
    hidden = check("BASE <java:> SELECT * { ?p a <https://example.org/shop/Product> ; <Run> ?o }", EXAMPLE)
    assert not isinstance(hidden, CheckedQuery) or "java:" not in hidden.text


def test_the_products_own_text_searches_are_admitted() -> None:
    assert admit("SELECT * { ?s <http://jena.apache.org/text#query> 'x' }").passed == ("read only",)
    assert admit("SELECT * { ?s ?p ?o . ?o <bif:contains> '\"x\"' }").passed == ("read only",)
