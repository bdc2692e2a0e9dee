"""Superlatives: "the heaviest product", "top 3 by budget", "the customer with the most orders".

In: a draft. Out: drafts with an order, a limit and an offset.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cued.measures import measured, nearest
from kgqa.strategies.interpret.cued.ranks import rank
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import Order
from kgqa.types import TermKind


def superlatives(on: Context, draft: Draft) -> list[Draft]:
    for n, found in on.reading.cue(Cue.SUPERLATIVE):
        if draft.order is not None or n in draft.used:
            continue
        limit, offset, taken = rank(on, n)
        results = _superlative_measure(on, draft, n, found)
        if results:
            averaged = _averaged(on, draft)
            function, also = averaged or ("", ())
            ordered = [
                replace(
                    d,
                    order=Order(v, found.high, function=function),
                    limit=limit,
                    offset=offset,
                    measures=d.measures if averaged else (*d.measures, v),
                ).use(n, *taken, *also)
                for d, v in results
            ]
            return best(ordered)
        counted = _most(on, draft, n, found)
        return counted or [on.unmet(draft, n)]
    return [draft]


def _averaged(on: Context, draft: Draft) -> tuple[str, tuple[int, ...]] | None:
    """“the suppliers with the best average rating": each thing is ordered by what its numbers come to."""
    found = next(iter(on.reading.cue(Cue.AGGREGATE)), None)
    if found is None or not draft.focus or draft.spot(draft.focus[0]).data:
        return None
    return found[1].function, (found[0],)


def _superlative_measure(on: Context, draft: Draft, n: int, found: Found) -> list[tuple[Draft, str]]:
    """What a superlative measures: the property right behind it ("shortest lead time"), what its adjective
    measures ("heaviest"), the property that "by" names ("top 3 by budget"), or another one behind it.
    """
    last = on.reading.pieces[n].last
    behind = on.properties_after(last)
    beside = [(k, p) for k, p in behind if 0 < on.reading.pieces[k].first - last <= CLOSE_BY]
    is_counted = not found.measures and _counts_noun(on, n)
    results = [] if is_counted else nearest(on, draft, beside, last, temporal=True)
    if not results and found.measures:
        results = measured(on, draft, found.measures, last)
    if not results and not is_counted:
        chosen = [(k, p) for k, p in behind if k in on.reading.meanings and _is_property(on, k)]
        results = nearest(on, draft, chosen, last, temporal=True)
    return results


def _is_property(on: Context, n: int) -> bool:
    return on.reading.meanings[n].kind is TermKind.PROPERTY


def _counts_noun(on: Context, n: int) -> bool:
    """“the most orders”: a class right behind is counted."""
    last = on.reading.pieces[n].last
    return any(
        m.kind is TermKind.CLASS and on.reading.pieces[k].first - last == 1
        for k, m in on.reading.meanings.items()
    )


def _most(on: Context, draft: Draft, n: int, found: Found) -> list[Draft]:
    """“the supplier with the most products": by how many there are of the noun that follows."""
    piece = on.reading.pieces[n]
    for k, meaning in on.reading.meanings.items():
        other = on.reading.pieces[k]
        if meaning.kind is TermKind.CLASS and 0 < other.first - piece.last <= CLOSE_BY and draft.focus:
            spot = next((s for s in draft.spots if s.at == other.last and isinstance(s.node, str)), None)
            if spot is not None and spot.node not in draft.focus:
                order = Order(str(spot.node), found.high, count=True)
                limit, offset, taken = rank(on, n)
                return [replace(draft, order=order, limit=limit, offset=offset).use(n, *taken)]
    return []
