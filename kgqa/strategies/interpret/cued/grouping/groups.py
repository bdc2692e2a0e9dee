"""Groups and aggregates: "per department", "the average price of …".

In: a draft. Out: drafts with the variables that rows are grouped by, or with a function over a number.
"""

from __future__ import annotations

from kgqa.language import everywhere, fold
from kgqa.strategies.interpret.counted import is_part_of_name
from kgqa.strategies.interpret.cued.conditions.measures import (
    is_measure,
    owner_of,
    property_of,
    recorded,
    valued,
)
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cued.grouping.grouped import each_of, joined_keys, keyed, named_keys
from kgqa.strategies.interpret.cued.grouping.tallies import outer_of
from kgqa.strategies.interpret.cued.grouping.times import period_keys
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, best, own_literal
from kgqa.strategies.interpret.form import Kind, Order
from kgqa.types import TermKind


def groups(on: Context, draft: Draft) -> list[Draft]:
    """“per department", "by customer and year": the variables that rows are grouped by."""
    if draft.computed:
        return [draft]
    drafts = [draft]
    for n, found in on.reading.cue(Cue.GROUP):
        if n in draft.used:
            continue
        drafts = best(d for each in drafts for d in _grouped(on, each, n, found))
    if draft.kind in (Kind.COUNT, Kind.AGGREGATE) or on.reading.has(Cue.AGGREGATE):
        drafts = [d.changed(group=_together(*each_of(on, d), *d.group)) for d in drafts]
    return drafts


def _grouped(on: Context, draft: Draft, n: int, found: Found) -> list[Draft]:
    if found.function:
        counted = _totalled(on, draft)
        if counted is None:
            return [draft]
        return [
            each
            for d, v in period_keys(on, counted, n, found)
            for each in (
                _joined(
                    on,
                    d.changed(group=_together(*d.group, v), order=d.order or Order(v, descending=False)).use(
                        n
                    ),
                    found,
                )
                if v
                else [draft.use(n)]
            )
        ] or [on.unmet(draft, n)]
    drafts = [draft]
    for k in [*named_keys(on, found.last)] or _named_before(on, draft, found):
        if not _aggregates(on, draft) and not _distributes(on, found) and not _adds_up(on, draft, k):
            break
        if on.reading.has(Cue.SUPERLATIVE) and _is_measure(on, k):
            break  # "top 3 by budget" orders
        keys = [(d, v) for each in drafts for d, v in keyed(on, each, k)]
        if any(v in draft.focus for _, v in keys) and not on.reading.has(Cue.AGGREGATE):
            return [on.unmet(draft, n)]  # nothing is grouped by itself
        if not keys:
            break
        drafts = best(d.changed(group=_together(*d.group, v)).use(n) for d, v in keys)
    if any(d.group for d in drafts) and not _aggregates(on, draft):
        drafts = [t for d in drafts if (t := _totalled(on, d)) is not None] or [draft]
    return drafts


def _joined(on: Context, draft: Draft, found: Found) -> list[Draft]:
    """The draft, grouped also by what stands joined to its period: "per month and customer"."""
    drafts = [draft]
    for k in joined_keys(on, found.last):
        if _is_measure(on, k):
            break  # "orders per month and revenue" wants another number
        keys = [(d, v) for each in drafts for d, v in keyed(on, each, k) if v not in draft.focus]
        drafts = best(d.changed(group=_together(*d.group, v)) for d, v in keys) or drafts
    return drafts


def _named_before(on: Context, draft: Draft, found: Found) -> list[int]:
    """“How many orders do the customers have each": the noun before it, where it is not what is counted."""
    if on.tokens[found.first].folded not in on.lang.phrases("trailing"):
        return []
    before = [k for k in on.reading.meanings if on.reading.pieces[k].last < found.first]
    others = [k for k in before if draft.focus and draft.spot(draft.focus[0]).at != on.reading.pieces[k].last]
    return others[-1:]


def _distributes(on: Context, found: Found) -> bool:
    """“products per supplier" asks how many, "products by supplier" for the products."""
    return on.tokens[found.first].folded in on.lang.phrases("distributive")


def _totalled(on: Context, draft: Draft) -> Draft | None:
    """What is grouped without a word for it: things are counted ("orders per year"), and what adds up is
    added ("revenue by month"); None for what neither is.
    """
    if _aggregates(on, draft) or not draft.focus:
        return draft
    variable = draft.focus[0]
    if any(on.schema.measure_of(c, on.reader.names) for c in draft.spot(variable).classes):
        return None  # nobody counts prices
    if not draft.spot(variable).data:
        return draft.changed(kind=Kind.COUNT, focus=(variable,))
    if _is_additive(on, property_of(draft, variable)):
        return draft.changed(kind=Kind.AGGREGATE, function="SUM", focus=(variable,))
    return None


def _adds_up(on: Context, draft: Draft, key: int) -> bool:
    """“revenue by region": a number of many things that each belong to a region, with nothing else."""
    if len(draft.focus) != 1 or on.reading.meanings[key].kind is not TermKind.CLASS:
        return False
    at = on.reading.pieces[key].last
    owner = owner_of(draft, draft.focus[0])
    is_apart = isinstance(owner, str) and draft.spot(owner).at != at
    return is_apart and _is_additive(on, property_of(draft, draft.focus[0]))


