"""What rows are grouped by: "per department", "by customer and year", "that a customer has placed".

In: a draft. Out: drafts with one key more, each with its variable and the pieces that say so.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.strategies.interpret.cued.conditions.measures import Valued, literal
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.pieces import Piece
from kgqa.types import TermKind


def named_keys(on: Context, last: int) -> Iterator[int]:
    """The pieces of the nouns behind a grouping word that ends at token `last`: "customer and year"."""
    pieces = on.reading.pieces
    following = next((k for k in on.reading.meanings if 0 < pieces[k].first - last <= CLOSE_BY), None)
    while following is not None:
        yield following
        end = pieces[following].last
        joined = next((f for _, f in on.reading.cue(Cue.AND) if f.first == end + 1), None)
        following = next(
            (k for k in on.reading.meanings if joined and 0 < pieces[k].first - joined.last <= CLOSE_BY), None
        )


def joined_keys(on: Context, last: int) -> Iterator[int]:
    """The pieces of the nouns that "and" joins to a key that ends at token `last`: "per month and status"."""
    joined = next((f for _, f in on.reading.cue(Cue.AND) if f.first == last + 1), None)
    if joined is not None:
        yield from named_keys(on, joined.last)


def keyed(on: Context, draft: Draft, n: int) -> list[Valued]:
    """The draft with what piece `n` names as a key: a class, or the value of a property."""
    meaning, piece = on.reading.meanings[n], on.reading.pieces[n]
    if meaning.kind is TermKind.CLASS:
        spot = next((s for s in draft.spots if s.at == piece.last and isinstance(s.node, str)), None)
        return [(draft, str(spot.node))] if spot is not None else []
    if meaning.kind is not TermKind.PROPERTY:
        return []
    if on.schema.is_data(meaning.match.iri):
        return [(d.use(n), v) for d, v in literal(on, draft, meaning.match.iri, piece.first)]
    fact = next((f for f in draft.facts if f.property == meaning.match.iri), None)
    return [(draft.use(n), fact.object)] if fact is not None and isinstance(fact.object, str) else []


def each_of(on: Context, draft: Draft) -> list[str]:
    """The things of an indefinite noun that acts in a relative clause: "the total that a customer has paid"
    is one for each of them; "employees that have a skill" have any.
    """
    how = on.lang.phrases("how")
    if any(on.tokens[f.first].folded in how for _, f in on.reading.cue(Cue.COUNT)):
        return []  # "how many venues that a play is staged at" is one number
    found = []
    for k in on.reading.meanings:
        piece = on.reading.pieces[k]
        if _is_indefinite(on, piece) and _begins_clause(on, piece.first - 1):
            found += [v for v in _things(on, draft, k) if v not in draft.focus]
    return found


def _things(on: Context, draft: Draft, n: int) -> Iterator[str]:
    """The variables of a noun: of its class, or of what a property of that name leads to."""
    meaning, at = on.reading.meanings[n], on.reading.pieces[n].last
    if meaning.kind is TermKind.CLASS:
        yield from (str(s.node) for s in draft.spots if s.at == at and isinstance(s.node, str))
    elif meaning.kind is TermKind.PROPERTY and not on.schema.is_data(meaning.match.iri):
        ends = (f.object for f in draft.facts if f.property == meaning.match.iri)
        yield from (v for v in ends if isinstance(v, str))


def any_of(on: Context, draft: Draft) -> list[str]:
    """The things of every indefinite noun: "in a department"."""
    return [
        v
        for k in on.reading.meanings
        if _is_indefinite(on, on.reading.pieces[k])
        for v in _things(on, draft, k)
        if v not in draft.focus
    ]


def _is_indefinite(on: Context, piece: Piece) -> bool:
    return on.reader.word_before(piece) in on.lang.phrases("for_each")


def _begins_clause(on: Context, article: int) -> bool:
    """Whether the article at a token stands behind a relative pronoun, or right behind a noun."""
    if article < 1:
        return False
    if on.tokens[article - 1].folded in on.lang.phrases("relative"):
        return True
    return any(
        m.kind is TermKind.CLASS and on.reading.pieces[k].last == article - 1
        for k, m in on.reading.meanings.items()
    )
