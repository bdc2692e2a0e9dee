"""“Who ordered both pumps and valves": what is said of the first thing is said of the second as well.

In: a set, the fact that joins the first thing, the second one; or a set with a list of which each was named.
Out: the set with both. Each is joined by a way of its own: who ordered both may have ordered each with
another order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.forms.form import Fact, Thing, Variable
from kgqa.ontology import Ontology
from kgqa.schema.uses import leads_to_one
from kgqa.strategies.parse.meaning import Set
from kgqa.strategies.parse.patterns import copied, copy_of


def twice(one: Set, fact: Fact, thing: Thing) -> Set:
    """The set, whose focus is joined with a further thing in the way in which a fact ends."""
    inner, focus = _between(one, fact), one.focus.node
    first = fact.object if isinstance(fact.object, Thing) else fact.subject
    way = tuple(f for f in one.facts if f == fact or inner.intersection(_variables(f)))
    types = ((copy_of(v), c) for v, c in one.types if v in inner)
    filters = (replace(f, variable=copy_of(f.variable)) for f in one.filters if f.variable in inner)
    return one.changed(
        facts=(*one.facts, *copied(way, {focus: focus, first: thing})),
        types=(*one.types, *types),
        filters=(*one.filters, *filters),
    )


def with_every(one: Set, ontology: Ontology) -> Set:
    """The set, whose members have each thing of a list ("who speaks English and German") where things can
    have several; in "customers in Norway and Sweden", where they can't, they have one of them.
    """
    for node in one.every:
        held = [f for f in one.filters if f.variable == node and f.operator == "in"]
        joins = [f for f in one.facts if node in (f.subject, f.object)]
        if len(held) != 1 or len(joins) != 1 or _is_used(one, node):
            continue
        if joins[0].subject != one.focus.node or leads_to_one(ontology, joins[0].property, forward=True):
            continue
        each = tuple(replace(joins[0], object=v) for v in held[0].values if isinstance(v, Thing))
        facts = tuple(f for f in one.facts if f not in joins)
        one = one.changed(facts=(*facts, *each), filters=tuple(f for f in one.filters if f not in held))
    return one


def _is_used(one: Set, node: Variable) -> bool:
    """Whether a list is more than a condition: its things are shown, counted or grouped by."""
    shown = (*one.by, *(e.node for e in (*one.also, *one.asked)), *(v for v, _ in one.types))
    ranked = (each.variable for each in (one.order, one.having) if each)
    return node in (*shown, *ranked)


def _between(one: Set, fact: Fact) -> frozenset[Variable]:
    """The variables on the way from the focus to what a fact ends with, and what hangs on them."""
    found = frozenset(v for v in _variables(fact) if v != one.focus.node)
    while True:
        near = {v for f in one.facts if found.intersection(_variables(f)) for v in _variables(f)}
        if near - {one.focus.node} <= found:
            return found
        found |= near - {one.focus.node}


def _variables(fact: Fact) -> Iterator[Variable]:
    return (n for n in (fact.subject, fact.object) if isinstance(n, str))
