"""Rules on expressions: what is compared, calculated, grouped and looked up."""

from __future__ import annotations

from dataclasses import replace

import pyoxigraph as ox
import pytest

from kgqa.check import Conditions, Policy, check
from kgqa.check.example import EX, EXAMPLE, OBSERVED
from kgqa.ontology import RDF_LANG_STRING, XSD, Class, Ontology, Property, PropertyKind, Use
from kgqa.types import CheckedQuery, Ground, Issue

PATTERN = "?p ex:price ?v, ?w ; ex:name ?n . ?o ex:placedOn ?d ; ex:hasLine/ex:product ?p ."


def said(query: str, ontology: Ontology = EXAMPLE) -> list[tuple[str, Ground]]:
    return [(i.rule, i.ground) for i in issues(query, ontology)]


def issues(query: str, ontology: Ontology = EXAMPLE) -> tuple[Issue, ...]:
    verdict = check(query, ontology, Conditions(policy=Policy()))
    return verdict.warnings if isinstance(verdict, CheckedQuery) else verdict


# ── comparison ───────────────────────────────────────────────────────────────────────────────────

DATATYPES = (
    "string",
    "decimal",
    "integer",
    "date",
    "dateTime",
    "gYear",
    "gYearMonth",
    "boolean",
    "anyURI",
)
EVERY_KIND = Ontology(
    classes={EX + "C": Class(iri=EX + "C")},
    properties={
        EX + name: Property(
            iri=EX + name,
            kind=PropertyKind.DATA,
            domains=(frozenset((EX + "C",)),),
            ranges=(frozenset((XSD + name,)),),
        )
        for name in DATATYPES
    }
    | {EX + "thing": Property(iri=EX + "thing", kind=PropertyKind.OBJECT, ranges=(frozenset((EX + "C",)),))},
    prefixes=(("ex", EX), ("xsd", XSD)),
)
STORE = ox.Store()
STORE.load(
    f"""@prefix ex: <{EX}> . @prefix xsd: <{XSD}> .
    ex:a ex:string "2020-01-05" ; ex:decimal 20.5 ; ex:integer 20 ; ex:date "2020-01-05"^^xsd:date ;
      ex:dateTime "2020-01-05T10:00:00Z"^^xsd:dateTime ; ex:gYear "2020"^^xsd:gYear ; ex:boolean true ;
      ex:gYearMonth "2020-01"^^xsd:gYearMonth ; ex:anyURI "http://x/"^^xsd:anyURI ;
      ex:thing ex:b .""".encode(),
    ox.RdfFormat.TURTLE,
)
EXPRESSIONS = (
    "?v > 5",
    "?v = 20.5",
    '?v < "5"',
    '?v = "2020-01-05"',
    '?v >= "2020-01-01"^^xsd:date',
    '?v >= "2020-01-01T00:00:00Z"^^xsd:dateTime',
    '?v = "2020"^^xsd:gYear',
    "?v = true",
    "?v = ex:b",
    "?v < ex:c",
    "?v IN (20, 20.5)",
    '?v IN ("a", 20.5, ex:b)',
    'CONTAINS(?v, "0")',
    'CONTAINS(STR(?v), "b")',
    'STRSTARTS(LCASE(?v), "2")',
    'REGEX(?v, "^2")',
    "STRLEN(?v) > 2",
    'REPLACE(?v, "0", "1") != ""',
    "YEAR(?v) = 2020",
    "MONTH(?v) < 3",
    "DAY(?v) = 5",
    "HOURS(?v) = 10",
    "?v + 1 > 2",
    "?v * 2 > 2",
    "-?v < 0",
    "ABS(?v) > 1",
    "ROUND(?v) > 1",
    'LANG(?v) = ""',
    "DATATYPE(?v) != xsd:nothing",
    "xsd:decimal(?v) > 1",
    "xsd:integer(STR(?v)) > 1",
    'xsd:string(?v) != ""',
    'xsd:date(?v) > xsd:date("2000-01-01")',
    "IF(?v > 5, true, false)",
    "!(?v > 5)",
    '!(CONTAINS(?v, "zzz"))',
    "?v > 5 || ?v = ex:b",
    "?v",
    'CONCAT(?v, "x") != ""',
    "IRI(?v) = ex:b",
    "ISIRI(?v)",
    'ENCODE_FOR_URI(?v) != ""',
    "COALESCE(?v + 1, 7) > 5",
)


