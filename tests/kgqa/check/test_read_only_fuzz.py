"""No text crashes the check, and nothing that writes or leaves the graph passes it."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgqa.check import check
from kgqa.check.example import EXAMPLE
from kgqa.types import CheckedQuery

FUZZ = settings(
    max_examples=60, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
WRITES = (
    "INSERT DATA { ex:a ex:b ex:c }",
    "DELETE DATA { ex:a ex:b ex:c }",
    "DELETE WHERE { ?s ?p ?o }",
    "DELETE { ?s ?p ?o } INSERT { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "WITH ex:g DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    "LOAD <http://x.example/>",
    "LOAD SILENT <file:///etc/passwd> INTO GRAPH ex:g",
    "CLEAR ALL",
    "DROP SILENT DEFAULT",
    "CREATE GRAPH ex:g",
    "ADD ex:a TO ex:b",
    "MOVE DEFAULT TO ex:b",
    "COPY ex:a TO ex:b",
)
OUTSIDE = (
    "SELECT * FROM <file:///etc/passwd> WHERE { ?s ?p ?o }",
    "SELECT * FROM NAMED ex:g WHERE { ?s ?p ?o }",
    "ASK FROM ex:g { ?s ?p ?o }",
    "SELECT * WHERE { SERVICE <http://x.example/> { ?s ?p ?o } }",
    "SELECT * WHERE { ?s a ex:Product OPTIONAL { SERVICE SILENT ?s { ?s ?p ?o } } }",
    "SELECT * WHERE { ?s a ex:Product FILTER NOT EXISTS { { SERVICE ex:e { ?s ?p ?o } } } }",
    "SELECT * WHERE { { SELECT ?s { SERVICE ex:e { ?s ?p ?o } } } }",
    "SELECT * WHERE { ?s ?p ?o } HAVING (EXISTS { SERVICE ex:e { ?s ?p ?o } })",
    "SELECT (EXISTS { SERVICE ex:e { ?s ?p ?o } } AS ?x) WHERE { ?s ?p ?o }",
    "SELECT * WHERE { BIND(<java:java.lang.Runtime.exec>('x') AS ?y) }",
    "SELECT * WHERE { ?s <java:org.example.Read> ?o }",
    "SELECT * WHERE { ?s ?p ?o FILTER(<sql:file_to_string>('/etc/passwd') = ?o) }",
)
SPACES = st.sampled_from((" ", "\n", "\t", "\r\n", " # a comment\n", "\r"))
CASES = st.sampled_from((str.upper, str.lower, str.title, str))


@pytest.mark.parametrize("text", [*WRITES, *OUTSIDE])
def test_nothing_that_writes_or_leaves_the_graph_passes(text: str) -> None:
    verdict = check(text, EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert "read only" in {issue.rule for issue in verdict}


@FUZZ
@given(st.sampled_from(WRITES), st.sampled_from(("", "BASE <http://x/> ", "PREFIX a: <http://a/> ")), SPACES)
def test_no_dress_makes_an_update_pass(update: str, prologue: str, space: str) -> None:
    dressed = prologue + space + update.replace(" ", space) + space
    assert not isinstance(check(dressed, EXAMPLE), CheckedQuery)


@FUZZ
@given(st.sampled_from(WRITES), st.sampled_from((";", ".", "", "}", "#\r", "\u2028")), CASES)
def test_no_update_rides_on_a_query(update: str, joint: str, case: object) -> None:
    ridden = f"SELECT ?p WHERE {{ ?p a ex:Product }} {joint} {update}"
    assert not isinstance(check(ridden, EXAMPLE), CheckedQuery)


@pytest.mark.parametrize(
    "text",
    [
        # a carriage return ends a comment for a store
        "SELECT * WHERE { ?s ?p ?o # harmless\r SERVICE <http://x.example/> { ?s ?p ?o } \n}",
        # an escape that one reader decodes before it looks for the end of the string, another after
        'SELECT * WHERE { ?s ?p "\\u0022 . SERVICE <http://x.example/> { ?a ?b ?c } # " }',
        "SELECT * WHERE { ?s ?p ?o . \\u0053ERVICE <http://x.example/> { ?a ?b ?c } }",
    ],
)
def test_what_readers_take_in_two_ways_is_refused(text: str) -> None:
    assert not isinstance(check(text, EXAMPLE), CheckedQuery)


PIECES = st.sampled_from(
    [
        "SELECT",
        "ASK",
        "WHERE",
        "{",
        "}",
        "(",
        ")",
        "[",
        "]",
        ".",
        ";",
        ",",
        "?x",
        "?y",
        "ex:price",
        "a",
        "5",
        "'v'",
        "<http://x/>",
        "*",
        "+",
        "?",
        "|",
        "^",
        "!",
        "FILTER",
        "OPTIONAL",
        "UNION",
        "MINUS",
        "NOT",
        "EXISTS",
        "COUNT",
        "AS",
        "GROUP",
        "BY",
        "ORDER",
        "LIMIT",
        "VALUES",
        "BIND",
        "IN",
        "&&",
        "||",
        "=",
        "<",
        ">",
        "DISTINCT",
        "\\",
        '"',
        "#",
        "@en",
        "^^",
    ]
)


@FUZZ
@given(st.lists(PIECES, max_size=25))
def test_no_heap_of_tokens_crashes_the_check(pieces: list[str]) -> None:
    check(" ".join(pieces), EXAMPLE)


@FUZZ
@given(st.text(max_size=60))
def test_no_text_crashes_the_check(text: str) -> None:
    check(text, EXAMPLE)
    check(f"SELECT * WHERE {{ ?x ex:name {text} }}", EXAMPLE)


@pytest.mark.parametrize("bracket", ["()", "{}", "[]"])
def test_endless_nesting_is_refused_in_time(bracket: str) -> None:
    verdict = check(f"SELECT * WHERE {{ FILTER {bracket[0] * 5000}1{bracket[1] * 5000} }}", EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert verdict[0].hint == "Expected at most 60 nested brackets."


def test_a_query_of_a_hundred_thousand_characters_is_refused() -> None:
    verdict = check("SELECT * WHERE { ?x ?p ?o } #" + "x" * 100_000, EXAMPLE)
    assert not isinstance(verdict, CheckedQuery)
    assert "50,000 characters" in verdict[0].hint
