"""Numbers that say how many of the ordered things are wanted: "top 5", "the third", "the 6th to 10th".

In: a reading. Out: limit and offset, with the pieces that say so.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cues import Cue, Found

MOST = 2**31


def is_rank(on: Context, n: int) -> bool:
    """A number beside a superlative says how many: "top 5", "the five cheapest"."""
    pieces = on.reading.pieces
    for k in (n - 1, n + 1):
        if 0 <= k < len(pieces) and (found := pieces[k].found) and found.cue is Cue.SUPERLATIVE:
            gap = abs(pieces[n].first - found.last) if k < n else abs(found.first - pieces[n].last)
            if gap <= CLOSE_BY or (k > n and _only_leads(on, pieces[n].last, found.first)):
                return True
    return False


def _only_leads(on: Context, last: int, first: int) -> bool:
    """“the two *with the* highest weight": nothing but words that lead there stands between two tokens."""
    leads = on.lang.phrases("columns.with") | on.lang.phrases("compare.articles") | on.lang.fillers
    between = on.tokens[last + 1 : first]
    if not on.reader.source[on.tokens[last].end : on.tokens[first].start].replace(" ", "").isalpha():
        return False  # "at least 3; the one with the highest …"
    return all(t.folded in leads or on.lang.lemma(t.text) in leads for t in between)


def rank(on: Context, n: int) -> tuple[int | None, int, tuple[int, ...]]:
    """How many are asked for (None for all), how many are passed over, and the pieces that say so."""
    pieces = on.reading.pieces
    if (own := pieces[n].found) and own.cue is Cue.SUPERLATIVE and own.function == "places":
        return *_places(own), ()
    for k in (n - 1, n + 1):
        if 0 <= k < len(pieces) and (found := pieces[k].found):
            if found.cue is Cue.NUMBER and is_rank(on, k) and _is_count(found):
                return int(found.number or 1), 0, (k,)
            if found.cue is Cue.RANK and found.number:
                return *_places(found), (k,)
    for k, number in on.reading.cue(Cue.NUMBER):  # "the five customers with the most orders"
        if not number.unit and _is_count(number) and is_before_focus(on, k):
            return int(number.number or 1), 0, (k,)
    limit, offset, taken = places(on)
    if taken and sum(1 for _ in on.reading.cue(Cue.SUPERLATIVE)) == 1:
        return limit, offset, taken
    leads = (
        on.tokens[pieces[n].last].folded in on.lang.phrases("leading") and pieces[n].first < pieces[n].last
    )
    return (None if leads else 1), 0, ()


def places(on: Context) -> tuple[int | None, int, tuple[int, ...]]:
    """“places 6 to 10", "the 6th to the 10th", wherever it is said: as `rank`; all where it is not."""
    said = [(k, f) for k, f in on.reading.cue(Cue.RANK) if f.function == "places"]
    if len(said) != 1:
        return None, 0, ()
    return *_places(said[0][1]), (said[0][0],)


def _places(found: Found) -> tuple[int, int]:
    first, last = int(found.number or 1), int(found.until or found.number or 1)
    return last - first + 1, first - 1


def _is_count(found: Found) -> bool:
    """A number of things is whole and positive; SPARQL counts them in 64 bits."""
    return found.number is not None and found.number.is_integer() and 0 < found.number < MOST


def is_before_focus(on: Context, n: int) -> bool:
    following = on.reading.pieces[n + 1] if n + 1 < len(on.reading.pieces) else None
    return following is not None and following.link is not None and n + 1 == min(on.reading.meanings)
