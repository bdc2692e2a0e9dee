"""Values that repeat each other are worked out apart: the budgets of projects beside the number of members.

In: a draft that aggregates several things. Out: the draft with each aggregate in a form of its own that joins
the others by the keys; None where none repeats another. (Known as the chasm trap of a join.)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from kgqa.strategies.interpret.cued.grouping.repeating import (
    added,
    counted,
    grouped,
    guarded,
    owners,
    repeated,
)
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.finish import form_of
from kgqa.strategies.interpret.form import (
    Aggregate,
    Calculation,
    Computed,
    Expression,
    Form,
    Node,
    within,
)
from kgqa.strategies.interpret.schema import Schema


def untangled(schema: Schema, draft: Draft) -> Draft | None:
    """The draft with its aggregates apart."""
    every = [e for c in draft.computed for e in within(c.value) if isinstance(e, Aggregate)]
    aggregates = tuple(dict.fromkeys(every))
    alone = {a: draft.changed(computed=(Computed(f"v{n}", a),)) for n, a in enumerate(aggregates)}
    if len(aggregates) < 2 or draft.bound or not any(_is_repeated(schema, draft, d) for d in alone.values()):  # noqa: PLR2004  # several
        return None
    forms: list[Form] = []
    names: dict[Expression, str] = {}
    taken = draft
    for aggregate, single in alone.items():
        own = next((c.name for c in draft.computed if c.value == aggregate), "")
        name = own or taken.fresh({"COUNT": "count", "AVG": "average"}.get(aggregate.function, "total"))
        names[aggregate] = name
        taken = taken.changed(computed=(*taken.computed, Computed(name, aggregate)))
        form = form_of(guarded(schema, _pruned(single, draft, name, aggregate)), schema)
        if form is None:
            return None
        forms.append(form)
    shown = [c.name for c in draft.computed if c.value in names]
    worked = tuple(Computed(c.name, _named(c.value, names)) for c in draft.computed if c.value not in names)
    return draft.changed(
        spots=(),
        facts=(),
        filters=(),
        absent=(),
        measures=(),
        computed=worked,
        nested=tuple(forms),
        focus=(*draft.focus, *shown),
    )


def _is_repeated(schema: Schema, draft: Draft, alone: Draft) -> bool:
    """Whether what one value adds up stands several times beside another value."""
    summed = set(added(alone))
    holders: set[Node] = {n for v in summed for n in owners(draft, v)}
    kept = set(grouped(draft)) | summed | {n for n in holders if isinstance(n, str)}
    others = set(added(draft)) | set(counted(draft))
    beside = others | {n for v in others for n in owners(draft, v)}
    return bool(summed) and any(v in beside for v in repeated(schema, draft, holders, kept))


def _pruned(alone: Draft, draft: Draft, name: str, aggregate: Aggregate) -> Draft:
    """The draft of one value without what only the others need: no policy is left out of the premiums because
    it has no claim.
    """
    own = {e for e in within(aggregate) if isinstance(e, str)}
    held = {n for v in own for n in owners(draft, v)}
    others = (set(added(draft)) | set(counted(draft))) - own
    beside = {n for v in added(draft) if v not in own for n in owners(draft, v)}
    kept = set(grouped(draft)) | own | held | {f.variable for f in draft.filters}
    kept |= {n for a in draft.absent for f in a.facts for n in (f.subject, f.object) if isinstance(n, str)}
    opened = {s.node for s in draft.spots if not s.named}
    loose = ((others | beside | opened) - kept) - {s.node for s in draft.spots if not isinstance(s.node, str)}
    facts = draft.facts
    while True:
        ends = Counter(n for f in facts for n in (f.subject, f.object))
        rest = tuple(f for f in facts if not any(n in loose and ends[n] == 1 for n in (f.subject, f.object)))
        if rest == facts:
            break
        facts = rest
    nodes = {n for f in facts for n in (f.subject, f.object)}
    spots = tuple(s for s in draft.spots if s.node in nodes)
    return alone.changed(facts=facts, spots=spots, computed=(replace(alone.computed[0], name=name),))


def _named(expression: Expression, names: dict[Expression, str]) -> Expression:
    """The expression over the names of its aggregates."""
    if expression in names:
        return names[expression]
    if isinstance(expression, Calculation):
        return replace(expression, operands=tuple(_named(o, names) for o in expression.operands))
    return expression