@pytest.mark.parametrize("expression", EXPRESSIONS)
@pytest.mark.parametrize("name", [*DATATYPES, "thing"])
def test_a_condition_that_holds_in_a_store_is_never_called_impossible(name: str, expression: str) -> None:
    query = f"SELECT ?x WHERE {{ ?x ex:{name} ?v FILTER({expression}) }}"
    prefixes = f"PREFIX ex: <{EX}> PREFIX xsd: <{XSD}> "
    rows = STORE.query(prefixes + query)
    assert isinstance(rows, ox.QuerySolutions)
    holds = bool(list(rows))
    assert not (holds and ("comparison", Ground.ENTAILED) in said(query, EVERY_KIND))


@pytest.mark.parametrize(
    ("expression", "names"),
    [
        ("?v > 5", "string date dateTime gYear gYearMonth boolean thing"),
        ('?v < "5"', "decimal integer date dateTime gYear gYearMonth boolean thing"),
        ('?v >= "2020-01-01"^^xsd:date', "string decimal integer dateTime gYear gYearMonth boolean thing"),
        ("?v = ex:b", "string decimal integer date dateTime gYear gYearMonth boolean anyURI"),
        ("?v < ex:c", "string decimal integer date dateTime gYear gYearMonth boolean anyURI thing"),
        ('CONTAINS(?v, "0")', "decimal integer date dateTime gYear gYearMonth boolean thing"),
        ("YEAR(?v) = 2020", "string decimal integer boolean thing"),
        ("?v + 1 > 2", "string date dateTime gYear gYearMonth boolean thing"),
        ("DATATYPE(?v) = xsd:string", "thing"),
        ("xsd:decimal(?v) > 1", "date dateTime gYear gYearMonth thing"),
        ("?v", "date dateTime gYear gYearMonth thing"),
        ('LCASE(?v) = "a"', "decimal integer date dateTime gYear gYearMonth boolean thing"),
        ("YEAR(?v) = '2020'", " ".join((*DATATYPES, "thing"))),
        ("STR(?v) = 5", " ".join((*DATATYPES, "thing"))),
        ("STRLEN(STR(?v)) > '5'", " ".join((*DATATYPES, "thing"))),
        ("DATATYPE(?v) = 'decimal'", " ".join((*DATATYPES, "thing"))),
    ],
)
def test_a_condition_that_can_never_hold_is_an_error(expression: str, names: str) -> None:
    found = {
        name
        for name in (*DATATYPES, "thing")
        if ("comparison", Ground.ENTAILED)
        in said(f"SELECT ?x WHERE {{ ?x ex:{name} ?v FILTER({expression}) }}", EVERY_KIND)
    }
    assert found == set(names.split())


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?p { ?p ex:price ?v ; ex:hasSupplier ?s FILTER(?v > ?s) }",
        "SELECT ?p { ?p ex:price ?v . ?o ex:placedOn ?d FILTER(?d > ?v) }",
        "SELECT ?p { ?p ex:price ?v BIND(STR(?v) AS ?t) FILTER(?t > 5) }",
        "SELECT ?s { ?p ex:hasSupplier ?s } GROUP BY ?s HAVING(COUNT(?p) > '3')",
        "SELECT ?p (MAX(?v) + 'a' AS ?m) { ?p ex:price ?v } GROUP BY ?p",
        "SELECT (AVG(?s) AS ?m) { ?p ex:hasSupplier ?s }",
        "SELECT ?p { { SELECT ?p (MAX(?v) AS ?m) { ?p ex:price ?v } GROUP BY ?p } FILTER(?m = 'dear') }",
        "SELECT ?p { ?p ex:price ?v FILTER(?v = 'a' || ?v = 'b') }",
        "SELECT ?p { ?p a ex:Product FILTER EXISTS { ?p ex:price ?v FILTER(?v > '5') } }",
        "SELECT ?p { ?p a ex:Product OPTIONAL { ?p ex:price ?v FILTER(?v > '5') } }",
        "SELECT ?p { ?p ex:price ?v OPTIONAL { ?p ex:hasSupplier ?s FILTER(?v > '5') } }",
        "SELECT ?o { ?o ex:hasLine/ex:product/ex:price ?v FILTER(?v > '5') }",
        "SELECT ?p { ?v ^ex:price ?p FILTER(?v > '5') }",
        "SELECT ?p { ?p ex:price|ex:placedOn ?v FILTER(?v = 'a') }",
        "SELECT ?s { VALUES (?s ?n) { ('Acme' 1) ('Bolt' 2) } ?p ex:hasSupplier ?s }",
        "SELECT ?s { BIND('Acme' AS ?s) ?p ex:hasSupplier ?s }",
        "SELECT ?p { ?p ex:price ?v } VALUES ?v { 'cheap' }",
        "SELECT ?p { ?p ex:price ?v FILTER(!CONTAINS(?v, '5')) }",
    ],
)
def test_kinds_are_followed_through_the_whole_query(query: str) -> None:
    assert said(query) == [("comparison", Ground.ENTAILED)]


