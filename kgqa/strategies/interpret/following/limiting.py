"""How many of what was answered: "only the top five", "show me all", "the next five", "more".

In: a draft. Out: the draft with another limit, or further on in the same order.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.talk import Talk
from kgqa.strategies.interpret.form import Kind, Order
from kgqa.types import TermKind

_MOST = 2**31  # more is no number of things


def limited(talk: Talk, draft: Draft) -> list[Draft]:
    """The draft with as many rows as are asked for."""
    if draft.kind is Kind.ASK or list(talk.names(draft, *TermKind)):
        return [draft]
    if every := tuple(talk.edits(Edit.ALL, Edit.EVERY)):
        if talk.cues(draft, Cue.SUPERLATIVE, Cue.AGGREGATE, Cue.NUMBER, Cue.FLAG, Cue.DATE):
            return [draft]
        return [draft.changed(limit=None, offset=0).use(*every)]
    number = _number(talk, draft)
    if rest := tuple(talk.edits(Edit.REST)):
        if draft.limit is None:
            return [draft.changed(offset=draft.offset + (number[1] if number else 0)).use(*rest)]
        return [draft.changed(offset=draft.offset + draft.limit, limit=None).use(*rest)]
    if following := tuple(talk.edits(Edit.NEXT)):
        return _following(draft, number, following)
    superlatives = [(n, f) for n, f in talk.on.reading.cue(Cue.SUPERLATIVE) if n not in draft.used]
    if number is None or any(f.measures for _, f in superlatives):
        return [draft]
    cut = tuple(talk.edits(Edit.ONLY, Edit.FIRST, Edit.TOP)) + tuple(n for n, _ in superlatives)
    if not cut or (draft.kind in (Kind.COUNT, Kind.AGGREGATE) and not draft.group):
        return [draft]
    needs_order = (bool(superlatives) or talk.has(Edit.TOP)) and draft.order is None
    high = superlatives[0][1].high if superlatives else True
    order = _order_of(draft, high=high) if needs_order else draft.order
    if needs_order and order is None:
        return [draft]  # the top five of what, by what?
    n, count = number
    return [replace(_steady(draft), order=order or _steady(draft).order, limit=count, offset=0).use(n, *cut)]


def reranked(talk: Talk, draft: Draft) -> list[Draft]:
    """“and the five cheapest?": another order in the place of the last one."""
    if not talk.cues(draft, Cue.SUPERLATIVE):
        return [draft]
    gone = draft.order.variable if draft.order else ""
    measures = tuple(m for m in draft.measures if m != gone)
    return [draft.changed(order=None, limit=None, offset=0, measures=measures)]


def _following(draft: Draft, number: tuple[int, int] | None, said: tuple[int, ...]) -> list[Draft]:
    """“the next five", "more": further on; where all was answered already, all once more."""
    used = (*said, number[0]) if number else said
    if draft.limit is None:
        return [draft.use(*used)]
    size = number[1] if number else draft.limit
    return [replace(_steady(draft), limit=size, offset=draft.offset + draft.limit).use(*used)]


def _steady(draft: Draft) -> Draft:
    """The draft in some order: without one, the first five and the next five may be the same."""
    if draft.order is not None or not draft.focus or draft.kind is not Kind.LIST:
        return draft
    return draft.changed(order=Order(draft.focus[0], False))


def _order_of(draft: Draft, *, high: bool) -> Order | None:
    """“the top three" of a grouped answer: by its numbers."""
    if draft.group and draft.focus and draft.kind is Kind.COUNT:
        return Order(draft.focus[0], high, count=True)
    if draft.group and draft.focus and draft.kind is Kind.AGGREGATE:
        return Order(draft.focus[0], high, function=draft.function)
    value = next((v for v in (*draft.focus[1:], *draft.measures) if draft.spot(v).data), None)
    return Order(value, high) if value is not None else None


def _number(talk: Talk, draft: Draft) -> tuple[int, int] | None:
    """A bare number: its piece, and how many it says."""
    for n, found in talk.on.reading.cue(Cue.NUMBER):
        value = found.number
        if n in draft.used or found.units or value is None or talk.cues(draft, Cue.COMPARISON):
            continue
        if value.is_integer() and 0 < value < _MOST:
            return n, int(value)
    return None
