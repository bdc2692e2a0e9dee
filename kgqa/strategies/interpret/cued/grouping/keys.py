"""What the values of a table stand beside: "by order number and total", "for each customer".

In: a draft and a reading. Out: the drafts with the variables of the keys, and the pieces that they take.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kgqa.language import everywhere, fold
from kgqa.strategies.interpret.cued.calculating.leaves import own_value
from kgqa.strategies.interpret.cued.conditions.measures import literal, owner_of, property_of
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cued.listing.identity import identified, named
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft, own_literal
from kgqa.types import TermKind

MOST = 2  # ways to the keys that are worth following


@dataclass(frozen=True, slots=True)
class Key:
    """A phrase that rows are grouped by: its piece, the cue's, and whether it only says "of each"."""

    piece: int
    cue: int
    weak: bool


def keys(on: Context, outputs: Iterable[int]) -> tuple[Key, ...]:
    """The keys of a question. “Of each order, by order number": the column stands for the thing."""
    taken = set(outputs)
    found: list[Key] = []
    for n, cue in on.reading.cue(Cue.GROUP):
        words = {t.folded for t in on.tokens[cue.first : cue.last + 1]}
        each = bool(words & on.lang.phrases("distributive")) or on.reader.word_before(
            on.reading.pieces[n]
        ) in on.lang.phrases("belonging")
        found += [Key(k, n, each) for k in _listed(on, n, taken)]
    known = {k.piece for k in found} | taken
    found += [Key(k, k, False) for k in on.reading.meanings if k not in known and _is_led(on, k)]
    found += [Key(k, k, False) for k in generic(on) if k not in known]
    strong = [k for k in found if not k.weak]
    return tuple(strong or found)


def generic(on: Context) -> Iterator[int]:
    """“the total that a customer has paid": whatever holds of any one of them is asked for each."""
    for k, meaning in on.reading.meanings.items():
        first = on.reading.pieces[k].first
        if meaning.kind is not TermKind.CLASS or first < 2:  # noqa: PLR2004  # "that a"
            continue
        relative, article = (on.tokens[i].folded for i in (first - 2, first - 1))
        if article in on.lang.phrases("indefinite") and relative in on.lang.phrases("formula.pronouns"):
            yield k


def _is_led(on: Context, n: int) -> bool:
    """“that a teacher has given by teacher id": a column behind a grouping word that another name took."""
    piece, meaning = on.reading.pieces[n], on.reading.meanings[n]
    is_column = meaning.kind is TermKind.PROPERTY and on.schema.is_data(meaning.match.iri)
    return is_column and on.reader.word_before(piece) in on.lang.phrases("group")


def _listed(on: Context, n: int, taken: set[int]) -> Iterator[int]:
    """The phrases behind a grouping: a list, up to what is asked for again."""
    last = on.reading.pieces[n].last
    for k in range(n + 1, len(on.reading.pieces)):
        piece = on.reading.pieces[k]
        if piece.found is not None:
            if piece.found.cue is not Cue.AND:
                return
            last = piece.last
            continue
        if piece.first - last > CLOSE_BY or k not in on.reading.meanings or k in taken:
            return
        yield k
        last = piece.last


def keyed(on: Context, draft: Draft, found: tuple[Key, ...]) -> list[tuple[Draft, tuple[str, ...]]]:
    """The drafts that hold the keys, with their variables in order."""
    made: list[tuple[Draft, tuple[str, ...]]] = [(draft, ())]
    for key in found:
        made = [
            (after.use(key.piece, key.cue), (*before, v))
            for each, before in made
            for after, v in _variable(on, each, key.piece)
        ]
        made = sorted(made, key=lambda pair: pair[0].cost)[:MOST]
    return made


def by_name(on: Context, draft: Draft, shown: tuple[str, ...]) -> tuple[Draft, tuple[str, ...]]:
    """What the keys are shown by: things without a name by what identifies them, and beside a column of
    values by their name ("by campaign and order number"); not at all beside a column that
    identifies them.
    """
    beside = [v for v in shown if draft.spot(v).data]
    found: list[str] = []
    for variable in dict.fromkeys(shown):
        spot = draft.spot(variable)
        if spot.data:
            found.append(variable)
        elif any(owner_of(draft, v) == variable and _identifies(on, draft, v) for v in beside):
            continue
        elif (by := identified(on, draft, spot)) is not None:
            draft, value = by
            found.append(value)
        elif beside and (names := named(on, draft, spot)) is not None:
            draft, values = names
            found += values
        else:
            found.append(variable)
    return draft, tuple(dict.fromkeys(found))


def _identifies(on: Context, draft: Draft, variable: str) -> bool:
    label = fold(on.schema.ontology.label(property_of(draft, variable)))
    return bool(set(label.split()) & everywhere("identifying_words"))


def _variable(on: Context, draft: Draft, n: int) -> list[tuple[Draft, str]]:
    meaning, piece = on.reading.meanings[n], on.reading.pieces[n]
    if meaning.kind is TermKind.PROPERTY:
        if on.schema.is_data(meaning.match.iri):
            return literal(on, draft, meaning.match.iri, piece.first)
        facts = [f for f in draft.facts if f.property == meaning.match.iri]
        for fact in facts:
            if isinstance(fact.object, str):
                return _shown(on, draft, fact.object, meaning.match.iri, fact.subject)
        return []
    if meaning.kind is TermKind.CLASS:
        spot = next((s for s in draft.spots if s.at == piece.last and isinstance(s.node, str)), None)
        if spot is None:
            return []
        measure = on.schema.measure_of(meaning.match.iri, on.reader.names)
        return [own_literal(draft, spot, measure, on.schema, spot.at) if measure else (draft, str(spot.node))]
    return []


def _shown(on: Context, draft: Draft, variable: str, prop: str, owner: object) -> list[tuple[Draft, str]]:
    """A structured value is known by its number: rows are grouped by the amount of a premium."""
    if any(on.schema.measure_of(c, on.reader.names) for c in on.schema.objects(prop)):
        spot = next((s for s in draft.spots if s.node == owner), None)
        if spot is not None:
            return own_value(on, draft, prop, spot)
    return [(draft, variable)]
