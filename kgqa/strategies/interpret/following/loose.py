"""What is left hanging when a part of a draft is taken away, and goes with it.

In: a draft from which facts were taken. Out: the draft without the facts that only led there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Fact, Filter, Node, Thing, named


def without_facts(draft: Draft, goes: Callable[[Fact], bool]) -> Draft:
    """The draft without some facts and all that only led to them."""
    gone = [f for f in draft.facts if goes(f)]
    facts = [f for f in draft.facts if f not in gone]
    asked = _asked(draft)
    ends = {n for f in gone for n in (f.subject, f.object) if isinstance(n, str)}
    while True:
        loose = [f for f in facts if any(_hangs(n, f, facts, asked) for n in ends & {f.subject, f.object})]
        if not loose:
            break
        facts = [f for f in facts if f not in loose]
        ends |= {n for f in loose for n in (f.subject, f.object) if isinstance(n, str)}
    return _kept(draft.changed(facts=tuple(facts)), asked)


def without_filters(draft: Draft, goes: Callable[[Filter], bool]) -> Draft:
    """The draft without some conditions, and without the values that were there for them alone."""
    gone = {f.variable for f in draft.filters if goes(f)}
    left = tuple(f for f in draft.filters if not goes(f))
    still = {f.variable for f in left} | {v for f in left for v in f.values if isinstance(v, str)}
    measures = tuple(m for m in draft.measures if m not in gone or m in still)
    lighter = draft.changed(filters=left, measures=measures)
    alone = gone - still - _asked(lighter)
    return without_facts(lighter, lambda f: f.object in alone)


def without_values(draft: Draft, values: Iterable[str]) -> Draft:
    """The draft without the values that nothing speaks of any more."""
    alone = set(values) - _asked(draft)
    return without_facts(draft, lambda f: f.object in alone) if alone else draft


def without_groups(draft: Draft) -> Draft:
    """The draft without its groups, and without what only led to them."""
    groups = set(draft.group)
    left = tuple(replace(s, named=False) if s.node in groups else s for s in draft.spots)
    bare = draft.changed(group=(), spots=left)
    ends = {g for g in groups if sum(g in (f.subject, f.object) for f in draft.facts) == 1}
    return without_facts(bare, lambda f: bool({f.subject, f.object} & (ends - set(draft.focus))))


def _hangs(node: Node, fact: Fact, facts: list[Fact], asked: set[Node]) -> bool:
    return node not in asked and sum(node in (f.subject, f.object) for f in facts) == 1 and fact in facts


def _asked(draft: Draft) -> set[Node]:
    """The variables that something else than a fact speaks of."""
    found: set[Node] = {*draft.focus, *draft.group, *draft.measures, *draft.once}
    found |= {f.variable for f in draft.filters}
    found |= {v for f in draft.filters for v in f.values if isinstance(v, str)}
    found |= {s.node for s in draft.spots if s.named and not s.data and isinstance(s.node, str)}
    found |= {n for a in draft.absent for f in a.facts for n in (f.subject, f.object) if isinstance(n, str)}
    found |= {v for form in draft.nested for v in named(form)}
    found |= {draft.order.variable} if draft.order else set()
    found |= {draft.having.variable} if draft.having else set()
    return found


def _kept(draft: Draft, asked: set[Node]) -> Draft:
    """Without the spots that no fact holds any more."""
    held = {n for f in draft.facts for n in (f.subject, f.object)} | asked
    return draft.changed(
        spots=tuple(s for s in draft.spots if s.node in held and not (_is_gone(s.node, draft))),
        properties=frozenset(f.property for f in draft.facts),
    )


def _is_gone(node: Node, draft: Draft) -> bool:
    return isinstance(node, Thing) and not any(node in (f.subject, f.object) for f in draft.facts)
