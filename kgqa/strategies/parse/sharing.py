"""What two things have in common, and by how much they differ: "the same department as Ada", "how much
heavier is … than …".

In: sets. Out: sets in which both things have it, each with its cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.forms.form import Calculation, Computed, Fact, Node, Thing
from kgqa.strategies.parse.held import without
from kgqa.strategies.parse.lexicon import TWO
from kgqa.strategies.parse.meaning import End, Found_, Like, Operator, Pair, Set, Standard, swapped
from kgqa.strategies.parse.measures import Measures
from kgqa.strategies.parse.patterns import FREE, UNSAID, Patterns, copied, path


@dataclass(frozen=True)
class Sharing:
    """What is shared over one schema."""

    patterns: Patterns
    measures: Measures

    def shared_with(self, one: Set, than: Standard) -> Iterator[Found_]:
        of = than.of
        if of is not None and isinstance(of.focus.node, Thing) and not (of.facts or than.function):
            yield one.changed(like=Like(one.focus.node, of.focus)), 0.0

    def shared(self, like: Like, made: Iterable[Found_]) -> Iterator[Found_]:
        """What two sets mean together, of which one says what is shared, and with whom."""
        for one, dear in made:
            if not isinstance(one, Set):
                continue
            if like.thing is None and len(one.among) == TWO:
                first, second = (End(Thing(t), one.focus.classes) for t in one.among)
                rest = tuple(f for f in one.filters if f.variable != one.focus.node)
                single = swapped(one.changed(filters=rest, among=()), one.focus.node, first.node)
                ways = [(single, second)]
            elif like.thing is not None and one.focus.node != like.shared:
                apart = tuple(without(self.measures.schema, one.focus, like.thing))
                ways = [(one.changed(filters=(*one.filters, *apart)), like.thing)]
            else:
                yield one.changed(like=like), dear
                continue
            for each, thing in ways:
                for facts, dearer in self._its(each, like.shared, thing):
                    yield each.changed(facts=(*each.facts, *facts)), dear + dearer

    def _its(self, one: Set, shared: Node, thing: End) -> Iterator[tuple[tuple[Fact, ...], float]]:
        """The facts by which a thing has the same: as the others have it, or by a way of its own."""
        way = path(one.facts, one.focus.node, shared)
        if not way or not isinstance(thing.node, Thing):
            return
        first = way[0]
        is_subject = first.subject == one.focus.node
        schema = self.measures.schema
        ends = schema.subjects(first.property) if is_subject else schema.objects(first.property)
        fits = not any(ends) or schema.overlap(thing.classes, [e for e in ends if e])
        if fits and self.patterns.has_edge(thing.node.iri, first.property, reached=not is_subject):
            yield copied(way, {one.focus.node: thing.node, shared: shared}), 0.0
            return
        last = way[-1]
        ends = schema.objects(last.property) if last.object == shared else schema.subjects(last.property)
        head = Set(focus=End(shared, frozenset(e for e in ends if e)))
        for made, dear in self.patterns.joined(head, Set(focus=thing)):
            yield made.facts, FREE + UNSAID * dear
            return

    def difference(self, operator: Operator, pair: Pair) -> Iterator[Found_]:
        found = operator.found
        if pair.one.is_value:
            owner = self.measures.owner(pair.one)
            ways = [(pair.one, self.measures.own(pair.one, owner), 0.0)] if owner is not None else []
        else:
            named = self.measures.named(pair.one.focus.classes, found.measures)
            ways = [(v, p, c) for p, c in named if (v := self.measures.had(pair.one, p)) is not None]
        for value, prop, dear in ways:
            other = pair.other if pair.other.is_value else self.measures.had(pair.other, prop)
            if other is None or other.focus.literal != value.focus.literal:
                continue
            numbers = str(value.focus.node), str(other.focus.node)
            operands = numbers if found.high else numbers[::-1]
            name = f"d{found.first}"
            both = self.patterns.absorbed(value, other, ())
            if both is not None:
                bound = (*both.bound, Computed(name, Calculation("-", operands)))
                focus = End(name, literal=value.focus.literal)
                yield both.changed(focus=focus, bound=bound, named=True), dear
