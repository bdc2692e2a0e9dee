"""What is shown beside an answer is fetched with it, by one query, and never changes the answer."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from itertools import product

import pytest

from kgqa.asked import Asked
from kgqa.library.pair import Pair, Source
from kgqa.library.verified import verified
from kgqa.observed import profile
from kgqa.pipeline import Kit
from kgqa.sparql import ParsedQuery, parse, write
from kgqa.types import Limits, Outcome
from tests.doubles.checked import checked
from tests.doubles.graph import SmallGraph
from tests.kgqa.zoo import DATA, DEF, ID, ONTOLOGY, ask, asking, first, kit_of, values

AGAIN = f"<{ID}tembo> <{DEF}weight> 4100 ."  # a second weight, higher than anybody else's


def graph_of(kit: Kit) -> SmallGraph:
    """The graph of the kit, as if nothing had been asked of it yet."""
    assert isinstance(kit.graph, SmallGraph)
    kit.graph.queries.clear()
    return kit.graph


def rows_asked(graph: SmallGraph) -> list[str]:
    """The queries that ran, but for those of labels."""
    return [text for text in graph.queries if "?name" not in text]


def _body(text: str) -> str:
    """The pattern of a query, whatever columns it shows and where it is cut."""
    return " ".join(text.partition("{")[2].rpartition("}")[0].split())


@pytest.fixture(scope="module")
def weighed_twice() -> Kit:
    return kit_of(ONTOLOGY + DATA + AGAIN, strategies=("parse",))


@pytest.mark.parametrize(
    ("question", "measure", "things", "looks"),
    [
        ("Which animals weigh more than 1000 kg?", "Weight", ["asha", "tembo"], 0),
        ("Which animal is the heaviest?", "Weight", ["tembo"], 1),
        ("What are the two heaviest animals?", "Weight", ["asha", "tembo"], 1),
        ("Which animal is the second oldest?", "Date of birth", ["asha"], 0),
    ],
)
def test_one_query_fetches_the_answer_and_what_is_shown_beside_it_and_another_looks_for_ties(
    kit: Kit, question: str, measure: str, things: list[str], looks: int
) -> None:
    graph = graph_of(kit)
    answer = ask(asking(kit, "parse"), question)
    assert sorted(first(answer)) == things
    assert answer.query is not None
    asked = rows_asked(graph)
    assert asked[0] == answer.query.text
    assert asked.count(answer.query.text) == 1
    assert len([text for text in asked if _body(text) == _body(answer.query.text)]) == 1 + looks
    assert answer.table is not None
    assert len(answer.table.columns) == 1
    assert answer.display is not None
    assert [c.title for c in answer.display.columns] == ["Animal", measure]
    assert [row[0].term for row in answer.display.rows] == [row[0] for row in answer.table.rows]


def test_a_thing_that_comes_twice_takes_the_place_of_no_other(weighed_twice: Kit) -> None:
    answer = ask(weighed_twice, "What are the two heaviest animals?")
    assert first(answer) == ["tembo", "asha"]
    assert answer.query is not None
    assert "weight" not in answer.query.text.partition("WHERE")[0]
    assert answer.display is not None
    assert [c.title for c in answer.display.columns] == ["Animal"]


def test_nor_where_rows_are_passed_over(weighed_twice: Kit) -> None:
    graph = graph_of(weighed_twice)
    answer = ask(weighed_twice, "Which animal is the second heaviest?")
    assert first(answer) == ["asha"]
    assert answer.query is not None
    assert rows_asked(graph)[-1] == answer.query.text


def test_a_thing_with_two_values_is_one_thing_and_both_are_shown(weighed_twice: Kit) -> None:
    answer = ask(weighed_twice, "Which animals weigh more than 1000 kg?")
    assert sorted(first(answer)) == ["asha", "tembo"]
    assert answer.display is not None
    assert len(answer.display.rows) == 3
    assert "Asha" in answer.text
    assert answer.text.count("Tembo") == 1


def test_more_rows_than_are_taken_are_asked_for_without_what_is_beside(kit: Kit, weighed_twice: Kit) -> None:
    for each in (kit, weighed_twice):
        answer = ask(replace(each, limits=Limits(rows=2)), "Which animals weigh more than 1000 kg?")
        assert sorted(first(answer)) == ["asha", "tembo"]
        assert answer.table is not None
        assert not answer.table.truncated


def test_what_is_verified_is_the_query_for_what_was_asked(kit: Kit) -> None:
    answer = ask(kit, "Which animal is the heaviest?")
    made = verified(answer, by="Ada", at=datetime.now(UTC), source=Source.THREAD)
    assert isinstance(made, Pair)
    table = asyncio.run(graph_of(kit).run(checked(made.sparql), Limits()))
    assert answer.table is not None
    assert (table.columns, table.rows) == (answer.table.columns, answer.table.rows)
    assert "PREFIX" in made.sparql


def test_a_count_of_each_is_no_measure_beside_it(kit: Kit) -> None:
    answer = ask(kit, "Which keeper cares for the most animals that weigh more than 2 kg?")
    assert answer.outcome is Outcome.ANSWERED
    assert len(values(answer)) == 1


# ── against the query for the columns alone ─────────────────────────────────────────────────────

THINGS = """
@prefix : <urn:a#> .
:a a :T ; :n 9 , 8 ; :m 1 . :b a :T ; :n 7 ; :m 2 . :c a :T ; :n 6 , 5 , 4 . :d a :T ; :n 3 ; :m 4 .
:e a :T ; :n 2 , 1 ; :m 5 .
"""
BODIES = (
    "{ ?x :n ?n }",
    "{ ?x :m ?n }",
    "{ ?x :n ?n FILTER(?n > 4) }",
    "{ ?x a :T . OPTIONAL { ?x :m ?n } }",
    "{ ?x :n ?y . ?x :m ?n }",
)
ENDS = ("", "ORDER BY ?n", "ORDER BY DESC(?n)")
CUTS = ("", *(f"LIMIT {n}" for n in (1, 2, 3, 9)), "LIMIT 1 OFFSET 1", "LIMIT 2 OFFSET 2", "OFFSET 1")


@pytest.mark.slow
def test_what_is_taken_of_the_rows_is_what_the_query_for_it_alone_gives() -> None:
    graph = SmallGraph(THINGS)
    ontology = asyncio.run(profile(graph))
    taken = 0
    for distinct, body, end, cut, rows in product(("", "DISTINCT"), BODIES, ENDS, CUTS, (2, 100)):
        if cut and not end:
            continue  # which rows are left is anybody's guess
        query = parse(f"PREFIX : <urn:a#> SELECT {distinct} ?x ?n WHERE {body} {end} {cut}")
        assert isinstance(query, ParsedQuery)
        asked = Asked.of(query, ("x",), ontology)
        assert asked is not None
        limits = Limits(rows=rows)
        part = asked.part(asyncio.run(graph.run(checked(write(query)), limits)))
        if part is None or not asked.tells:
            continue
        taken += 1
        alone = asyncio.run(graph.run(checked(write(asked.alone)), limits))
        assert sorted(map(str, part.rows)) == sorted(map(str, alone.rows)), query.text
        assert part.truncated == alone.truncated, query.text
    assert taken > 100


def test_a_column_that_is_gone_stands_in_the_order_as_what_it_was_worked_out_from() -> None:
    text = "SELECT ?x (COUNT(?y) AS ?n) (?n * 2 AS ?m) { ?x a ?y } GROUP BY ?x HAVING(?n > 1) ORDER BY ?n"
    query = parse(text)
    assert isinstance(query, ParsedQuery)
    asked = Asked.of(query, ("m", "x"))
    assert asked is not None
    assert write(asked.alone) == write(
        _read(
            "SELECT ?x (COUNT(?y) * 2 AS ?m) { ?x a ?y } GROUP BY ?x HAVING(COUNT(?y) > 1) ORDER BY COUNT(?y)"
        )
    )


@pytest.mark.parametrize("names", [(), ("x", "y"), ("z",), ("x", "z")])
def test_all_columns_and_others_are_no_part(names: tuple[str, ...]) -> None:
    assert Asked.of(_read("SELECT ?x ?y { ?x a ?y }"), names) is None


def _read(text: str) -> ParsedQuery:
    query = parse(text)
    assert isinstance(query, ParsedQuery)
    return query
