"""All rows of a query from an endpoint: each once, whatever the server cuts, refuses or breaks off."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from connectors.endpoint import EndpointGraph
from connectors.retrying import TRIES
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable, QueristError
from kgqa.types import Limits, Term
from tests.doubles.checked import checked
from tests.doubles.row_server import RowServer, row, row_server

QUERY = checked("SELECT ?x ?l WHERE { ?x <https://a.example/l> ?l }")
LIMITS = Limits(seconds=20, rows=400)
Rows = list[tuple[Term | None, ...]]


def expected(first: int, last: int) -> Rows:
    return [row(number) for number in range(first, last)]


async def read(
    server: RowServer, *, skip: int = 0, limits: Limits = LIMITS, text: str = QUERY.text
) -> tuple[Rows, list[float], QueristError | None]:
    """The rows that came, the pauses that were made, and the error at the end."""
    pauses: list[float] = []
    rows: Rows = []
    try:
        async for part in EndpointGraph(server.url, pause=pauses.append).pages(
            checked(text), limits, skip=skip
        ):
            assert 0 < len(part.rows) <= limits.rows
            rows += part.rows
    except QueristError as error:
        return rows, pauses, error
    return rows, pauses, None


@pytest.mark.slow
@pytest.mark.parametrize(
    "manners",
    [
        {"rows": 2500},
        {"rows": 2500, "cap": 1000},
        {"rows": 2000, "cap": 1000},
        {"rows": 2500, "cap": 1234},
        {"rows": 700, "cap": 7},
        {"rows": 2500, "cap": 1000, "sorts": 1000},
        {"rows": 2500, "sorts": 10},
        {"rows": 2500, "deaths": [900, 0, 350, 1, 399, 400, 401]},
        {"rows": 2500, "cap": 1000, "deaths": [999, 999, 1]},
        {"rows": 2500, "statuses": [503, 502, 429]},
        {"rows": 0},
        {"rows": 1},
        {"rows": 400},
        {"rows": 401},
    ],
    ids=str,
)
@pytest.mark.parametrize("skip", [0, 1, 399, 1000])
async def test_every_row_comes_once_and_in_order(manners: dict[str, Any], skip: int) -> None:
    own = {key: list(value) if isinstance(value, list) else value for key, value in manners.items()}
    async with row_server(**own) as server:
        rows, _, error = await read(server, skip=skip)
        assert error is None
        assert rows == expected(skip, server.rows)


async def test_a_server_that_streams_sorts_once() -> None:
    async with row_server(rows=2500) as server:
        await read(server)
        assert [("ORDER BY" in query, "LIMIT" in query) for query in server.queries] == [
            (True, False),
            (False, True),
        ], "all rows, and whether there is one more"


async def test_what_broke_off_for_good_goes_on_with_the_next_call() -> None:
    async with row_server(rows=2500, deaths=[1300, 0, 0, 0, 0, 0]) as server:
        came, pauses, error = await read(server)
        assert isinstance(error, GraphUnavailable)
        assert came == expected(0, 1300)
        assert len(pauses) == TRIES - 1
        assert all(0.25 * 2**n <= pause <= 0.25 * 2**n + 0.25 for n, pause in enumerate(pauses))
        rest, _, error = await read(server, skip=len(came))
        assert (came + rest, error) == (expected(0, 2500), None)


async def test_a_busy_server_is_asked_again_when_it_says_and_not_forever() -> None:
    async with row_server(rows=10, statuses=[503] * 99) as server:
        rows, pauses, error = await read(server)
        assert isinstance(error, GraphUnavailable)
        assert "not at work at this moment" in str(error)
        assert (rows, pauses, len(server.queries)) == ([], [7] * (TRIES - 1), TRIES)


async def test_who_would_have_to_wait_longer_than_there_is_time_is_told_at_once() -> None:
    async with row_server(rows=10, statuses=[503] * 99) as server:
        _, pauses, error = await read(server, limits=Limits(seconds=5, rows=400))
        assert isinstance(error, GraphUnavailable)
        assert (pauses, len(server.queries)) == ([], 1)


@pytest.mark.parametrize("status", [401, 403, 404])
async def test_what_waiting_does_not_mend_is_not_waited_for(status: int) -> None:
    async with row_server(rows=10, statuses=[status] * 99) as server:
        _, pauses, error = await read(server)
        assert isinstance(error, GraphUnavailable)
        assert (pauses, len(server.queries)) == ([], 1)


async def test_where_nothing_listens_nobody_waits() -> None:
    async with row_server(rows=10) as server:
        pass
    _, pauses, error = await read(server)
    assert "Nothing listens" in str(error)
    assert pauses == []


async def test_a_store_that_starts_again_just_before_the_first_row_is_waited_for() -> None:
    """It has answered something else before."""
    async with row_server(rows=10) as server:
        graph = EndpointGraph(server.url, pause=(pauses := list[float]()).append)
        await graph.run(QUERY, LIMITS)
    with pytest.raises(GraphUnavailable, match="Nothing listens"):
        await anext(graph.pages(QUERY, LIMITS))
    assert len(pauses) == TRIES - 1


async def test_a_query_that_is_refused_in_every_form_is_told_as_refused_at_first() -> None:
    async with row_server(rows=10, statuses=[500, 400, 400, 400, 400]) as server:
        _, pauses, error = await read(server)
        assert isinstance(error, GraphRejected)
        assert "HTTP 500" in str(error)
        assert (pauses, len(server.queries)) == ([], 4)


async def test_what_is_not_sorted_in_any_form_is_taken_as_it_comes_where_it_comes_whole() -> None:
    async with row_server(rows=700, statuses=[500, 500, 500]) as server:
        rows, _, error = await read(server)
        assert (sorted(rows, key=str), error) == (sorted(expected(0, 700), key=str), None)
        assert "ORDER BY" not in server.queries[3]


async def test_what_is_not_sorted_and_cut_is_told_as_refused() -> None:
    async with row_server(rows=2500, cap=1000, statuses=[500, 500, 500]) as server:
        rows, _, error = await read(server)
        assert isinstance(error, GraphRejected)
        assert len(rows) == 1000


async def test_a_server_that_cannot_sort_all_in_time_is_asked_for_less() -> None:
    async with row_server(rows=700, in_time=250) as server:
        rows, _, error = await read(server, limits=Limits(seconds=0.5, rows=400))
        assert (rows, error) == (expected(0, 700), None)


@pytest.mark.slow
async def test_a_server_that_never_sorts_in_time_is_asked_for_what_comes_whole_without() -> None:
    async with row_server(rows=700, in_time=0, keeps_order=True) as server:
        rows, _, error = await read(server, limits=Limits(seconds=0.5, rows=400))
        assert (rows, error) == (expected(0, 700), None)


async def test_a_server_that_is_never_in_time_and_cuts_is_given_up() -> None:
    async with row_server(rows=700, in_time=0, cap=500) as server:
        _, _, error = await read(server, limits=Limits(seconds=0.1, rows=400))
        assert isinstance(error, GraphTimeout)
        assert len(server.queries) == 7


@pytest.mark.parametrize("manners", [{"forgets": True}, {"shuffles": True}], ids=str)
async def test_a_server_that_repeats_or_shuffles_rows_is_found_out(manners: dict[str, Any]) -> None:
    async with row_server(rows=2500, cap=1000, **manners) as server:
        rows, _, error = await read(server)
        assert isinstance(error, GraphUnavailable)
        assert "does not keep its order from one request to the next" in str(error)
        assert len(rows) == 1000


async def test_a_server_that_keeps_rows_to_itself_is_found_out() -> None:
    async with row_server(rows=2500, hides=1000) as server:
        rows, _, error = await read(server)
        assert isinstance(error, GraphUnavailable)
        assert "has more than 1,000 rows for this query and does not send them" in str(error)
        assert rows == expected(0, 1000)


@pytest.mark.parametrize("skip", [0, 100, 700, 800])
async def test_a_limit_of_the_querys_own_is_kept(skip: int) -> None:
    async with row_server(rows=2500, cap=300) as server:
        rows, _, error = await read(server, skip=skip, text=QUERY.text + " LIMIT 700")
        assert (rows, error) == (expected(skip, 700), None)


async def test_no_more_is_read_than_is_asked_for() -> None:
    async with row_server(rows=2500) as server:
        pages = EndpointGraph(server.url).pages(QUERY, LIMITS)
        assert list((await anext(pages)).rows) == expected(0, 400)
        await pages.aclose()
        assert len(server.queries) == 1


async def test_whoever_gives_up_waits_for_nothing() -> None:
    async with row_server(rows=700, in_time=0) as server:
        work = asyncio.create_task(read(server, limits=Limits(seconds=600)))
        while not server.queries:  # noqa: ASYNC110 - the double tells by what it keeps
            await asyncio.sleep(0)
        work.cancel()
        with pytest.raises(asyncio.CancelledError):
            await work


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("", "ASC(STR(?x)) ASC(?x) ASC(STR(?l)) ASC(LANG(?l)) ASC(DATATYPE(?l)) ASC(?l)"),
        (
            " ORDER BY DESC(?l)",
            "DESC(?l) ASC(STR(?x)) ASC(?x) ASC(STR(?l)) ASC(LANG(?l)) ASC(DATATYPE(?l))",
        ),
    ],
)
async def test_what_is_equal_in_the_querys_own_order_is_told_apart_and_no_key_comes_twice(
    text: str, order: str
) -> None:
    async with row_server(rows=10) as server:
        await read(server, text=QUERY.text + text)
        assert server.queries[0].endswith("ORDER BY " + order)


async def test_what_is_counted_stands_in_no_expression() -> None:
    async with row_server(rows=10) as server:
        await read(server, text="SELECT ?x (COUNT(?y) AS ?l) WHERE { ?x ?p ?y } GROUP BY ?x")
        assert server.queries[0].endswith("GROUP BY ?x ORDER BY ASC(STR(?x)) ASC(?x) ASC(?l)")


SORTED = checked("SELECT ?x ?l WHERE { ?x <https://a.example/l> ?l } ORDER BY ?x")


@pytest.mark.parametrize(
    ("there", "most"), [(300, 400), (700, 400), (2500, 2500), (2500, 4000), (2500, 2200)]
)
async def test_a_sorted_query_is_answered_where_the_server_sorts_fewer_rows_than_we_ask_for(
    there: int, most: int
) -> None:
    async with row_server(rows=there, sorts=400, cap=1000) as server:
        table = await EndpointGraph(server.url).run(SORTED, Limits(seconds=20, rows=most))
        assert (list(table.rows), table.truncated) == (expected(0, min(there, most)), there > most)


async def test_an_unsorted_query_that_is_refused_is_not_sent_again() -> None:
    async with row_server(rows=10, statuses=[500]) as server:
        with pytest.raises(GraphRejected):
            await EndpointGraph(server.url).run(QUERY, LIMITS)
        assert len(server.queries) == 1
