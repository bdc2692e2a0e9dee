"""How long a graph at a slow endpoint takes to open, the first time and the second.

In: seconds of delay, for each request; a file of a graph, or the sample company. Out: a table on stdout:
seconds until the first question can be asked, requests, the most that were under way at once.

    python -m benchmarks.opening [--delay 0 1 5] [--graph FILE] [--busy N]
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from bot.settings import load
from bot.wiring import close_core, open_core
from connectors import sample
from tests.doubles.oxigraph import oxigraph
from tests.doubles.proxy import Proxy, proxy


async def measure(files: Sequence[Path], folder: Path, delay: float, busy: int) -> None:
    """Prints a line for each of two starts at one endpoint."""
    with oxigraph(folder, *files) as url:
        async with proxy(url, delay=delay, busy=busy) as between:
            for start in ("first", "second"):
                print(f"{delay:5g} s  {start:6}  {await opened(between, folder / 'data')}", flush=True)


async def opened(between: Proxy, data: Path) -> str:
    """What one start took."""
    before, begun = len(between.asked), time.monotonic()
    core = await open_core(load(graph=between.url, ontology="", data=data))
    seconds = time.monotonic() - begun
    close_core(core)
    ontology = core.kit.ontology
    return (
        f"{seconds:6.1f} s  {len(between.asked) - before:4} requests  at most {between.most} at once  "
        f"{len(ontology.classes)} classes  {len(ontology.notices)} notices"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--delay", type=float, nargs="+", default=[0, 1, 5])
    parser.add_argument("--graph", type=Path, help="Turtle, also as .gz")
    parser.add_argument("--busy", type=int, default=0, help="each n-th request is answered with 503")
    given = parser.parse_args()
    for delay in given.delay:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            files = sample.graph_files(folder) if given.graph is None else [unpacked(given.graph, folder)]
            asyncio.run(measure(files, folder, delay, given.busy))


def unpacked(file: Path, folder: Path) -> Path:
    """The file as the server takes it."""
    if file.suffix != ".gz":
        return file
    (folder / file.stem).write_bytes(gzip.decompress(file.read_bytes()))
    return folder / file.stem


if __name__ == "__main__":
    main()
