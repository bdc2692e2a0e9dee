"""A real server behind a proxy that is busy, drops, cuts and halves: what is read is read all the same."""

from __future__ import annotations

import asyncio
import socket
import time
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from functools import partial

import pytest

from connectors import transport
from connectors.endpoint import EndpointGraph
from connectors.refusals import retry_after
from connectors.retrying import TRIES
from kgqa.errors import GraphRejected, GraphTimeout, GraphUnavailable
from kgqa.types import Limits
from tests.connectors.graph_suite import LIMITS
from tests.doubles.checked import checked
from tests.doubles.http_endpoint import http_endpoint
from tests.doubles.proxy import proxy

UNSORTED = checked("SELECT ?s WHERE { ?s ?p ?o }")
QUERY = checked("SELECT ?s ?p ?o WHERE { ?s ?p ?o } ORDER BY STR(?s) STR(?p) STR(?o)")


@pytest.mark.parametrize("trouble", ["busy", "dropped", "cut", "halved"])
async def test_what_fails_now_and_then_is_read_all_the_same(oxigraph_server: str, trouble: str) -> None:
    whole = await EndpointGraph(oxigraph_server).run(QUERY, LIMITS)
    assert whole.rows
    pauses: list[float] = []
    async with proxy(oxigraph_server, **{trouble: 2}) as between:
        graph = EndpointGraph(between.url, pause=pauses.append)
        for _ in range(4):
            assert (await graph.run(QUERY, LIMITS)).rows == whole.rows
    assert between.failed == len(pauses) == 3


async def test_it_comes_to_an_end_with_growing_pauses_that_no_two_clients_share(oxigraph_server: str) -> None:
    pauses: list[float] = []
    async with proxy(oxigraph_server, busy=1) as between:
        for _ in range(2):
            with pytest.raises(GraphUnavailable, match="not at work at this moment"):
                await EndpointGraph(between.url, pause=pauses.append).run(QUERY, LIMITS)
    one, other = pauses[: TRIES - 1], pauses[TRIES - 1 :]
    assert len(between.asked) == 2 * TRIES
    assert one != other
    assert all(0.25 * 2**n <= pause <= 0.25 * 2**n + 0.25 for n, pause in enumerate(one))


@pytest.mark.parametrize("asks", ["3", "a date"])
async def test_a_server_that_says_when_to_come_back_is_obeyed(oxigraph_server: str, asks: str) -> None:
    pauses: list[float] = []
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=5), usegmt=True)
    async with proxy(oxigraph_server, busy=2, retry_after=soon if asks == "a date" else asks) as between:
        graph = EndpointGraph(between.url, pause=pauses.append)
        for _ in range(2):
            await graph.run(QUERY, LIMITS)
    assert len(pauses) == 1
    assert pauses[0] == 3.0 if asks == "3" else 2.0 < pauses[0] <= 5.0


async def test_who_would_have_to_wait_too_long_is_told_at_once(oxigraph_server: str) -> None:
    pauses: list[float] = []
    async with proxy(oxigraph_server, busy=1, retry_after="3600") as between:
        with pytest.raises(GraphUnavailable):
            await EndpointGraph(between.url, pause=pauses.append).run(QUERY, LIMITS)
    assert (pauses, len(between.asked)) == ([], 1)


async def test_a_refusal_of_the_query_itself_is_asked_once() -> None:
    pauses: list[float] = []
    async with http_endpoint() as endpoint:
        with pytest.raises(GraphRejected):
            await EndpointGraph(endpoint.url("/400"), pause=pauses.append).run(UNSORTED, LIMITS)
        assert (pauses, len(endpoint.requests)) == ([], 1)


async def test_nobody_listening_is_told_at_once_and_waited_for_where_somebody_has() -> None:
    pauses: list[float] = []
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    graph = EndpointGraph(f"http://127.0.0.1:{port}/query", pause=pauses.append)
    with pytest.raises(GraphUnavailable, match="Nothing listens"):
        await graph.run(QUERY, LIMITS)
    assert pauses == []
    graph._answered.set()
    with pytest.raises(GraphUnavailable, match="Nothing listens"):
        await graph.run(QUERY, LIMITS)
    assert len(pauses) == TRIES - 1


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("120", 120),
        (" 0 ", 0),
        ("Sun, 06 Nov 1994 08:49:37 GMT", 0),
        ("Sunday, 06-Nov-94 08:49:37 GMT", 0),
        ("Sun Nov  6 08:49:37 1994", 0),
        ("", None),
        ("soon", None),
        ("-5", None),
        ("²", None),
    ],
)
def test_retry_after_is_a_number_or_a_date_in_any_form_that_http_knows(
    value: str, seconds: float | None
) -> None:
    assert retry_after(value) == seconds


# ── nothing hangs ────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("manner", ["slow", "drip", "drip-headers", "drip-chunks"])
async def test_a_thread_is_free_again_when_its_reply_is_over(manner: str) -> None:
    async with http_endpoint() as endpoint:
        address = transport.address(endpoint.url(f"/{manner}"))
        deadline = time.monotonic() + 0.2
        send = partial(transport.send, limits=LIMITS, deadline=deadline, size=10**6)
        with pytest.raises(GraphTimeout):
            await asyncio.wait_for(asyncio.to_thread(send, address, QUERY, QUERY.text), 10)


async def test_no_more_requests_than_the_limit_are_under_way_and_waiting_costs_nobody_his_time(
    oxigraph_server: str,
) -> None:
    async with proxy(oxigraph_server, rounds=True) as between:
        graph = EndpointGraph(between.url, at_once=3)
        await asyncio.gather(*(graph.run(QUERY, Limits(seconds=20)) for _ in range(12)))
    assert (between.most, between.passed) == (3, 4)
