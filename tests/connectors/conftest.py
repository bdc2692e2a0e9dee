"""A real SPARQL server on loopback, started once a module."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.connectors.graph_suite import COMPANY

_OXIGRAPH = str(Path(sys.executable).with_name("oxigraph"))


@pytest.fixture
def company(tmp_path: Path) -> Path:
    """The small company of the suite as a file."""
    path = tmp_path / "company.trig"
    path.write_text(COMPANY, "utf-8")
    return path


@pytest.fixture(scope="module")
def oxigraph_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the query endpoint of `oxigraph serve`, loaded with the company. It ends with the
    module: a query without an end goes on in it when its client has left, and would take both cores from
    all that follows.
    """
    folder = tmp_path_factory.mktemp("oxigraph")
    source = folder / "company.trig"
    source.write_text(COMPANY, "utf-8")
    store = str(folder / "store")
    subprocess.run([_OXIGRAPH, "load", "-l", store, "-f", source], check=True, capture_output=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        place = f"127.0.0.1:{free.getsockname()[1]}"
    command = [_OXIGRAPH, "serve-read-only", "-l", store, "-b", place, "--union-default-graph"]
    with subprocess.Popen([*command, "--timeout-s", "2"], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        assert any("Listening" in line for line in server.stderr)  # or it has ended
        yield f"http://{place}/query"
        server.kill()
