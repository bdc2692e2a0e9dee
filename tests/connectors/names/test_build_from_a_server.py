"""Names are read from a real SPARQL server, also when it goes away in the middle."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from connectors.endpoint import EndpointGraph
from connectors.names.shelf import Shelf
from kgqa.errors import GraphUnavailable
from kgqa.linking.build import index_names
from kgqa.linking.names import naming_of
from kgqa.observed import profile
from tests.connectors.names.shelves import Pumps, build, everything, pumps

_OXIGRAPH = str(Path(sys.executable).with_name("oxigraph"))
NUMBER = 600  # pumps, in two colours


class Server:
    """`oxigraph serve` with the pumps, which can be ended and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self._store = str(folder / "store")
        (folder / "pumps.ttl").write_text(pumps(NUMBER), "utf-8")
        subprocess.run(
            [_OXIGRAPH, "load", "-l", self._store, "-f", folder / "pumps.ttl"],
            check=True,
            capture_output=True,
        )
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._place = f"127.0.0.1:{free.getsockname()[1]}"
        self.url = f"http://{self._place}/query"
        self.start()

    def start(self) -> None:
        command = [_OXIGRAPH, "serve-read-only", "-l", self._store, "-b", self._place]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr
        assert any("Listening" in line for line in self._process.stderr)  # or it has ended

    def end(self) -> None:
        self._process.kill()
        self._process.wait()
        if self._process.stderr:
            self._process.stderr.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.end()


async def from_server(
    server: Server, shelf: Path, told: Callable[[str], None], progress: Callable[[str, int, int | None], None]
) -> list[object]:
    graph = EndpointGraph(server.url, pause=lambda _: None)
    ontology = await profile(graph)
    described = await graph.describe()
    found = await index_names(
        graph, described, ontology, naming_of(ontology), Shelf(shelf), told=told, progress=progress
    )
    return list(everything(found, NUMBER))


@pytest.mark.slow
async def test_a_server_that_ends_in_the_middle_is_gone_on_with(tmp_path: Path, server: Server) -> None:
    def end_before_codes(title: str, _done: int, _total: int | None) -> None:
        if title == "codes (part number)":
            server.end()

    told: list[str] = []
    with pytest.raises(GraphUnavailable, match=f"{NUMBER} rows of names were read"):
        await from_server(server, tmp_path / "shelf", told.append, end_before_codes)
    server.start()
    found = await from_server(server, tmp_path / "shelf", told.append, lambda *_: None)
    assert told == [f"going on where the last run stopped, after {NUMBER} rows"]
    assert found == list(everything(await build(Pumps(pumps(NUMBER)), tmp_path / "other"), NUMBER))
