"""Two companies' worth of servers: products in one, their suppliers in the other, joined by shared IRIs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from connectors.endpoint import EndpointGraph
from connectors.federation import FederatedGraph, Source
from tests.doubles.oxigraph import oxigraph
from tests.doubles.shops import PRODUCTS, SUPPLIERS


@pytest.fixture(scope="module")
def servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    """The addresses of the products and of the suppliers."""
    folder = tmp_path_factory.mktemp("sources")
    for name, text in (("products", PRODUCTS), ("suppliers", SUPPLIERS)):
        (folder / f"{name}.ttl").write_text(text, "utf-8")
    with (
        oxigraph(folder / "one", folder / "products.ttl") as products,
        oxigraph(folder / "other", folder / "suppliers.ttl") as suppliers,
    ):
        yield products, suppliers


@pytest.fixture
def company(servers: tuple[str, str]) -> Iterator[FederatedGraph]:
    """Both as one."""
    sources = [
        Source(name, url, EndpointGraph(url))
        for name, url in zip(("products", "suppliers"), servers, strict=True)
    ]
    graph = FederatedGraph(sources, name="Company")
    yield graph
    graph.close()
    for source in sources:
        source.graph.close()  # type: ignore[attr-defined]  # an endpoint
