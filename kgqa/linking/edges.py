"""Things without a class: where they may stand in a pattern is seen from the properties that lead to them.

In: a linked question and its graph. Out: the question, each such thing with its edges; as it was where the
graph does not say so in time, since the edges only help to choose.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.errors import OperatorsMove
from kgqa.ports import Graph
from kgqa.queries import query
from kgqa.types import Edge, Limits, LinkedQuestion, Match, TermKind

MOST = 12  # things of one question that are looked at
LOOKING = Limits(seconds=1.0, rows=500)


async def with_edges(linked: LinkedQuestion, graph: Graph, *, typed: bool = False) -> LinkedQuestion:
    """The links with the edges of the things that have no class; or of those that have one, where these are
    asked for.
    """
    unknown = {m.iri: None for n in linked.links for m in n.matches if _is_looked_at(m, typed=typed)}
    wanted = list(unknown)[:MOST]
    if not wanted:
        return linked
    try:
        table = await graph.run(query("edges", things=wanted), LOOKING)
    except OperatorsMove:
        return linked
    if table.truncated:
        return linked
    found: dict[str, set[Edge]] = {iri: set() for iri in wanted}
    for thing, prop, reached in table.rows:
        if thing and prop and reached:
            found[thing.value].add(Edge(property=prop.value, reached=reached.value in ("true", "1")))
    edges = {iri: tuple(sorted(some, key=lambda e: (e.property, e.reached))) for iri, some in found.items()}
    links = tuple(
        replace(n, matches=tuple(replace(m, edges=edges.get(m.iri, m.edges)) for m in n.matches))
        for n in linked.links
    )
    return replace(linked, links=links)


def _is_looked_at(match: Match, *, typed: bool) -> bool:
    return match.kind is TermKind.ENTITY and any(match.classes) == typed
