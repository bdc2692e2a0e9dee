"""Other columns: "with their e-mail", "and their phone numbers?", "what do they cost?", "where are they?".

In: a draft and the properties that a follow-up names. Out: the list of the things with a column more; a thing
without a value stays in it.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.strategies.interpret.cued.conditions.amounts import amounts
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot, best
from kgqa.strategies.interpret.following.edits import Edit
from kgqa.strategies.interpret.following.talk import Talk, listing
from kgqa.strategies.interpret.following.values import Valued, optional, those_who, value_of
from kgqa.strategies.interpret.form import Kind
from kgqa.strategies.interpret.roles import is_nominal
from kgqa.types import TermKind

_OTHER_EDITS = (Edit.ONLY, Edit.SORT, Edit.DROP, Edit.REVERSE)
_ELSE = (  # what a property is there for where one of these is said
    Cue.NUMBER,
    Cue.DATE,
    Cue.SUPERLATIVE,
    Cue.AGGREGATE,
    Cue.NEGATION,
    Cue.FLAG,
    Cue.GROUP,
    Cue.COMPARISON,
)


def widened(talk: Talk, draft: Draft) -> list[Draft]:
    """The drafts with a column for each property that is asked for."""
    if (
        talk.cues(draft, *_ELSE)
        or talk.on.reading.has(Cue.COUNT)
        or talk.has(Edit.ONLY, Edit.SORT, Edit.DROP, Edit.REVERSE)
    ):
        return [draft]
    things = talk.things(draft)
    if things is None or draft.kind is Kind.ASK or (draft.group and not talk.several()):
        return [draft]
    names = list(talk.names(draft, *TermKind))
    if any(m.kind in (TermKind.ENTITY, TermKind.VALUE) for _, m in names):
        return [draft]
    asking = tuple(n for n, _ in talk.on.reading.cue(Cue.WHEN, Cue.WHERE, Cue.AMOUNT) if n not in draft.used)
    start = listing(draft, things)
    properties = [(n, m) for n, m in names if m.kind is TermKind.PROPERTY]
    drafts = [start]
    for n, meaning in properties:
        drafts = best(
            _column(each, variable, valued).use(n)
            for each in drafts
            for valued, variable in _values(talk, each, things, meaning.match.iri, n)
        )
    if properties and drafts:
        return [d.use(*asking, *talk.edits(Edit.BESIDE, Edit.ALSO)) for d in drafts]
    if asking and not names and (found := _asked(talk, start, things)):
        return [d.use(*asking) for d in found]
    return [draft]


def _values(talk: Talk, draft: Draft, things: Spot, prop: str, n: int) -> list[Valued]:
    """What a property says of the things; for "who reports to them?" those who do it to them."""
    piece = talk.on.reading.pieces[n]
    acts = talk.on.reading.has(Cue.WHO) and not is_nominal(talk.on.reader, piece, prop)
    if acts and (found := those_who(talk.on, draft, things, prop, piece.last)):
        return found
    return value_of(talk.on, draft, things, prop, piece.last)


def _column(before: Draft, variable: str, after: Draft) -> Draft:
    """The list with one column more, whose values may be missing."""
    loose = optional(before, after)
    if variable in loose.focus:
        return loose
    measures = tuple(m for m in loose.measures if m != variable)
    return replace(loose, focus=(*loose.focus, variable), measures=measures)


def _asked(talk: Talk, draft: Draft, things: Spot) -> list[Draft]:
    """“when did they join?", "what do they cost?", "where are they?"."""
    alone = draft.changed(spots=(things,), focus=())
    made: list[Draft] = []
    for found in amounts(talk.on, alone):
        if not found.focus or found.unmet:
            continue
        rest = tuple(s for s in draft.spots if s not in found.spots)
        whole = replace(found, kind=Kind.LIST, function="", focus=draft.focus, spots=(*rest, *found.spots))
        value: Valued = (whole, found.focus[0])
        made.append(_column(draft, value[1], value[0]))
    return best(made)
