"""The value that a word of a follow-up asks of the things that were answered: their price, their e-mail.

In: a draft and its things, and a property (or what an adjective measures). Out: drafts that hold the value,
with its variable; all that was added may be missing, so that no thing is lost for want of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kgqa.strategies.interpret.cued.conditions.measures import measured, through
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.draft import Draft, Spot, join, with_literal
from kgqa.strategies.interpret.form import Node

Valued = tuple[Draft, str]


def value_of(on: Context, draft: Draft, things: Spot, prop: str, at: int) -> list[Valued]:
    """The draft with a property of its things: a literal, the number behind a structured value, or another
    thing; the cheapest first.
    """
    found: list[Valued] = []
    if on.schema.is_data(prop):
        found = with_literal(draft, prop, on.schema, on.liked | {prop}, at, near=things)
    else:
        found = through(on, draft, prop, at) or _other_things(on, draft, things, prop, at)
    return _own(things, found)


def measure_of(on: Context, draft: Draft, things: Spot, measures: tuple[str, ...], at: int) -> list[Valued]:
    """The draft with what an adjective measures of its things: "cheapest" their price."""
    return _own(things, measured(on, draft, measures, at))


def those_who(on: Context, draft: Draft, things: Spot, prop: str, at: int) -> list[Valued]:
    """The draft with those of which a property says something about the things: who reports to them."""
    if on.schema.is_data(prop):
        return []
    return _own(things, _other_things(on, draft, things, prop, at, along=False))


def _other_things(
    on: Context, draft: Draft, things: Spot, prop: str, at: int, *, along: bool = True
) -> list[Valued]:
    kin = on.schema.ontology.subproperties(prop) | on.schema.ontology.inverses(prop) | {prop}
    straight = on.schema.stated(prop)[1]
    found = []
    for path in on.schema.hops_from(things.classes, on.liked | {prop}):
        if path.hops[0].property in kin and path.hops[0].forward == (straight if along else not straight):
            joined, end = join(draft, things, path, None, on.schema, at=at)
            if isinstance(end.node, str):
                named = replace(end, open=False)
                spots = tuple(named if s.node == end.node else s for s in joined.spots)
                found.append((joined.changed(spots=spots), end.node))
    return found


def _own(things: Spot, found: Iterable[Valued]) -> list[Valued]:
    """Those that belong to the things, not to something else of the pattern."""
    return [(d, v) for d, v in found if _leads(d, things.node, v)]


def _leads(draft: Draft, start: Node, end: Node) -> bool:
    """Whether facts lead from one node to another, through nothing that has a name."""
    reached, further = {start}, [start]
    while further:
        here = further.pop()
        for fact in draft.facts:
            for near, far in ((fact.subject, fact.object), (fact.object, fact.subject)):
                if near == here and far not in reached:
                    if far == end:
                        return True
                    reached.add(far)
                    if isinstance(far, str) and not draft.spot(far).named:
                        further.append(far)
    return False


def optional(before: Draft, after: Draft) -> Draft:
    """The later draft, in which what was added may be missing."""
    facts = tuple(f if f in before.facts else replace(f, optional=True) for f in after.facts)
    return replace(after, facts=facts)
