"""A sum in one word: “Prämiensumme je Kunde" adds up the number that the word begins with.

In: a draft. Out: drafts with the sum, where a word that names a number ends in one of the language's words
for a sum.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.conditions.measures import is_measure, literal, through
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import Kind
from kgqa.types import TermKind

_SHORT = 3  # letters of no word before the ending


def summed(on: Context, draft: Draft) -> list[Draft]:
    """The draft that adds up what such a word names; the draft as it is where there is none."""
    if draft.computed or draft.kind is not Kind.LIST or on.reading.has(Cue.SUPERLATIVE, Cue.COMPARISON):
        return [draft]  # "die höchste Fördersumme" is one of them
    for n, meaning in on.reading.meanings.items():
        piece, prop = on.reading.pieces[n], meaning.match.iri
        if meaning.kind is not TermKind.PROPERTY or not _is_sum(on, on.tokens[piece.last].folded):
            continue
        if on.schema.is_data(prop):
            is_number = on.schema.is_numeric(prop) and is_measure(on, prop)
            values = literal(on, draft, prop, piece.last) if is_number else []
        else:
            values = through(on, draft, prop, piece.last)
        sums = [d.changed(kind=Kind.AGGREGATE, function="SUM", focus=(v,)).use(n) for d, v in values if v]
        return best(sums) or [on.unmet(draft, n)]
    return [draft]


def _is_sum(on: Context, word: str) -> bool:
    endings = on.lang.phrases("compound_sums")
    return any(word.endswith(e) and len(word) - len(e) >= _SHORT for e in endings)
