"""A real Apache Jena, asked as Fuseki is: what every graph must do, and triples in named graphs."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlencode

import pytest

from connectors.endpoint import EndpointGraph
from kgqa.errors import GraphRejected
from kgqa.ports import Graph
from tests.connectors.graph_suite import EX, LIMITS, EndlessSuite, GraphSuite, company_file
from tests.connectors.test_named_graphs import (
    DATA,
    PUMPS,
    VALVES,
)
from tests.doubles.checked import checked
from tests.slow.jena import jena

pytestmark = pytest.mark.slow
__all__ = [name for name in globals() if name.startswith("test_")]  # they take the `server` of this file


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("named")
    (folder / "data.trig").write_text(DATA, "utf-8")
    with jena(folder / "server", folder / "data.trig") as address:
        yield address


async def test_a_triple_in_several_of_its_graphs_counts_once(server: str) -> None:
    """Jena merges the graphs, as the standard says."""
    both = await EndpointGraph(server, graphs=[PUMPS, VALVES]).describe()
    assert (both.triples, both.repeats, both.notices) == (5, False, ())


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("company")
    with jena(folder / "server", company_file(folder)) as address:
        yield address


class TestAsAGraph(GraphSuite, EndlessSuite):
    """The graph without a name has one in Jena, so that the address can name all that is meant."""

    @pytest.fixture
    def graph(self, endpoint: str) -> Iterator[EndpointGraph]:
        meant = [("default-graph-uri", "urn:x-arq:DefaultGraph"), ("default-graph-uri", EX + "catalogue")]
        address = f"{endpoint}?{urlencode([*meant, ('named-graph-uri', EX + 'catalogue')])}"
        graph = EndpointGraph(address, name="company")
        yield graph
        graph.close()

    async def test_a_query_that_is_none_is_refused_in_the_stores_words(self, graph: Graph) -> None:
        with pytest.raises(GraphRejected, match=r"refused the query.*[Ee]ncountered"):
            await graph.run(checked("SELECT ?s WHERE { ?s ?p"), LIMITS)
