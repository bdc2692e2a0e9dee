"""What is added up is taken once: a join that repeats the thing that has a number must not multiply it.

In: a draft whose rows are grouped or added up. Out: the draft with the variables whose different combinations
are computed with, where another branch of the pattern may repeat one of them. (Known as the fan trap of a
join: the premium of a policy beside each of its claims.)
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.ontology import RDF_TYPE
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.finish import form_of
from kgqa.strategies.interpret.form import Aggregate, Expression, Fact, Kind, Node, within
from kgqa.strategies.interpret.schema import Schema

_ADDING = ("SUM", "AVG")


def counted_once(on: Context, draft: Draft) -> list[Draft]:
    """The draft, guarded where it must be."""
    if draft.once or draft.nested:
        return [draft]
    if _is_tangled(on.schema, draft) and (made := _apart(on, draft)) is not None:
        return [made]
    return [_guarded(on, draft)]


def _guarded(on: Context, draft: Draft) -> Draft:
    added = set(_added(draft))
    if not added:
        return draft
    needed = added | set(_grouped(draft)) | set(_counted(draft))
    owners = {n for v in added for n in _owners(draft, v)}
    kept = needed | {n for n in owners if isinstance(n, str)}
    if not _repeats(on.schema, draft, owners, kept):
        return draft
    order = [v for v in _variables(draft) if v in kept]
    return draft.changed(once=tuple(dict.fromkeys((*_grouped(draft), *order))))


def _is_tangled(schema: Schema, draft: Draft) -> bool:
    """Whether one value repeats what another one adds up: members beside project budgets."""
    if len(draft.computed) < 2 or draft.bound:  # noqa: PLR2004  # several
        return False
    keys = set(_grouped(draft))
    for computed in draft.computed:
        alone = draft.changed(computed=(computed,))
        added = set(_added(alone))
        owners: set[Node] = {n for v in added for n in _owners(draft, v)}
        others = set(_added(draft)) | set(_counted(draft))
        kept = keys | added | {n for n in owners if isinstance(n, str)}
        beyond = others | {str(n) for v in others for n in _owners(draft, v)} - kept
        if added and any(v in beyond for v in _repeated(schema, draft, owners, kept)):
            return True
    return False


def _apart(on: Context, draft: Draft) -> Draft | None:
    """Each value in a form of its own, joined by the keys."""
    forms = []
    for computed in draft.computed:
        form = form_of(_guarded(on, draft.changed(computed=(computed,))), on.schema)
        if form is None:
            return None
        forms.append(form)
    names = tuple(c.name for c in draft.computed)
    return draft.changed(
        spots=(),
        facts=(),
        filters=(),
        absent=(),
        computed=(),
        measures=(),
        nested=tuple(forms),
        focus=(*draft.focus, *names),
    )


def _added(draft: Draft) -> Iterator[str]:
    """The variables that are added up."""
    if draft.kind is Kind.AGGREGATE and draft.function in _ADDING and draft.focus:
        yield from _unbound(draft, draft.focus[0])
    for computed in draft.computed:
        for part in within(computed.value):
            if isinstance(part, Aggregate) and part.function in _ADDING:
                yield from (v for e in within(part.of) for v in _unbound(draft, e))


def _unbound(draft: Draft, expression: Expression) -> Iterator[str]:
    """A variable, or those that it is worked out of in each row."""
    if not isinstance(expression, str):
        return
    made = next((c for c in draft.bound if c.name == expression), None)
    if made is None:
        yield expression
    else:
        yield from (v for v in within(made.value) if isinstance(v, str))


def _counted(draft: Draft) -> Iterator[str]:
    for computed in draft.computed:
        for part in within(computed.value):
            if isinstance(part, Aggregate) and isinstance(part.of, str):
                yield part.of


def _grouped(draft: Draft) -> tuple[str, ...]:
    return draft.group if draft.kind is Kind.AGGREGATE else draft.focus


def _owners(draft: Draft, variable: str) -> Iterator[Node]:
    """What has the number, and what that belongs to while nobody has named it: the price, its product."""
    for fact in draft.facts:
        if fact.object != variable:
            continue
        yield fact.subject
        if isinstance(fact.subject, str) and not draft.spot(fact.subject).named:
            yield from (f.subject for f in draft.facts if f.object == fact.subject)


def _variables(draft: Draft) -> Iterator[str]:
    for fact in draft.facts:
        for node in (fact.subject, fact.object):
            if isinstance(node, str):
                yield node


def _repeats(schema: Schema, draft: Draft, owners: set[Node], kept: set[str]) -> bool:
    """Whether some step away from what has the numbers may lead to several things that are not kept."""
    return any(True for _ in _repeated(schema, draft, owners, kept))


def _repeated(schema: Schema, draft: Draft, owners: set[Node], kept: set[str]) -> Iterator[str]:
    """The variables that may have several values for one of the owners, the kept ones aside."""
    reached: set[Node] = set(owners)
    several: set[Node] = set()
    facts = [f for f in draft.facts if f.property != RDF_TYPE]
    while True:
        step = next((f for f in facts if (f.subject in reached) != (f.object in reached)), None)
        if step is None:
            return
        forward = step.subject in reached
        begin, end = (step.subject, step.object) if forward else (step.object, step.subject)
        reached.add(end)
        is_free = isinstance(end, str) and end not in kept
        if is_free and (begin in several or not _is_single(schema, step, forward=forward)):
            several.add(end)
            yield str(end)


def _is_single(schema: Schema, fact: Fact, *, forward: bool) -> bool:
    """Whether a step leads to one thing, as far as the data shows: each subject has the property once, or
    there are as many things that it leads to as times that it is used.
    """
    uses = schema.ontology.uses_of(fact.property)
    if not uses:
        known = schema.ontology.properties.get(fact.property)
        return forward and known is not None and known.functional
    if forward:
        return all(u.count <= u.subjects for u in uses)
    ends = {c for u in uses if u.object for c in (u.object,)}
    things = sum(schema.ontology.classes[c].instances for c in ends if c in schema.ontology.classes)
    return sum(u.count for u in uses) == things
