"""Slips of the pen in what a model writes: put right where that makes a query, else left."""

import pytest

from kgqa.ontology import Ontology
from kgqa.repair.mended import mended
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.strategies.oneshot.reply import Written, reply_in
from kgqa.vocabulary import Vocabulary


@pytest.mark.parametrize(
    ("slip", "meant"),
    [
        (
            'SELECT ?x WHERE { ?x <u:p> ?n . ?n = "Lark" }',
            'SELECT ?x WHERE { ?x <u:p> ?n . FILTER(?n = "Lark") }',
        ),
        (
            'SELECT ?x WHERE { ?x <u:p> <u:acme> = "Acme Ltd" . ?x <u:q> "DE" = "Germany" }',
            'SELECT ?x WHERE { ?x <u:p> <u:acme> . ?x <u:q> "DE" }',
        ),
        (
            "SELECT ?x WHERE { ?x <u:p> ?n ; ?n >= 2.5 . }",
            "SELECT ?x WHERE { ?x <u:p> ?n . FILTER(?n >= 2.5) }",
        ),
        (
            "SELECT ?x WHERE { ?x <u:p> ?o . ?o = <u:a.b> . ?x a <u:C> }",
            "SELECT ?x WHERE { ?x <u:p> ?o . FILTER(?o = <u:a.b>) ?x a <u:C> }",
        ),
        (
            "SELECT ?x WHERE { ?x <u:p> ?n . ORDER BY DESC(?n) ; LIMIT 1 . }",
            "SELECT ?x WHERE { ?x <u:p> ?n } ORDER BY DESC(?n) LIMIT 1",
        ),
        (
            'SELECT ?x { ?x <u:p> "DE" = "Germany", a value of <u:p>; or <u:d> = "d", where <u:q> leads to }',
            'SELECT ?x WHERE { ?x <u:p> "DE" }',
        ),
        (
            'SELECT ?x WHERE { ?x <u:p> ?n . FILTER(?n = "a or b" OR ?n = "c") } ORDER BY ?n DESC, ?x ASC',
            'SELECT ?x WHERE { ?x <u:p> ?n . FILTER(?n = "a or b" || ?n = "c") } ORDER BY DESC(?n) ASC(?x)',
        ),
        (
            "SELECT ?x, AVG(?n) / 2 AS half { ?x <u:p> ?n . GROUP BY ?x ; ORDER BY AVG(?n) DESC LIMIT 1 }",
            "SELECT ?x (AVG(?n) / 2 AS ?half) { ?x <u:p> ?n } GROUP BY ?x ORDER BY DESC(AVG(?n)) LIMIT 1",
        ),
        (
            'SELECT ?x WHERE { ?x a <u:C> . ?x <u:p> "DE" OR ?x <u:p> "FR" . ORDER BY ?x }',
            'SELECT ?x WHERE { ?x a <u:C> . { ?x <u:p> "DE" } UNION { ?x <u:p> "FR" } } ORDER BY ?x',
        ),
        (
            'SELECT ?x WHERE { ?x <u:p> <u:acme> . <u:acme> = "Acme Ltd", a <u:C> }',
            "SELECT ?x WHERE { ?x <u:p> <u:acme> . }",
        ),
        (
            "SELECT DISTINCT COUNT(DISTINCT ?x) WHERE { ?x <u:p> ?n . ?n > 3 }",
            "SELECT DISTINCT (COUNT(DISTINCT ?x) AS ?count) WHERE { ?x <u:p> ?n . FILTER(?n > 3) }",
        ),
        (
            "SELECT ?x WHERE { ?x a <u:C> ; <u:p> ?y ; ?y <u:q> ?z . }",
            "SELECT ?x WHERE { ?x a <u:C> ; <u:p> ?y . ?y <u:q> ?z }",
        ),
        (
            "SELECT ?x WHERE { ?x <u:p> ?y ; ?y <u:q> ?n . ?n > 5 . ORDER BY ?n ; LIMIT 3 }",
            "SELECT ?x WHERE { ?x <u:p> ?y . ?y <u:q> ?n . FILTER(?n > 5) } ORDER BY ?n LIMIT 3",
        ),
    ],
)
def test_a_slip_of_the_pen_becomes_the_query_that_was_meant(slip: str, meant: str) -> None:
    assert not isinstance(parse(slip, ()), ParsedQuery)
    found, wanted = mended(slip, ()), parse(meant, ())
    assert found is not None
    assert isinstance(wanted, ParsedQuery)
    assert write(found[1]) == write(wanted)


@pytest.mark.parametrize(
    "text",
    [
        "SELECT ?x WHERE { ?x",
        "SELECT ?x WHERE { ?x <u:p> = ; }",
        "INSERT DATA { <u:a> <u:b> 1 . ?x = 1 }",
        "SELECT ?x WHERE { ?x <u:p> ?n . ?n = 1 }" + " " * 5_000,
        "?n = 1",
    ],
)
def test_what_makes_no_query_is_left(text: str) -> None:
    assert mended(text, ()) is None


def test_a_reply_says_that_it_was_mended() -> None:
    vocabulary = Vocabulary.of(Ontology())
    said = "```sparql\nSELECT ?x WHERE { ?x a ?c . ?c != ?x }\n```"
    slipped, whole = (
        reply_in(said, vocabulary, {}),
        reply_in(said.replace("?c != ?x", "FILTER(?c != ?x)"), vocabulary, {}),
    )
    assert isinstance(slipped, Written)
    assert isinstance(whole, Written)
    assert (slipped.is_mended, whole.is_mended) == (True, False)
    assert slipped.query is not None
    assert whole.query is not None
    assert write(slipped.query) == write(whole.query)