def totals_of_periods(on: Context, draft: Draft) -> list[Draft]:
    """“revenue in 2024": what many things say that nobody named adds up; "revenues" are each of them."""
    is_one = draft.kind is Kind.LIST and len(draft.focus) == 1 and not draft.group and not draft.having
    if not is_one or _aggregates(on, draft) or not on.reading.has(Cue.DATE):
        return [draft]
    variable = draft.focus[0]
    owner, spot = owner_of(draft, variable), draft.spot(variable)
    if not spot.data or not isinstance(owner, str) or draft.spot(owner).named:
        return [draft]
    word = on.tokens[spot.at]
    is_many = on.lang.lemma(word.text) != word.folded
    if is_many or not _is_additive(on, property_of(draft, variable)):
        return [draft]
    return [draft.changed(kind=Kind.AGGREGATE, function="SUM")]


def _is_additive(on: Context, prop: str) -> bool:
    label = set(fold(on.schema.ontology.label(prop)).split())
    return on.schema.is_numeric(prop) and bool(label & everywhere("additive_words"))


def _together(*keys: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(keys))


def _is_measure(on: Context, n: int) -> bool:
    meaning = on.reading.meanings[n]
    return meaning.kind is TermKind.PROPERTY and on.schema.is_numeric(meaning.match.iri)


def _aggregates(on: Context, draft: Draft) -> bool:
    return draft.kind in (Kind.COUNT, Kind.AGGREGATE) or on.reading.has(
        Cue.AGGREGATE, Cue.SUPERLATIVE, Cue.COUNT
    )


def aggregates(on: Context, draft: Draft) -> list[Draft]:
    """“the average price of …": a function over a number."""
    if draft.computed:
        return [draft]
    for n, found in on.reading.cue(Cue.AGGREGATE):
        piece = on.reading.pieces[n]
        if draft.kind is Kind.COUNT and found.function == "SUM":  # "how many are there in total"
            draft = draft.use(n)
        if n in draft.used or draft.kind is Kind.COUNT or _orders(on, draft) or outer_of(on, n) is not None:
            continue
        results = _amount_behind(on, draft, n)
        for k, prop in on.properties_after(piece.last) if not results else ():
            if on.schema.is_data(prop) and not on.schema.is_numeric(prop):
                continue
            if not is_measure(on, prop):
                continue
            known = _focus_value(draft, prop)
            results = (
                [(draft.use(k), known)]
                if known
                else [(d.use(k), v) for d, v in valued(on, draft, prop, piece.last)]
            )
            if results:
                break
        results = results or recorded(on, draft, piece.last) or _amount_named(on, draft)
        taken = (n, n + 1) if is_part_of_name(on.reader, n + 1, on.reading) else (n,)
        drafts = [
            d.changed(kind=Kind.AGGREGATE, function=found.function, focus=(v,)).use(*taken)
            for d, v in results
        ]
        return best(drafts) or [on.unmet(draft, n)]
    for n, found in on.reading.cue(Cue.COUNT):
        is_counted = draft.kind is Kind.COUNT and bool(draft.focus)
        if is_counted and found.units and not draft.spot(draft.focus[0]).data:
            return [on.unmet(draft, n)]  # minutes of repairs are no repairs
    if draft.kind is Kind.COUNT and draft.focus and draft.spot(draft.focus[0]).data:
        prop = property_of(draft, draft.focus[0])
        if on.schema.is_numeric(prop) and is_measure(on, prop):  # "how many units were sold" adds up
            counts = (n for n, _ in on.reading.cue(Cue.COUNT))
            return [draft.changed(kind=Kind.AGGREGATE, function="SUM").use(*list(counts)[:1])]
    return [draft]


def _amount_behind(on: Context, draft: Draft, n: int) -> list[tuple[Draft, str]]:
    """“the average premium": the number of a class of amounts right behind."""
    k = n + 1
    meaning = on.reading.meanings.get(k)
    if meaning is None or meaning.kind is not TermKind.CLASS:
        return []
    measure = on.schema.measure_of(meaning.match.iri, on.reader.names)
    spot = next((s for s in draft.spots if s.at == on.reading.pieces[k].last and not s.data), None)
    near = on.reading.pieces[k].first - on.reading.pieces[n].last <= CLOSE_BY
    return [own_literal(draft, spot, measure, on.schema, spot.at)] if measure and spot and near else []


def _amount_named(on: Context, draft: Draft) -> list[tuple[Draft, str]]:
    """“how much premium was paid altogether": the number of a class of amounts that is named anywhere."""
    for n, meaning in on.reading.meanings.items():
        spot = next((s for s in draft.spots if s.at == on.reading.pieces[n].last and not s.data), None)
        if meaning.kind is TermKind.CLASS and spot is not None:
            measure = on.schema.measure_of(meaning.match.iri, on.reader.names)
            if measure is not None:
                return [own_literal(draft, spot, measure, on.schema, spot.at)]
    return []


def _orders(on: Context, draft: Draft) -> bool:
    """“the suppliers with the best average rating": the superlative takes the average."""
    return on.reading.has(Cue.SUPERLATIVE) and bool(draft.focus) and not draft.spot(draft.focus[0]).data


def _focus_value(draft: Draft, prop: str) -> str | None:
    return next(
        (
            f.object
            for f in draft.facts
            if f.property == prop and f.object in draft.focus and draft.spot(f.object).data
        ),
        None,
    )
