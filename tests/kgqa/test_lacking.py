"""An amount that leaves things out, since the graph lacks a value for them, says so."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from kgqa.pipeline.lacking import gaps
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import Outcome
from tests.kgqa.zoo import ask, zoo

PREFIX = "PREFIX : <https://zoo.example/def/> "


@pytest.fixture(scope="module")
def kit() -> Kit:
    return zoo()


def lacked(sparql: str) -> list[str]:
    parsed = parse(PREFIX + sparql)
    assert isinstance(parsed, ParsedQuery)
    return [", ".join(s.rpartition("/")[2] for s in gap.steps) for gap in gaps(parsed.select)]


def test_an_average_says_how_many_have_no_value(kit: Kit) -> None:
    answer = ask(kit, "What is the average weight of mammals?")
    assert answer.outcome is Outcome.ANSWERED
    assert answer.taken == ("Not counted: 1 of 4 (mammal), for which the graph has no “weight (kg)”.",)


def test_it_is_said_in_the_language_of_the_question(kit: Kit) -> None:
    answer = ask(kit, "Was ist das durchschnittliche Gewicht der Säugetiere?")
    assert answer.taken == (
        "Nicht mitgezählt: 1 von 4 (Säugetier), zu denen der Graph kein „Gewicht (kg)“ hat.",
    )


def test_nothing_is_said_where_all_have_a_value(kit: Kit) -> None:
    answer = ask(kit, "What is the average area of enclosures?")
    assert answer.outcome is Outcome.ANSWERED
    assert answer.taken == ()


def test_nothing_is_said_of_what_is_only_listed_or_counted(kit: Kit) -> None:
    for question in ("What is the weight of the mammals?", "How many mammals are there?"):
        assert ask(kit, question).taken == ()


def test_only_things_of_the_class_that_is_asked_for_are_counted(kit: Kit) -> None:
    """A country that no animal lives in lacks no weight; nor does a keeper."""
    answer = ask(kit, "What is the average weight of animals by enclosure?")
    assert answer.outcome is Outcome.ANSWERED
    assert answer.taken == ("Not counted: 1 of 7 (animal), for which the graph has no “weight (kg)”.",)


def test_nothing_is_said_of_things_of_which_nobody_knows_what_they_are(kit: Kit) -> None:
    answer = ask(kit, "What is the average weight by country?")
    assert not any("Not counted" in said for said in answer.taken)


def test_each_part_of_a_formula_is_looked_at() -> None:
    assert lacked("SELECT (SUM(?a + ?b) AS ?n) { ?x a :X ; :a ?a ; :b ?b ; :name ?c }") == ["a", "b"]


def test_each_step_towards_a_part_is_looked_at() -> None:
    assert lacked("SELECT (AVG(?v) AS ?n) { ?x a :X ; :price ?p . ?p :amount ?v }") == ["price", "amount"]


def test_properties_in_a_row_are_looked_at_as_one() -> None:
    assert lacked("SELECT (AVG(?v) AS ?n) { ?x a :X ; :price/:amount ?v }") == ["price, amount"]


def test_a_formula_may_stand_in_a_bind_an_order_and_an_inner_query() -> None:
    assert lacked("SELECT ?x ?n { ?x a :X ; :a ?a . BIND(?a * 2 AS ?n) }") == ["a"]
    assert lacked("SELECT ?x { ?x a :X ; :a ?a ; :b ?b } ORDER BY DESC(?a / ?b) LIMIT 3") == ["a", "b"]
    assert lacked("SELECT ?n { { SELECT (SUM(?a) AS ?n) { ?x a :X ; :a ?a } } }") == ["a"]


@pytest.mark.parametrize(
    "sparql",
    [
        "SELECT (SUM(?a) AS ?n) { ?x a :X . OPTIONAL { ?x :a ?a } }",  # what lacks it is in
        "SELECT (SUM(?a) AS ?n) { ?x a :X ; ?p ?a }",
        "SELECT (SUM(?a) AS ?n) { ?x a :X ; :a ?a . ?a :back ?x }",  # in a circle
    ],
)
def test_other_patterns_leave_nothing_out_that_could_be_told(sparql: str) -> None:
    assert lacked(sparql) == []