@pytest.mark.parametrize(
    "query",
    [
        # what else the variable can be is not known, or is of the kind
        "SELECT ?p { ?p ?q ?v FILTER(?v > 'a') }",
        "SELECT ?p { ?p rdfs:label|ex:price ?v FILTER(?v = 'a') }",
        "SELECT ?p { { ?p ex:price ?v } UNION { ?p ex:name ?v } FILTER(?v = 'a') }",
        "SELECT ?p { ?p ?q ?o OPTIONAL { ?p ex:price ?v } OPTIONAL { ?p ex:name ?v } FILTER(?v = 'a') }",
        "SELECT ?p { ?p ex:hasSupplier* ?v FILTER(?v = 'a') }",
        "SELECT ?p { ?p ex:price ?v FILTER(<http://www.w3.org/2005/xpath-functions#upper-case>(?v) = 'a') }",
        "SELECT ?p { ?p ex:price ?v BIND(COALESCE(?v, 'none') AS ?w) FILTER(?w = 'none') }",
        "SELECT ?p { ?p ex:price ?v BIND(IF(?v > 5, 'dear', 'cheap') AS ?w) FILTER(?w = 'dear') }",
        "SELECT (COALESCE(SUM(?n), 0) AS ?t) { ?p ex:price ?v BIND(xsd:decimal(STR(?v)) AS ?n) }",
        "SELECT (GROUP_CONCAT(?n; separator=', ') AS ?t) { ?p ex:name ?n }",
        "SELECT (MIN(?d) AS ?first) { ?o ex:placedOn ?d } HAVING(MIN(?d) > '2020-01-01'^^xsd:date)",
        "SELECT ?o { ?o ex:placedOn ?d . ?q ex:placedOn ?e FILTER(?d - ?e > 'P1D'^^xsd:dayTimeDuration) }",
        "SELECT ?p { ?p ex:hasSupplier ?s FILTER(STRENDS(STR(?s), 'Acme') && ISIRI(?s) && BOUND(?s)) }",
        "SELECT ?p { VALUES ?s { ex:Acme } ?p ex:hasSupplier ?s FILTER(?s IN (ex:Acme, ex:Bolt)) }",
        "SELECT ?o { ?o ex:placedOn ?d FILTER(YEAR(?d) IN (2020, 2021) && MONTH(?d) + 1 < 5) }",
        "SELECT ?o { ?o ex:placedOn ?d } ORDER BY DESC(YEAR(?d)) STR(?d)",
        "SELECT ?p { ?p ex:supplies ?v FILTER(?v != ex:Acme) }",
    ],
)
def test_what_can_hold_raises_no_alarm(query: str) -> None:
    assert said(query) in ([], [("joins", Ground.DOUBTFUL)])


