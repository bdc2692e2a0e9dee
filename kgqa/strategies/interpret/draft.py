"""A form in the making: spots (what the question talks about) joined by facts, and the ways to join more.

In: a Schema. Out: drafts; each operation returns new ones, so that several readings go on side by side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from itertools import count
from operator import attrgetter
from typing import Any

from kgqa.language import fold
from kgqa.ontology import local_name
from kgqa.strategies.interpret.form import (
    Absent,
    Computed,
    Fact,
    Filter,
    Form,
    Having,
    Kind,
    Literal,
    Node,
    Order,
    Thing,
    named,
)
from kgqa.strategies.interpret.paths import Path
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.steps import Hop
from kgqa.strategies.interpret.uses import leads_to_one
from kgqa.types import Edge, Match

BEAM = 6  # drafts that go on side by side
FAR = 0.12  # what each spot between two mentions costs
SAID = 0.2  # the share that a way costs whose two ends the words join
ONE_OF_EACH = 1.0  # what it costs to count what each thing has one of
SIBLING = 1.2  # what it costs that a second thing stands in one place


Phrased = tuple[tuple[Filter | Having | Absent, str], ...]


@dataclass(frozen=True, slots=True)
class Spot:
    """Something the question talks about. `classes` are what it may be; `at` is its token, -1 when nobody
    said it. An `open` spot has no word of its own yet and may turn out to be what a later word names.
    """

    node: Node
    classes: tuple[str, ...]
    at: int = -1
    open: bool = False
    data: bool = False  # a literal
    named: bool = False  # its class was said
    edges: tuple[Edge, ...] = ()  # of a thing without a class, where they are known


@dataclass(frozen=True)  # no slots: its copies are made of its dictionary
class Draft:
    """A partial form, its cost so far and the piece numbers that it has used."""

    spots: tuple[Spot, ...] = ()
    facts: tuple[Fact, ...] = ()
    filters: tuple[Filter, ...] = ()
    absent: tuple[Absent, ...] = ()
    used: frozenset[int] = frozenset()
    cost: float = 0.0
    focus: tuple[str, ...] = ()  # variables asked for
    kind: Kind = Kind.LIST
    function: str = ""
    group: tuple[str, ...] = ()
    having: Having | None = None
    order: Order | None = None
    limit: int | None = None
    offset: int = 0
    measures: tuple[str, ...] = ()
    bound: tuple[Computed, ...] = ()
    computed: tuple[Computed, ...] = ()
    nested: tuple[Form, ...] = ()
    once: tuple[str, ...] = ()
    properties: frozenset[str] = field(default_factory=frozenset)  # that facts use
    unmet: tuple[str, ...] = ()  # words that could not be placed
    told: tuple[str, ...] = ()  # what values were read as
    phrased: Phrased = ()  # the question's words for its conditions
    assumed: tuple[str, ...] = ()  # what was taken from the thread, in sentences
    defined: tuple[tuple[str, str], ...] = ()  # the company's own words, and what they mean

    def spot(self, variable: str) -> Spot:
        return next((s for s in self.spots if s.node == variable), Spot(variable, ()))

    def changed(self, **changes: Any) -> Draft:
        """The draft with other fields. A reading makes thousands of copies, and `dataclasses.replace` takes
        twenty times as long.
        """
        made = object.__new__(Draft)
        made.__dict__.update(self.__dict__, **changes)
        if not _NAMING.isdisjoint(changes):
            made.__dict__.pop("names", None)
        return made

    def has(self, spot: Spot) -> bool:
        return any(s.node == spot.node for s in self.spots)

    def use(self, *pieces: int) -> Draft:
        return self.changed(used=self.used.union(pieces))

    def dearer(self, cost: float) -> Draft:
        return self.changed(cost=self.cost + cost) if cost else self

    def fresh(self, hint: str) -> str:
        """A variable's name that the draft does not have yet."""
        name = _variable(hint)
        if name not in self.names:
            return name
        return next(f"{name}{n}" for n in count(2) if f"{name}{n}" not in self.names)

    @cached_property
    def names(self) -> frozenset[str]:
        """The names that its variables have."""
        nodes = [*(s.node for s in self.spots), *(f.object for f in self.facts)]
        nodes += (c.name for c in (*self.bound, *self.computed))
        return frozenset(n for n in nodes if isinstance(n, str)).union(*(named(f) for f in self.nested))

    def add(self, spot: Spot, *facts: Fact) -> Draft:
        made = self.changed(
            spots=(*self.spots, spot),
            facts=(*self.facts, *facts),
            properties=self.properties.union(f.property for f in facts),
        )
        nodes = (spot.node, *(f.object for f in facts))
        made.__dict__["names"] = self.names.union(n for n in nodes if isinstance(n, str))
        return made


