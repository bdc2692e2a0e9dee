"""Files and a graph -> what queries are checked against, for those who only check.

In: ontology files or folders, and perhaps a graph (files, a folder, an endpoint) whose data is looked at.
Out: the ontology of both, and the graph for looking up the things that a query names.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.settings import load
from bot.wiring.graphs import Progress, close_graph, open_full_graph
from bot.wiring.ontologies import read_given
from kgqa.observed import profile
from kgqa.ontology import Ontology
from kgqa.ports import Graph
from kgqa.prefixes import with_prefixes


async def open_schema(
    ontologies: Sequence[Path], data: str, progress: Progress | None = None
) -> tuple[Ontology, Graph | None]:
    """The ontology that the files declare and the data shows, and the graph if one is named.

    Raises BadInput for files that cannot be read, OperatorsMove for an endpoint that fails.
    """
    given = read_given(ontologies) if ontologies else None
    if not data:
        return with_prefixes(given or Ontology()), None
    graph = await open_full_graph(load(graph=data), progress)
    try:
        return with_prefixes(await profile(graph, given)), graph
    except BaseException:
        close_graph(graph)
        raise
