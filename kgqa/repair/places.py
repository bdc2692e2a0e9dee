"""Where the facts of a query stand in it, and the query with something else in such a place.

In: a case, or a query and new elements. Out: places, changed queries. Nodes of an inner query carry names
that only the check gives them; `written` makes them the writer's again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TypeVar, cast

from kgqa.check.rule import Case
from kgqa.sparql.change import exchanged
from kgqa.sparql.facts import Fact
from kgqa.sparql.model import (
    Element,
    Expr,
    Group,
    Inverse,
    Iri,
    Node,
    ParsedQuery,
    Path,
    Repeat,
    Select,
    Sequence,
    Triple,
    Var,
)
from kgqa.sparql.scope import Scope

MARK = "#"
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class Place:
    """A pattern as it stands in the query, and the facts that it asserts, in the order of its path."""

    triple: Triple
    facts: tuple[Fact, ...]

    @property
    def scope(self) -> Scope:
        return self.facts[0].scope

    @property
    def steps(self) -> tuple[Path, ...]:
        """The steps of its path, if each asserts one fact; else none."""
        path = self.triple.predicate
        if isinstance(path, Var):
            return ()
        steps = path.parts if isinstance(path, Sequence) else (path,)
        return steps if len(steps) == len(self.facts) and all(map(_is_plain, steps)) else ()

    def index(self, fact: Fact) -> int | None:
        """Which step asserts a fact."""
        same = (i for i, f in enumerate(self.facts) if (f.subject, f.object) == (fact.subject, fact.object))
        return next(same, None) if self.steps else None

    def starts_at(self, node: Node) -> bool:
        return self.steps != () and node == self.ends(0)[0]

    def leads_to(self, node: Node) -> bool:
        return self.steps != () and node == self.ends(-1)[1]

    def ends(self, index: int) -> tuple[Node, Node]:
        """The nodes before and behind a step, in the direction in which the path is read."""
        fact = self.facts[index]
        turned = isinstance(self.steps[index], Inverse)
        return (fact.object, fact.subject) if turned else (fact.subject, fact.object)


def places(case: Case) -> tuple[Place, ...]:
    """Each pattern that asserts something, with its facts."""
    by_id: dict[int, list[Fact]] = {}
    for fact in case.facts.facts:
        by_id.setdefault(id(fact.triple), []).append(fact)
    return tuple(Place(facts[0].triple, tuple(facts)) for facts in by_id.values())


def place_of(fact: Fact, found: Collection[Place]) -> Place | None:
    """Where a fact stands; None where the query does not say it."""
    return next((p for p in found if p.triple is fact.triple), None)


def same_fact(one: Fact, other: Fact) -> bool:
    """Whether it is the same step of the same pattern."""
    return one.triple is other.triple and (one.subject, one.object) == (other.subject, other.object)


def written(node: Node) -> Node:
    """A node with the name that the writer gave it."""
    return Var(node.name.partition(MARK)[0]) if isinstance(node, Var) else node


def mark(node: Node) -> str:
    """What tells the variables of one inner query from those of another."""
    return node.name.partition(MARK)[2] if isinstance(node, Var) else ""


def put(query: ParsedQuery, old: Element, *new: Element) -> ParsedQuery:
    """The query with other elements where `old` itself (not its equal) stood."""
    return put_all(query, {id(old): new})


def put_all(query: ParsedQuery, by_id: dict[int, tuple[Element, ...]]) -> ParsedQuery:
    """The query with other elements where those with these identities stood."""

    def change(value: object) -> object:
        if isinstance(value, Group) and any(id(e) in by_id for e in value.elements):
            return Group(tuple(elements(value)))
        return None

    def elements(group: Group) -> Iterator[Element]:
        for element in group.elements:
            yield from by_id.get(id(element), (cast("Element", exchanged(element, change)),))

    return replace(query, select=cast("Select", exchanged(query.select, change)))


def with_iri(part: Part, old: str, new: str) -> Part:
    """The same with another IRI wherever one stands."""
    gone = Iri(old)
    return cast("Part", exchanged(part, lambda v: Iri(new) if isinstance(v, Iri) and v == gone else None))


def with_part(whole: Part, old: Expr, new: Expr) -> Part:
    """The same with another expression wherever one, or its equal, stands."""
    return cast("Part", exchanged(whole, lambda v: new if type(v) is type(old) and v == old else None))


def path_of(*steps: Path) -> Path:
    """Steps one after the other; those of a sequence among them stand alone."""
    flat = tuple(p for s in steps for p in (s.parts if isinstance(s, Sequence) else (s,)))
    return flat[0] if len(flat) == 1 else Sequence(flat)


def with_step(place: Place, index: int, path: Path) -> Triple:
    """The pattern with a path, along the property, in the place of one of its steps."""
    triple, steps = place.triple, place.steps
    way = turned(path) if isinstance(steps[index], Inverse) else path
    return Triple(triple.subject, path_of(*steps[:index], way, *steps[index + 1 :]), triple.object)


def with_steps(place: Place, node: Node, path: Path) -> Triple:
    """A pattern that starts at (or leads to) the node with a path before (or behind) its own."""
    triple, own = place.triple, place.triple.predicate
    assert not isinstance(own, Var)  # noqa: S101 - it has steps
    if place.starts_at(node):
        return Triple(triple.subject, path_of(path, own), triple.object)
    return Triple(triple.subject, path_of(own, turned(path)), triple.object)


def turned(path: Path) -> Path:
    """The same way back."""
    match path:
        case Inverse(inner):
            return inner
        case Sequence(steps):
            return Sequence(tuple(turned(s) for s in reversed(steps)))
        case _:
            return Inverse(path)


def _is_plain(step: Path) -> bool:
    match step:
        case Iri():
            return True
        case Inverse(inner) | Repeat(inner, _):
            return isinstance(inner, Iri)
        case _:
            return False
