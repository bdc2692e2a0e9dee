"""Plain tuples that crossed a pipe -> ResultTable.

It stands alone: the process that holds a graph starts sooner without the core's types.
"""

from __future__ import annotations

from connectors.results import Found, PlainTerm
from kgqa.types import ResultTable, Term


def to_table(found: Found, *, seconds: float) -> ResultTable:
    """The same as a value of the core; equal terms become one."""
    terms: dict[PlainTerm | None, Term | None] = {None: None}
    for row in found.rows:
        for plain in row:
            if plain is not None and plain not in terms:
                kind, value, datatype, language = plain
                terms[plain] = Term(kind=kind, value=value, datatype=datatype, language=language)
    return ResultTable(
        columns=found.columns,
        rows=tuple(tuple(terms[plain] for plain in row) for row in found.rows),
        boolean=found.boolean,
        truncated=found.truncated,
        seconds=seconds,
    )
