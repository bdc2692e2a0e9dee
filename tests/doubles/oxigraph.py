"""`oxigraph serve` on loopback: a real SPARQL server in a process of its own.

`with oxigraph(folder, file) as url:` loads the file and gives the address of the query endpoint.
"""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_PROGRAM = str(Path(sys.executable).with_name("oxigraph"))


@contextmanager
def oxigraph(folder: Path, *sources: Path, options: tuple[str, ...] = ()) -> Iterator[str]:
    """A running server with the files, whose store is in the folder."""
    folder.mkdir(exist_ok=True)
    store = str(folder / "store")
    for source in sources:
        subprocess.run([_PROGRAM, "load", "-l", store, "-f", source], check=True, capture_output=True)
    with socket.create_server(("127.0.0.1", 0)) as free:
        place = f"127.0.0.1:{free.getsockname()[1]}"
    command = [_PROGRAM, "serve-read-only", "-l", store, "-b", place, *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        assert any("Listening" in line for line in server.stderr)  # or it has ended
        try:
            yield f"http://{place}/query"
        finally:
            server.kill()
