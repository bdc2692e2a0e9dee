"""How fast the embedded graph loads and answers: `python -m benchmarks.engine [--triples N]… [--json OUT]`.

In: nothing; a graph of people, teams and cities is generated, the same each time. Out: a table of seconds
and megabytes, in memory and on disk, and the same as JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from connectors.embedded import EmbeddedGraph
from kgqa.check import admit
from kgqa.types import Limits

EX = "https://bench.example/"
XSD = "http://www.w3.org/2001/XMLSchema#"
RDF_TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"
LABEL = "http://www.w3.org/2000/01/rdf-schema#label"
A_THING = 5  # triples about one person
LIMITS = Limits(seconds=120, rows=10_000)
QUERIES = {
    "one thing": f"SELECT ?p ?o WHERE {{ <{EX}person7> ?p ?o }}",
    "two hops, a filter": f"SELECT ?x WHERE {{ ?x <{EX}team> ?t . ?t <{EX}city> <{EX}city3> . "
    f"?x <{EX}pay> ?n FILTER(?n > 99500) }}",
    "count by group": f"SELECT ?t (COUNT(?x) AS ?n) WHERE {{ ?x <{EX}team> ?t }} GROUP BY ?t",
    "highest": f"SELECT ?x WHERE {{ ?x <{EX}pay> ?n }} ORDER BY DESC(?n) LIMIT 1",
    "text in all labels": f'SELECT ?x WHERE {{ ?x <{LABEL}> ?l FILTER(CONTAINS(?l, "son 777")) }}',
    "10,000 rows of 2": f"SELECT ?x ?l WHERE {{ ?x <{LABEL}> ?l }} LIMIT 10000",
}


def lines(triples: int) -> Iterator[str]:
    """About `triples` lines of N-Triples."""
    for team in range(100):
        yield f"<{EX}team{team}> <{EX}city> <{EX}city{team % 10}> .\n"
    for n in range(triples // A_THING):
        person = f"<{EX}person{n}>"
        yield f"{person} <{RDF_TYPE}> <{EX}Person> .\n"
        yield f'{person} <{LABEL}> "Person {n}" .\n'
        yield f"{person} <{EX}team> <{EX}team{n * 31 % 100}> .\n"
        yield f"{person} <{EX}boss> <{EX}person{n // 8}> .\n"
        yield f'{person} <{EX}pay> "{n * 7919 % 100_000}"^^<{XSD}integer> .\n'


def resident(graph: EmbeddedGraph) -> float:
    """Megabytes of the process that holds the graph."""
    status = Path(f"/proc/{graph._readers._process.pid}/status").read_text("ascii")  # noqa: SLF001
    return next(int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS"))


async def ask(graph: EmbeddedGraph, text: str, times: int = 7) -> float:
    """The median of several runs, in seconds; the first one is not counted."""
    query = admit(text)
    seconds = []
    for _ in range(times + 1):
        start = time.perf_counter()
        await graph.run(query, LIMITS)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds[1:])


async def measure(source: Path, folder: Path | None) -> dict[str, float]:
    """All figures of one graph, kept in memory or in a folder."""
    figures = {}
    start = time.perf_counter()
    graph = EmbeddedGraph.open([source], folder=folder)
    figures["load, s"] = time.perf_counter() - start
    if folder:
        graph.close()
        start = time.perf_counter()
        graph = EmbeddedGraph.open([source], folder=folder)
        figures["second start, s"] = time.perf_counter() - start
    figures["triples"] = float((await graph.describe()).triples or 0)
    figures["memory, MB"] = resident(graph)
    figures["the way there and back, ms"] = 1000 * await ask(graph, "SELECT (1 AS ?x) WHERE { }", 50)
    for name, text in QUERIES.items():
        figures[f"{name}, ms"] = 1000 * await ask(graph, text)
    graph.close()
    return figures


def _shown(figure: float | None) -> str:
    if figure is None:
        return ""
    return f"{figure:,.0f}" if figure >= 100 else f"{figure:.2g}"


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--triples", type=int, action="append")
    parser.add_argument("--json", type=Path)
    options = parser.parse_args()
    results: dict[str, dict[str, float]] = {}
    for triples in options.triples or [20_000, 1_000_000]:
        with tempfile.TemporaryDirectory() as place:
            source = Path(place, "graph.nt")
            with source.open("w", encoding="utf-8") as file:
                file.writelines(lines(triples))
            for where, folder in (("memory", None), ("disk", Path(place, "store"))):
                results[f"{triples:,} in {where}"] = asyncio.run(measure(source, folder))
    table = Table("", *results)
    for name in dict.fromkeys(name for figures in results.values() for name in figures):
        table.add_row(name, *(_shown(figures.get(name)) for figures in results.values()))
    Console().print(table)
    if options.json:
        options.json.write_text(json.dumps(results, indent=2), "utf-8")


if __name__ == "__main__":
    main()
