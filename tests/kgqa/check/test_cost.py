"""What costs too much: rows, pairs, open paths, repetitions, patterns of texts; and what is spared."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgqa.check import Bounds, Conditions, check
from kgqa.check.example import EXAMPLE, OBSERVED
from kgqa.check.regexes import trouble
from kgqa.check.rules.cost import MOST_SUBQUERIES, MOST_TRIPLES
from kgqa.ontology import Ontology
from kgqa.types import CheckedQuery, Ground

FEW = Conditions(bounds=Bounds(rows=100, pairs=100, things=10))


def refused(query: str, ontology: Ontology = OBSERVED, conditions: Conditions = FEW) -> bool:
    """Whether the rule *cost* refuses it."""
    verdict = check(query, ontology, conditions)
    if isinstance(verdict, CheckedQuery):
        return False
    found = [i for i in verdict if i.rule == "cost"]
    assert all(i.ground is Ground.FORBIDDEN and i.message.endswith(".") and i.hint for i in found)
    return bool(found)


@pytest.mark.parametrize(
    ("query", "is_refused"),
    [
        ("SELECT ?p WHERE { ?p a ex:Product } LIMIT 100", False),
        ("SELECT ?p WHERE { ?p a ex:Product } LIMIT 101", True),
        ("SELECT ?p WHERE { ?p a ex:Product } LIMIT 5 OFFSET 999999999", True),
        ("SELECT ?p WHERE { { SELECT ?p WHERE { ?p a ex:Product } LIMIT 101 } }", True),
        ("SELECT ?p WHERE { ?p a ex:Product }", False),
    ],
)
def test_rows_are_bounded_wherever_they_are_asked_for(query: str, is_refused: bool) -> None:
    assert refused(query) is is_refused


@pytest.mark.parametrize(
    ("where", "is_refused"),
    [
        ("?p ex:price ?v . ?o ex:placedOn ?d", True),
        ("{ ?p ex:price ?v } { ?o ex:placedOn ?d }", True),
        ("?p ex:price ?v . ?o ex:placedOn ?d FILTER(?v > 5)", False),  # how many are left is not known
        ("?p ex:price ?v . ?q ex:price ?w FILTER(?v > ?w)", True),  # is tried for each pair
        ("?p ex:price ?v . ?q ex:price ?w FILTER(?v = ?w)", False),
        ("?p ex:price ?v . ?p ex:hasSupplier ?s", False),
        ("?p ex:price 5 . ?o ex:placedOn ?d", False),
        ("?s ex:country ?c . ?x ex:handledBy ?e", False),  # 4 by 20 are few
        ("?p a ex:Product OPTIONAL { ?x ex:price ?v . ?o ex:placedOn ?d }", True),
        ("?p a ex:Product FILTER EXISTS { ?x ex:price ?v . ?o ex:placedOn ?d }", True),
        ("VALUES ?v { 1 2 } ?o ex:placedOn ?d", False),
    ],
)
def test_unconnected_parts_are_refused_where_their_sizes_are_known_to_be_large(
    where: str, is_refused: bool
) -> None:
    assert refused(f"SELECT * WHERE {{ {where} }}") is is_refused


def test_where_nothing_was_counted_unconnected_parts_are_only_doubtful() -> None:
    verdict = check("SELECT * WHERE { ?p ex:price ?v . ?o ex:placedOn ?d }", EXAMPLE, FEW)
    assert isinstance(verdict, CheckedQuery)
    assert "joins" in {w.rule for w in verdict.warnings}


def counted(things: int) -> Ontology:
    """The example with that many things of each class."""
    return replace(OBSERVED, classes={i: replace(c, instances=things) for i, c in OBSERVED.classes.items()})


@pytest.mark.parametrize(
    ("where", "is_refused"),
    [
        ("?x (ex:hasSupplier/ex:supplies)+ ?y", True),
        ("?x (ex:hasSupplier/ex:supplies)* ?y", True),
        ("?x ex:hasSupplier? ?y", True),
        ("?x (ex:hasSupplier*|ex:supplies) ?y", True),
        ("?x (ex:hasSupplier/ex:supplies)* ex:b", False),
        ("ex:a (ex:hasSupplier/ex:supplies)* ?y", False),
        ("?x a ex:Hardware . ?x (ex:hasSupplier/ex:supplies)* ?y", False),
        ("?x ex:price ?v OPTIONAL { ?x (ex:hasSupplier/ex:supplies)* ?y }", False),
        ("{ ?x a ex:Hardware } { ?x (ex:hasSupplier/ex:supplies)* ?y }", False),
        ("?x ex:country+ ?y", False),  # of 4 things
    ],
)
def test_a_repeated_step_starts_somewhere(where: str, is_refused: bool) -> None:
    assert refused(f"SELECT * WHERE {{ {where} }}", counted(12)) is is_refused


@pytest.mark.parametrize(
    ("path", "is_refused"),
    [
        ("(ex:hasSupplier*)*", True),
        ("(ex:hasSupplier+)+", True),
        ("(ex:hasSupplier?)+", True),
        ("(ex:hasSupplier|ex:supplies*)+", True),
        ("(ex:hasSupplier*/ex:supplies?)*", True),
        ("(^(ex:hasSupplier*))+", True),
        ("(!ex:price)*", True),
        ("(ex:name/!ex:price)+", True),
        ("(ex:hasSupplier/ex:supplies*)+", False),
        ("(ex:hasSupplier+)?", False),
        ("ex:hasSupplier*/ex:supplies*", False),
    ],
)
def test_what_is_repeated_is_not_repeated_again(path: str, is_refused: bool) -> None:
    assert refused(f"SELECT ?y WHERE {{ ex:a {path} ?y }}") is is_refused


def test_a_query_has_so_many_parts_and_lists_may_be_long() -> None:
    def of(patterns: int) -> str:
        return "SELECT ?p WHERE { " + " . ".join(f"?p ex:name ?n{n}" for n in range(patterns)) + " }"

    assert not refused(of(MOST_TRIPLES))
    assert refused(of(MOST_TRIPLES + 1))
    inner = "{ SELECT ?p WHERE { ?p a ex:Product } } "
    assert refused(f"SELECT ?p WHERE {{ {inner * (MOST_SUBQUERIES + 1)} }}")
    things = " ".join(f"ex:p{n}" for n in range(2_000))
    assert not refused(f"SELECT ?p WHERE {{ VALUES ?p {{ {things} }} ?p ex:price ?v }}")
    assert not refused(f"SELECT ?p WHERE {{ ?p ex:price ?v FILTER(?p IN ({things.replace(' ', ', ')})) }}")


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+",
        "(a*)*b",
        "([a-z]+)*$",
        "(.*a)+",
        "((ab)+c?)+",
        "(a|a)*",
        "(ab|ac)+",
        "(a{2,}){3,}",
        ".*" * 11,
        "x" * 501,
    ],
)
def test_patterns_that_may_take_for_ever_are_known(pattern: str) -> None:
    assert trouble(pattern)
    assert refused(f"SELECT ?p WHERE {{ ?p ex:name ?n FILTER REGEX(?n, '{pattern}') }}")
    assert refused(f"SELECT (REPLACE(?n, '{pattern}', '') AS ?m) WHERE {{ ?p ex:name ?n }}")


@pytest.mark.parametrize(
    "pattern",
    [
        "",
        "^a",
        "[a-z]+",
        "(a|b)*",
        "(abc)+",
        "a{2,3}",
        r"\(a+\)+",
        "[(a+)]+",
        "^.*(left|right).*$",
        "(a",
        "a)",
    ],
)
def test_plain_patterns_are_no_trouble(pattern: str) -> None:
    assert not trouble(pattern)
