"""Whoever wrote a query, an answer whose amount counts values more than once says so."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.studio import DATA, DEF, ONTOLOGY
from tests.kgqa.test_own_query import run
from tests.kgqa.zoo import kit_of

BUDGETS = "{ ?p a :Project ; :budget ?b ; :member ?e }"


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(ONTOLOGY + DATA)


def said(kit: Kit, query: str, language: str = "en") -> str:
    return " ".join(run(kit, f"PREFIX : <{DEF}> {query}", language=language).taken)


def test_a_sum_says_what_it_would_be_with_each_value_once(kit: Kit) -> None:
    assert said(kit, f"SELECT (SUM(?b) AS ?n) {BUDGETS}") == (
        "Some values count more than once, through “member”: the result is 3,000; "
        "with each counted once it is 1,600."
    )


def test_it_is_said_in_the_language_of_the_question(kit: Kit) -> None:
    assert said(kit, f"SELECT (SUM(?b) AS ?n) {BUDGETS}", "de") == (
        "Manche Werte zählen über „Mitglied“ mehrfach: Das Ergebnis ist 3.000; "
        "jeder einmal gezählt ergibt 1.600."
    )


def test_of_groups_those_are_counted_in_which_values_repeat(kit: Kit) -> None:
    groups = "SELECT ?c (SUM(?b) AS ?n) { ?p :client ?c ; :budget ?b ; :topic ?t } GROUP BY ?c"
    assert said(kit, groups) == "In 1 of 2 groups some values count more than once, through “topic”."


def test_branches_have_no_name(kit: Kit) -> None:
    twice = "SELECT (SUM(?b) AS ?n) { ?p :budget ?b . { ?p :topic 'print' } UNION { ?p :topic 'web' } }"
    assert said(kit, twice) == (
        "Some values count more than once: the result is 2,000; with each counted once it is 1,100."
    )


def test_equal_values_that_count_only_once_are_told(kit: Kit) -> None:
    assert said(kit, "SELECT (SUM(DISTINCT ?s) AS ?n) { ?e a ?k ; :salary ?s }") == (
        "Equal values of different things count only once: the result is 140; with each counted it is 180."
    )


def test_a_plain_sum_and_a_sum_over_lines_say_nothing(kit: Kit) -> None:
    assert said(kit, "SELECT (SUM(?b) AS ?n) { ?p a :Project ; :budget ?b }") == ""
    assert said(kit, "SELECT (SUM(?h * ?r) AS ?n) { ?x :hours ?h ; :by ?e . ?e :rate ?r }") == ""
