"""Two readers of the same language: what we read is what rdflib reads, and what we write is read back."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings

from kgqa.sparql import ParsedQuery, SyntaxIssue, parse, spelled, write
from kgqa.sparql.grammar import Stuck, read
from kgqa.sparql.model import Iri, Lit, Select, Signed, Sum, Triple, Var
from kgqa.sparql.reading import WELL_KNOWN
from kgqa.sparql.tree import query_of
from tests.examples import examples
from tests.kgqa.rdflib_reader import read_whole as by_rdflib
from tests.kgqa.sparql_queries import PREFIXES, queries
from tests.kgqa.test_sparql import EX, QUERIES

KNOWN = {**WELL_KNOWN, "ex": EX, "": "https://example.org/none/"}
COMMON = (
    "SELECT ?x { ?x ex:p 5.50, .5, 007, 'a'@EN-us, 'b'^^xsd:string, 'c'^^xsd:date, \"\\\"q\\\" \\n\", true }",
    "select distinct ?x where { ?x a ex:C ; ex:p ?y . optional { ?y ex:q ?w } } order by desc(?y) ?x limit 3",
    "SELECT ?x WHERE { ?x ex:p ?y FILTER(?y > 2 && -?y < 3 || !(?y = 2 - 3)) } OFFSET 4 LIMIT 3",
    "SELECT (COUNT(DISTINCT *) AS ?n) { ?x ex:p ?d } GROUP BY (YEAR(?d) AS ?y) ?x HAVING (?n > 2) (?y < 3)",
    "SELECT ?x { { SELECT ?x { ?x ex:p ?y } LIMIT 2 } { ?x ex:q 1 } UNION { ?x ex:q 2 . } . ?x ex:r ?z }",
    "SELECT ?x { MINUS { ?x ex:p 3 } BIND(?z + 1 - 2 * 3 / 4 AS ?k) } VALUES (?x ?y) { (:a UNDEF) ('v' 1) }",
    "ASK { ?x ex:p ?y # {\n . ?y ex:q '#' FILTER NOT EXISTS { ?x :r ?y } FILTER(?x NOT IN (1, 'a')) }",
    "ASK { ?x a/rdfs:subClassOf* ex:C ; ^ex:p+ ?y ; (ex:p|^(ex:q/a)?)? ?z ; ((ex:p))/(ex:q*) ?w ; a|ex:p 5 }",
    "PREFIX ex: <http://a/> PREFIX ex: <http://b/> ASK { ex:a.b a ex:c-d.?x ex:p 5.?y ex:q xsd:int }",
)


def by_grammar(text: str) -> ParsedQuery:
    tree = read(text)
    assert not isinstance(tree, Stuck), tree
    return query_of(text, tree, KNOWN)


@pytest.mark.parametrize("text", [*(q for q in QUERIES if "+1" not in q), *COMMON])
def test_the_grammar_reads_what_rdflib_reads(text: str) -> None:
    assert by_grammar(text) == by_rdflib(text, KNOWN)


@given(queries)
@settings(max_examples=examples(25), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_what_is_written_is_read_back_by_both_readers(query: ParsedQuery) -> None:
    text = write(query)
    read_back = by_grammar(text)
    assert replace(by_grammar(write(read_back)), text="") == replace(read_back, text="")
    assert by_rdflib(text, KNOWN) == read_back


@given(queries)
@settings(max_examples=examples(60), deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
def test_what_is_spelled_on_lines_is_the_same_query(query: ParsedQuery) -> None:
    whole = parse(write(query))
    assert isinstance(whole, ParsedQuery)
    again = parse(spelled(whole, PREFIXES))
    assert isinstance(again, ParsedQuery)
    assert replace(again, text="") == replace(whole, text="")


def test_a_spelled_query_declares_what_it_uses_and_stands_on_lines() -> None:
    text = (
        f"SELECT DISTINCT ?x (COUNT(?y) AS ?n) WHERE {{ ?x a <{EX}C> ; <{EX}p> ?y, 5 ."
        f" <{EX}a(b)> <{EX}q> 'v'@en OPTIONAL {{ ?y <{EX}parts/r> ?z }}"
        f" FILTER(?y > 1.5 || ?z = true) VALUES ?x {{ <{EX}a> UNDEF }} }}"
        " GROUP BY ?x ORDER BY DESC(?n) LIMIT 3"
    )
    query = parse(text)
    assert isinstance(query, ParsedQuery)
    assert spelled(query, PREFIXES) == (
        "PREFIX ex: <https://example.org/>\n"
        "PREFIX part: <https://example.org/parts/>\n"
        "SELECT DISTINCT ?x (COUNT(?y) AS ?n)\n"
        "WHERE {\n"
        "  ?x a ex:C ;\n"
        "      ex:p ?y ;\n"
        "      ex:p 5 .\n"
        '  <https://example.org/a(b)> ex:q "v"@en .\n'
        "  OPTIONAL { ?y part:r ?z . }\n"
        "  FILTER ((?y > 1.5) || (?z = true))\n"
        "  VALUES ?x { ex:a UNDEF }\n"
        "}\n"
        "GROUP BY ?x\n"
        "ORDER BY DESC(?n)\n"
        "LIMIT 3"
    )


def test_a_long_list_is_spelled_with_a_row_on_each_line() -> None:
    query = parse(f"ASK {{ VALUES ?x {{ {' '.join(f'<{EX}thing-{n}>' for n in range(9))} }} }}")
    assert isinstance(query, ParsedQuery)
    assert spelled(query, PREFIXES).count("\n") == 14


# ── where the specification is followed and rdflib is not ────────────────────────────────────────


def select(text: str) -> Select:
    parsed = parse(text, PREFIXES)
    assert isinstance(parsed, ParsedQuery), parsed
    return parsed.select


def test_an_escape_in_a_short_name_is_the_sign_itself() -> None:
    (triple,) = select(r"ASK { ?x ex:a\(b\)\,c ex:\~d/ex:e }".replace("/ex:e", "")).where.elements
    assert triple == Triple(Var("x"), Iri(EX + "a(b),c"), Iri(EX + "~d"))


def test_tokens_may_stand_together_and_apart() -> None:
    assert select("ASK{?x ex:p?y.?y ex:q'a' @en}") == select("ASK { ?x ex:p ?y . ?y ex:q 'a'@en }")
    assert select("ASK{FILTER(?x<?y&&?y>3)}") == select("ASK { FILTER(?x < ?y && ?y > 3) }")


def test_a_sign_before_a_number_belongs_to_it() -> None:
    seven = Lit("-7", "http://www.w3.org/2001/XMLSchema#integer")
    assert select("SELECT (-7 AS ?n) {}").columns[0].value == seven
    assert select("SELECT (-?x AS ?n) {}").columns[0].value == Signed("-", Var("x"))
    assert select("SELECT (?x -7 AS ?n) {}").columns[0].value == Sum(
        (("+", Var("x")), ("-", replace(seven, value="7")))
    )
    assert select("SELECT (?x -7 * 2 + 1 AS ?n) {}") == select("SELECT (?x - 7 * 2 + 1 AS ?n) {}")


def test_relative_addresses_without_a_base_stay_as_they_are() -> None:
    """By SPARQL 1.1, 4.1.1 and RFC 3986, 5.1, what completes them is the base of whoever reads the query."""
    query = select("PREFIX a: <b#> ASK { <> <p> <../c?d#e> ; a:q <#f> }")
    assert query == select(write(ParsedQuery(text="", form="ask", select=query)))
    named = [n for t in query.where.elements if isinstance(t, Triple) for n in (t.predicate, *t.ends)]
    assert named == [Iri("p"), Iri(""), Iri("../c?d#e"), Iri("b#q"), Iri(""), Iri("#f")]


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("ASK { ?x ex:p 'a'@e }", 18, "a language such as @en instead of @e"),
        (f"ASK {{ }} LIMIT {'9' * 5000}", 15, "a smaller number of rows"),
        (f"ASK {{ ?x ex:p -{'9' * 5000} }}", 16, "a number of at most 300 digits"),
        (f"ASK {{ ?x ex:p {'9' * 5000}.5 }}", 15, "a number of at most 300 digits"),
    ],
)
def test_what_no_store_takes_is_refused_where_it_stands(text: str, column: int, expected: str) -> None:
    problem = parse(text, PREFIXES)
    assert isinstance(problem, SyntaxIssue)
    assert (problem.column, problem.expected) == (column, expected)
