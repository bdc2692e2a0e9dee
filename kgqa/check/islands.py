"""Which parts of a group of patterns are connected by what they share.

In: a group. Out: islands: sets of names, none of which shares anything with another. Each result of one is
paired with each of the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.sparql.change import inside
from kgqa.sparql.model import (
    Aggregate,
    Bind,
    Blank,
    Element,
    Exists,
    Filter,
    Group,
    InGraph,
    Iri,
    Maybe,
    Minus,
    Node,
    Subquery,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.walk import bound_in, elements, parts, projected, variables


def islands(group: Group) -> list[frozenset[Node]]:
    """The variables and unnamed nodes of a group, in sets that are connected with one another.

    Patterns that start at the same thing are connected by it. Filters and what is taken away connect what
    they mention, and are no islands of their own.
    """
    flat = list(_flat(group))
    starts = {
        part.subject
        for element in flat
        for part in inside(element)
        if isinstance(part, Triple) and isinstance(part.subject, Iri)
    }
    sets = _Sets()
    found: list[Node] = []  # one node of each element that multiplies
    for element in flat:
        nodes = [n for n in nodes_of(element) if not isinstance(n, Iri) or n in starts]
        sets.join(nodes)
        if nodes and not isinstance(element, Filter | Bind | Minus) and not _is_one_row(element):
            found.append(nodes[0])
    members: dict[int, set[Node]] = {}
    for node, number in sets.numbers.items():
        if not isinstance(node, Iri):
            members.setdefault(sets.root(number), set()).add(node)
    roots = dict.fromkeys(sets.root(sets.numbers[node]) for node in found)
    return [frozenset(members[r]) for r in roots if r in members]


def nodes_of(element: Element) -> list[Node]:
    """The variables, unnamed nodes and things that an element has in common with what is beside it."""
    match element:
        case Triple(_, predicate, _):
            ends = [n for n in element.ends if isinstance(n, Var | Blank | Iri)]
            return [*ends, *([predicate] if isinstance(predicate, Var) else [])]
        case Filter(condition):
            inside = (e.group for e in parts(condition) if isinstance(e, Exists))
            return [*_named(variables(condition)), *(n for g in inside for n in nodes_in(g))]
        case Bind(value, variable):
            return [*_named(variables(value)), variable]
        case Values(listed, _):
            return list(listed)
        case Subquery(select):
            return _named(projected(select))
        case Union(branches):
            return [n for b in branches for n in nodes_in(b)]
        case Maybe(inner) | Minus(inner) | InGraph(_, inner):
            return nodes_in(inner)
        case _:
            return []


def nodes_in(group: Group) -> list[Node]:
    """The variables that a group can bind, its unnamed nodes, and the things at the ends of its patterns."""
    ends = (n for e in elements(group) if isinstance(e, Triple) for n in e.ends)
    return [*_named(bound_in(group)), *(n for n in ends if isinstance(n, Blank | Iri))]


def _named(names: Iterable[str]) -> list[Node]:
    return [Var(name) for name in sorted(names)]


def _flat(group: Group) -> Iterator[Element]:
    for element in group.elements:
        if isinstance(element, Group):
            yield from _flat(element)
        else:
            yield element


def _is_one_row(element: Element) -> bool:
    """Pairing with a single row multiplies nothing."""
    match element:
        case Values(_, rows):
            return len(rows) <= 1
        case Subquery(select):
            totals = not select.group_by and any(
                isinstance(p, Aggregate) for c in select.columns if c.value for p in parts(c.value)
            )
            return totals or select.limit == 1
        case _:
            return False


class _Sets:
    """Nodes in sets that are joined (union-find), by numbers."""

    def __init__(self) -> None:
        self.numbers: dict[Node, int] = {}
        self.parents: list[int] = []

    def join(self, nodes: list[Node]) -> None:
        numbers = [self.number(node) for node in nodes]
        for number in numbers[1:]:
            self.parents[self.root(number)] = self.root(numbers[0])

    def number(self, node: Node) -> int:
        number = self.numbers.setdefault(node, len(self.parents))
        if number == len(self.parents):
            self.parents.append(number)
        return number

    def root(self, number: int) -> int:
        parents = self.parents
        while parents[number] != number:
            parents[number] = number = parents[parents[number]]
        return number
