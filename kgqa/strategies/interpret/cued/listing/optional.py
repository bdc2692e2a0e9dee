"""Facts that need not be known: "all employees with their phone" are all employees.

In: a draft and the columns that are shown beside what all are wanted of. Out: the draft in which the facts
that lead to these columns alone are optional.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from kgqa.strategies.interpret.classes import concrete, implied
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Fact, Node


def optional(on: Context, draft: Draft, root: str, columns: Iterable[str]) -> Draft:
    """The draft in which the columns may be empty; a fact that something else rests on stays required."""
    ways: dict[Fact, Node] = {}  # each fact with its end away from the root, those near the root first
    for column in columns:
        for fact, far in way(draft, root, column):
            ways.setdefault(fact, far)
    while True:
        held = _held(draft, ways)
        kept = {f: far for f, far in ways.items() if far not in held and _is_implied(on, draft, far)}
        if len(kept) == len(ways):
            break
        ways = kept
    if not ways:
        return draft
    ends = set(ways.values())
    required = tuple(f for f in draft.facts if f not in ways)
    return draft.changed(
        facts=(*required, *(replace(f, optional=True) for f in ways)),
        spots=tuple(replace(s, named=False) if s.node in ends else s for s in draft.spots),
    )


def way(draft: Draft, root: Node, column: str) -> list[tuple[Fact, Node]]:
    """The facts from the root to a column, each with its end away from the root; none without a way."""
    came: dict[Node, tuple[Fact, Node] | None] = {root: None}
    queue: list[Node] = [root]
    while queue and column not in came:
        here = queue.pop(0)
        for fact in draft.facts:
            for near, far in ((fact.subject, fact.object), (fact.object, fact.subject)):
                if near == here and isinstance(far, str) and far not in came:
                    came[far] = (fact, here)
                    queue.append(far)
    steps: list[tuple[Fact, Node]] = []
    here = column
    while (step := came.get(here)) is not None:
        steps.append((step[0], here))
        here = step[1]
    return steps[::-1] if here == root else []


def _held(draft: Draft, ways: dict[Fact, Node]) -> set[Node]:
    """What something else rests on: a fact that stays, a condition, an order."""
    found: set[Node] = {n for f in draft.facts if f not in ways for n in (f.subject, f.object)}
    found |= {f.variable for f in draft.filters} | {v for f in draft.filters for v in f.values}
    found |= {n for a in draft.absent for f in a.facts for n in (f.subject, f.object)}
    found |= {*draft.measures, *draft.group}
    if draft.order:
        found.add(draft.order.variable)
    if draft.having:
        found.add(draft.having.variable)
    for nested in draft.nested:
        found |= set(nested.variables()) | set(nested.shown)
    return found


def _is_implied(on: Context, draft: Draft, node: Node) -> bool:
    """Whether no class has to be said of what stands at an optional end."""
    spot = draft.spot(str(node))
    if spot.data or not spot.named or not any(spot.classes):
        return True
    return implied(spot, concrete(spot, on.schema), draft, on.schema)