_NAMING = frozenset(("spots", "facts", "bound", "computed", "nested"))  # fields that hold variables


@lru_cache(maxsize=10_000)
def _variable(hint: str) -> str:
    """A word or a few as the name of a variable."""
    words = re.findall(r"[a-z0-9]+", fold(hint)) or ["x"]
    name = words[0] + "".join(w.title() for w in words[1:4])
    return f"n{name}" if name[0].isdigit() else name


def join(
    draft: Draft,
    start: Spot,
    path: Path,
    end: Spot | None,
    schema: Schema,
    at: int = -1,
    *,
    sibling: float = SIBLING,
) -> tuple[Draft, Spot]:
    """The draft with the path from `start`; its last node is `end`, or a new open spot. A step that the draft
    has taken already is not taken twice: its end is the same thing. `sibling` is what it costs that another
    thing stands already where a new one is put.
    """
    here, current, taken = start, draft, 0
    for number, hop in enumerate(path.hops):
        last = number == len(path.hops) - 1
        if not (last and end is not None) and (known := _known_end(current, here, hop, schema)) is not None:
            here, taken = known, taken + 1
            continue
        if last and end is not None:
            there = end
        else:
            classes = schema.ends(hop.property, forward=hop.forward)
            hint = schema.common(classes) if any(hop.to) else schema.ontology.label(hop.property)
            there = Spot(current.fresh(hint), classes, at=at if last else -1, open=True)
        fact = _fact(here.node, hop, there.node)
        if _has_sibling(current, fact, there.node):
            current = current.dearer(sibling)
        if there is not end or (fact not in current.facts and not current.has(there)):
            current = current.add(there, fact)
        elif fact not in current.facts:
            current = current.changed(
                facts=(*current.facts, fact), properties=current.properties | {fact.property}
            )
        here = there
    share = 1.0 - taken / len(path.hops)
    return current.dearer(path.cost * share + 0.02 * taken), here


def _known_end(draft: Draft, here: Spot, hop: Hop, schema: Schema) -> Spot | None:
    """Where a step leads that some fact of the draft takes already, by the property or by its inverse."""
    inverses = schema.ontology.inverses(hop.property)
    for fact in draft.facts:
        straight = fact.property == hop.property
        if not straight and fact.property not in inverses:
            continue
        along = straight == hop.forward
        near, far = (fact.subject, fact.object) if along else (fact.object, fact.subject)
        if near == here.node and isinstance(far, str):
            spot = draft.spot(far)
            if spot.classes and not spot.data:
                return spot
    return None


def _has_sibling(draft: Draft, fact: Fact, new: Node) -> bool:
    """Whether another thing already stands where the new one would: "orders of the customer of the order".

    Two named things may well be objects of one property ("who has the skills A and B").
    """
    return any(
        f.property == fact.property
        and f != fact
        and (
            (f.object == fact.object and fact.subject == new)
            or (f.subject == fact.subject and fact.object == new and isinstance(new, str))
        )
        for f in draft.facts
    )


def _fact(here: Node, hop: Hop, there: Node) -> Fact:
    return Fact(here, hop.property, there) if hop.forward else Fact(there, hop.property, here)


