"""In which units the graph has the quantities whose unit a query leaves open.

In: a query, the ontology, its graph. Out: Units, as `Conditions` hold them. What cannot be looked up in time
is left out.
"""

from __future__ import annotations

from collections.abc import Container

from kgqa.check.closed import opened
from kgqa.check.closed.open_data import of_open
from kgqa.check.conditions import Closed, Units
from kgqa.check.measured import unsaid
from kgqa.check.things import LOOKING, NOTHING_CLOSED
from kgqa.errors import OperatorsMove
from kgqa.ontology import Ontology
from kgqa.ports import Graph
from kgqa.sparql import ParsedQuery


async def units_in(
    asked: ParsedQuery,
    graph: Graph,
    ontology: Ontology,
    known: Container[str] = frozenset(),
    closed: Closed = NOTHING_CLOSED,
) -> Units:
    """The units of the quantities that a query leaves open; those in `known` are not looked up again."""
    wanted = [u for u in unsaid(asked, opened(ontology, closed)) if u.fact.property not in known]
    if not wanted:
        return {}
    properties = sorted({u.fact.property for u in wanted})
    units = sorted({unit for u in wanted for unit in u.units})
    try:
        table = await graph.run(
            of_open("units", ontology, closed, quantities=properties, units=units), LOOKING
        )
    except OperatorsMove:
        return {}
    if table.truncated:
        return {}
    found: dict[str, set[tuple[str, str]]] = {iri: set() for iri in properties}
    for property_, cls, unit in table.rows:
        if property_ and unit:
            found[property_.value].add((cls.value if cls and cls.kind == "iri" else "", unit.value))
    return {iri: frozenset(units_of) for iri, units_of in found.items()}