def test_what_hardly_says_anything_is_only_doubtful() -> None:
    for condition in ("?v != 'a'", "?v NOT IN ('a')", "!(?v = 'a')", "?v IN (5, 'a')", "?v > 5 || ?s = 'a'"):
        query = f"SELECT ?p {{ ?p ex:price ?v ; ex:hasSupplier ?s FILTER({condition}) }}"
        assert [g for r, g in said(query) if r == "comparison"] == [Ground.DOUBTFUL], condition


def data(*ends: str) -> Ontology:
    """The example, where the price is observed to be of these datatypes."""
    uses = tuple(
        Use(subject=EX + "Product", property=EX + "price", object=e, count=3, subjects=3, literal=True)
        for e in ends
    )
    return replace(EXAMPLE, uses=uses)


def test_the_data_has_the_last_word_on_what_a_value_is() -> None:
    compared = "SELECT ?p { ?p ex:price ?v FILTER(?v > '5') }"
    assert said(compared, data(XSD + "decimal")) == [("comparison", Ground.ENTAILED)]
    assert said(compared, data(XSD + "string")) == []
    assert said(compared, data(XSD + "string", XSD + "decimal")) == []
    (issue,) = issues("SELECT ?p { ?p ex:price ?v FILTER(?v > 5) }", data(XSD + "string"))
    assert issue.ground is Ground.UNSEEN
    assert issue.message == (
        "In the data, “price” is a text that a product has, but here it is compared with the number “5”."
    )


def test_without_a_declaration_the_data_only_warns() -> None:
    bare = Ontology(uses=data(XSD + "decimal").uses, prefixes=(("ex", EX),))
    assert said("SELECT ?p { ?p ex:price ?v FILTER(?v > '5') }", bare) == [("comparison", Ground.UNSEEN)]


def test_a_range_that_only_suggests_or_is_the_companys_own_excludes_nothing() -> None:
    loose = replace(EXAMPLE.properties[EX + "price"], loose=True, kind=PropertyKind.UNKNOWN)
    own = replace(EXAMPLE.properties[EX + "price"], ranges=(frozenset((EX + "Money",)),))
    for price in (loose, own):
        ontology = replace(EXAMPLE, properties={**EXAMPLE.properties, price.iri: price})
        assert said("SELECT ?p { ?p ex:price ?v FILTER(?v > '5') }", ontology) == []


@pytest.mark.parametrize(
    ("condition", "hint"),
    [
        ("?v > '5'", "Write 5 without quotation marks."),
        ("?d > '2020-01-01'", 'Write "2020-01-01"^^xsd:date.'),
        ("?d > 2020", "YEAR(?d) is a number."),
        ("?n = 5", 'Write "5" as a text, in quotation marks.'),
        ("CONTAINS(?v, '5')", "Write STR(?v)."),
        ("CONTAINS(?o, '5')", "Search in a name of it, for instance ?o rdfs:label ?label."),
        ("?n + 1 > 2", "If it is written in digits, xsd:decimal(?n) is its number."),
    ],
)
def test_a_hint_says_what_to_write_instead(condition: str, hint: str) -> None:
    query = f"SELECT ?p {{ {PATTERN} FILTER({condition}) }}"
    (issue,) = issues(query)
    assert issue.hint.endswith(hint)


