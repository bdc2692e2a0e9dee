"""An amount that counts a value once for each match of another pattern is found, with its result as it would
be with every value once; what is multiplied on purpose is not.
"""

from __future__ import annotations

import asyncio

import pytest

from kgqa.check import check
from kgqa.multiplied import Multiplied, multiplied
from kgqa.pipeline import Kit
from kgqa.ports import Ran
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery, Limits
from tests.kgqa.studio import DATA, DEF, ONTOLOGY
from tests.kgqa.zoo import kit_of


@pytest.fixture(scope="module")
def kit() -> Kit:
    return kit_of(ONTOLOGY + DATA)


class Asking:
    """Runs what passes the check, and keeps it."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.texts: list[str] = []

    async def __call__(self, text: str, limits: Limits) -> Ran:
        self.texts.append(text)
        verdict = check(text, self.kit.ontology, self.kit.conditions)
        return await self.kit.graph.run(verdict, limits) if isinstance(verdict, CheckedQuery) else verdict


def found(kit: Kit, sparql: str, asking: Asking | None = None) -> tuple[Multiplied, ...]:
    query = parse(f"PREFIX : <{DEF}> {sparql}")
    assert isinstance(query, ParsedQuery)
    return asyncio.run(multiplied(query, kit.ontology, asking or Asking(kit), 5.0))


def both(kit: Kit, sparql: str) -> tuple[str, str]:
    (only,) = found(kit, sparql)
    return only.written.value, only.once.value


def test_a_sum_over_things_that_another_pattern_repeats_is_told_with_both_results(kit: Kit) -> None:
    assert both(kit, "SELECT (SUM(?s) AS ?n) { ?p :member ?e . ?e :salary ?s }") == ("320", "180")
    assert both(kit, "SELECT (SUM(?b) AS ?n) { ?p a :Project ; :budget ?b ; :member ?e }") == ("3000", "1600")


def test_an_average_and_a_count_are_told_as_well(kit: Kit) -> None:
    assert both(kit, "SELECT (AVG(?s) AS ?n) { ?p :member ?e . ?e :salary ?s }") == ("64", "60")
    assert both(kit, "SELECT (COUNT(?p) AS ?n) { ?p a :Project ; :topic ?t }") == ("4", "3")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT (SUM(?s) AS ?n) { ?p :member/:salary ?s ; :topic ?t }",
        "SELECT (SUM(?s) AS ?n) { ?p :member [ :salary ?s ] ; :topic ?t }",
        "SELECT (SUM(?s) AS ?n) { ?e ^:member ?p ; :salary ?s . ?p :topic ?t }",
    ],
)
def test_paths_and_unnamed_things_are_seen_through(kit: Kit, query: str) -> None:
    """Ada and Ben, on the project with two topics, count twice; that Ada is on two projects does as well."""
    (only,) = found(kit, query)
    assert (only.written.value, only.once.value) == ("460", "180")


def test_what_multiplies_is_named(kit: Kit) -> None:
    (only,) = found(kit, "SELECT (SUM(?b) AS ?n) { ?p :budget ?b ; :client ?c ; :topic ?t }")
    assert only.by is not None
    assert only.by.predicate.value == f"{DEF}topic"  # type: ignore[union-attr]


def test_of_groups_those_that_change_are_counted_and_the_first_is_told(kit: Kit) -> None:
    (only,) = found(kit, "SELECT ?c (SUM(?b) AS ?n) { ?p :client ?c ; :budget ?b ; :topic ?t } GROUP BY ?c")
    assert (only.different, only.groups) == (1, 2)
    assert (only.written.value, only.once.value) == ("2000", "1100")


def test_an_amount_that_only_orders_or_chooses_groups_is_looked_at(kit: Kit) -> None:
    rows = "{ ?p :client ?c ; :budget ?b ; :topic ?t } GROUP BY ?c"
    assert found(kit, f"SELECT ?c {rows} ORDER BY DESC(SUM(?b)) LIMIT 1")
    assert found(kit, f"SELECT ?c {rows} HAVING (SUM(?b) > 1500)")
    inner = "{ SELECT ?c (SUM(?b) AS ?n) " + rows + " }"
    assert found(kit, "SELECT (MAX(?n) AS ?most) { " + inner + " }")


def test_branches_that_match_the_same_thing_count_it_twice(kit: Kit) -> None:
    twice = "SELECT (SUM(?b) AS ?n) { ?p :budget ?b . { ?p :topic 'print' } UNION { ?p :topic 'web' } }"
    assert both(kit, twice) == ("2000", "1100")


def test_a_distinct_that_takes_equal_values_for_one_is_told_too(kit: Kit) -> None:
    """It is how a doubled sum is often put right, and wrong where two people earn the same."""
    (only,) = found(kit, "SELECT (SUM(DISTINCT ?s) AS ?n) { ?p :member ?e . ?e :salary ?s }")
    assert only.merges
    assert (only.written.value, only.once.value) == ("140", "180")


@pytest.mark.parametrize(
    "query",
    [
        # what is measured is the entry, at the rate of who made it
        "SELECT (SUM(?h * ?r) AS ?n) { ?x :hours ?h ; :by ?e . ?e :rate ?r }",
        "SELECT (SUM(?v) AS ?n) { ?x :hours ?h ; :by ?e . ?e :rate ?r BIND(?h * ?r AS ?v) }",
        # entries that are alike are two all the same
        "SELECT (SUM(?h) AS ?n) { ?p ^:onProject/:hours ?h }",
        "SELECT (SUM(?h) AS ?n) { ?p a :Project ; ^:onProject [ :hours ?h ] }",
        # each group has its own
        "SELECT ?p (SUM(?s) AS ?n) { ?p :member ?e . ?e :salary ?s } GROUP BY ?p",
        "SELECT ?t (SUM(?b) AS ?n) { ?p :budget ?b ; :topic ?t } GROUP BY ?t",
        # nothing is counted twice
        "SELECT (COUNT(DISTINCT ?p) AS ?n) { ?p a :Project ; :topic ?t }",
        "SELECT (COUNT(?t) AS ?n) { ?p :topic ?t }",
        "SELECT (MAX(?s) AS ?n) { ?p :member ?e . ?e :salary ?s }",
        # the other pattern matches once for each that is left
        "SELECT (SUM(?b) AS ?n) { ?p :budget ?b ; :topic ?t FILTER(?t = 'print') }",
        "SELECT (SUM(?n) AS ?all) { SELECT ?p (COUNT(?t) AS ?n) { ?p :topic ?t } GROUP BY ?p }",
    ],
)
def test_what_is_multiplied_on_purpose_or_not_at_all_is_not_told(kit: Kit, query: str) -> None:
    assert found(kit, query) == ()


def test_where_each_property_has_one_value_the_graph_is_not_asked(kit: Kit) -> None:
    asking = Asking(kit)
    found(kit, "SELECT ?c (SUM(?b) AS ?n) { ?p a :Project ; :budget ?b ; :client ?c } GROUP BY ?c", asking)
    assert asking.texts == []


def test_an_average_that_stays_the_same_is_not_told(kit: Kit) -> None:
    assert found(kit, "SELECT (AVG(?b) AS ?n) { ?p :budget ?b ; :topic 'print' . ?x :hours ?h }") == ()
