"""Other groups: "by department instead", "per country", "not by site but by department".

In: a draft. Out: the draft with its counts or its numbers grouped by something else; a list is counted.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot, attach_thing, best
from kgqa.strategies.interpret.focus import class_spot
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.loose import without_groups
from kgqa.strategies.interpret.following.references import held
from kgqa.strategies.interpret.following.talk import Talk, listing
from kgqa.strategies.interpret.following.values import value_of
from kgqa.strategies.interpret.form import Kind
from kgqa.types import TermKind

_NEXT_TO = 3


def regrouped(talk: Talk, draft: Draft) -> list[Draft]:
    """The draft grouped by the class or the property that stands behind "per" or "by"."""
    groups = [(n, f) for n, f in talk.on.reading.cue(Cue.GROUP) if n not in draft.used]
    if not groups or draft.kind is Kind.ASK or talk.cues(draft, Cue.SUPERLATIVE):
        return [draft]
    n, found = groups[0]
    things = talk.things(draft)
    if things is None:
        return [draft]
    starting = _ungrouped(talk, draft, things)
    said = (n, *talk.edits(Edit.INSTEAD))
    made: list[Draft] = []
    for k, meaning in talk.names(draft, TermKind.CLASS, TermKind.PROPERTY):
        piece = talk.on.reading.pieces[k]
        if not 0 < piece.first - found.last <= _NEXT_TO:
            continue
        if meaning.kind is TermKind.CLASS:
            spot = class_spot(talk.on.reader, starting, meaning.match.iri, piece.last)
            known = next((s for s in starting.spots if _is_of(s, meaning.match.iri)), None)
            if known is not None and known.node != things.node:
                made.append(replace(starting, group=(str(known.node),)).use(k, *said))
                continue
            between = tuple(s for s in starting.spots if isinstance(s.node, str) and not (s.named or s.data))
            lone = replace(starting, spots=(things, *between))  # no group of another thing that is there
            for joined in attach_thing(lone, spot, talk.on.schema, talk.on.liked, lambda *_: 0.0):
                rest = tuple(s for s in starting.spots if s not in lone.spots)
                whole = joined.changed(spots=(*rest, *joined.spots))
                made.append(replace(whole, group=(str(spot.node),)).use(k, *said))
        else:
            for valued, variable in value_of(talk.on, starting, things, meaning.match.iri, piece.last):
                made.append(valued.changed(group=(variable,)).use(k, *said))
    return best(made) or [draft if draft.order is not None else talk.on.unmet(draft, n)]


def _is_of(spot: Spot, iri: str) -> bool:
    return isinstance(spot.node, str) and not spot.data and spot.named and iri in spot.classes


def _ungrouped(talk: Talk, draft: Draft, things: Spot) -> Draft:
    """The draft without its groups and what only led to them; a list becomes a count of its things."""
    if draft.kind is Kind.LIST:
        counted = held(talk, listing(draft, things))
        return replace(counted, kind=Kind.COUNT, focus=(str(things.node),), order=None, measures=())
    return replace(without_groups(draft), order=None, limit=None, offset=0)
