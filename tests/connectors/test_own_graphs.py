"""A store's own graphs are no part of what a company asks."""

from __future__ import annotations

import pytest

from connectors import transport
from connectors.endpoint import EndpointGraph
from connectors.own_graphs import MOST, leaving_out
from connectors.results import Found
from connectors.transport import Address
from kgqa.errors import GraphRejected, GraphTimeout
from tests.doubles.http_endpoint import http_endpoint

OWN = (
    "http://www.openlinksw.com/schemas/virtrdf#",
    "http://localhost:8890/DAV/",
    "http://localhost:8890/sparql",
    "http://localuriqaserver/sparql",
    "https://sparql.company.example:8890/DAV/",
    "https://sparql.company.example/sparql",
    "http://www.w3.org/2002/07/owl#",
)


class Store:
    """Has these graphs, and says so, or raises an error instead."""

    error: GraphTimeout | GraphRejected | None = None

    def __init__(self, *graphs: str, is_mixed: bool = True) -> None:
        self.graphs, self.is_mixed = graphs, is_mixed
        self.asked: list[str] = []

    def ask(self, address: Address, text: str) -> Found:
        del address
        self.asked.append(text)
        if text.startswith("ASK"):
            return Found(boolean=self.is_mixed)
        if self.error:
            raise self.error
        most = int(text.rpartition("LIMIT ")[2])
        return Found(("g",), tuple((("iri", graph, None, None),) for graph in self.graphs[:most]))


def address(query: str = "") -> Address:
    return transport.address(f"https://sparql.company.example/sparql{query}")


def named(found: Address | None) -> list[tuple[str, str]]:
    assert found
    return list(found.parameters)


def test_the_graphs_that_somebody_loaded_are_named_and_the_stores_own_are_not() -> None:
    found = leaving_out(address(), Store(*OWN, "https://b.example/g", "https://a.example/sparql/x").ask)
    assert named(found) == [
        ("default-graph-uri", "https://a.example/sparql/x"),
        ("default-graph-uri", "https://b.example/g"),
        ("named-graph-uri", "https://a.example/sparql/x"),
        ("named-graph-uri", "https://b.example/g"),
    ]


def test_a_store_in_which_nobody_loaded_anything_is_empty() -> None:
    (default, _) = named(leaving_out(address(), Store(*OWN).ask))
    assert default[0] == "default-graph-uri"
    assert default[1] not in OWN


def test_a_store_that_mixes_nothing_in_is_asked_once_and_left_as_it_is() -> None:
    store = Store("https://a.example/g", is_mixed=False)
    assert leaving_out(address(), store.ask) == address()
    assert len(store.asked) == 1


@pytest.mark.parametrize("query", ["?default-graph-uri=https://a.example/g", "?named-graph-uri=urn:x"])
def test_an_address_that_names_its_graphs_is_left_as_it_is(query: str) -> None:
    store = Store(*OWN, "https://b.example/g")
    assert leaving_out(address(query), store.ask) == address(query)
    assert store.asked == []


def test_a_graph_that_is_called_like_an_endpoint_elsewhere_is_no_graph_of_the_stores() -> None:
    loaded = ["https://data.partner.example/sparql", "https://sparql-company.example/sparql"]
    assert [iri for _, iri in named(leaving_out(address(), Store(*OWN, *loaded).ask))] == [*loaded, *loaded]


def test_more_graphs_than_a_request_can_name_are_read_with_the_stores_own() -> None:
    many = [f"https://a.example/{number}" for number in range(MOST + 1)]
    assert leaving_out(address(), Store(*OWN, *many).ask) is None


def test_a_listing_that_is_full_is_not_taken_for_all() -> None:
    own = [f"http://localhost:{port}/sparql" for port in range(13)]
    many = [f"https://a.example/{number}" for number in range(200)]
    assert leaving_out(address(), Store(*own, *many).ask) is None


@pytest.mark.parametrize("error", [GraphTimeout("Late."), GraphRejected("No.")])
def test_a_store_that_does_not_list_its_graphs_is_read_with_its_own(
    error: GraphTimeout | GraphRejected,
) -> None:
    store = Store(*OWN)
    store.error = error
    assert leaving_out(address(), store.ask) is None


async def test_it_is_told_that_the_stores_own_triples_are_counted() -> None:
    async with http_endpoint() as store:
        graph = EndpointGraph(store.url("/telling"))
        graph._finding = Store(*OWN, *map(str, range(MOST + 1))).ask  # type: ignore[method-assign]
        described = await graph.describe()
    assert len(described.notices) == 1
    assert "mixes triples of its own into the default graph" in described.notices[0]
    assert f"more than {MOST} of them" in described.notices[0]
