"""Plain queries: what is read in one pass is what the whole grammar reads; all else is left to it."""

from __future__ import annotations

from importlib.resources import files

import pyparsing
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kgqa.sparql.grammar import Stuck, read
from kgqa.sparql.model import ParsedQuery
from kgqa.sparql.plain import read_plain
from kgqa.sparql.reading import WELL_KNOWN
from kgqa.sparql.whole import read_whole
from tests.examples import examples
from tests.kgqa.rdflib_reader import read_whole as by_rdflib

KNOWN = {**WELL_KNOWN, "ex": "https://example.org/", "": "https://example.org/none/"}

PLAIN = (
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
NOT_PLAIN = (
    "ASK { ?x !ex:p ?y }",
    "ASK { ?x ex:p -1 }",
    "ASK { ?x ex:p+.5 }",
    "ASK { ?x ex:p** ?y }",
    "ASK { ?x A/ex:p ?y }",
    "ASK { ?x ex:p [] }",
    "ASK { ?x ex:a:b ?y }",
    "ASK { ?x ex:straße ?y }",
    "ASK { ?x ex:p '''long''' }",
    "ASK { ?x ex:p '\\u00e9' }",
    "ASK { GRAPH ?g { ?x ex:p ?y } }",
    "ASK { ?x ex:p ?y ?z ex:q ?w }",
    "ASK { ?x no:p ?y }",
    "DELETE WHERE { ?x ?p ?o }",
    "ASK { ?x ex:p ?y } ; DELETE WHERE { ?x ?p ?o }",
)


def by_grammar(text: str) -> ParsedQuery | None:
    tree = read(text)
    return None if isinstance(tree, Stuck) else read_whole(text, tree, KNOWN)


@pytest.mark.parametrize("text", PLAIN)
def test_a_plain_query_is_read_as_the_whole_grammar_reads_it(text: str) -> None:
    assert read_plain(text, KNOWN) == by_grammar(text) == by_rdflib(text, KNOWN)


@pytest.mark.parametrize("text", NOT_PLAIN)
def test_what_is_written_in_other_ways_is_left_to_the_whole_grammar(text: str) -> None:
    assert read_plain(text, KNOWN) is None


def test_the_query_for_names_is_plain_since_every_answer_waits_for_it() -> None:
    text = files("kgqa.queries").joinpath("labels.rq").read_text("utf-8")
    text = text.replace("$THINGS", "<http://a/b#c> <http://d>").replace("$PROPERTIES", "<http://e>")
    assert isinstance(read_plain(text, KNOWN), ParsedQuery)


STRANGE = """?x ?y ex:p ex: :q <http://a/b> a 1 2.5 'v' 'v'@en '1'^^xsd:int true { } { } ( ) ( ) . . ; , = < -
+ * / | ^ ? ! && || SELECT ASK WHERE FILTER OPTIONAL MINUS UNION VALUES BIND AS COUNT DISTINCT STR NOT IN
EXISTS GROUP BY ORDER DESC HAVING LIMIT UNDEF"""
WORDS = st.sampled_from(STRANGE.split())
PARTS = st.sampled_from(
    (
        "?x ex:p ?y .",
        "?y a ex:C ; ex:q 'v' , 1",
        "?y a/ex:p* ?z ; (^ex:p|(a/ex:q)+)? 1 .",
        "FILTER(?y > 2 && STR(?x) = 'v' || ?x + 1 * 2 IN (1, ex:p))",
        "FILTER NOT EXISTS { ?x ex:r ?z }",
        "OPTIONAL { ?x ex:p ?z }",
        "{ ?x ex:p 1 } UNION { ?x ex:p 2 }",
        "VALUES ?x { 1 'v' UNDEF }",
        "BIND(!?x AS ?z)",
        "{ SELECT (COUNT(*) AS ?n) { ?x ?p ?o } GROUP BY STR(?x) HAVING (?n > 1) ORDER BY DESC(?n) LIMIT 1 }",
    )
)


@given(
    start=st.sampled_from(("ASK {", "SELECT ?x {", "SELECT DISTINCT (SUM(?x) AS ?s) WHERE {")),
    parts=st.lists(PARTS, max_size=4),
    strange=st.lists(WORDS, max_size=3),
    end=st.sampled_from(("}", "} LIMIT 2", "} } ORDER BY ?x", ") }")),
)
@settings(max_examples=examples(150), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_nothing_is_read_that_the_whole_grammar_refuses(
    start: str, parts: list[str], strange: list[str], end: str
) -> None:
    text = " ".join((start, *parts, *strange, end))
    read = read_plain(text, KNOWN)
    if read is None:
        return
    assert read == by_grammar(text)
    try:
        assert read == by_rdflib(text, KNOWN)
    except pyparsing.ParseBaseException:
        pytest.fail(f"not a query: {text}")