def attach_thing(
    draft: Draft, thing: Spot, schema: Schema, liked: frozenset[str], bias: Callable[[Spot, Path], float]
) -> list[Draft]:
    """The draft with a thing of the graph (or a class's variable) joined to what is there, best first."""
    found: list[Draft] = []
    for spot in draft.spots:
        if spot.data or spot.node == thing.node:
            continue
        near = _distance(draft, spot, thing)
        if spot.open and _compatible(spot.classes, thing.classes, schema):
            unknown = UNTYPED_END if _is_untyped(spot) and thing.classes else 0.0
            astray = _astray(thing, draft, spot)
            found.append(unify(draft, spot, thing, schema).dearer(0.05 + near + unknown + astray))
        if _same_by_another_name(spot, thing, schema):
            found.append(unify(draft, spot, thing, schema).dearer(0.3 + near))
        paths = (
            schema.paths_by_edges(spot.classes, thing.edges, liked)
            if thing.edges
            else schema.paths_to_classes(spot.classes, thing.classes, liked)
        )
        for path in paths:
            joined, _ = join(draft, spot, path, thing, schema)
            is_noun = isinstance(thing.node, str)
            left = _distance(draft, _leaving(draft, spot, path, schema), thing) if is_noun else near
            found.append(joined.dearer(max(near, left) + bias(spot, path)))
    return best(found)


def _leaving(draft: Draft, spot: Spot, path: Path, schema: Schema) -> Spot:
    """The last thing on a path that the draft has already: what follows belongs to that."""
    for hop in path.hops[:-1]:
        known = _known_end(draft, spot, hop, schema)
        if known is None:
            break
        spot = known
    return spot


def attach_counted(
    draft: Draft, thing: Spot, owner: Spot, schema: Schema, liked: frozenset[str]
) -> list[Draft]:
    """The draft with a noun that is counted for each `owner`: joined to it, and to nothing else. Since the
    words say to what, a long way speaks less against it.
    """
    found = []
    for path in schema.paths_to_classes(owner.classes, thing.classes, liked):
        joined, _ = join(draft, owner, path, thing, schema, sibling=0.0)
        few = ONE_OF_EACH if all(_is_single(schema, hop) for hop in path.hops) else 0.0
        found.append(joined.changed(cost=draft.cost + SAID * (joined.cost - draft.cost) + few))
    return best(found)


def _is_single(schema: Schema, hop: Hop) -> bool:
    """Whether the data shows one thing at the end of a step, and no more."""
    is_seen = hop.forward and bool(schema.ontology.uses_of(hop.property))
    return is_seen and leads_to_one(schema.ontology, hop.property, forward=True)


def _astray(thing: Spot, draft: Draft, spot: Spot) -> float:
    """What it costs a thing to stand where a spot stands, at facts that it does not have."""
    at = (f for f in draft.facts if spot.node in (f.subject, f.object))
    edges = (Edge(property=f.property, reached=f.object == spot.node) for f in at)
    return NO_EDGE if thing.edges and any(edge not in thing.edges for edge in edges) else 0.0


def _same_by_another_name(spot: Spot, thing: Spot, schema: Schema) -> bool:
    """“airports among our customers”: one class is a kind of the other, so both words may mean one thing."""
    if not (isinstance(spot.node, str) and isinstance(thing.node, str) and spot.named and thing.named):
        return False
    return any(
        a != b and (schema.ontology.is_a(a, b) or schema.ontology.is_a(b, a))
        for a in spot.classes
        for b in thing.classes
    )


def unify(draft: Draft, spot: Spot, thing: Spot, schema: Schema) -> Draft:
    """The draft in which an open spot turns out to be `thing`."""

    def node(n: Node) -> Node:
        return thing.node if n == spot.node else n

    def fact(f: Fact) -> Fact:
        return Fact(node(f.subject), f.property, node(f.object), f.optional)

    narrowed = tuple(c for c in thing.classes if c in schema.overlapping(frozenset(spot.classes)))
    if spot.named and isinstance(thing.node, str):  # the narrower of the two names holds
        narrowed = tuple(d for d in spot.classes if any(schema.ontology.is_a(d, c) for c in thing.classes))
    narrowed = narrowed or thing.classes
    merged = replace(thing, classes=narrowed)
    is_variable = isinstance(thing.node, str)
    return draft.changed(
        spots=tuple(merged if s.node == spot.node else s for s in draft.spots),
        facts=tuple(fact(f) for f in draft.facts),
        filters=tuple(replace(f, variable=str(node(f.variable))) for f in draft.filters),
        focus=tuple(str(node(v)) if v == spot.node and is_variable else v for v in draft.focus)
        if is_variable
        else tuple(v for v in draft.focus if v != spot.node),
        group=tuple(str(node(v)) for v in draft.group),
    )


