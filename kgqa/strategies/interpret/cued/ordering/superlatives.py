"""Superlatives: "the heaviest product", "top 3 by budget", "the customer with the most orders".

In: a draft. Out: drafts with an order, a limit and an offset.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.conditions.measures import (
    is_inverse,
    is_measure,
    measured,
    nearest,
    owner_of,
    owners_of,
    property_of,
    recorded,
)
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context, named_at
from kgqa.strategies.interpret.cued.grouping.times import dates_of
from kgqa.strategies.interpret.cued.ordering.extremes import both_ends, extremes, opposite
from kgqa.strategies.interpret.cued.ordering.further import ordered_by
from kgqa.strategies.interpret.cued.ordering.ranks import rank
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import Kind, Order
from kgqa.types import TermKind

NOT_ITS_OWN = 0.8  # what it costs to measure a thing by a value of another one


def superlatives(on: Context, draft: Draft) -> list[Draft]:
    for n, found in on.reading.cue(Cue.SUPERLATIVE):
        if draft.order is not None or n in draft.used:
            continue
        limit, offset, taken = rank(on, n)
        results = _superlative_measure(on, draft, n, found)
        if results and draft.group and all(_is_key(draft, d, v) for d, v in results[:1]):
            results = [(d.changed(group=()), v) for d, v in results]  # "by price, most expensive first"
        elif results and draft.group and draft.kind is Kind.LIST:
            each = best(e for d, v in results for e in extremes(on, d, v, n, found))
            return each or [on.unmet(draft, n)]
        if results and _asks_both(on, draft, n, found):
            both = best(b.use(n) for d, v in results if (b := both_ends(on, d, v)) is not None)
            return [d.use(*(k for k, _ in on.reading.cue(Cue.SUPERLATIVE))) for d in both]
        if results:
            averaged = _averaged(on, draft)
            function, also = averaged or ("", ())
            ordered = [
                d.changed(
                    order=Order(v, _rises(on, d, v, found), function=function),
                    limit=limit,
                    offset=offset,
                    measures=d.measures if averaged else (*d.measures, v),
                ).use(n, *taken, *also)
                for d, v in results
            ]
            if averaged and limit != 1:  # a ranking by what stands nowhere shows it
                ordered = [d.changed(computed=(ordered_by(on, d, o),)) for d in ordered if (o := d.order)]
            return best(ordered)
        counted = _most(on, draft, n, found)
        return counted or [on.unmet(draft, n)]
    return [draft]


def _is_key(draft: Draft, measured: Draft, variable: str) -> bool:
    """Whether the number that is ordered by is all that rows are grouped by."""
    return draft.group in ((variable,), (owner_of(measured, variable),))


def _asks_both(on: Context, draft: Draft, n: int, found: Found) -> bool:
    """“the lightest and the heaviest product": two ends of one measure."""
    other = opposite(on, n, found)
    is_list = draft.kind is Kind.LIST and bool(draft.focus) and not draft.spot(draft.focus[0]).data
    return other is not None and is_list and rank(on, n)[:2] == (1, 0)


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
    if found.function == "time":
        meant = [(d, v) for d, v, _ in dates_of(on, draft, n, found)]
        return sorted(meant, key=lambda pair: pair[0].cost)
    last = _before_noun(on, n)
    numbered = last != on.reading.pieces[n].last
    behind = [(k, p) for k, p in on.properties_after(_behind_pair(on, n, last)) if is_measure(on, p)]
    end = _behind_aggregate(on, n, _behind_pair(on, n, last))
    beside = [(k, p) for k, p in behind if 0 < on.reading.pieces[k].first - end <= CLOSE_BY]
    beside = [(k, p) for k, p in beside if not on.schema.is_temporal(p) or _is_named(on, k, p)]
    if any(_is_property(on, k) and on.schema.is_numeric(p) for k, p in behind):
        beside = [(k, p) for k, p in beside if _is_property(on, k)]  # "top 3 suppliers by value"
    is_counted = (numbered or not found.measures) and _counts_noun(on, n)
    results = [] if is_counted else nearest(on, draft, beside, last, temporal=True)
    if not results and found.measures and not numbered:
        results = _own_first(on, measured(on, draft, found.measures, last), last)
    if not results and not is_counted:
        chosen = [(k, p) for k, p in behind if _is_property(on, k)]
        chosen = [(k, p) for k, p in chosen if not on.schema.is_temporal(p) or _is_named(on, k, p)]
        results = nearest(on, draft, chosen, last, temporal=True)
        if not on.reading.has(Cue.AGGREGATE):  # an average is over what others have
            results = _own_first(on, results, last)
    return results or ([] if is_counted else [_as_asked(d, v) for d, v in recorded(on, draft, last)])


