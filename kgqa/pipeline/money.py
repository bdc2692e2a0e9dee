"""The currency of amounts that a query finds, where the graph keeps it beside them.

In: a query, the columns with amounts and what these belong to, what runs a query. Out: currencies by column;
none where there are several, or where it cannot be told: the answer stands without.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

from kgqa.errors import OperatorsMove
from kgqa.ontology import Ontology
from kgqa.pipeline.trying import Trials
from kgqa.sparql import ParsedQuery, spelled
from kgqa.sparql.model import Column, Group, Iri, Maybe, Select, Triple, Var
from kgqa.types import Limits, ResultTable
from kgqa.values.units import is_currency

LOOK = Limits(seconds=3.0, rows=2)
_CURRENCY = Var("currencyOfAmount")


async def currencies(
    query: ParsedQuery, owners: Mapping[str, str], trials: Trials, ontology: Ontology
) -> dict[str, str]:
    """The currency of each column; `owners` are the variables that their amounts belong to."""
    keeping = _properties(ontology)
    if len(keeping) != 1 or not owners:
        return {}
    where = query.select.where.elements
    groups = (where, *(e.group.elements for e in where if isinstance(e, Maybe)))
    bound = {e.subject for elements in groups for e in elements if isinstance(e, Triple)}
    names = {name: owner for name, owner in owners.items() if Var(owner) in bound}
    found = await asyncio.gather(
        *(_of(query, owner, keeping[0], trials, ontology) for owner in names.values())
    )
    return {name: currency for name, currency in zip(names, found, strict=True) if currency}


def _properties(ontology: Ontology) -> list[str]:
    """The properties whose values are codes of currencies, all of them."""
    known = [s for s in ontology.samples if s.whole and s.values]
    return sorted({s.property for s in known if all(is_currency(term.value) for term, _ in s.values)})


async def _of(query: ParsedQuery, owner: str, keeping: str, trials: Trials, ontology: Ontology) -> str:
    where = Group((*query.select.where.elements, Triple(Var(owner), Iri(keeping), _CURRENCY)))
    select = Select(columns=(Column(_CURRENCY),), distinct=True, where=where, limit=2)
    text = spelled(ParsedQuery(text="", form="select", select=select), ontology.prefixes)
    try:
        ran = await trials.ran(text, LOOK)
    except OperatorsMove:
        return ""
    rows = ran.rows if isinstance(ran, ResultTable) else ()
    return rows[0][0].value if len(rows) == 1 and rows[0][0] else ""
