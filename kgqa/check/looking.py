"""What the graph says of the things, units and texts of a query, before it is checked or put right.

In: a query, its graph, what is known already. Out: Conditions.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.check.conditions import Conditions
from kgqa.check.texts import texts_in
from kgqa.check.things import looks_into_graphs, things_in
from kgqa.check.units import units_in
from kgqa.ontology import Ontology
from kgqa.ports import Graph
from kgqa.sparql import ParsedQuery


async def looked_up(
    asked: ParsedQuery, graph: Graph, ontology: Ontology, conditions: Conditions, *, texts: bool = True
) -> Conditions:
    """The conditions with what the graph says of the things that a query names, of the units of its numbers,
    and of its `texts`, which only a repair asks for. What they hold already is not looked up again; what
    cannot be told in time is left out. What was not found outside of named graphs says nothing of a query
    that looks into them.
    """
    if looks_into_graphs(asked):
        found_before = {iri: classes for iri, classes in conditions.things.items() if classes is not None}
        conditions = replace(conditions, things=found_before)
    things = await things_in(asked, graph, ontology, conditions.things, conditions.closed)
    found = replace(conditions, things={**conditions.things, **things}) if things else conditions
    units = await units_in(asked, graph, ontology, found.units, conditions.closed)
    found = replace(found, units={**found.units, **units}) if units else found
    if not texts:
        return found
    texts_found = await texts_in(asked, graph, ontology, found.texts, conditions.closed)
    return replace(found, texts={**found.texts, **texts_found})
