"""A real SPARQL server on loopback, started once a module."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.connectors.graph_suite import company_file
from tests.doubles.oxigraph import oxigraph


@pytest.fixture
def company(tmp_path: Path) -> Path:
    """The small company of the suite as a file."""
    return company_file(tmp_path)


@pytest.fixture(scope="module")
def oxigraph_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the query endpoint of `oxigraph serve`, loaded with the company."""
    folder = tmp_path_factory.mktemp("oxigraph")
    with oxigraph(folder, company_file(folder), options=("--union-default-graph", "--timeout-s", "2")) as url:
        yield url
