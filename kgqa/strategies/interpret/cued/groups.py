"""Groups and aggregates: "per department", "the average price of …".

In: a draft. Out: drafts with the variables that rows are grouped by, or with a function over a number.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cued.measures import literal, property_of, valued
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import Kind
from kgqa.types import TermKind


def groups(on: Context, draft: Draft) -> list[Draft]:
    """“per department", "for each category": a variable that rows are grouped by."""
    if draft.computed:
        return [draft]
    for n, found in on.reading.cue(Cue.GROUP):
        if n in draft.used:
            continue
        following = next(
            (k for k in on.reading.meanings if 0 < on.reading.pieces[k].first - found.last <= CLOSE_BY),
            None,
        )
        if following is None or not _aggregates(on, draft):
            continue
        if on.reading.has(Cue.SUPERLATIVE) and _is_measure(on, following):
            continue  # "top 3 by budget" orders
        meaning, piece = on.reading.meanings[following], on.reading.pieces[following]
        if meaning.kind is TermKind.CLASS:
            spot = next((s for s in draft.spots if s.at == piece.last and isinstance(s.node, str)), None)
            if spot is not None:
                return [replace(draft, group=(str(spot.node),)).use(n)]
        elif meaning.kind is TermKind.PROPERTY:
            if on.schema.is_data(meaning.match.iri):
                return best(
                    replace(d, group=(v,)).use(n, following)
                    for d, v in literal(on, draft, meaning.match.iri, piece.first)
                ) or [draft]
            fact = next((f for f in draft.facts if f.property == meaning.match.iri), None)
            if fact is not None and isinstance(fact.object, str):
                return [replace(draft, group=(fact.object,)).use(n, following)]
    return [draft]


def _is_measure(on: Context, n: int) -> bool:
    meaning = on.reading.meanings[n]
    return meaning.kind is TermKind.PROPERTY and on.schema.is_numeric(meaning.match.iri)


def _aggregates(on: Context, draft: Draft) -> bool:
    return draft.kind in (Kind.COUNT, Kind.AGGREGATE) or on.reading.has(
        Cue.AGGREGATE, Cue.SUPERLATIVE, Cue.COUNT
    )


def aggregates(on: Context, draft: Draft) -> list[Draft]:
    """“the average price of …": a function over a number."""
    if draft.computed:
        return [draft]
    for n, found in on.reading.cue(Cue.AGGREGATE):
        if n in draft.used:
            continue
        piece = on.reading.pieces[n]
        if draft.kind is Kind.COUNT or _orders(on, draft):
            continue
        results: list[tuple[Draft, str]] = []
        for k, prop in on.properties_after(piece.last):
            if on.schema.is_data(prop) and not on.schema.is_numeric(prop):
                continue
            known = _focus_value(draft, prop)
            results = (
                [(draft.use(k), known)]
                if known
                else [(d.use(k), v) for d, v in valued(on, draft, prop, piece.last)]
            )
            if results:
                break
        drafts = [
            replace(d, kind=Kind.AGGREGATE, function=found.function, focus=(v,)).use(n) for d, v in results
        ]
        return best(drafts) or [on.unmet(draft, n)]
    if draft.kind is Kind.COUNT and draft.focus and draft.spot(draft.focus[0]).data:
        prop = property_of(draft, draft.focus[0])
        if on.schema.is_numeric(prop):  # "how many units were sold": they are added up
            return [replace(draft, kind=Kind.AGGREGATE, function="SUM")]
    return [draft]


def _orders(on: Context, draft: Draft) -> bool:
    """“the suppliers with the best average rating": the superlative takes the average."""
    return on.reading.has(Cue.SUPERLATIVE) and bool(draft.focus) and not draft.spot(draft.focus[0]).data


def _focus_value(draft: Draft, prop: str) -> str | None:
    return next(
        (
            f.object
            for f in draft.facts
            if f.property == prop and f.object in draft.focus and draft.spot(f.object).data
        ),
        None,
    )
