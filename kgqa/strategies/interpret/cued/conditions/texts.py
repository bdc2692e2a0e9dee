"""Conditions on text: "whose name starts with A", "with 'nord' in their name", "e-mails ending in .org".

In: a draft and its cues (kgqa/strategies/parse/texts.py finds them). Out: drafts with a filter on the
property that is named beside it, or on what things are called. Case does not count.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.conditions.measures import Valued, literal
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cued.listing.identity import called
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot, best
from kgqa.strategies.interpret.form import Filter, Literal

_BESIDE = 3  # words between a property and what is said of its text, at most


def texts(on: Context, draft: Draft) -> list[Draft]:
    """The drafts with a filter for each condition on text."""
    drafts = [draft]
    for n, found in on.reading.cue(Cue.TEXT):
        drafts = best(
            d.changed(filters=(*d.filters, Filter(v, found.operator, (Literal(found.text),)))).use(n)
            for each in drafts
            for d, v in _valued(on, each, n)
        ) or [on.unmet(d, n) for d in drafts]
    return drafts


def _valued(on: Context, draft: Draft, n: int) -> list[Valued]:
    """The text that a condition is about: of the property beside it, else what things are called."""
    piece = on.reading.pieces[n]
    for k, prop in on.properties_near(piece.first, piece.last):
        other = on.reading.pieces[k]
        away = piece.first - other.last if k < n else other.first - piece.last
        is_chosen = k in on.reading.meanings and on.reading.meanings[k].match.iri == prop
        if 0 < away <= _BESIDE and is_chosen and on.schema.is_data(prop) and not on.schema.is_numeric(prop):
            if prop in on.reader.names and (valued := _own_name(on, draft, prop, piece.first)):
                return [(valued[0].use(k), valued[1])]
            return [(d.use(k), v) for d, v in literal(on, draft, prop, other.last)]
    for spot in _things(draft, piece.first):
        if valued := called(on, draft, spot):
            return [valued]
    return []


def _own_name(on: Context, draft: Draft, prop: str, at: int) -> Valued | None:
    """“platforms with Rack in their name": things may have their names by another property than others do."""
    thing = next(iter(_things(draft, at)), None)
    if thing is None or any(prop in on.schema.data_properties(c) for c in thing.classes):
        return None
    return called(on, draft, thing)


def _things(draft: Draft, at: int) -> list[Spot]:
    """The things that a condition may be about: the last that are named before it, then what is asked for."""
    things = [s for s in draft.spots if isinstance(s.node, str) and not s.data]
    before = sorted((s for s in things if s.named and 0 <= s.at < at), key=lambda s: -s.at)
    return [*before, *(s for s in things if s.node in draft.focus)]
