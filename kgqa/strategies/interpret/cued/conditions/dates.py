"""Conditions on dates: "since 2020", "in March 2024", "between May and July".

In: a draft. Out: drafts with a half-open period on the date that the words name, or on the likeliest one.
"""

from __future__ import annotations

from kgqa.language import everywhere, fold
from kgqa.linking.vocabulary import akin
from kgqa.strategies.interpret.cued.conditions.measures import ends, literal
from kgqa.strategies.interpret.cued.conditions.spans import is_contrary, side_of, spoken_side
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, best, with_literal
from kgqa.strategies.interpret.periods import is_dated, period
from kgqa.values import telling


def dates(on: Context, draft: Draft) -> list[Draft]:
    drafts = [draft]
    for n, found in on.reading.cue(Cue.DATE):
        drafts = best(d for each in drafts for d in _dated(on, each, n, found))
    return drafts


def _dated(on: Context, draft: Draft, n: int, found: Found) -> list[Draft]:
    if found.since is None or found.before is None:
        return [draft]
    if on.is_quoted(n, draft):
        return [draft.use(n)]
    piece = on.reading.pieces[n]
    at = piece.first
    candidates: list[tuple[Draft, str, str]] = []
    for k, prop in on.properties_near(piece.first, piece.last):
        if is_dated(on.schema, prop):
            candidates += [(d.use(k), v, prop) for d, v in literal(on, draft, prop, at)]
    if not candidates:
        variables = any(isinstance(s.node, str) and not s.data for s in draft.spots)
        for spot in draft.spots:
            fixed = 1.5 if variables and not isinstance(spot.node, str) else 0.0  # it filters nothing
            held = (p for cls in spot.classes for p in sorted(on.schema.data_properties(cls)))
            for prop in dict.fromkeys(held):
                is_date = is_dated(on.schema, prop)
                if is_date and not is_contrary(on, prop, at):
                    dear = fixed + (0.0 if prop in on.liked else date_rank(on, prop, at))
                    candidates += [
                        (d.dearer(dear), v, prop)
                        for d, v in with_literal(draft, prop, on.schema, on.liked, at, near=spot)
                    ]
    told = telling.period(on.said(n), found.operator, found.since, found.before)
    drafts = []
    for d, v, prop in candidates:
        filters = period(on.schema, v, prop, found.operator, found.since, found.before)
        drafts.append(
            d.changed(
                told=(*d.told, told),
                filters=(*d.filters, *filters),
                phrased=(*d.phrased, *((f, on.said(n)) for f in filters)),
            ).use(n)
        )
    return best(drafts) or [on.unmet(draft, n)]


def date_rank(on: Context, prop: str, at: int) -> float:
    """Of several dates, one that the verb speaks of is meant first ("delivered": the delivery date,
    "expires": the end date), then the plain "date", then a start. `at` is the token that asks for a date.
    """
    words, dates = fold(on.schema.ontology.label(prop)).split(), everywhere("plain_date_words")
    if _is_done(on, words) or ((side := spoken_side(on, at)) and side == side_of(on, prop)):
        return 0.0
    if len(words) == 1 and words[0] in dates:
        return 0.1
    is_start = bool(words) and (words[0] in everywhere("start_words") or words[-1] in dates)
    return (0.2 if is_start else 0.4) + ends(on, prop)


def _is_done(on: Context, words: list[str]) -> bool:
    """Whether a verb that no name has taken belongs to the family of one of a date's words."""
    named = {i for k in on.reading.meanings for i in _tokens(on, k)}
    telling = set(words) - everywhere("date_words") - on.lang.stop
    said = [t.folded for i, t in enumerate(on.tokens) if i not in named and t.folded not in on.lang.stop]
    return any(on.lang.stem(s) == on.lang.stem(w) or akin(s, w) for s in said for w in telling)


def _tokens(on: Context, n: int) -> range:
    return range(on.reading.pieces[n].first, on.reading.pieces[n].last + 1)
