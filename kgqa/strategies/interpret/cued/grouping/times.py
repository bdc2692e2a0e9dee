"""Groups of time: "orders per year", "revenue by month", "how many were hired in each quarter".

In: a draft and a unit of time. Out: drafts with the year (month, quarter, day) of the date that is meant, and
the variable that holds it.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.language import everywhere, fold
from kgqa.ontology import XSD, PatternKind
from kgqa.strategies.interpret.cued.conditions.dates import date_rank
from kgqa.strategies.interpret.cued.conditions.measures import Valued, literal, owner_of
from kgqa.strategies.interpret.cued.conditions.spans import is_contrary
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, with_literal
from kgqa.strategies.interpret.form import Calculation, Computed
from kgqa.strategies.interpret.periods import told_apart
from kgqa.types import TermKind

RECURRING = ("year", "quarter", "month", "day")


def period_keys(on: Context, draft: Draft, n: int, found: Found) -> list[Valued]:
    """The draft with the period of a date for piece `n`, and its variable ("" where the words are part of a
    name); the likeliest date first.
    """
    units = _words_of(on, found.function)
    named = {m.match.iri for m in on.reading.meanings.values() if m.kind is TermKind.PROPERTY}
    if any(on.schema.is_numeric(p) and units & set(_label(on, p)) for p in draft.properties | named):
        return [(draft, "")]  # "seats per year" is the name of what is counted
    made = [_period(on, d, v, prop, found.function) for d, v, prop in dates_of(on, draft, n, found)]
    return sorted((m for m in made if m is not None), key=lambda pair: pair[0].cost)


def dates_of(on: Context, draft: Draft, n: int, found: Found) -> list[tuple[Draft, str, str]]:
    """The dates that may be meant, each with its property: one that a word beside the period names ("hired"),
    or one of something in the draft.
    """
    piece = on.reading.pieces[n]
    candidates: list[tuple[Draft, str, str]] = []
    nouns = set(_nouns(on))
    near = on.properties_near(piece.first, piece.last)
    named = [(k, p) for k, p in near if k not in nouns and _is_date(on, p)]
    for k, prop in named:
        candidates += [(d.use(k), v, prop) for d, v in literal(on, draft, prop, piece.first)]
    if candidates:
        return candidates
    said = {
        m.iri for k, p in enumerate(on.reading.pieces) for m in p.matches(TermKind.PROPERTY) if k not in nouns
    }
    asked = {*draft.focus, *(owner_of(draft, v) for v in draft.focus)}
    for spot in draft.spots:
        if spot.data or not isinstance(spot.node, str):
            continue
        words = {on.lang.stem(w) for c in spot.classes if c for w in _label(on, c)}
        for prop in sorted({p for c in spot.classes for p in on.schema.data_properties(c)}):
            if not _is_date(on, prop) or is_contrary(on, prop, piece.first):
                continue
            dear = 0.0 if prop in said else date_rank(on, prop, piece.first)
            if words & {on.lang.stem(w) for w in _label(on, prop)}:
                dear -= 0.05  # the order date of an order
            if set(_label(on, prop)) & _words_of(on, found.function):
                dear -= 0.1  # the month of a figure
            if spot.node not in asked:
                dear += 0.3 if spot.named else 0.6
            candidates += [
                (d.dearer(max(dear, 0.0)), v, prop)
                for d, v in with_literal(draft, prop, on.schema, on.liked, piece.first, near=spot)
            ]
    return candidates


def _nouns(on: Context) -> Iterator[int]:
    """The pieces that name things and no dates, whatever dates have the same word in their names."""
    for k, meaning in on.reading.meanings.items():
        before = on.reading.pieces[k - 1].found if k else None
        if meaning.kind is TermKind.CLASS or (before is not None and before.cue is Cue.GROUP):
            yield k


def _period(on: Context, draft: Draft, variable: str, prop: str, unit: str) -> Valued | None:
    """The period of a date; the value itself where the property says nothing finer."""
    types = on.schema.datatypes(prop)
    is_year = not on.schema.is_temporal(prop) or types == {XSD + "gYear"}
    is_itself = bool(set(_label(on, prop)) & _words_of(on, unit)) or (
        unit == "day" and types == {XSD + "date"}
    )
    if (is_year and unit == "year") or (not is_year and is_itself):
        return draft, variable
    if is_year or unit == "day":
        return None
    operator = told_apart(unit, draft.filters, variable)
    name = draft.fresh(unit)
    return draft.changed(bound=(*draft.bound, Computed(name, Calculation(operator, (variable,))))), name


def _is_date(on: Context, prop: str) -> bool:
    is_year = on.schema.is_numeric(prop) and set(_label(on, prop)[-1:]) <= everywhere("year_words")
    is_text = on.schema.ontology.pattern(prop, PatternKind.YEAR_TEXT) is not None
    return on.schema.is_temporal(prop) or is_year or is_text


def _label(on: Context, iri: str) -> list[str]:
    return fold(on.schema.ontology.label(iri)).split()


def _words_of(on: Context, unit: str) -> frozenset[str]:
    """What a unit of time is called, in the languages of graphs' labels."""
    said = frozenset(fold(w) for w in on.lang.data["calendar"].get(unit, ())) | {unit}
    return said | (everywhere(f"recurring.{unit}") if unit in RECURRING else frozenset())
