"""What tables cost, and what they give: `python -m benchmarks.tables [--triples 1000000] [--json OUT]`.

In: nothing; a company is generated, the same each time. Out: seconds and memory of inducing and filling its
tables, and the same totals asked of the tables in SQL and of the graph in SPARQL, in the same run: whether
they find the same, and the milliseconds of each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.table import Table

from benchmarks.graphs import write_company
from bot.settings import load
from bot.wiring import close_graph, open_terms
from connectors.induced.shelf import Shelf
from connectors.sample.facts import DEF
from kgqa.check import check
from kgqa.check.sql import check_sql
from kgqa.induced.filling import tables_of
from kgqa.induced.induce import induced
from kgqa.rows import same_rows
from kgqa.types import CheckedQuery, Limits, ResultTable

LIMITS = Limits(seconds=120, rows=100_000)
TIMES = 5
QUERIES = {
    "count": (
        "SELECT COUNT(*) AS n FROM order_line",
        "SELECT (COUNT(?l) AS ?n) WHERE { ?l a :OrderLine }",
    ),
    "sum by group": (
        """SELECT o.ordered_by, SUM(l.quantity_pieces * l.agreed_unit_price) AS total
        FROM order_ o JOIN order_has_line h ON h.order_ = o.iri JOIN order_line l ON h.has_line = l.iri
        GROUP BY o.ordered_by""",
        """SELECT ?c (SUM(?n * ?p) AS ?total) WHERE {
          ?o :orderedBy ?c ; :hasLine ?l . ?l :quantity ?n ; :unitPrice ?p
        } GROUP BY ?c""",
    ),
    "average by group": (
        """SELECT works_in, AVG(weekly_hours) AS hours FROM employee
        WHERE works_in IS NOT NULL GROUP BY works_in""",
        """SELECT ?d (AVG(?h) AS ?hours) WHERE {
          VALUES ?k { :Employee :Manager } ?e a ?k ; :worksIn ?d ; :weeklyHours ?h
        } GROUP BY ?d""",
    ),
    "highest": (
        "SELECT staff_number FROM employee ORDER BY staff_number DESC LIMIT 10",
        """SELECT ?n WHERE {
          VALUES ?k { :Employee :Manager } ?e a ?k ; :staffNumber ?n
        } ORDER BY DESC(?n) LIMIT 10""",
    ),
}


@dataclass(frozen=True, slots=True)
class Timed:
    """One question in both ways."""

    name: str
    sql: float
    sparql: float
    same: bool
    rows: int


async def timed(work: Callable[[], Awaitable[ResultTable]]) -> tuple[float, ResultTable]:
    """The median milliseconds, and what was found."""
    found = await work()
    taken = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        found = await work()
        taken.append(time.perf_counter() - begun)
    return statistics.median(taken) * 1000, found


def memory() -> float:
    """The most megabytes that this process ever had."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


async def measure(triples: int, console: Console) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files = await asyncio.to_thread(write_company, folder, triples)
        settings = load(graph=",".join(map(str, files)), data=folder / "data")
        begun = time.perf_counter()
        terms = await open_terms(settings)
        opened, before = time.perf_counter() - begun, memory()
        try:
            begun = time.perf_counter()
            schema = induced(terms.ontology)
            inducing = time.perf_counter() - begun
            shelf = Shelf(folder / "tables")
            begun, worked = time.perf_counter(), time.process_time()
            tables = await tables_of(terms.graph, terms.ontology, shelf)
            filling, worked = time.perf_counter() - begun, time.process_time() - worked
            begun = time.perf_counter()
            await tables_of(terms.graph, terms.ontology, shelf)
            again = time.perf_counter() - begun
            rows = await tables.rows()
            figures: dict[str, object] = {
                "triples": terms.described.triples,
                "opened_seconds": round(opened, 1),
                "induced_milliseconds": round(inducing * 1000, 1),
                "filled_seconds": round(filling, 1),
                "filled_processor_seconds": round(worked, 1),  # of this process; the graph has one of its own
                "again_milliseconds": round(again * 1000, 1),
                "megabytes_before": round(before),
                "megabytes_more": round(memory() - before),
                "file_megabytes": round(shelf.file.stat().st_size / 2**20),
                "tables": len(schema.tables),
                "rows": sum(rows.values()),
            }
            done = []
            for question, (sql, sparql) in QUERIES.items():
                in_sql = check_sql(sql, tables.schema)
                in_sparql = check(f"PREFIX : <{DEF}> {sparql}", terms.ontology)
                if not (isinstance(in_sql, CheckedQuery) and isinstance(in_sparql, CheckedQuery)):
                    console.print(question, in_sql, in_sparql)
                    continue
                mine, one = await timed(partial(tables.run, in_sql, LIMITS))
                theirs, other = await timed(partial(terms.graph.run, in_sparql, LIMITS))
                done.append(Timed(question, mine, theirs, same_rows(one, other), len(one.rows)))
            figures["asked"] = [asdict(each) for each in done]
        finally:
            close_graph(terms.graph)
    show(figures, done, console)
    return figures


def show(figures: dict[str, object], done: list[Timed], console: Console) -> None:
    for name, value in figures.items():
        if name != "asked":
            console.print(f"{name.replace('_', ' ')}: {value:,}")
    table = Table("asked", "SQL ms", "SPARQL ms", "rows", "the same")
    for each in done:
        table.add_row(
            each.name, f"{each.sql:.1f}", f"{each.sparql:.1f}", f"{each.rows:,}", "yes" if each.same else "NO"
        )
    console.print(table)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--triples", type=int, default=1_000_000)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    figures = asyncio.run(measure(given.triples, Console()))
    if given.json:
        given.json.write_text(json.dumps(figures, indent=2), "utf-8")


if __name__ == "__main__":
    main()
