"""Which values a question asks for: formulas, aggregates of numbers, counts.

In: a reading. Out: its values in the question's order, each with the pieces that say it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.parse.formulas import Mention
from kgqa.types import TermKind


@dataclass(frozen=True, slots=True)
class Output:
    """One value that is asked for: its pieces, the function over it, and its formula if it has one."""

    pieces: tuple[int, ...]
    function: str = ""
    formula: Mention | None = None

    @property
    def piece(self) -> int:
        return self.pieces[-1]


def values_asked(on: Context) -> Iterator[Output]:
    """The values in the question's order."""
    pieces = on.reading.pieces
    last: Output | None = None
    for n, piece in enumerate(pieces):
        cue = piece.found.cue if piece.found else None
        made: Output | None = None
        if cue is Cue.FORMULA and piece.found is not None:
            made = _of_formula(on, n, piece.found.formula)
        elif cue is Cue.AGGREGATE and piece.found is not None:
            k = _number_behind(on, n)
            made = Output((n, k), piece.found.function) if k is not None else None
        elif cue is Cue.COUNT:
            k = _noun_behind(on, n)
            k = k if k is not None else _noun_before(on, n)
            made = Output((n, k), "COUNT") if k is not None else None
        elif last is not None and last.function not in ("", "COUNT") and _goes_on(on, last.piece, n):
            made = Output((n,), last.function)
        if made is not None:
            last = made
            yield made


def _of_formula(on: Context, n: int, mention: Mention | None) -> Output | None:
    before = on.reading.pieces[n - 1] if n else None
    beside = before is not None and on.reading.pieces[n].first - before.last <= CLOSE_BY
    if beside and before and before.found and before.found.cue is Cue.AGGREGATE:
        return Output((n - 1, n), before.found.function, mention)
    return Output((n,), "", mention)


def _number_behind(on: Context, n: int) -> int | None:
    """What has numbers right behind an aggregate: a property, or a class of amounts."""
    k = n + 1
    pieces = on.reading.pieces
    if k in on.reading.meanings and pieces[k].first - pieces[n].last <= CLOSE_BY and _is_number(on, k):
        return k
    return None


def _noun_behind(on: Context, n: int) -> int | None:
    k = n + 1
    pieces = on.reading.pieces
    if k not in on.reading.meanings or pieces[k].first - pieces[n].last > CLOSE_BY:
        return None
    kind = on.reading.meanings[k].kind
    return k if kind in (TermKind.CLASS, TermKind.PROPERTY) else None


def _noun_before(on: Context, n: int) -> int | None:
    """“order count": what is counted by one word stands right before it."""
    pieces = on.reading.pieces
    is_one_word = pieces[n].first == pieces[n].last
    if not is_one_word or n - 1 not in on.reading.meanings or pieces[n].first - pieces[n - 1].last != 1:
        return None
    meaning = on.reading.meanings[n - 1]
    is_thing = meaning.kind is TermKind.PROPERTY and not on.schema.is_data(meaning.match.iri)
    return n - 1 if meaning.kind is TermKind.CLASS or is_thing else None


def _is_number(on: Context, n: int) -> bool:
    meaning = on.reading.meanings[n]
    if meaning.kind is TermKind.CLASS:
        return on.schema.measure_of(meaning.match.iri, on.reader.names) is not None
    return meaning.kind is TermKind.PROPERTY and on.reader.spoken.is_number(meaning.match.iri)


def _goes_on(on: Context, before: int, n: int) -> bool:
    """“the average price and weight": a number behind another one, with "and" or a comma between."""
    if n not in on.reading.meanings or not _is_number(on, n):
        return False
    pieces = on.reading.pieces
    between = on.reader.source[on.tokens[pieces[before].last].end : on.tokens[pieces[n].first].start]
    words = {w.casefold() for w in re.findall(r"\w+", between)}
    joined = bool(words & on.lang.phrases("conjunction")) or "," in between
    return joined and words <= on.lang.phrases("conjunction") | on.lang.phrases("formula.articles")
