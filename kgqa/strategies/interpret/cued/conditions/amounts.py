"""Questions for a value: "how heavy is …", "how much is …", "when did …", "where is …".

In: a draft that asks for nothing yet. Out: drafts whose focus is the value, or a sum of it.
"""

from __future__ import annotations

from kgqa.language import everywhere, fold
from kgqa.strategies.interpret.cued.conditions.dates import date_rank
from kgqa.strategies.interpret.cued.conditions.measures import ends, literal, measured, property_of, valued
from kgqa.strategies.interpret.cued.conditions.spans import is_contrary
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot, best, join
from kgqa.strategies.interpret.facts import is_contact, within
from kgqa.strategies.interpret.form import Fact, Kind
from kgqa.strategies.interpret.pieces import Piece
from kgqa.strategies.interpret.readings import CLOSE
from kgqa.types import Match, TermKind

UNSAID = 1.0  # what it costs when the date is that of something that nobody named


def amounts(on: Context, draft: Draft) -> list[Draft]:
    """“how heavy is …", "how much is …", "where is …", "when did …": the value is asked for."""
    for n, found in on.reading.cue(Cue.AMOUNT, Cue.WHEN, Cue.WHERE):
        if draft.focus or draft.computed:
            return [draft.use(n)]
        drafts = _asked_value(on, draft, n, found)
        return [d.use(n) for d in best(drafts)] or [on.unmet(draft, n)]
    return [draft]


def _asked_value(on: Context, draft: Draft, n: int, found: Found) -> list[Draft]:
    at = on.reading.pieces[n].last
    named = [(k, m.iri) for k in on.reading.meanings for m in _near(on.reading.pieces[k])]
    results: list[tuple[Draft, str]] = []
    if found.cue is Cue.WHERE:
        return _place(on, draft, named)
    if found.measures:
        results = measured(on, draft, found.measures, at, own=True)
    if not results:
        for k, prop in named:
            fits = on.schema.is_temporal(prop) if found.cue is Cue.WHEN else True
            if fits:
                results += [(d.use(k), v) for d, v in valued(on, draft, prop, at)]
    if not results and found.cue is Cue.AMOUNT and not found.measures:
        results = measured(on, draft, on.lang.money_measures, at)
    if not results and found.cue is Cue.WHEN:
        until = {t.folded for t in on.tokens[found.first : found.last + 1]} & on.lang.phrases("until")
        for spot in draft.spots:
            for cls in spot.classes:
                for prop in sorted(on.schema.data_properties(cls)):
                    if on.schema.is_temporal(prop) and not is_contrary(on, prop, at):
                        dear = 1.0 - ends(on, prop) if until else date_rank(on, prop, at)
                        dear += 0.0 if spot.named else UNSAID
                        results += [(d.dearer(dear), v) for d, v in literal(on, draft, prop, at)]
    is_sum = found.cue is Cue.AMOUNT and not found.measures
    return [_summed(on, d.changed(focus=(v,), kind=Kind.LIST), v, is_sum=is_sum) for d, v in results]


def _near(piece: Piece) -> list[Match]:
    """The properties that a phrase may well mean: no other one that shares a word with it."""
    best = piece.link.matches[0].score if piece.link else 0.0
    return [m for m in piece.matches(TermKind.PROPERTY) if m.score >= best - CLOSE]


def _summed(on: Context, draft: Draft, variable: str, *, is_sum: bool) -> Draft:
    """“how much rain fell in 2023” adds up what many records say; “how much is the Gale” does not."""
    owner = next((f.subject for f in draft.facts if f.object == variable), None)
    many = isinstance(owner, str) and draft.spot(owner).open and not _is_single(on, draft, owner)
    if is_sum and many and on.schema.is_numeric(property_of(draft, variable)):
        return draft.changed(kind=Kind.AGGREGATE, function="SUM")
    return draft


def _is_single(on: Context, draft: Draft, variable: str) -> bool:
    """Whether something leads to the variable and to no other one: a product has one price, an order many
    lines.
    """
    leading = [f.property for f in draft.facts if f.object == variable]
    uses = [u for prop in leading for u in on.schema.ontology.uses_of(prop)]
    return bool(leading) and sum(u.count for u in uses) <= sum(u.subjects for u in uses)


def _place(on: Context, draft: Draft, named: list[tuple[int, str]]) -> list[Draft]:
    """Where something is: a property or a class that speaks of places."""
    words = everywhere("place_words")
    ontology = on.schema.ontology
    found: list[Draft] = []
    for spot in draft.spots:
        for path in on.schema.hops_from(spot.classes, on.liked):
            hop = path.hops[0]
            labels = {w for iri in (hop.property, *hop.to) for w in fold(ontology.label(iri)).split()}
            is_named = any(hop.property == iri for _, iri in named)
            if hop.forward and (labels & words or is_named):
                joined, end = join(draft, spot, path, None, on.schema)
                used = (k for k, i in named if i == hop.property)
                found.append(_said_where(on, joined, spot, end).use(*used))
        for cls in spot.classes:
            for prop in sorted(on.schema.data_properties(cls)):
                uses = [use for use in ontology.uses_of(prop) if use.subject == cls]
                if any(is_contact(on.schema, use) for use in uses):
                    continue  # an e-mail address says of nothing where it is
                if set(fold(ontology.label(prop)).split()) & words:
                    found += [d.changed(focus=(v,)).dearer(0.3) for d, v in literal(on, draft, prop, spot.at)]
    return found


def _said_where(on: Context, draft: Draft, spot: Spot, end: Spot) -> Draft:
    """The place by its name; of an address, which has none, the city and the country. Of several things, each
    with its own.
    """
    names = on.reader.names | on.reader.parts
    owner = (spot.node,) if isinstance(spot.node, str) else ()
    ways = [] if not names or _is_named(on, end, names) else within(on.schema, end.classes[0], names)
    shown: list[str] = []
    for number, way in enumerate(ways):
        (prop,) = way.steps
        variable = draft.fresh(on.schema.ontology.label(prop))
        value = Spot(variable, on.schema.ends(prop, forward=True), data=on.schema.is_data(prop))
        draft = draft.add(value, Fact(end.node, prop, variable, optional=number > 0))
        shown.append(variable)
    return draft.changed(focus=(*owner, *shown) if shown else (str(end.node),))


def _is_named(on: Context, end: Spot, names: frozenset[str]) -> bool:
    return not end.classes or any(on.schema.has_own_name(cls, names) for cls in end.classes)
