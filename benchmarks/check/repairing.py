"""What the certain repair makes of the mutants that the check refuses, without a model.

In: a Source and its Detection. Out: for each refused mutant what came of it: the gold query's rows again, no
fix, or a fix that passes and gives other rows. Queries are run on the graph as the product runs them; the
order of rows counts only where a query sorts and cuts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from benchmarks.check.detection import Detection, Judged
from benchmarks.check.mutants import ALL_KINDS
from benchmarks.check.sources import Source
from connectors.embedded import EmbeddedGraph
from kgqa.check import admit
from kgqa.errors import OperatorsMove
from kgqa.repair import Repair, repaired
from kgqa.sparql import ParsedQuery, parse
from kgqa.types import CheckedQuery, Limits, ResultTable, Term

RUNNING = Limits(seconds=10.0, rows=100_000)

Rows = tuple[tuple[Term | None, ...], ...]


class Outcome(StrEnum):
    RIGHT = "right"
    UNFIXED = "unfixed"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Repaired:
    judged: Judged
    repair: Repair
    outcome: Outcome


@dataclass(slots=True)
class Share:
    """How many repairs came out how."""

    counts: dict[Outcome, int] = field(default_factory=lambda: dict.fromkeys(Outcome, 0))

    @property
    def total(self) -> int:
        return sum(self.counts.values())


def repair(source: Source, detection: Detection) -> list[Repaired]:
    """Every mutant that is refused, or that is put right while it is read."""
    disputed = {
        (j.mutant.gold, looked) for looked in (False, True) for j in detection.disputed(looked=looked)
    }
    gold = {id_: answer(source.graph, text) for id_, text in source.gold.items()}
    return [
        _tried(source, judged, gold[judged.mutant.gold])
        for judged in detection.mutants
        if judged.detected and (judged.mutant.gold, judged.looked) not in disputed
    ]


def _tried(source: Source, judged: Judged, gold: Rows | None) -> Repaired:
    text = judged.mutant.text
    if judged.looked:
        found = repaired(text, source.profiled, source.looked_up(text))
    else:
        found = repaired(text, source.ontology)
    if not isinstance(found.verdict, CheckedQuery):
        return Repaired(judged, found, Outcome.UNFIXED)
    rows = answer(source.graph, found.verdict.text)
    return Repaired(judged, found, Outcome.RIGHT if rows is not None and rows == gold else Outcome.WRONG)


def answer(graph: EmbeddedGraph, text: str) -> Rows | None:
    """The rows of a query, in an order of their own unless it sorts and cuts; None where the store fails."""
    try:
        table = asyncio.run(graph.run(admit(text), RUNNING))
    except OperatorsMove:
        return None
    rows = _rows(table)
    query = parse(text)
    if isinstance(query, ParsedQuery) and query.select.order_by and query.select.limit is not None:
        return rows
    return tuple(sorted(rows, key=repr))


def _rows(table: ResultTable) -> Rows:
    if table.boolean is not None:
        return ((Term(kind="literal", value=str(table.boolean)),),)
    return table.rows


def shares(found: Iterable[Repaired], *, looked: bool) -> dict[str, Share]:
    rows = {kind: Share() for kind in (*ALL_KINDS, "all")}
    for each in found:
        if each.judged.looked is looked:
            rows[each.judged.mutant.kind].counts[each.outcome] += 1
            rows["all"].counts[each.outcome] += 1
    return rows


def wrongly(found: Iterable[Repaired]) -> Iterator[Repaired]:
    return (r for r in found if r.outcome is Outcome.WRONG)
