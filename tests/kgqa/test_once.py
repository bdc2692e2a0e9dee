"""Within one question the graph is asked the same once."""

from __future__ import annotations

import asyncio

import pytest

from kgqa.errors import GraphTimeout
from kgqa.once import KEPT, ROWS, Once
from kgqa.types import CheckedQuery, Limits, ResultTable
from tests.doubles.checked import checked
from tests.doubles.graph import SmallGraph

MANY = ROWS + 1
TURTLE = "".join(f"<urn:thing:{n}> <urn:number> {n} .\n" for n in range(MANY))
ALL = checked("SELECT ?x WHERE { ?x <urn:number> ?n }")
TEN = checked("SELECT ?x WHERE { ?x <urn:number> ?n FILTER(?n < 10) }")


@pytest.fixture
def graph() -> SmallGraph:
    return SmallGraph(TURTLE)


def run(graph: Once, query: CheckedQuery, limits: Limits | None = None) -> ResultTable:
    return asyncio.run(graph.run(query, limits or Limits()))


def test_what_was_asked_is_not_asked_again(graph: SmallGraph) -> None:
    once = Once(graph)
    assert run(once, TEN) == run(once, TEN)
    assert graph.queries == [TEN.text]


def test_another_question_asks_for_itself(graph: SmallGraph) -> None:
    run(Once(graph), TEN)
    run(Once(graph), TEN)
    assert len(graph.queries) == 2


def test_a_whole_result_is_good_for_wider_limits(graph: SmallGraph) -> None:
    once = Once(graph)
    run(once, TEN, Limits(rows=10, seconds=1))
    assert len(run(once, TEN, Limits(rows=100)).rows) == 10
    assert len(graph.queries) == 1


def test_a_result_that_was_cut_is_read_again_for_more_of_it(graph: SmallGraph) -> None:
    once = Once(graph)
    assert run(once, TEN, Limits(rows=5)).truncated
    assert run(once, TEN, Limits(rows=5)).truncated
    assert len(graph.queries) == 1
    assert len(run(once, TEN, Limits(rows=100)).rows) == 10


def test_a_result_is_no_larger_than_the_limits_allow(graph: SmallGraph) -> None:
    once = Once(graph)
    run(once, TEN)
    assert len(run(once, TEN, Limits(rows=5)).rows) == 5
    assert len(run(once, TEN, Limits(bytes=1)).rows) < 10


def test_large_results_are_not_kept(graph: SmallGraph) -> None:
    once = Once(graph)
    assert len(run(once, ALL).rows) == len(run(once, ALL).rows) == MANY
    assert len(graph.queries) == 2


def test_so_many_results_are_kept(graph: SmallGraph) -> None:
    once = Once(graph)
    for n in range(KEPT + 1):
        run(once, checked(f"SELECT ?n WHERE {{ <urn:thing:{n}> <urn:number> ?n }}"))
    before = len(graph.queries)
    run(once, checked("SELECT ?n WHERE { <urn:thing:0> <urn:number> ?n }"))
    run(once, checked(f"SELECT ?n WHERE {{ <urn:thing:{KEPT}> <urn:number> ?n }}"))
    assert len(graph.queries) == before + 1


def test_who_asks_the_same_at_the_same_time_waits_for_the_first(graph: SmallGraph) -> None:
    async def both() -> tuple[ResultTable, ResultTable]:
        once = Once(graph)
        return await asyncio.gather(once.run(TEN, Limits()), once.run(TEN, Limits()))

    one, other = asyncio.run(both())
    assert one == other
    assert len(graph.queries) == 1


def test_what_failed_is_asked_again(graph: SmallGraph) -> None:
    once, graph.error = Once(graph), GraphTimeout("too slow")
    with pytest.raises(GraphTimeout):
        run(once, TEN)
    graph.error = None
    assert len(run(once, TEN).rows) == 10
