"""What belongs to what belongs to somebody: "Ada's manager's phone", "the manager's manager of Ada's team".

In: a reading that is nothing but such a chain. Out: drafts that follow it from its first thing, a step a
word, and ask for its end; none where the reading is no chain.
"""

from __future__ import annotations

from itertools import pairwise

from kgqa.strategies.interpret.draft import Draft, Spot, best, join, thing_of, with_literal
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.types import TermKind

_SAID = 0.1  # a word may be less than the property's whole name


def possessed(reader: Reader, reading: Reading, draft: Draft) -> list[Draft]:
    """The drafts of a chain of possessives."""
    terms = list(reading.meanings)
    first = terms[0]
    if len(terms) < 2 or reading.meanings[first].kind is not TermKind.ENTITY:  # noqa: PLR2004  # a chain has two
        return []
    for one, two in pairwise(terms):
        if two != one + 1 or not _belongs(reader, reading, one):
            return []
    thing = thing_of(reading.meanings[first].match, reading.pieces[first].last)
    drafts = [(draft.add(thing).use(first), thing)]
    for n in terms[1:]:
        drafts = [step for made, spot in drafts for step in _steps(reader, reading, made, spot, n)]
    return best(d.changed(focus=(str(s.node),)) for d, s in drafts)


def _belongs(reader: Reader, reading: Reading, n: int) -> bool:
    """Whether a piece has what follows: "Ada's", "the boss'"."""
    last = reading.pieces[n].last
    between = reader.source[reader.tokens[last].end : reader.tokens[last + 1].start]
    text = reader.source[reader.tokens[last].start : reader.tokens[last + 1].start]
    return any(mark in text for mark in ("'", "\u2019")) or any(mark in between for mark in ("'", "\u2019"))


def _steps(reader: Reader, reading: Reading, draft: Draft, spot: Spot, n: int) -> list[tuple[Draft, Spot]]:
    """The ways from a thing to what the next word says that it has."""
    piece = reading.pieces[n]
    found = []
    for match in piece.matches(TermKind.PROPERTY):
        dear = 1.0 - match.score + _SAID * (match.iri != reading.meanings[n].match.iri)
        if reader.schema.is_data(match.iri):
            for made, variable in with_literal(
                draft, match.iri, reader.schema, frozenset((match.iri,)), piece.last, near=spot
            ):
                if any(f.object == variable and f.subject == spot.node for f in made.facts):
                    found.append((made.dearer(dear).use(n), made.spot(variable)))
            continue
        stated, straight = reader.schema.stated(match.iri)
        for path in reader.schema.hops_from(spot.classes, frozenset((stated,))):
            if path.hops[0].property == stated and path.hops[0].forward == straight:
                made, end = join(draft, spot, path, None, reader.schema, at=piece.last)
                found.append((made.dearer(dear).use(n), end))
    return found
