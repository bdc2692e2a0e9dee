"""Queries of our own that a large or slow store may not be able to answer: then they cost a notice.

In: a Graph, the name of a query in `kgqa/queries`, limits. Out: its rows, () where no answer came in time.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.errors import GraphRejected, GraphTimeout
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.sparql.model import Lit
from kgqa.types import Limits, Term


async def rows(
    graph: Graph, name: str, limits: Limits, notices: list[str], **lists: Iterable[str | Lit]
) -> tuple[tuple[Term | None, ...], ...]:
    """The rows of the query `name`; what it could not read is told in `notices`. Raises GraphUnavailable."""
    try:
        table = await graph.run(query(name, **lists), limits)
    except (GraphTimeout, GraphRejected) as error:
        notices.append(f"The graph could not be read fully ({name}): {error}")
        return ()
    if table.truncated:
        notices.append(f"The graph has more than {limits.rows:,} rows of {name}; the rest is left out.")
    return table.rows
