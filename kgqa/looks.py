"""A look at the graph beside an answer: the answer stands without what can't be told in time.

In: a SELECT, what runs a query. Out: its rows, or nothing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from kgqa.errors import OperatorsMove
from kgqa.ontology import Ontology
from kgqa.ports import Ran
from kgqa.sparql import ParsedQuery, spelled
from kgqa.sparql.model import Select
from kgqa.types import Limits, ResultTable

Run = Callable[[str, Limits], Awaitable[Ran]]


async def look(select: Select, ontology: Ontology, run: Run, limits: Limits) -> ResultTable | None:
    """The rows of a query of our own; None if it is refused, fails, or takes longer than its limit."""
    text = spelled(ParsedQuery(text="", form="select", select=select), ontology.prefixes)
    try:
        async with asyncio.timeout(limits.seconds):
            ran = await run(text, limits)
    except (TimeoutError, OperatorsMove):
        return None
    return ran if isinstance(ran, ResultTable) else None
