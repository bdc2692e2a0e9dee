"""SPARQL 1.2 as far as the embedded store evaluates it: what is read means what the store takes it for."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import pytest
from pyoxigraph import QueryBoolean, QuerySolutions, QueryTriples, RdfFormat, Store

from kgqa.check import Closed, Conditions, check
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.ontology import RDF
from kgqa.repair import repaired
from kgqa.restate import restate
from kgqa.sparql import ParsedQuery, SyntaxIssue, parse, spelled, write
from kgqa.sparql.model import Iri, Lit, Triple, TripleTerm, Var
from kgqa.types import CheckedQuery, Ground

PREFIXES = (("ex", EX),)
DATA = f"""
PREFIX ex: <{EX}>
PREFIX rdf: <{RDF}>
ex:p1 a ex:Product ; ex:price 5 ~ ex:r1 {{| ex:source ex:s1 ; ex:since 2020 |}} , 7 ~ ex:r2 ~ ex:r3 .
ex:p2 ex:name "one"@en , "واحد"@ar--rtl , "plain" .
<< ex:p2 ex:price 9 ~ ex:r4 >> ex:source ex:s2 .
ex:s1 ex:says <<( ex:p2 ex:price 9 )>> , <<( ex:p3 ex:part <<( ex:p1 ex:price 5 )>> )>> .
ex:p1 ex:says [ ex:about ex:p2 ] .
"""
QUERIES = (
    # triple terms
    "SELECT * { ?s ex:says <<( ?a ?p ?o )>> }",
    "SELECT * { ?s ex:says <<( ?a ex:part <<( ?b ex:price ?v )>> )>> }",
    "SELECT * { ?r rdf:reifies <<( ex:p1 ex:price 5 )>> ; ?p ?o }",
    "SELECT * { ?s ?p <<( _:x ex:price ?v )>> }",
    "SELECT * { ?s ex:says ?t VALUES ?t { <<( ex:p2 ex:price 9 )>> UNDEF ex:p1 } }",
    "SELECT * { VALUES (?t ?n) { (<<( ex:a a <<( ex:a ex:b 'c'@en )>> )>> 1) } }",
    "SELECT ?t { ?s ex:price ?v BIND(<<( ?s ex:price ?v )>> AS ?t) }",
    "SELECT ?s { ?s ex:says ?t FILTER(?t = <<( ex:p2 ex:price 9 )>>) }",
    "CONSTRUCT { ?s ex:says <<( ?s ex:price ?v )>> } WHERE { ?s ex:price ?v }",
    # reified triples
    "SELECT * { << ?s ex:price ?v >> ex:source ?from }",
    "SELECT * { << ?s ex:price ?v ~ ?r >> ex:source ?from }",
    "SELECT * { << ?s ex:price 9 ~ ex:r4 >> }",
    "SELECT * { << ?s ?p ?o ~ >> . ?s a ex:Product }",
    "SELECT * { ?x ?y << ?s ex:price ?v >> }",
    "SELECT * { << << ?s ?p ?o >> ex:source ?from >> ?q ?v }",
    "SELECT * { [] ex:about << ?s a ex:Product >> , << ex:p1 ?q [] >> }",
    "CONSTRUCT { << ?s ex:price ?v >> ex:seen true } WHERE { ?s ex:price ?v }",
    # reifiers and annotations
    "SELECT * { ?s ex:price ?v ~ ?r }",
    "SELECT * { ?s ex:price ?v ~ }",
    "SELECT * { ?s ex:price ?v ~ ex:r2 ~ ?other }",
    "SELECT * { ?s ex:price ?v {| ex:source ?from |} }",
    "SELECT * { ?s ex:price ?v {| ex:source/^ex:source ?r ; ex:since ?year |} ; a ?class }",
    "SELECT * { ?s ex:price ?v ~ ?r {| ex:source ?from |} , ?w ~ ?q }",
    "SELECT * { ?s ex:price ?v {| ex:source ?from |} {| ex:since ?year |} }",
    "SELECT * { ?s ex:price ?v {| ex:source ?from ~ ?deep |} }",
    "CONSTRUCT { ?s ex:costs ?v {| ex:by ex:us |} } WHERE { ?s ex:price ?v }",
    # functions
    "SELECT (TRIPLE(?s, ex:price, ?v) AS ?t) { ?s ex:price ?v }",
    "SELECT (SUBJECT(?t) AS ?a) (PREDICATE(?t) AS ?b) (OBJECT(?t) AS ?c) { ?s ex:says ?t }",
    "SELECT ?t { ?s ?p ?t FILTER isTRIPLE(?t) }",
    "SELECT ?n (LANGDIR(?n) AS ?d) { ?s ex:name ?n FILTER(hasLANG(?n)) }",
    "SELECT ?n { ?s ex:name ?n FILTER(hasLANGDIR(?n) || ?n = STRLANGDIR('one', 'en', 'ltr')) }",
    # the rest
    'VERSION "1.2" SELECT * { ?s ex:price ?v }',
    "VERSION '1.2-basic' PREFIX q: <urn:q> VERSION '1.2' ASK { ?s ?p ?o }",
    'SELECT * { ?s ex:name "واحد"@ar--rtl }',
    "SELECT * { ?s ex:name ?n FILTER(?n != 'one'@EN--ltr) }",
    "SELECT * { ?s ex:price ?v FILTER(!!(?v > 5) && ! ! -?v) }",
)


def read(text: str) -> ParsedQuery:
    parsed = parse(text, PREFIXES)
    assert isinstance(parsed, ParsedQuery), parsed
    return parsed


@lru_cache(maxsize=1)
def store() -> Store:
    graph = Store()
    graph.load(DATA.encode(), format=RdfFormat.TURTLE)
    return graph


def result(text: str) -> object:
    """What the store finds; unnamed things by that they have no name."""
    found = store().query(text)
    if isinstance(found, QuerySolutions):
        return sorted(str(v) for v in found.variables), sorted(_row(list(row)) for row in found)
    if isinstance(found, QueryTriples):
        return sorted(_row(list(triple)) for triple in found)
    assert isinstance(found, QueryBoolean)
    return bool(found)


def _row(values: list[object]) -> list[str]:
    return ["_" if str(v).startswith("_:") else str(v) for v in values]


@pytest.mark.parametrize("text", QUERIES)
def test_what_is_read_finds_what_was_written(text: str) -> None:
    query = read(text)
    assert result(query.text) == result(write(query)) == result(spelled(query, PREFIXES))
    assert query.form == "construct" or result(query.text)


@pytest.mark.parametrize("text", QUERIES)
def test_what_is_written_is_read_back(text: str) -> None:
    query = replace(read(text), text="")
    assert replace(read(write(query)), text="") == query
    assert replace(read(spelled(query, PREFIXES)), text="") == query


def test_an_annotation_is_the_triples_that_it_stands_for() -> None:
    short = "SELECT * { ?s ex:price ?v ~ ?r {| ex:source << ?a ex:says ?b ~ ?q >> |} }"
    long = (
        "SELECT * { ?s ex:price ?v . ?r rdf:reifies <<( ?s ex:price ?v )>> . "
        "?r ex:source ?q . ?q rdf:reifies <<( ?a ex:says ?b )>> }"
    )
    assert read(short).select == read(long).select


def test_signs_of_triples_are_signs_of_expressions_elsewhere() -> None:
    assert read("ASK { FILTER(?x<(?y)&&(?z)>?x) }").select == read("ASK{FILTER(?x < ?y && ?z > ?x)}").select
    assert read("ASK { ?x(ex:p|ex:q)?y }").select == read("ASK { ?x ( ex:p | ex:q ) ?y }").select


def test_a_base_direction_is_part_of_a_text() -> None:
    (triple,) = read("ASK { ?x ex:name 'a'@AR--rtl }").select.where.elements
    assert triple == Triple(Var("x"), Iri(EX + "name"), Lit("a", None, "ar", "rtl"))


def test_the_property_of_a_triple_term_may_be_a() -> None:
    (triple,) = read("ASK { ?x ex:says <<( ?y a ex:Product )>> }").select.where.elements
    assert isinstance(triple, Triple)
    assert triple.object == TripleTerm(Var("y"), Iri(RDF + "type"), Iri(EX + "Product"))
    assert triple.ends == (Var("x"), Var("y"), Iri(EX + "Product"))


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        (
            "ASK { ?s ex:p/ex:q ?o ~ ?r }",
            23,
            "a single property: of what a path finds nothing more can be said",
        ),
        (
            "ASK { ?s ex:p* ?o {| ex:q 1 |} }",
            19,
            "a single property: of what a path finds nothing more can be said",
        ),
        ("ASK { ?s ex:p 'a'@en--up }", 18, "--ltr or --rtl behind the language instead of --up"),
        (
            "ASK { BIND(<<( _:a ex:p 1 )>> AS ?t) }",
            12,
            "variables in the place of unnamed things in <<( … )>>",
        ),
        ("ASK { VALUES ?t { <<( ?a ex:p 1 )>> } }", 19, "values without variables in VALUES"),
        ("ASK { VALUES (?a ?a) { (1 1) } }", 7, "each variable once in VALUES"),
        (
            "ASK { VALUES ?t { <<( ex:a ex:p <<( 1 ex:p 2 )>> )>> } }",
            19,
            "an IRI or a variable as the subject of <<( … )>>",
        ),
        (
            "ASK { VALUES ?t { <<( <<( ex:a ex:p 1 )>> ex:p 2 )>> } }",
            19,
            "an IRI or a variable as the subject of <<( … )>>",
        ),
    ],
)
def test_what_the_store_refuses_is_refused_with_the_reason(text: str, column: int, expected: str) -> None:
    with pytest.raises(SyntaxError):
        store().query(f"PREFIX ex: <{EX}> {text}")
    problem = parse(text, PREFIXES)
    assert isinstance(problem, SyntaxIssue)
    assert (problem.column, problem.expected) == (column, expected)


@pytest.mark.parametrize(
    "text",
    [
        "ASK { << ?s ex:p/ex:q ?o >> ?x ?y }",
        "ASK { <<( ?s ^ex:p ?o )>> ?x ?y }",
        "ASK { << ?s ?p (1 2) >> ?x ?y }",
        "ASK { << ?s ?p ?o ~ 5 >> ?x ?y }",
        "ASK { ?s ?p <<( ?a ?b ?c ) >> }",
        "ASK { ?s ?p <<( ?a ?b ?c ~ ?r )>> }",
        "ASK { ?s ?p ?o {| |} }",
        "ASK { ?s ?p ?o {| ?q ?v }",
        "ASK { ?s {| ?q ?v |} ?p ?o }",
        "ASK { BIND(<< ?a ?b ?c >> AS ?t) }",
        "ASK { FILTER(isTRIPLE(?a, ?b)) }",
        "VERSION 1.2 ASK { }",
        "VERSION '''1.2''' ASK { }",
        "SELECT * { ?s ?p ?o . LATERAL { ?s ?q ?v } }",
    ],
)
def test_what_is_no_query_is_refused(text: str) -> None:
    problem = parse(text, PREFIXES)
    assert isinstance(problem, SyntaxIssue)
    assert problem.expected
    assert problem.found or problem.advice
    assert not set("_") & set(problem.expected), "the name of a terminal"


# ── the check ────────────────────────────────────────────────────────────────────────────────────


def test_an_annotated_triple_is_checked_as_any_other() -> None:
    verdict = check("SELECT ?v { ?o ex:soldBy ?e {| ex:name ?v |} . ?e a ex:Country }", EXAMPLE)
    assert isinstance(verdict, tuple)
    assert verdict[0].rule == "range"
    repair = repaired("SELECT ?v { ?p ex:prise ?v {| ex:name ?n |} }", EXAMPLE)
    assert [fix.rule for fix in repair.fixes] == ["incorrect property"]


def test_what_a_triple_term_speaks_of_is_looked_up_and_connects() -> None:
    query = "SELECT ?s ?from { ?r rdf:reifies <<( ?s ?p ?v )>> ; ex:name ?from . ?s a ex:Product }"
    for ontology in (EXAMPLE, OBSERVED):
        verdict = check(query, ontology)
        assert isinstance(verdict, CheckedQuery), verdict
        assert not [w for w in verdict.warnings if w.rule in ("joins", "unbound")]
        assert restate(verdict, ontology, {})


@pytest.mark.parametrize(
    "pattern",
    [
        "?r rdf:reifies <<( ?p ex:hasSupplier ?v )>>",
        "?r ?how <<( ?p ?q ?v )>>",
        "<< ?p ?q ?v >> ex:name ?n",
        "?p ex:hasSupplier ?v ~ ?r",
        "?r rdf:reifies ?t",
        "?p ex:hasSupplier ?v BIND(OBJECT(?v) AS ?w)",
        "VALUES ?v { <<( ex:a ex:price 5 )>> } ?p ex:hasSupplier ?v",
    ],
)
def test_where_something_is_closed_no_triple_is_spoken_of(pattern: str) -> None:
    """A triple term tells of a triple whether or not the asker may see it."""
    closed = Conditions(closed=Closed(properties=frozenset((EX + "price",))))
    verdict = check(f"SELECT ?v {{ ?p a ex:Product . {pattern} }}", EXAMPLE, closed)
    assert isinstance(verdict, tuple)
    assert verdict[0].ground is Ground.FORBIDDEN
