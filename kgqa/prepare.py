"""A graph -> a Kit: its schema profiled, its names indexed, the strategies ready.

In: a Graph, an ontology given beside it, limits. Out: a Kit; what could not be read is in its notices.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from kgqa.linking.index import MemoryIndex
from kgqa.linking.names import Naming, graph_entries, naming_of, schema_entries
from kgqa.observed import profile
from kgqa.ontology import Ontology
from kgqa.pipeline import Kit
from kgqa.ports import Graph, Strategy
from kgqa.prefixes import with_prefixes
from kgqa.strategies.interpret import Interpret
from kgqa.types import Limits

STRATEGIES: dict[str, Callable[[Ontology, Naming], Strategy]] = {"interpret": Interpret}
Told = Callable[[str], None]


async def prepare(
    graph: Graph,
    given: Ontology | None = None,
    *,
    limits: Limits | None = None,
    strategies: tuple[str, ...] = ("interpret",),
    told: Told = lambda _: None,
) -> Kit:
    """The kit for one graph; `told` hears what is being done. Raises OperatorsMove when the graph fails."""
    told("reading the schema")
    ontology = with_prefixes(await profile(graph, given))
    naming = naming_of(ontology)
    notices: list[str] = []
    told("reading the names")
    entries = [*schema_entries(ontology), *await graph_entries(graph, ontology, naming, notices)]
    told("indexing the names")
    index = MemoryIndex(entries, frozenset(p for pair in naming.parts for p in pair))
    ontology = replace(ontology, notices=(*ontology.notices, *notices))
    return Kit(
        graph=graph,
        described=await graph.describe(),
        ontology=ontology,
        naming=naming,
        index=index,
        strategies=tuple(STRATEGIES[name](ontology, naming) for name in strategies),
        limits=limits or Limits(),
    )