# ── language ─────────────────────────────────────────────────────────────────────────────────────

SPOKEN = replace(
    OBSERVED,
    uses=tuple(replace(u, object=RDF_LANG_STRING) if u.property == EX + "name" else u for u in OBSERVED.uses),
)


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("?p ex:name 'Valve'", True),
        ("?p ex:name 'Valve'@en", False),
        ("?p ex:name ?n FILTER(?n = 'Valve')", True),
        ("?p ex:name ?n FILTER(?n IN ('Valve', 'Pump'))", True),
        ("?p ex:name ?n FILTER(?n IN ('Valve', 'Valve'@en))", False),
        ("?p ex:name ?n FILTER(?n = 'Valve' || ?n = 'Valve'@en)", False),
        ("?p ex:name ?n FILTER(STR(?n) = 'Valve')", False),
        ("?p ex:name ?n FILTER(LCASE(?n) = 'valve'@en)", False),
        ("?p ex:name ?n FILTER(CONTAINS(?n, 'Valve') && LANG(?n) = 'en')", False),
        ("VALUES ?n { 'Valve' 'Pump' } ?p ex:name ?n", True),
        ("VALUES ?n { 'Valve' 'Pump'@en } ?p ex:name ?n", False),
        ("?p ex:price 20.0", False),
        ("?p ex:price '20.0'^^xsd:double", True),
        ("VALUES ?v { 20 30 } ?p ex:price ?v", True),
        ("?p ex:price ?v FILTER(?v = 20)", False),
    ],
)
def test_a_value_is_looked_up_as_the_data_writes_it(pattern: str, found: bool) -> None:
    expected = [("language", Ground.UNSEEN)] if found else []
    assert said(f"SELECT ?p WHERE {{ {pattern} }}", SPOKEN) == expected


def test_whole_numbers_of_all_sizes_are_alike() -> None:
    assert said("SELECT ?p { ?p ex:price 20 }", data(XSD + "long")) == []
    assert said("SELECT ?p { ?p ex:price 20 }", data(XSD + "decimal", XSD + "integer")) == []


# ── contradiction ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "conditions",
    [
        "FILTER(?v > 5) FILTER(?v < 3)",
        "FILTER(?v > 5 && ?v <= 5)",
        "FILTER(5 < ?v && 3 > ?v)",
        "FILTER(?v = 5 && ?v > 7)",
        "FILTER(?v = 5 && ?v != 5.0)",
        "FILTER(?v IN (1, 2) && ?v IN (3, 4))",
        "FILTER(?v IN (1, 2) && ?v NOT IN (1, 2, 3))",
        "FILTER(?v IN (1, 2) && ?v >= 3)",
        "FILTER(?d > '2021-01-01'^^xsd:date && ?d < '2020-01-01'^^xsd:date)",
        "FILTER(?n = 'a' && ?n = 'b')",
        "FILTER(?n > 'm' && ?n < 'c')",
        "FILTER(?p = ex:a && ?p = ex:b)",
        "FILTER(?v + 1 > 5 && ?v + 1 < 3)",
        "FILTER(?v > ?w && ?w >= ?v)",
        "FILTER(?v != ?v)",
        "FILTER(1 > 2)",
        "FILTER(?v IN ())",
        "FILTER(false)",
        "FILTER(!BOUND(?v))",
        "OPTIONAL { ?p ex:handledBy ?a } FILTER(!BOUND(?a) && ?a = ex:Kim)",
        "FILTER((?v > 5 && ?v < 3) || (?n = 'a' && ?n = 'b'))",
        "MINUS { ?p ex:price ?v }",
        "FILTER(!EXISTS { ?p ex:price ?v })",
        "OPTIONAL { ?p ex:handledBy ?a MINUS { ?p ex:handledBy ?a } }",
        "FILTER NOT EXISTS { ?x a ex:Order FILTER(?p > 5 && ?p < 3) }",
    ],
)
def test_conditions_that_exclude_each_other_are_broken(conditions: str) -> None:
    query = f"SELECT ?p {{ {PATTERN} {conditions} }}"
    assert ("contradiction", Ground.BROKEN) in said(query, Ontology(prefixes=EXAMPLE.prefixes))


