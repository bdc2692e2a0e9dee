"""Ways through a scene: from one thing to another, and which thing a sentence is best about.

In: edges and nodes. Out: chains of edges with their direction, nodes.
"""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.restate.scene import Edge, Scene
from kgqa.sparql.model import Blank, Iri, Lit, Node, Var

Chain = list[tuple[Edge, bool]]  # each edge, and whether it is followed forwards


def chain(edges: Sequence[Edge], start: Node, end: Node) -> Chain:
    """The shortest way from one node to another; [] when there is none."""
    ways: list[tuple[Node, Chain]] = [(start, [])]
    seen = {start}
    for node, way in ways:  # grows while it is walked: breadth first
        if node == end:
            return way
        for edge in edges:
            other = edge.other(node) if edge.touches(node) else None
            if other is not None and other not in seen and not isinstance(other, Iri | Lit):
                seen.add(other)
                ways.append((other, [*way, (edge, edge.subject == node)]))
    return []


def forwards(edges: Sequence[Edge], start: Node, end: Node) -> Chain:
    """The shortest way that follows properties in their own direction; [] when there is none."""
    ways: list[tuple[Node, Chain]] = [(start, [])]
    seen = {start}
    for node, way in ways:  # grows while it is walked
        if node == end:
            return way
        for edge in edges:
            if edge.subject == node and edge.object not in seen:
                seen.add(edge.object)
                ways.append((edge.object, [*way, (edge, True)]))
    return []


def connected(edges: Sequence[Edge], start: Node) -> set[Node]:
    """Everything that is joined to the node in some way; constants join nothing."""
    found, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for edge in edges:
            other = edge.other(here) if edge.touches(here) else None
            if other is not None and other not in found and not isinstance(other, Iri | Lit):
                found.add(other)
                todo.append(other)
    return found


def reach(edges: Sequence[Edge], start: Node) -> set[Node]:
    """Everything that forward steps lead to, the start included."""
    reached, todo = {start}, [start]
    while todo:
        here = todo.pop()
        for edge in edges:
            if edge.subject == here and edge.object not in reached:
                reached.add(edge.object)
                todo.append(edge.object)
    return reached


def root(scene: Scene, edges: Sequence[Edge], columns: Sequence[Var]) -> Node | None:
    """The thing that most columns belong to; among equals a column itself, a thing of a class, the first."""
    best: Node | None = None
    best_score = (-1, -1, -1, 0)
    for place, node in enumerate(scene.nodes()):
        if not isinstance(node, Var | Blank):
            continue
        reached = reach(edges, node)
        score = (sum(c in reached for c in columns), int(node in columns), int(node in scene.types), -place)
        if best is None or score > best_score:
            best, best_score = node, score
    return best