def with_literal(
    draft: Draft, prop: str, schema: Schema, liked: frozenset[str], at: int, *, near: Spot | None = None
) -> list[tuple[Draft, str]]:
    """The draft with a variable for a data property of some spot (or of something near one), best first."""
    found: list[tuple[Draft, str]] = []
    for spot in draft.spots:
        if spot.data:
            continue
        away = _distance(draft, spot, Spot("", (), at=at)) if near is None else (0.0 if spot == near else 0.6)
        if any(prop in schema.data_properties(c) for c in spot.classes):
            found.append(own_literal(draft.dearer(away), spot, prop, schema, at))
            continue
        for path in schema.paths_to_property(spot.classes, prop, liked):
            joined, end = join(draft, spot, path, None, schema)
            found.append(own_literal(joined.dearer(away), end, prop, schema, at))
    found.sort(key=lambda pair: pair[0].cost)
    return found[:BEAM]


def own_literal(draft: Draft, spot: Spot, prop: str, schema: Schema, at: int) -> tuple[Draft, str]:
    """The draft with the value that a spot has of a data property, and its variable."""
    for fact in draft.facts:  # the same property of the same thing is the same value
        if fact.subject == spot.node and fact.property == prop and isinstance(fact.object, str):
            return draft, fact.object
    variable = draft.fresh(schema.ontology.label(prop) or local_name(prop))
    value = Spot(variable, (), at=at, data=True, named=True)
    return draft.add(value, Fact(spot.node, prop, variable)).dearer(LITERAL), variable


LITERAL = 0.2
NO_EDGE = 1.5  # what it costs to reach a thing by a property that does not lead there
UNTYPED_END = 0.4  # what nothing is known of may be anything, but that is no reason to think so


def _is_untyped(spot: Spot) -> bool:
    return not any(spot.classes)


def with_value(
    draft: Draft, prop: str, values: tuple[Literal, ...], schema: Schema, liked: frozenset[str], at: int
) -> list[Draft]:
    """The draft in which some spot's property is one of the values."""
    found = []
    for joined, variable in with_literal(draft, prop, schema, liked, at):
        if len(values) == 1:
            fixed = tuple(replace(f, object=values[0]) if f.object == variable else f for f in joined.facts)
            spots = tuple(s for s in joined.spots if s.node != variable)
            found.append(joined.changed(facts=fixed, spots=spots))
        else:
            found.append(joined.changed(filters=(*joined.filters, Filter(variable, "in", values))))
    return best(found)


def best(drafts: Iterable[Draft]) -> list[Draft]:
    """The cheapest different drafts."""
    ordered = sorted(drafts, key=attrgetter("cost"))
    if len(ordered) <= 1:
        return ordered
    found: dict[tuple[object, ...], Draft] = {}
    for draft in ordered:
        mark = (
            *(draft.facts, draft.filters, draft.absent, draft.focus, draft.order, draft.group, draft.having),
            *(draft.bound, draft.computed, draft.nested),
        )
        found.setdefault(mark, draft)
        if len(found) == BEAM:
            break
    return list(found.values())


def _compatible(some: tuple[str, ...], others: tuple[str, ...], schema: Schema) -> bool:
    if not some or not others or "" in some or "" in others:
        return True
    return schema.overlap(some, others)


def _distance(draft: Draft, spot: Spot, other: Spot) -> float:
    """A word belongs to the nearest mention; what nobody said is a little further away than what was said."""
    if other.at < 0:
        return 0.0
    if spot.at < 0:
        return 2 * FAR
    low, high = sorted((spot.at, other.at))
    between = sum(1 for s in draft.spots if low < s.at < high)
    # "polish supplier": what stands right before a noun belongs to it.
    before = other.at < spot.at and spot.at - other.at <= 1
    return 0.0 if before else FAR * (1 + between)


def thing_of(match: Match, at: int) -> Spot:
    """The spot of a thing that was named."""
    return Spot(Thing(match.iri), match.classes, at=at, named=True, edges=match.edges)
