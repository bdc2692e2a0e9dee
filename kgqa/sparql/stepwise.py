"""A query in which each triple pattern is one property from a subject to an object: paths that only go on or
back are written out, and each blank node is a variable.

In: a SELECT. Out: the same SELECT, with names for what had none. Alternatives and repeated paths stay.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import cast

from kgqa.sparql.change import exchanged, inside
from kgqa.sparql.model import Blank, Element, Group, Inverse, Node, Path, Select, Sequence, Triple, Var


def stepwise(select: Select) -> Select:
    """The query step by step."""
    taken = {part.name for part in inside(select) if isinstance(part, Var)}
    names = (name for n in count(1) if (name := f"step{n}") not in taken)
    blanks: dict[str, Var] = {}

    def node(value: Node) -> Node:
        return blanks.setdefault(value.name, Var(next(names))) if isinstance(value, Blank) else value

    def change(value: object) -> object:
        if isinstance(value, Group):
            return Group(tuple(each for e in value.elements for each in steps(e)))
        return node(value) if isinstance(value, Blank) else None

    def steps(element: Element) -> Iterator[Element]:
        if isinstance(element, Triple) and not isinstance(element.predicate, Var):
            yield from walked(node(element.subject), element.predicate, node(element.object))
        else:
            yield cast("Element", exchanged(element, change))

    def walked(start: Node, path: Path, end: Node) -> Iterator[Triple]:
        match path:
            case Inverse(inner):
                yield from walked(end, inner, start)
            case Sequence(parts):
                nodes = [start, *(Var(next(names)) for _ in parts[1:]), end]
                for here, part, there in zip(nodes, parts, nodes[1:], strict=False):
                    yield from walked(here, part, there)
            case _:
                yield Triple(start, path, end)

    return cast("Select", exchanged(select, change))
