"""Whether an answer to one of RAGonite's questions is right.

In: an answer, its gold, the graph. Out: yes or no. Rows are right as everywhere. What is told in prose is
right where it tells enough of what bears on the question, and half of its sentences or rows do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pyoxigraph import Literal, NamedNode, QueryBoolean, QuerySolutions, Store

from benchmarks.ragonite.graph import TERM, THING
from kgqa.measure import Row, score
from kgqa.trace import bound
from kgqa.types import Answer, Outcome, PassageEvidence

PREFIXES = (
    f"PREFIX c: <{TERM}> PREFIX i: <{THING}> PREFIX xsd: <http://www.w3.org/2001/XMLSchema#> "
    "PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#> "
)
_NUMBER = re.compile(r"\bnum\((\?\w+)\)")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}\b)")
_CENTS = re.compile(r"(?<=\d)\.0+\b")
_SENTENCE = re.compile(r"(?:\[\d+\])+|\n")
_MEASURED = re.compile(r"^(\d+(?:\.\d+)?) [a-z/0-9]+$")
MOSTLY = 0.5


def rows_of(query: str, store: Store) -> list[list[str | None]]:
    """The rows of a gold query."""
    found = store.query(PREFIXES + _NUMBER.sub(r'xsd:decimal(REPLACE(STR(\1), "[^0-9.]", ""))', query))
    if isinstance(found, QueryBoolean):
        return [["true" if found else "false"]]
    assert isinstance(found, QuerySolutions)
    return [[t.value if isinstance(t, NamedNode | Literal) else None for t in row] for row in found]


def is_right(answer: Answer, gold: dict[str, Any], store: Store) -> bool:
    """Whether the rows are right, or what is told."""
    if answer.outcome is not Outcome.ANSWERED:
        return False
    if "sparql" in gold and answer.table is not None:
        accepted = [rows_of(query, store) for query in (gold["sparql"], *gold.get("others", ()))]
        plain = [_bare(rows) for rows in accepted]
        found = score(answer.outcome, _bare(bound(answer.table)), plain[0], others=plain[1:])
        return found.shaped or found.f1 == 1.0
    told = list(_told(answer))
    ways = [(gold["told"], gold.get("least"))] if "told" in gold else []
    ways += [([gold["also"]], 1)] if "also" in gold else []
    return any(_tells(told, queries, least, store) for queries, least in ways)


def _tells(told: list[str], queries: list[str], least: int | None, store: Store) -> bool:
    """Whether of each query enough values are told, and half of what is told bears on one of them."""
    sides = [{_plain(v) for row in rows_of(query, store) for v in row if v} for query in queries]
    if not told or not all(sides):
        return False
    enough = all(sum(_holds(told, v) for v in side) >= min(least or 1, len(side)) for side in sides)
    bearing = [part for part in told if any(_holds((part,), v) for side in sides for v in side)]
    return enough and len(bearing) >= MOSTLY * len(told)


def _told(answer: Answer) -> Iterable[str]:
    """The sentences of a text, or the rows of a table with their first sentence."""
    if answer.query is None or answer.display is None:
        yield from (_plain(part) for part in _SENTENCE.split(answer.text) if part.strip())
        return
    for row in answer.display.rows:
        cells = (c.label or (c.term.value if c.term else "") for c in row)
        yield _plain(" | ".join(cells))
    if any(isinstance(rest, PassageEvidence) for rest in answer.evidence):
        yield from (_plain(part) for part in _SENTENCE.split(answer.text) if "[" not in part and part.strip())


def _bare(rows: Sequence[Row]) -> list[list[str | None]]:
    """Rows with numbers as they are compared: without marks between digits and without their unit."""
    return [[_MEASURED.sub(r"\1", _plain(v)) if v is not None else None for v in row] for row in rows]


def _holds(told: Iterable[str], value: str) -> bool:
    """Whether a value is told: whole words, a number with its unit or as the whole of a cell."""
    pattern = re.compile(rf"(?<![\w.]){re.escape(value.rstrip('.'))}(?!\w)")
    if any(pattern.search(part) for part in told):
        return True
    number = _MEASURED.fullmatch(value)
    return bool(number and any(number[1] in part.split(" | ") for part in told))


def _plain(text: str) -> str:
    return _CENTS.sub("", _THOUSANDS.sub("", text)).casefold()
