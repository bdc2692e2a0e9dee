"""What in a pattern may stand several times beside what is added up.

In: a draft and the schema. Out: the variables that are added up, what has them, and what may repeat that; by
how many values the data shows a property to have.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.ontology import RDF_TYPE
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Aggregate, Expression, Kind, Node, within
from kgqa.strategies.interpret.schema import Schema
from kgqa.strategies.interpret.uses import leads_to_one

_ADDING = ("SUM", "AVG")


def guarded(schema: Schema, draft: Draft) -> Draft:
    """The draft with what is computed with taken once, where something repeats it."""
    summed = set(added(draft))
    if not summed:
        return draft
    holders = {n for v in summed for n in owners(draft, v)}
    kept = summed | set(grouped(draft)) | set(counted(draft)) | {n for n in holders if isinstance(n, str)}
    if not any(True for _ in repeated(schema, draft, holders, kept)):
        return draft
    order = [v for v in _variables(draft) if v in kept]
    return draft.changed(once=tuple(dict.fromkeys((*grouped(draft), *order))))


def added(draft: Draft) -> Iterator[str]:
    """The variables that a draft adds up."""
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


def counted(draft: Draft) -> Iterator[str]:
    """The variables that a draft aggregates as they are."""
    for computed in draft.computed:
        for part in within(computed.value):
            if isinstance(part, Aggregate) and isinstance(part.of, str):
                yield part.of


def grouped(draft: Draft) -> tuple[str, ...]:
    """The variables that rows are grouped by."""
    return draft.group if draft.kind is Kind.AGGREGATE else draft.focus


def owners(draft: Draft, variable: str) -> Iterator[Node]:
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


def repeated(schema: Schema, draft: Draft, holders: set[Node], kept: set[str]) -> Iterator[str]:
    """The variables that may have several values for one of the owners, the kept ones aside."""
    reached: set[Node] = set(holders)
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
        if is_free and (
            begin in several or not leads_to_one(schema.ontology, step.property, forward=forward)
        ):
            several.add(end)
            yield str(end)
