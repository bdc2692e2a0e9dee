"""Two counts in one question: "how many sites and departments are there?".

In: a draft that counts the first of two nouns. Out: the draft of both numbers, each counted by itself; where
more is said of them, the second is left unmet, since nobody can tell of which of the two it is said.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, Spot
from kgqa.strategies.interpret.finish import form_of
from kgqa.strategies.interpret.form import Aggregate, Computed, Form, Kind
from kgqa.strategies.interpret.pieces import Piece
from kgqa.types import TermKind

NAMED = 0.9  # a name that is less like it may be another one


def several(on: Context, draft: Draft) -> list[Draft]:
    """The draft with both counts."""
    pair = _pair(on) if draft.kind is Kind.COUNT else None
    if pair is None:
        return [draft]
    kinds = {on.reading.meanings[k].kind for k in pair}
    if len(on.reading.meanings) > len(pair) or kinds != {TermKind.CLASS}:
        return [on.unmet(draft, pair[1])]
    made = Draft(used=draft.used, unmet=draft.unmet)
    counts: list[Form] = []
    for n in pair:
        iri = on.reading.meanings[n].match.iri
        label = on.schema.ontology.label(iri)
        spot = Spot(made.fresh(label), (iri,), at=on.reading.pieces[n].last, named=True)
        name = made.fresh(f"number of {label}")
        number = Computed(name, Aggregate("COUNT", str(spot.node), distinct=True))
        form = form_of(Draft(spots=(spot,), computed=(number,)), on.schema)
        if form is None:
            return [draft]
        counts.append(form)
        made = made.changed(focus=(*made.focus, name), nested=tuple(counts))
    return [made]


def _pair(on: Context) -> tuple[int, int] | None:
    """The pieces of two classes with "and" between them, right behind the word that counts."""
    pieces = on.reading.pieces
    for c, count in on.reading.cue(Cue.COUNT):
        one, joined, two = c + 1, c + 2, c + 3
        if two >= len(pieces) or pieces[one].first != count.last + 1:
            continue
        between = pieces[joined].found
        nouns = all(k in on.reading.meanings for k in (one, two))
        if not nouns or between is None or between.cue is not Cue.AND:
            continue
        if all(_names_things(pieces[k]) for k in (one, two)):
            return one, two
    return None


def _names_things(piece: Piece) -> bool:
    """Whether a phrase is the name of a class, whatever else this reading takes it for."""
    matches = piece.link.matches if piece.link else ()
    return any(m.kind is TermKind.CLASS and m.score >= NAMED for m in matches)
