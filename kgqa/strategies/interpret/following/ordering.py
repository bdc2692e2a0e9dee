"""The order of what was answered: "sort by price", "cheapest first", "the other way round", "descending".

In: a draft. Out: the draft in another order; what has no such value comes along, at one end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot, best
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.references import held
from kgqa.strategies.interpret.following.talk import Talk, listing
from kgqa.strategies.interpret.following.values import Valued, measure_of, optional, value_of
from kgqa.strategies.interpret.form import Fact, Kind, Order
from kgqa.types import TermKind

_NEXT_TO = 2


def ordered(talk: Talk, draft: Draft) -> list[Draft]:
    """The drafts in the order that is asked for."""
    reverse = tuple(talk.edits(Edit.REVERSE))
    if reverse and draft.order is not None:
        turned = replace(draft.order, descending=not draft.order.descending)
        return [draft.changed(order=turned).use(*reverse, *talk.edits(Edit.SORT))]
    directed = tuple(talk.edits(Edit.ASCENDING, Edit.DESCENDING))
    sort = tuple(talk.edits(Edit.SORT, Edit.BY_NAME))
    first = _adjective_first(talk)
    if not sort and not directed and first is None and not _by_measure(talk, draft):
        return [draft]
    things = talk.things(draft)
    if things is None or draft.kind is Kind.ASK:
        return [draft]
    if draft.kind in (Kind.COUNT, Kind.AGGREGATE) and not draft.group:
        draft = listing(draft, things)
    descending = talk.has(Edit.DESCENDING)
    if first is not None and (measures := _measured_by(talk, first)):
        found = measure_of(talk.on, draft, things, measures, talk.on.reading.pieces[first].last)
        descending = _is_high(talk, first)
        taken = (first, *talk.edits(Edit.FIRST), *sort, *directed)
        return _by(talk, draft, found, taken, descending=descending) or [draft]
    taken = (*sort, *directed, *(n for n, _ in talk.on.reading.cue(Cue.GROUP)))
    if talk.has(Edit.BY_NAME) and (named := _by_name(talk, draft, things)):
        return [d.use(*taken) for d in named]
    made: list[Draft] = []
    for n, meaning in talk.names(draft, TermKind.PROPERTY):
        at = talk.on.reading.pieces[n].last
        if draft.kind is Kind.LIST:
            found = value_of(talk.on, draft, things, meaning.match.iri, at)
            made += _by(talk, draft, found, (n, *taken), descending=descending)
    if made:
        return best(made)
    if (own := _own_value(draft)) is not None and not list(talk.names(draft, *TermKind)):
        return [draft.changed(order=replace(own, descending=descending)).use(*taken)]
    return [draft]


def _by(
    talk: Talk,
    draft: Draft,
    found: list[Valued],
    taken: tuple[int, ...],
    *,
    descending: bool,
) -> list[Draft]:
    made = []
    for valued, variable in found:
        loose = held(talk, optional(draft, valued))
        seen = variable in loose.focus
        measures = loose.measures if seen else tuple(dict.fromkeys((*loose.measures, variable)))
        made.append(replace(loose, order=Order(variable, descending), measures=measures).use(*taken))
    return best(made)


def _by_name(talk: Talk, draft: Draft, things: Spot) -> list[Draft]:
    """“alphabetically": by the name that the graph itself prefers."""
    schema = talk.on.schema
    for prop in talk.on.reader.naming.preferred:
        if any(prop in schema.data_properties(c) for c in things.classes):
            variable = draft.fresh("name")
            fact = Fact(things.node, prop, variable, optional=True)
            spot = Spot(variable, (), data=True, named=True)
            loose = held(talk, draft.add(spot, fact))
            return [replace(loose, order=Order(variable, talk.has(Edit.DESCENDING)))]
    return []


def _own_value(draft: Draft) -> Order | None:
    """“sort descending": by what the answer shows already."""
    if draft.order is not None:
        return draft.order
    if draft.kind is Kind.COUNT and draft.group:
        return Order(draft.focus[0], True, count=True)
    if draft.kind is Kind.AGGREGATE and draft.group:
        return Order(draft.focus[0], True, function=draft.function)
    value = next((v for v in (*draft.focus[1:], *draft.measures) if draft.spot(v).data), None)
    return Order(value, True) if value is not None else None


def _by_measure(talk: Talk, draft: Draft) -> bool:
    """“by price" alone, after a list: an order, since what is measured is no group."""
    if draft.kind is not Kind.LIST or talk.on.reading.has(Cue.AGGREGATE, Cue.COUNT, Cue.SUPERLATIVE):
        return False
    groups = list(talk.on.reading.cue(Cue.GROUP))
    names = list(talk.names(draft, *TermKind))
    if not groups or len(names) != 1 or names[0][1].kind is not TermKind.PROPERTY:
        return False
    return _is_measure(talk, names[0][1].match.iri)


def _is_measure(talk: Talk, prop: str) -> bool:
    schema = talk.on.schema
    if schema.is_data(prop):
        return schema.is_numeric(prop) or schema.is_temporal(prop)
    return any(schema.measure_of(c, talk.on.reader.names) for c in schema.objects(prop))


# ── "cheapest first" ─────────────────────────────────────────────────────────────────────────────


def _adjective_first(talk: Talk) -> int | None:
    """The superlative beside "first" ("cheapest first"), or behind "sort by" ("sort by cheapest")."""
    pieces = talk.on.reading.pieces
    said = [*talk.edits(Edit.FIRST), *talk.edits(Edit.SORT)]
    for n, found in _superlatives(talk):
        for k in said:
            behind = pieces[k].first - found.last if k > n else found.first - pieces[k].last
            is_first = k in talk.edits(Edit.FIRST)
            if 0 < behind <= _NEXT_TO and (k > n or not is_first):
                return n
    return None


def _superlatives(talk: Talk) -> Iterator[tuple[int, Found]]:
    yield from ((n, f) for n, f in talk.on.reading.cue(Cue.SUPERLATIVE) if f.measures)


def _measured_by(talk: Talk, n: int) -> tuple[str, ...]:
    found = talk.on.reading.pieces[n].found
    return found.measures if found is not None else ()


def _is_high(talk: Talk, n: int) -> bool:
    found = talk.on.reading.pieces[n].found
    return found is not None and found.high
