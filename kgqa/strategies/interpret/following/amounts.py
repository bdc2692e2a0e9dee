"""A number of all that was answered: "what is the average?", "the total?", "and the highest price?".

In: a draft. Out: the draft with a function over a number of its things: over the one that is named, or over
the one that the last answer showed, compared or ordered by.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.conditions.measures import numbers_in
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.following.talk import Talk
from kgqa.strategies.interpret.following.values import Valued, value_of
from kgqa.strategies.interpret.form import Kind
from kgqa.types import TermKind


def aggregated(talk: Talk, draft: Draft) -> list[Draft]:
    """The draft as an average, a sum, a least or a most."""
    found = next(((n, f) for n, f in talk.on.reading.cue(Cue.AGGREGATE) if n not in draft.used), None)
    things = talk.things(draft)
    if found is None or things is None or draft.kind is Kind.ASK:
        return [draft]
    n, cue = found
    named = list(talk.names(draft, TermKind.PROPERTY))
    results: list[Valued] = []
    for k, meaning in named:
        at = talk.on.reading.pieces[k].last
        if _is_measured(talk, meaning.match.iri):
            values = value_of(talk.on, draft, things, meaning.match.iri, at)
            results += [(d.use(k), v) for d, v in values]
    if not named and not list(talk.names(draft, *TermKind)):
        results = [(draft, v) for v in numbers_in(talk.on, draft)[:1]]
    made = [
        d.changed(
            kind=Kind.AGGREGATE, function=cue.function, focus=(v,), order=None, measures=(), having=None
        ).use(n)
        for d, v in results
    ]
    return best(made) or [draft]


def _is_measured(talk: Talk, prop: str) -> bool:
    schema = talk.on.schema
    return not schema.is_data(prop) or schema.is_numeric(prop)