def _as_asked(draft: Draft, variable: str) -> tuple[Draft, str]:
    """“what is the highest temperature" asks for the number, and not for what records it."""
    owner = owner_of(draft, variable)
    is_record = draft.focus == (owner,) and not draft.spot(str(owner)).named
    return (draft.changed(focus=(variable,)) if is_record else draft), variable


def _rises(on: Context, draft: Draft, variable: str, found: Found) -> bool:
    """Whether the greatest value comes first."""
    return found.high != is_inverse(on, found.measures, property_of(draft, variable))


def _own_first(on: Context, results: list[tuple[Draft, str]], last: int) -> list[tuple[Draft, str]]:
    """“the most expensive product" has its own price before that of what speaks of it (an order line)."""
    noun = next((k for k, m in on.reading.meanings.items() if on.reading.pieces[k].first - last == 1), None)
    at = on.reading.pieces[noun].last if noun is not None else -1
    found = []
    for draft, variable in results:
        spot = next((s for s in draft.spots if s.at == at and not s.data), None) if at >= 0 else None
        if noun is None and draft.focus and not draft.spot(draft.focus[0]).data:
            spot = draft.spot(draft.focus[0])  # "which component costs the most"
        own = spot is None or spot.node in owners_of(draft, variable)
        found.append((draft.dearer(0.0 if own else NOT_ITS_OWN), variable))
    return sorted(found, key=lambda pair: pair[0].cost)


def _is_property(on: Context, n: int) -> bool:
    return n in on.reading.meanings and on.reading.meanings[n].kind is TermKind.PROPERTY


def _is_named(on: Context, n: int, prop: str) -> bool:
    """Whether a property is called so by its whole name: "customers" does not name "customer since"."""
    link = on.reading.pieces[n].link
    return link is not None and any(m.iri == prop and m.how != "partial" for m in link.matches)


def _counts_noun(on: Context, n: int) -> bool:
    """“the most orders”: a class right behind is counted."""
    last = _before_noun(on, n)
    return any(
        m.kind is TermKind.CLASS and on.reading.pieces[k].first - last == 1
        for k, m in on.reading.meanings.items()
    )


def _behind_aggregate(on: Context, n: int, last: int) -> int:
    """The last token of an aggregate right behind a superlative: "the highest *average* unit cost"."""
    following = on.reading.pieces[n + 1] if n + 1 < len(on.reading.pieces) else None
    is_aggregate = following is not None and following.found and following.found.cue is Cue.AGGREGATE
    return following.last if following and is_aggregate and following.first == last + 1 else last


def _behind_pair(on: Context, n: int, last: int) -> int:
    """The last token of a superlative, or of the one that it is joined to: "lowest and highest weight"."""
    pieces = on.reading.pieces
    if n + 2 < len(pieces) and (joint := pieces[n + 1].found) and (second := pieces[n + 2].found):
        is_pair = joint.cue is Cue.AND and second.cue is Cue.SUPERLATIVE
        if is_pair and joint.first - pieces[n].last == 1 and second.first - joint.last <= CLOSE_BY:
            return second.last
    return last


def _before_noun(on: Context, n: int) -> int:
    """The last token before a counted noun: that of the superlative, or of "number of" behind it, or behind
    "by": "the biggest department by number of employees".
    """
    last, by = on.reading.pieces[n].last, on.lang.phrases("columns.by")
    counts = [f for _, f in on.reading.cue(Cue.COUNT)]
    led = (f.last for f in counts if f.first > last + 1 and on.tokens[f.first - 1].folded in by)
    return next((f.last for f in counts if f.first == last + 1), next(led, last))


def _most(on: Context, draft: Draft, n: int, found: Found) -> list[Draft]:
    """“the supplier with the most products": by how many there are of the noun that follows."""
    last = _before_noun(on, n)
    for k, meaning in on.reading.meanings.items():
        other = on.reading.pieces[k]
        if meaning.kind is TermKind.CLASS and 0 < other.first - last <= CLOSE_BY and draft.focus:
            ends = named_at(on, k)
            spot = next((s for s in draft.spots if s.at in ends and isinstance(s.node, str)), None)
            if spot is not None and spot.node not in draft.focus:
                order = Order(str(spot.node), found.high, count=True)
                limit, offset, taken = rank(on, n)
                return [draft.changed(order=order, limit=limit, offset=offset).use(n, *taken)]
    return []
