"""Pieces of a question -> drafts of what it asks: its focus first, then every name joined to what is there.

In: one segmentation with one meaning chosen for each phrase. Out: the best drafts; nothing is checked here.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.comparing.others import set_aside
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.defined import with_terms
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.focus import focused
from kgqa.strategies.interpret.placing import order, placed
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.types import TermKind


def drafts(reader: Reader, reading: Reading, seeds: list[Draft] | None = None) -> list[Draft]:
    """The best drafts of a reading, every name of the question joined; to `seeds` where there are any."""
    reading, aside = set_aside(reader, reading)
    liked = reader.liked(reading)
    no, denied = _denied(reading)
    found = seeds or focused(reader, reading)
    for n in order(reading):
        ways = liked - denied if n < no else liked
        following = [d for draft in found for d in placed(reader, draft, n, reading, ways)]
        found = best(following) or [
            d.changed(unmet=(*d.unmet, reader.text(reading.pieces[n]))) for d in found
        ]
    found = [draft.use(*aside) for draft in found]
    return [with_terms(draft, reading, reader.terms) for draft in found] if reader.terms else found


def _denied(reading: Reading) -> tuple[int, frozenset[str]]:
    """The piece of a negation, and the properties that it denies: no name before it hangs on one of them."""
    no = next((n for n, _ in reading.cue(Cue.NEGATION)), len(reading.pieces))
    following = reading.pieces[no + 1 : no + 2]
    return no, frozenset(m.iri for p in following for m in p.matches(TermKind.PROPERTY))