@pytest.mark.parametrize(
    "conditions",
    [
        "FILTER(?v > 3 && ?v < 5)",
        "FILTER(?v >= 5 && ?v <= 5.0)",
        "FILTER(?v > 5 && ?w < 3)",
        "FILTER(?v IN (1, 2) && ?v IN (2, 3))",
        "FILTER(?v IN (1, 2) && ?v != 1)",
        "FILTER(?v = 5 && ?v = 5.0)",
        "FILTER(?v > 5 || ?v < 3)",
        "FILTER(!(?v > 5) && ?v < 3)",
        "FILTER(?d > '2020-01-01T00:00:00Z'^^xsd:dateTime && ?d < '2020-01-01T00:00:00'^^xsd:dateTime)",
        "FILTER(RAND() > 0.5 && RAND() < 0.5)",
        "FILTER(?n NOT IN ())",
        "FILTER(?v >= ?w && ?w >= ?v)",
        "FILTER(?n != 'a' && ?n != 'b')",
        "OPTIONAL { ?p ex:handledBy ?a } FILTER(!BOUND(?a))",
        "OPTIONAL { ?p ex:handledBy ?a } FILTER(!BOUND(?a) && COALESCE(?a, ex:none) = ex:none)",
        "FILTER NOT EXISTS { ?p ex:price ?other }",
        "MINUS { ?p ex:price ?v ; ex:handledBy ?a }",
        "{ ?p ex:price ?x FILTER(?x > 5) } { ?p ex:price ?y FILTER(?y < 3) }",
        "FILTER(EXISTS { ?p ex:price ?x FILTER(?x > 5) } && EXISTS { ?p ex:price ?x FILTER(?x < 3) })",
    ],
)
def test_conditions_that_can_hold_together_are_fine(conditions: str) -> None:
    query = f"SELECT ?p {{ {PATTERN} {conditions} }}"
    found = said(query, Ontology(prefixes=EXAMPLE.prefixes))
    assert "contradiction" not in {rule for rule, _ in found}


def test_an_alternative_that_can_never_hold_is_only_doubtful() -> None:
    query = "SELECT ?p { ?p ex:price ?v ; ex:name ?n FILTER(?n = 'c' || (?v > 5 && ?v < 3)) }"
    assert said(query) == [("contradiction", Ground.DOUBTFUL)]


def test_given_values_of_several_kinds_are_compared_with_what_stands_there() -> None:
    (issue,) = issues("SELECT ?p { VALUES ?s { 'Acme' 5 } ?p ex:hasSupplier ?s }")
    assert issue.message.endswith("compared with the text “Acme”.")


