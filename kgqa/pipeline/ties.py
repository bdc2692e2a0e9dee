"""What the first of an order leave out: those of the same value, of which a limit takes some by chance.

In: a query that passed the check, its rows, and what runs a query. Out: a sentence, or "".
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.errors import OperatorsMove
from kgqa.ontology import Ontology
from kgqa.pipeline.trying import Trials
from kgqa.sparql import ParsedQuery, spelled
from kgqa.sparql.model import Var
from kgqa.types import Limits, ResultTable
from kgqa.wording import Words

LONGEST = 20  # rows of an order that people take for its first ones
MOST = 500  # rows behind them that are looked at
LOOK = Limits(seconds=3.0, rows=LONGEST + MOST)


async def tied(
    parsed: ParsedQuery, rows: ResultTable, trials: Trials, ontology: Ontology, words: Words
) -> str:
    """How many more there are with the value of the last row, where the query takes the first of an order."""
    if parsed.form != "select":
        return ""
    select = parsed.select
    limit = select.limit
    if limit is None or not 0 < limit <= LONGEST or select.offset or len(select.order_by) != 1:
        return ""
    key = select.order_by[0].value
    if not isinstance(key, Var) or key.name not in rows.columns or len(rows.rows) < limit:
        return ""
    longer = replace(parsed, select=replace(select, limit=limit + MOST))
    try:
        ran = await trials.ran(spelled(longer, ontology.prefixes), LOOK)
    except OperatorsMove:
        return ""  # the answer stands without
    if not isinstance(ran, ResultTable) or ran.columns != rows.columns:
        return ""
    at, last = rows.columns.index(key.name), rows.rows[-1]
    more = dict.fromkeys(row for row in ran.rows if row[at] == last[at] and row not in rows.rows)
    if not more or last[at] is None:
        return ""
    which = "one" if limit == 1 else "some"
    if len(more) == 1:
        return words.say(f"tied_{which}_more_by_1")
    return words.say(f"tied_{which}", count=words.count(len(more)))
