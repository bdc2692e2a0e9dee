"""How one set is put beside another one: it fills the open end of a relation, is the same thing, or stands at
the end of a way through the graph.

In: two sets. Out: one set, the first one's focus being its focus. What is named (Norway, Ada) must have the
edge in the data: of things that are named the data has the last word, and not the schema.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from zlib import crc32

from kgqa.forms.form import (
    Absent,
    Fact,
    Filter,
    Form,
    Having,
    Kind,
    Literal,
    Node,
    Order,
    Thing,
    Variable,
)
from kgqa.ontology import RDF_TYPE
from kgqa.schema import Schema
from kgqa.schema.amounts import is_additive
from kgqa.schema.uses import UNTYPED, leads_to_one
from kgqa.strategies.parse.meaning import Classes, Cut, End, Role, Set, swapped
from kgqa.types import Edge

UNSAID = 0.5  # what each step costs of a way that nobody named
FREE = 0.35  # a way that nobody named at all
SINGLE = 1.5  # what it costs to count what everything has one of
NO_EDGE = 0.4
BACK = 1.0  # what it costs to go back the way that was come: "the boss of the boss" is no colleague
CLOSER = 0.05  # what it saves to go through what is there already
ALONG = 0.5  # what each step saves that is there already, on the way to something else
NARROW = 0.3  # what it costs that a way ends at a part of what was named
MISFIT = 1.0  # a thing that is no place for "where"; what is no date costs twice as much for "when"
LOOSE = 0.3  # what it costs that nothing is known of what an end is


@dataclass(frozen=True, slots=True)
class Patterns:
    """Puts sets together over one schema. `edges` are those of the things that the question may name."""

    schema: Schema
    edges: Mapping[str, frozenset[Edge]]
    naming: frozenset[str]

    def filled(self, relation: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """The relation with its open end taken: "price of" and "the Gale 400"."""
        end = relation.open
        if end is None or other.open is not None:
            return
        if end.literal:
            yield from self._told(relation, other)
            return
        if other.is_value or (dear := self._fits(end.classes, other.focus.classes)) is None:
            return
        lacking = not self._has_edges(relation, other)
        dear += NO_EDGE if lacking else 0.0
        dear += BACK if _goes_back(relation, end.node, other) else 0.0
        closed = relation.changed(open=None, lacking=relation.lacking or lacking)
        joined = swapped(closed, end.node, other.focus.node)
        link = joined.facts if other.role is Role.WITHOUT else ()
        base = joined.changed(facts=()) if link else joined
        if (made := self.absorbed(base, other, link)) is not None:
            yield made, dear

    def _told(self, relation: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """“status open": the value says the property itself."""
        if relation.filters or relation.absent or len(relation.facts) > 1:
            return  # more is said of what has it
        if len(other.facts) == 1 and other.facts[0].property == relation.open.literal:  # type: ignore[union-attr]
            narrowed = replace(other.focus, classes=relation.focus.classes & other.focus.classes)
            yield other.changed(focus=narrowed if narrowed.classes else other.focus), 0.0

    def same(self, one: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """What is both: "suppliers" that are "certified to ISO 9001"."""
        if one.is_value or other.is_value or one.role is not Role.PLAIN:
            return
        if isinstance(other.focus.node, Thing):
            return
        node = one.focus.node
        dear = self._fits(one.focus.classes, other.focus.classes)
        # "is Ada a patron?": no; but "is she from Leeds?" not, where no person has a town
        lacking = dear is None and isinstance(node, Thing) and not other.facts
        dear = NO_EDGE if lacking else dear
        if dear is None or not self._shares(one, other):
            return
        if isinstance(node, Thing) and (told := self._told_of(other, node)) is None:
            return
        merged = swapped(told if isinstance(node, Thing) and told else other, other.focus.node, node)
        classes = self._narrower(one.focus.classes, other.focus.classes)
        base = one.changed(focus=replace(one.focus, classes=classes), lacking=one.lacking or lacking)
        if not lacking and isinstance(node, Thing) and not self._has_edges(merged, merged, node):
            dear += NO_EDGE  # that it is not so is an answer to yes or no
        if other.role in (Role.MOST, Role.BOUND) or (other.open is not None and other.role is not Role.PLAIN):
            return
        link = merged.facts if other.role is Role.WITHOUT else ()
        if other.role is Role.WITHOUT and not merged.facts and self._are_all(one.focus.classes, merged, node):
            return  # "rentals that are no rentals"
        arg = merged.changed(facts=()) if link else merged
        if (made := self.absorbed(base, arg, link)) is not None:
            yield made, dear

    def _are_all(self, classes: frozenset[str], kind: Set, node: Node) -> bool:
        """Whether things of some classes are all of a kind, or there is no kind."""
        kinds = [c for v, c in kind.types if v == node]
        is_a = self.schema.ontology.is_a
        return not kinds or (bool(classes) and all(any(is_a(c, k) for k in kinds) for c in classes))

    def _told_of(self, other: Set, one: Thing) -> Set | None:
        """A set as what is said of one thing, its classes being facts; None where more is asked of it."""
        node = other.focus.node
        kinds = [concrete(self.schema, c) for v, c in other.types if v == node]
        held = (
            {f.variable for f in other.filters}
            | set(other.by)
            | ({other.order.variable} if other.order else set())
        )
        if node in held:
            return None
        facts, filters = list(other.facts), list(other.filters)
        for number, kind in enumerate(kinds):
            if implied(str(node), kind, other.facts, self.schema):
                continue  # "the supplier of hops" is a supplier
            fact, one_of = of_classes(node, f"{mark_of(node)}_k{number}", kind)
            facts.append(fact)
            filters += one_of
        if any(node in inner.shown for inner in other.nested):
            filters.append(Filter(str(node), "in", (one,)))  # the inner form tells which things there are
        types = tuple((v, c) for v, c in other.types if v != node)
        return other.changed(types=types, facts=tuple(facts), filters=tuple(filters))

    def attached(self, head: Set, relation: Set) -> Iterator[tuple[Set, float]]:
        """What has it: "products" with a "discount"; the relation's focus stands beside the head."""
        end = relation.open
        if end is None or end.literal or head.is_value or head.open is not None:
            return
        if relation.is_value and not relation.named and relation.role is Role.PLAIN:
            return  # "tonnes blasted": that there are some is not what a unit says
        if relation.focus.literal in self.naming and relation.role is Role.PLAIN and len(relation.facts) == 1:
            yield head, 0.5  # that it has a name says nothing
        dear = self._fits(end.classes, head.focus.classes)
        if dear is None or not self._has_edges(relation, head):
            return
        if relation.role in (Role.MOST, Role.BOUND) and not self._several(relation):
            dear += SINGLE
        joined = swapped(relation.changed(open=None), end.node, head.focus.node)
        link = joined.facts if relation.role is Role.WITHOUT else ()
        arg = joined.changed(facts=()) if link else joined
        classes = self._narrower(head.focus.classes, end.classes)
        base = head.changed(focus=replace(head.focus, classes=classes))
        if (made := self.absorbed(base, arg, link)) is not None:
            yield made, dear

    def _several(self, relation: Set) -> bool:
        """Whether one thing may have several of what a relation leads to."""
        for fact in relation.facts:
            forward = fact.object == relation.focus.node
            if (forward or fact.subject == relation.focus.node) and leads_to_one(
                self.schema.ontology, fact.property, forward=forward
            ):
                return False
        return True

    def joined(self, head: Set, other: Set, most: int = 3) -> Iterator[tuple[Set, float]]:
        """The head with the other at the end of a way that nobody named: "customers" in "Norway"."""
        if head.is_value or other.is_value or other.open is not None or not isinstance(head.focus.node, str):
            return
        starts = tuple(sorted(head.focus.classes))
        if not starts:
            yield from self._kind_of(head, other)
            return
        things = other.among or ((other.focus.node.iri,) if isinstance(other.focus.node, Thing) else ())
        if things:
            edges = [self.edges.get(t) for t in things]
            known = [e for e in edges if e is not None]
            if known:
                shared = tuple(sorted(frozenset[Edge]().union(*known), key=lambda e: (e.property, e.reached)))
                paths = self.schema.paths_by_edges(starts, shared, most) if shared else ()
            else:
                paths = self.schema.paths_to_classes(starts, tuple(sorted(other.focus.classes)), most)
        elif other.focus.classes:
            paths = self.schema.paths_to_classes(starts, tuple(sorted(other.focus.classes)), most)
        else:
            return
        for path in paths:
            if other.near and len(path.hops) > 1:
                continue
            node: object = head.focus.node
            facts: list[Fact] = []
            for number, hop in enumerate(path.hops, 1):
                is_last = number == len(path.hops)
                then = (
                    other.focus.node if is_last else f"{head.focus.node}_{mark_of(other.focus.node)}_{number}"
                )
                pair = (node, then) if hop.forward else (then, node)
                facts.append(Fact(pair[0], hop.property, pair[1]))  # type: ignore[arg-type]
                node = then
            link = tuple(facts)
            dear = path.cost
            if other.role in (Role.MOST, Role.BOUND) and all(
                leads_to_one(self.schema.ontology, h.property, forward=h.forward) for h in path.hops
            ):
                dear += 2 * SINGLE
            if other.types and not things and not self._ends_at(path.hops[-1].to, other.focus.classes):
                dear += NARROW
            base = head if other.role is Role.WITHOUT else head.changed(facts=(*head.facts, *link))
            if (made := self.absorbed(base, other, link)) is not None:
                yield made.changed(guessed=True), dear
                if (closer := _through_one(made, head, other, link)) is not None:
                    yield closer.changed(guessed=True), dear - CLOSER
                is_named = bool(head.types) and isinstance(other.focus.node, Thing)
                there, saved = _along(head, link) if is_named else ((), 0)
                if saved and (closer := self.absorbed(head.changed(facts=there), other, ())) is not None:
                    yield closer.changed(guessed=True), dear - ALONG * saved

    def of_owner(self, relation: Set, owner: Set) -> Set | None:
        """A relation of things of one class alone, still open: the "model" of a "laptop model"."""
        end = relation.open
        if end is None or self._fits(end.classes, owner.focus.classes) is None:
            return None
        classes = self._narrower(end.classes, owner.focus.classes)
        said = tuple(
            (end.node, c) for v, c in owner.types if v == owner.focus.node and isinstance(end.node, str)
        )
        types = relation.types if classes == end.classes else (*relation.types, *said)
        return relation.changed(open=replace(end, classes=classes), types=types)

    def are_named(self, classes: Iterable[str]) -> bool:
        """Whether things of one of the classes have names of their own."""
        return any(self.schema.has_own_name(c, self.naming) for c in classes)

    def of_kind(self, one: Set) -> Iterator[tuple[Set, float]]:
        """What a thing says that it is: "the cheapest Encoder" is of that category."""
        thing = one.focus.node
        if not isinstance(thing, Thing) or one != Set(focus=one.focus, named=True):
            return
        node = f"{mark_of(thing)}_of"
        for prop in sorted(e.property for e in self.edges.get(thing.iri, ()) if e.reached):
            focus = End(node, frozenset(c for c in self.schema.subjects(prop) if c))
            yield Set(focus=focus, facts=(Fact(node, prop, thing),), named=True, guessed=True), FREE

    def _kind_of(self, head: Set, other: Set) -> Iterator[tuple[Set, float]]:
        """The head as what a thing says that it is, in a graph without classes: "films", "politicians"."""
        node = other.focus.node
        if not isinstance(node, Thing) or other.role is not Role.PLAIN:
            return
        reached = sorted(e.property for e in self.edges.get(node.iri, ()) if e.reached)
        for number, prop in enumerate(p for p in reached if not self.schema.is_data(p)):
            link = (Fact(head.focus.node, prop, node),)
            if (made := self.absorbed(head.changed(facts=(*head.facts, *link)), other, link)) is not None:
                yield made.changed(guessed=True), 1.0 + 0.25 * number

    def absorbed(self, head: Set, other: Set, link: tuple[Fact, ...]) -> Set | None:
        """The head with all that the other says, which does what its role is; None where it can do nothing
        there. `link` is what joins them where the other must not be there.
        """
        is_part_apart = other.cut.is_part and other.focus.node != head.focus.node
        if other.is_answer or other.like is not None or is_part_apart or (head.nested and other.nested):
            return None
        if other.role is Role.WITHOUT:
            if head.role is Role.WITHOUT:
                return None  # "not the visiting ones have no sponsor"
            if other.nested or other.order or any(a.absent for a in other.absent):
                return None
            facts, filters = [*link, *other.facts], [*other.filters]
            for variable, cls in other.types:
                if self._tells(variable, cls, link):
                    kinds = concrete(self.schema, cls)
                    fact, one_of = of_classes(variable, f"{mark_of(variable)}_kind", kinds)
                    facts.append(fact)
                    filters += one_of
            absent = Absent(tuple(facts), tuple(filters), other.absent)
            return head.changed(absent=(*head.absent, absent))
        if other.order is not None:
            if other.role is not Role.PLAIN or not isinstance(other.focus.node, str):
                return None
            if head.order is None and other.focus.node == head.focus.node:
                cut = head.cut + other.cut
                limit = _most(other.limit, head.limit, cut)
                return self._merged(head, other).changed(order=other.order, limit=limit, cut=cut)
            if head.order is None and self._sums_records(other):
                order = replace(other.order, function="SUM")
                return self._merged(head, other).changed(order=order, limit=other.limit or 1)
            inner = self._nested(other)
            return None if inner is None else head.changed(nested=(*head.nested, inner))
        merged = self._merged(head, other)
        if other.role in (Role.MOST, Role.BOUND):
            if head.order or head.having or not isinstance(other.focus.node, str):
                return None
            if other.role is Role.MOST:
                by = Order(other.focus.node, descending=other.high, count=True)
                cut = head.cut + other.cut
                return merged.changed(order=by, limit=_most(other.limit, head.limit, cut), cut=cut)
            return merged.changed(having=Having(other.focus.node, other.operator, other.number))
        return merged

    def _sums_records(self, ranked: Set) -> bool:
        """Whether what is ranked are records that nobody names, by an amount of theirs that adds up: the
        region "with the highest revenue" is not that of one month.
        """
        order, record = ranked.order, ranked.focus
        if order is None or order.count or order.function or ranked.cut.is_part or (ranked.limit or 1) > 1:
            return False
        is_named = any(self.schema.has_own_name(c, self.naming) for c in record.classes)
        own = (f.property for f in ranked.facts if (f.subject, f.object) == (record.node, order.variable))
        return bool(record.classes) and not is_named and any(is_additive(self.schema, p) for p in own)

    def _merged(self, head: Set, other: Set) -> Set:
        return head.changed(
            facts=tuple(dict.fromkeys((*head.facts, *other.facts))),
            types=tuple(dict.fromkeys((*head.types, *other.types))),
            filters=tuple(dict.fromkeys((*head.filters, *other.filters))),
            absent=tuple(dict.fromkeys((*head.absent, *other.absent))),
            nested=(*head.nested, *other.nested),
            bound=(*head.bound, *other.bound),
            many=(*head.many, *other.many),
            every=(*head.every, *other.every),
            asked=(*head.asked, *other.asked),
            limit=head.limit or other.limit,
            guessed=head.guessed or other.guessed,
            lacking=head.lacking or other.lacking,
        )

    def _nested(self, inner: Set) -> Form | None:
        """What is ordered and cut, as a table of its own: "the oldest employee" within another question."""
        if not isinstance(inner.focus.node, str) or inner.order is None or inner.cut.is_part:
            return None
        return Form(
            kind=Kind.LIST,
            shown=(inner.focus.node,),
            classes=tuple((v, concrete(self.schema, c)) for v, c in inner.types),
            facts=inner.facts,
            filters=inner.filters,
            absent=inner.absent,
            nested=inner.nested,
            bound=inner.bound,
            order=inner.order,
            limit=inner.limit or 1,
            offset=inner.cut.offset,
        )

    def _ends_at(self, ends: Classes, wanted: Classes) -> bool:
        """Whether a way ends at all of what was named, and not at one kind of it alone."""
        return any(not e or self.schema.ontology.is_a(w, e) for e in ends for w in wanted)

    # ── what fits what ───────────────────────────────────────────────────────────────────────────

    def _fits(self, some: Classes, others: Classes) -> float | None:
        if not some or not others:
            return LOOSE
        return 0.0 if self.schema.overlap(some, others) else None

    def _shares(self, one: Set, other: Set) -> bool:
        """Whether the data has things of both classes."""
        ontology = self.schema.ontology
        mine = [c for v, c in one.types if v == one.focus.node]
        theirs = [c for v, c in other.types if v == other.focus.node]
        return not (mine and theirs) or any(
            a != b and (ontology.shared(a, b) or ontology.is_a(a, b) or ontology.is_a(b, a))
            for a in mine
            for b in theirs
        )

    def _narrower(self, one: Classes, other: Classes) -> Classes:
        if not one or not other:
            return one or other
        ontology = self.schema.ontology
        kept = {a for a in one if ontology.is_any(a, other) or not other.isdisjoint(ontology.sharing(a))}
        kept |= {b for b in other if ontology.is_any(b, one)}
        return frozenset(kept) or one

    def _has_edges(self, relation: Set, other: Set, named: Thing | None = None) -> bool:
        """Whether each thing that takes the open end has such an edge in the data."""
        if named is not None:
            return all(
                self.has_edge(named.iri, f.property, reached=f.object == named)
                for f in relation.facts
                if named in (f.subject, f.object)
            )
        end = relation.open
        node = other.focus.node
        things = other.among or ((node.iri,) if isinstance(node, Thing) else ())
        if end is None or not things or relation.role is Role.WITHOUT:
            return True
        sides = [
            (f.property, f.object == end.node) for f in relation.facts if end.node in (f.subject, f.object)
        ]
        return all(any(self.has_edge(t, p, reached=reached) for t in things) for p, reached in sides)

    def has_edge(self, thing: str, prop: str, *, reached: bool) -> bool:
        """Whether the data has an edge of a thing, or nothing is known of its edges."""
        known = self.edges.get(thing)
        return known is None or Edge(property=prop, reached=reached) in known

    def _tells(self, variable: str, cls: str, link: tuple[Fact, ...]) -> bool:
        """Whether a class takes something away from what a property leads to."""
        for fact in link:
            ends = self.schema.objects(fact.property) if fact.object == variable else ()
            ends = self.schema.subjects(fact.property) if fact.subject == variable else ends
            if ends and all(self.schema.ontology.is_a(e, cls) for e in ends):
                return False
        return True


def _through_one(made: Set, head: Set, other: Set, link: tuple[Fact, ...]) -> Set | None:
    """The set with one line in place of two: "quantity of the Gale ordered in May" is that of the lines which
    have the Gale, and not of others of the same orders. None where the two cannot be one.
    """
    last = link[-1]
    if other.role is not Role.PLAIN or last.object != head.focus.node or not isinstance(last.object, str):
        return None
    twins = {
        f.object
        for f in other.facts
        if (f.subject, f.property) == (last.subject, last.property) and isinstance(f.object, str)
    }
    if len(twins) != 1:
        return None
    twin = twins.pop()
    own = {f.property for f in head.facts if f.subject == last.object}
    its = {f.property for f in other.facts if f.subject == twin}
    return None if own & its or not own or not its else swapped(made, twin, last.object)


def _along(head: Set, link: tuple[Fact, ...]) -> tuple[tuple[Fact, ...], int]:
    """The facts of a set with a way that goes as far as it can along what is there already, and how many
    steps it shares: who had a teacher in spring had them in a section of spring.
    """
    node, here, met, new = head.focus.node, head.focus.node, 0, list[Fact]()
    for step in link:
        forward = step.subject == node
        node = step.object if forward else step.subject
        like = [(f.subject, f.object) for f in head.facts if f.property == step.property]
        ends = [end for start, end in (like if forward else [(o, s) for s, o in like]) if start == here]
        if not new and step != link[-1] and len(ends) == 1 and isinstance(ends[0], str):
            here, met = ends[0], met + 1
            continue
        if not new and ends:
            return (), 0  # an order of two products has a line for each
        new.append(Fact(here, step.property, node) if forward else Fact(node, step.property, here))
        here = node
    return (*head.facts, *new), met


def _most(one: int | None, other: int | None, cut: Cut) -> int | None:
    most = max(one or 0, other or 0)
    return None if cut.is_part else most or (None if cut.every else 1)


def concrete(schema: Schema, cls: str) -> tuple[str, ...]:
    """The classes that the data types the things of a class with."""
    apart = schema.ontology.apart(cls)
    return tuple(sorted({*apart, cls})) if not apart or schema.ontology.instances(cls) else tuple(apart)


def kinds_of(m: Set, schema: Schema) -> tuple[tuple[Variable, tuple[str, ...]], ...]:
    """The class conditions that were said, with the classes that the data types such things with; without
    those that a fact implies, but for the focus.
    """
    found: dict[Variable, tuple[str, ...]] = {}
    for variable, cls in m.types:
        wanted = concrete(schema, cls)
        if not implied(variable, wanted, m.facts, schema):
            known = found.get(variable)
            both = tuple(c for c in wanted if known is None or c in known)
            found[variable] = both or wanted
    return tuple(found.items())


def pattern_of(m: Set, schema: Schema) -> Form:
    """The pattern of a set as a form that shows nothing yet."""
    return Form(
        kind=Kind.LIST,
        shown=(),
        classes=kinds_of(m, schema),
        facts=m.facts,
        filters=m.filters,
        absent=m.absent,
        nested=m.nested,
    )


def implied(variable: Variable, wanted: tuple[str, ...], facts: tuple[Fact, ...], schema: Schema) -> bool:
    known = {*wanted, UNTYPED, *(c for w in wanted for c in schema.ontology.subclasses(w))}
    for fact in facts:
        if fact.property == RDF_TYPE or fact.optional:
            continue
        ends = schema.subjects(fact.property) if fact.subject == variable else ()
        ends = schema.objects(fact.property) if fact.object == variable else ends
        if any(ends) and known.issuperset(ends):
            return True
    return False


def of_classes(node: Node, kind: str, classes: Sequence[str]) -> tuple[Fact, tuple[Filter, ...]]:
    """That a node is of one of some classes; of several, the variable `kind` stands for which."""
    if len(classes) == 1:
        return Fact(node, RDF_TYPE, Thing(classes[0])), ()
    fact, one_of = typed(node, kind, classes)
    return fact, (one_of,)


def typed(node: Node, kind: str, classes: Iterable[str]) -> tuple[Fact, Filter]:
    """That a node is of one of some classes, which the variable `kind` stands for."""
    return Fact(node, RDF_TYPE, kind), Filter(kind, "in", tuple(map(Thing, classes)))


def path(facts: Iterable[Fact], start: Node, end: Node) -> tuple[Fact, ...]:
    """The facts that lead from one node to another one by the shortest way; () where none does."""
    known = tuple(facts)
    ways: dict[Node, tuple[Fact, ...]] = {start: ()}
    waiting = [start]
    while waiting:
        here = waiting.pop(0)
        for fact in known:
            if here in (fact.subject, fact.object):
                there = fact.object if fact.subject == here else fact.subject
                if there not in ways:
                    ways[there] = (*ways[here], fact)
                    waiting.append(there)
    return ways.get(end, ())


def copied(facts: tuple[Fact, ...], nodes: dict[Node, Node]) -> tuple[Fact, ...]:
    """The facts with other nodes, and with new variables for the rest."""

    def node(n: Node) -> Node:
        return nodes.get(n, copy_of(n) if isinstance(n, str) else n)

    return tuple(replace(f, subject=node(f.subject), object=node(f.object)) for f in facts)


def copy_of(variable: Variable) -> Variable:
    """The variable that stands for another one in a copy of its facts."""
    return f"{variable}_l"


def mark_of(node: Node) -> str:
    """A variable's name out of a node, the same each time."""
    return node if isinstance(node, str) else f"t{crc32(repr(node).encode()):x}"


def any_of(one: Set, other: Set, mark: str) -> Set | None:
    """One or the other of two things, or of two values of a property."""
    if (held := _values(one)) and (more := _values(other)) and held[0] == more[0]:
        fact = one.facts[0]
        variable = f"l{mark}"
        values = tuple(dict.fromkeys((*held[1], *more[1])))
        return one.changed(
            facts=(replace(fact, object=variable),),
            filters=(Filter(variable, "in", values),),
        )
    things = [*(one.among or _thing(one)), *(other.among or _thing(other))]
    is_list = len(things) > 1 and all(m.among or isinstance(m.focus.node, Thing) for m in (one, other))
    if not is_list or one.facts or other.facts:
        return None
    node = f"a{mark}"
    return Set(
        focus=End(node, one.focus.classes | other.focus.classes),
        filters=(Filter(node, "in", tuple(Thing(t) for t in things)),),
        among=tuple(things),
        named=True,
    )


def every_of(listed: Set) -> Set:
    """The same list, each of which was named."""
    return listed.changed(every=(listed.focus.node,)) if isinstance(listed.focus.node, str) else listed


def any_kind(schema: Schema, one: Set, other: Set, mark: str) -> Set | None:
    """What is of one class or the other: "customers and suppliers"."""
    kinds: list[str] = []
    for each in (one, other):
        if each.facts or each.open or each.filters or len(each.types) != 1 or not each.is_plain:
            return None
        if not each.many:
            return None  # "the publisher and author of …" are two of one thing
        kinds += concrete(schema, each.types[0][1])
    node = f"a{mark}"
    fact, one_of = typed(node, f"{node}_k", dict.fromkeys(kinds))
    focus = End(node, one.focus.classes | other.focus.classes)
    return Set(focus=focus, facts=(fact,), filters=(one_of,), named=True)


def people_of(schema: Schema, node: str) -> Set | None:
    """All people; None in a graph that has no kind of them."""
    return all_of(schema, schema.people, node)


def all_of(schema: Schema, kinds: Sequence[str], node: str) -> Set | None:
    """All things of some kinds; None for no kinds."""
    if not kinds:
        return None
    focus = End(node, frozenset(kinds))
    if len(kinds) == 1:
        return Set(focus=focus, types=((node, kinds[0]),), named=True)
    wanted = dict.fromkeys(c for kind in kinds for c in concrete(schema, kind))
    fact, one_of = typed(node, f"{node}_k", wanted)
    return Set(focus=focus, facts=(fact,), filters=(one_of,), named=True)


def _values(one: Set) -> tuple[str, tuple[Node, ...]] | None:
    """The property and the values of what is known by one alone."""
    if len(one.facts) != 1 or one.types or one.open or one.absent or one.nested:
        return None
    fact = one.facts[0]
    if isinstance(fact.object, Literal) and not one.filters:
        return fact.property, (fact.object,)
    if len(one.filters) == 1 and one.filters[0].operator == "in" and one.filters[0].variable == fact.object:
        return fact.property, one.filters[0].values
    return None


def _thing(one: Set) -> tuple[str, ...]:
    return (one.focus.node.iri,) if isinstance(one.focus.node, Thing) else ()


def _goes_back(relation: Set, node: Node, other: Set) -> bool:
    """Whether a property leads away from a thing as it led there."""
    here = other.focus.node
    return any(
        one.property == two.property and (one.object == node) == (two.object == here)
        for one in relation.facts
        for two in other.facts
        if node in (one.subject, one.object) and here in (two.subject, two.object)
    )