# ── unbound ──────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("query", "word"),
    [
        (
            "SELECT ?p ?label { ?p ex:price ?v FILTER EXISTS { ?p rdfs:label ?label } }",
            "only inside a condition",
        ),
        ("SELECT ?p ?m { { SELECT ?p { ?p ex:price ?m } } }", "does not hand out"),
        ("SELECT ?p { ?p ex:name ?n { SELECT ?p { ?p ex:price ?v } } FILTER(?v > 5) }", "does not hand out"),
        ("SELECT ?p { ?p ex:name ?n { SELECT ?p { ?p ex:price ?v FILTER(?n = 'a') } } }", "another part"),
        ("SELECT ?p { { ?p ex:price ?v } UNION { ?p ex:name ?n FILTER(?v > 5) } }", "another part"),
        ("SELECT ?p { ?p ex:name ?n OPTIONAL { BIND(UCASE(?n) AS ?u) } }", "another part"),
        ("SELECT ?p { ?p ex:price ?v MINUS { ?p ex:price ?w FILTER(?w < ?v) } }", "another part"),
        ("SELECT ?p { BIND(?v + 1 AS ?w) ?p ex:price ?v FILTER(?w > 5) }", "before it looks it up"),
        ("SELECT ?p { ?p ex:price ?v } GROUP BY ?p HAVING(SUM(?worth) > 5)", "never looks up"),
        ("SELECT ?p { ?p ex:price ?v } GROUP BY ?q", "never looks it up"),
        ("SELECT (SUM(?worth) AS ?t) { ?p ex:price ?v }", "never looks it up"),
        ("DESCRIBE ?q WHERE { ?p ex:price ?v }", "never looks it up"),
    ],
)
def test_a_variable_is_known_where_it_stands(query: str, word: str) -> None:
    issue = next(i for i in issues(query) if i.rule == "unbound")
    assert issue.ground is Ground.BROKEN
    assert word in issue.message


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?p { ?p ex:price ?v FILTER NOT EXISTS { ?q ex:price ?w FILTER(?w > ?v) } }",
        "SELECT ?p { ?p ex:price ?v FILTER NOT EXISTS { ?q ex:price ?w BIND(?v AS ?u) FILTER(?u > ?w) } }",
        "SELECT ?p { ?p ex:price ?v OPTIONAL { ?p ex:name ?n FILTER(?v > 5) } }",
        "SELECT ?p (?v * 2 AS ?w) (?w + 1 AS ?x) { ?p ex:price ?v } ORDER BY ?x",
        "SELECT ?g { GRAPH ?g { ?p ex:price ?v } FILTER(?g != ex:g) }",
        "SELECT ?q { ?p ?q ?v FILTER(?q != rdf:type) }",
        "SELECT ?v { VALUES (?p ?v) { (ex:a 1) } }",
        "SELECT ?p { ?p ex:price ?v } GROUP BY ?p HAVING(EXISTS { ?p ex:name ?n })",
        "ASK { { SELECT ?p (COUNT(?v) AS ?n) { ?p ex:price ?v } GROUP BY ?p } FILTER(?n > 5) }",
        "CONSTRUCT WHERE { ?p ex:price ?v }",
        "SELECT * { ?p ex:price ?v }",
    ],
)
def test_what_is_known_where_it_stands_is_fine(query: str) -> None:
    assert [i for i in issues(query) if i.rule in ("unbound", "grouping")] == []


def test_a_variable_that_is_not_needed_is_only_doubtful() -> None:
    for condition in ("COALESCE(?w, ?v) > 5", "?v > 5 || ?w > 5", "!BOUND(?w)", "IF(?v > 5, true, ?w)"):
        query = f"SELECT ?p {{ ?p ex:price ?v FILTER({condition}) }}"
        assert said(query) == [("unbound", Ground.DOUBTFUL)], condition


def test_a_hint_names_the_variable_that_was_meant() -> None:
    (issue,) = issues("SELECT ?p { ?p ex:name ?productName FILTER(?prodName = 'a') }")
    assert issue.hint.endswith("Did you mean ?productName?")


# ── grouping ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "query",
    [
        "SELECT ?s { ?p ex:hasSupplier ?s } ORDER BY DESC(COUNT(?p))",
        "SELECT ?s (COUNT(?p) AS ?n) { ?p ex:hasSupplier ?s ; ex:price ?v } GROUP BY ?s HAVING(?v > 5)",
        "SELECT ?s (?v + SUM(?v) AS ?n) { ?p ex:hasSupplier ?s ; ex:price ?v } GROUP BY ?s",
        "SELECT ?n { { SELECT * { ?p ex:hasSupplier ?s ; ex:name ?n } GROUP BY ?s ?n } }",
        "SELECT (MAX(AVG(?v) + 1) AS ?m) { ?p ex:price ?v }",
        "SELECT ?p { ?p ex:price ?v BIND(SUM(?v) AS ?t) }",
        "SELECT ?p { ?p ex:price ?v FILTER NOT EXISTS { ?q ex:price ?w FILTER(?w > MAX(?w)) } }",
        "SELECT ?p { ?p ex:price ?v FILTER EXISTS { ?q ex:price ?w BIND(1 AS ?w) } }",
        "SELECT ?p { { SELECT ?p { ?p ex:price ?v BIND(1 AS ?v) } } }",
        "SELECT ?p { OPTIONAL { ?p ex:price ?v } BIND(1 AS ?v) }",
    ],
)
def test_groups_and_names_that_stores_refuse_are_broken(query: str) -> None:
    assert ("grouping", Ground.BROKEN) in said(query)


def test_a_condition_on_groups_without_groups_is_doubtful() -> None:
    assert said("SELECT ?p { ?p ex:price ?v } HAVING(?v > 5)") == [("grouping", Ground.DOUBTFUL)]


# ── empty groups ─────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        # the standard (18.6): the empty group has one solution, so that EXISTS of it is always true
        ("FILTER NOT EXISTS { }", [("contradiction", Ground.BROKEN)]),
        ("FILTER(!EXISTS { })", [("contradiction", Ground.BROKEN)]),
        ("FILTER NOT EXISTS { { } }", [("contradiction", Ground.BROKEN)]),
        ("FILTER NOT EXISTS { OPTIONAL { ?p ex:name ?n } }", [("contradiction", Ground.BROKEN)]),
        ("FILTER NOT EXISTS { { ?p ex:name ?n } UNION { } }", [("contradiction", Ground.BROKEN)]),
        ("FILTER(?v > 5 || NOT EXISTS { })", [("contradiction", Ground.DOUBTFUL)]),
        ("FILTER EXISTS { }", [("contradiction", Ground.DOUBTFUL)]),
        ("FILTER EXISTS { OPTIONAL { ?p ex:name ?n } }", [("contradiction", Ground.DOUBTFUL)]),
        ("MINUS { }", [("joins", Ground.DOUBTFUL)]),
        ("FILTER NOT EXISTS { FILTER(?v > 5) }", []),
        ("FILTER NOT EXISTS { ?p ex:name ?n OPTIONAL { ?p ex:handledBy ?a } }", []),
        ("FILTER NOT EXISTS { { ?p ex:name ?n } UNION { ?p ex:handledBy ?a } }", []),
    ],
)
def test_what_is_asked_of_an_empty_group(part: str, expected: list[tuple[str, Ground]]) -> None:
    assert said(f"SELECT ?p {{ ?p ex:price ?v {part} }}") == expected


# ── size ─────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "body",
    [
        " ".join(f"?p ex:price ?v{i} FILTER(?v{i} > {i})" for i in range(250)),
        "?p ex:price ?v " + " ".join(f"FILTER(?v != {i})" for i in range(1500)),
        f"?p ex:price ?v FILTER(?v IN ({', '.join(map(str, range(5000)))}))",
        f"VALUES ?v {{ {' '.join(map(str, range(5000)))} }} ?p ex:price ?v",
        "?p ex:price ?v " + "OPTIONAL { ?p ex:handledBy ?a " * 25 + "}" * 25,
        "?p ex:price ?v " + " ".join(f"OPTIONAL {{ ?p ex:handledBy ?a{i} }}" for i in range(250)),
        f"?p ex:price ?v FILTER({' + '.join(['?v'] * 3000)} > 5)",
        f"?p ex:price ?v FILTER({'ABS(' * 50}?v{')' * 50} > 5)",
    ],
)
def test_a_long_query_is_checked_like_a_short_one(body: str) -> None:
    verdict = check(f"SELECT ?p WHERE {{ {body} }}", EXAMPLE)
    assert isinstance(verdict, CheckedQuery)
