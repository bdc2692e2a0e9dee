"""Comparisons with numbers: "heavier than 20 kg", "between 5 and 10", "with more than 3 products".

In: a draft. Out: drafts with filters on values, converted into the property's unit, or with a condition on
how many there are of something.
"""

from __future__ import annotations

from kgqa.strategies.interpret.cued.comparing.likened import likened
from kgqa.strategies.interpret.cued.conditions.measures import (
    by_unit,
    is_inverse,
    measured,
    nearest,
    numbers_in,
    property_of,
    turned,
)
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context, named_at
from kgqa.strategies.interpret.cued.listing.numbered import numbered_before
from kgqa.strategies.interpret.cued.ordering.ranks import MOST, is_before_focus, is_rank
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, best
from kgqa.strategies.interpret.form import Fact, Filter, Having, Kind, Literal
from kgqa.types import TermKind
from kgqa.values import telling
from kgqa.values.units import convert, is_currency


def comparisons(on: Context, draft: Draft) -> list[Draft]:
    drafts = likened(on, draft)
    ranked = on.reading.has(Cue.SUPERLATIVE)
    for n, number in on.reading.cue(Cue.NUMBER):
        if is_rank(on, n) or (ranked and not number.unit and is_before_focus(on, n)):
            continue
        compared = _comparison(on, n)
        drafts = [d for each in drafts for d in _compared(on, each, n, number, compared)]
    return drafts


def _comparison(on: Context, n: int) -> tuple[int, Found] | None:
    pieces = on.reading.pieces
    for k in (n - 1, n + 1, n - 2):
        if 0 <= k < len(pieces) and (found := pieces[k].found) and _limits(on, k, found):
            gap = pieces[n].first - found.last if k < n else found.first - pieces[n].last
            if 0 <= gap <= CLOSE_BY:  # "more than about 20"
                return k, found
    return None


def _limits(on: Context, n: int, found: Found) -> bool:
    """Whether a comparison may be with a number: it is with nothing else."""
    taken = found.function or any(other.cue == n for other in on.others)
    return found.cue is Cue.COMPARISON and not taken


def _compared(
    on: Context, draft: Draft, n: int, number: Found, compared: tuple[int, Found] | None
) -> list[Draft]:
    if n in draft.used or on.is_quoted(n, draft):
        return [draft.use(n)]
    operator = compared[1].operator if compared else "="
    taken: tuple[int, ...] = (n, compared[0]) if compared else (n,)
    second = _between(on, n)
    if second is not None:
        operator, taken = ">=", (n, *second)
    if not number.unit and (held := _having_told(on, draft, number, operator, taken)):
        return held
    if not compared and second is None and not number.unit and not _follows_property(on, n):
        known = numbered_before(on, draft, n, number)
        return [known.use(n)] if known else _counted(on, draft, n, number)
    counts = compared and not number.unit and not number.measures
    having = _having(on, draft, n, number, operator) if counts else []
    if having:
        words = on.said(*taken, *_next_noun(on, n))
        named = (d.changed(phrased=(*d.phrased, (d.having, words))) if d.having else d for d in having)
        return [d.use(*taken) for d in named]
    upper = on.reading.pieces[second[0]].found if second else None
    same_unit = upper and (upper.units == number.units or not (upper.units and number.units))
    if upper and same_unit and (upper.number or 0.0) < (number.number or 0.0):
        number, upper = upper, number  # "between 10 and 5"
    said = number.units or (upper.units if upper else ())  # "between 3 and 10 kg"
    found = []
    for made, variable, prop in _measured_by(on, draft, n, number, compared, second or (n,)):
        unit = _unit(on, prop)
        if unit and not said and any(_counts_something(on, k) for k in (n, *(second or ())[:1])):
            continue
        if on.schema.is_temporal(prop) and not on.schema.is_numeric(prop):
            continue  # a number is no date
        inverse = compared is not None and is_inverse(on, compared[1].measures, prop)
        limits = [(turned(operator) if inverse else operator, number), *([("<=", upper)] if upper else [])]
        filters, told = [], []
        words = on.said(*taken)
        for sign, limit in limits:
            given, units = limit.number or 0.0, limit.units or said
            if (found_in := _in_unit(given, units, unit)) is None:
                continue
            value, meant = found_in
            filters.append(Filter(variable, sign, (Literal(telling.plain(value), number=True),)))
            told.append(telling.number(words, sign, given, meant, value, unit))
        if len(filters) < len(limits):
            continue
        changed = made.changed(filters=(*made.filters, *filters), measures=(*made.measures, variable))
        phrased = (*made.phrased, *((f, words) for f in filters))
        changed = changed.changed(told=(*made.told, *told), phrased=phrased)
        currency = _money(said) if not unit or is_currency(unit) else ""
        found.append(_in_currency(on, changed, variable, currency).use(*taken))
    if not found and _is_any(on, n, number, operator):
        return [draft.use(*taken)]
    return best(found) or [on.unmet(draft, n)]


def _is_any(on: Context, n: int, number: Found, operator: str) -> bool:
    """“at least one part of": what is joined is there at least once."""
    is_one = operator == ">=" and number.number == 1 and not number.units
    return is_one and not on.tokens[on.reading.pieces[n].last].text.isdecimal()


def _next_noun(on: Context, n: int) -> tuple[int, ...]:
    """The piece right behind a number, if it has a meaning: "more than 3 *products*"."""
    return (n + 1,) if n + 1 in on.reading.meanings else ()


def _counts_something(on: Context, n: int) -> bool:
    """“5 smoots", "5 bananas": a number of what nobody knows is none in the unit of a property."""
    last = on.reading.pieces[n].last
    if last + 1 >= len(on.tokens) or on.tokens[last + 1] not in on.reading.segmentation.missing:
        return False
    return on.reader.source[on.tokens[last].end : on.tokens[last + 1].start].isspace()


def _follows_property(on: Context, n: int) -> bool:
    """“battery life 10", "floor 3": a bare number right behind a data property is its value."""
    before = on.reading.pieces[n - 1] if n else None
    if before is None or before.link is None or on.reading.pieces[n].first - before.last > CLOSE_BY:
        return False
    return any(on.schema.is_data(m.iri) for m in before.matches(TermKind.PROPERTY))


def _between(on: Context, n: int) -> tuple[int, ...] | None:
    """“between 5 and 10": the pieces of the second number and of "between" itself."""
    pieces = on.reading.pieces
    opened = next((k for k, f in on.reading.cue(Cue.BETWEEN) if 0 < pieces[n].first - f.last <= 1), None)
    if opened is None:
        return _up_to(on, n)
    for k, _ in on.reading.cue(Cue.NUMBER):
        if k > n and pieces[k].first - pieces[n].last <= CLOSE_BY:  # "5 and 10"
            between = [j for j, f in on.reading.cue(Cue.AND) if n < j < k]
            return (k, opened, *between)
    return None


def _up_to(on: Context, n: int) -> tuple[int, ...] | None:
    """“from 5 to 10": the pieces of the second number and of what stands before it."""
    pieces = on.reading.pieces
    for k, _ in on.reading.cue(Cue.NUMBER):
        between = {t.folded for t in on.tokens[pieces[n].last + 1 : pieces[k].first]}
        if k > n and between and between <= on.lang.phrases("until"):
            return (k, *range(n + 1, k))
    return None


def _counted(on: Context, draft: Draft, n: int, number: Found) -> list[Draft]:
    """A bare number before a noun limits a list: "five suppliers"."""
    piece = on.reading.pieces[n]
    following = on.reading.pieces[n + 1] if n + 1 < len(on.reading.pieces) else None
    is_noun = following is not None and following.link is not None and following.first - piece.last == 1
    if (
        is_noun
        and draft.kind is Kind.LIST
        and draft.limit is None
        and number.number
        and number.number.is_integer()
        and 0 < number.number < MOST
    ):
        return [draft.changed(limit=int(number.number)).use(n).dearer(0.3)]
    return [on.unmet(draft, n)]


def _having(on: Context, draft: Draft, n: int, number: Found, operator: str) -> list[Draft]:
    """“with more than 3 products": how many there are of the noun that follows."""
    following = next(
        (k for k in on.reading.meanings if on.reading.pieces[k].first > on.reading.pieces[n].last),
        None,
    )
    if following is None or on.reading.pieces[following].first - on.reading.pieces[n].last > CLOSE_BY:
        return []
    meaning = on.reading.meanings[following]
    if not draft.focus or (meaning.kind is TermKind.PROPERTY and on.schema.is_data(meaning.match.iri)):
        return []
    at = on.reading.pieces[following].last
    spot = next((s for s in draft.spots if s.at == at and isinstance(s.node, str)), None)
    if spot is None or str(spot.node) in draft.focus:
        return []
    return [draft.changed(having=Having(str(spot.node), operator, int(number.number or 0)))]


def _having_told(
    on: Context, draft: Draft, number: Found, operator: str, taken: tuple[int, ...]
) -> list[Draft]:
    """“where the number of products is more than 3": how many there are of the noun before."""
    pieces, k = on.reading.pieces, min(taken) - 1
    counting = pieces[k - 1].found if k > 0 else None
    is_counted = counting is not None and counting.cue is Cue.COUNT and k in on.reading.meanings
    if not is_counted or len(taken) > 2 or not draft.focus or draft.kind is not Kind.LIST:  # noqa: PLR2004  # a range
        return []
    between = {t.folded for t in on.tokens[pieces[k].last + 1 : pieces[k + 1].first]}
    ends = named_at(on, k)
    spot = next((s for s in draft.spots if s.at in ends and isinstance(s.node, str)), None)
    is_told = (bool(between) or len(taken) > 1) and between <= on.lang.phrases("columns.told")
    if spot is None or spot.data or str(spot.node) in draft.focus or not is_told:
        return []
    having = Having(str(spot.node), operator, int(number.number or 0))
    words = on.said(k - 1, *taken)
    return [draft.changed(having=having, phrased=(*draft.phrased, (having, words))).use(k - 1, *taken)]


def _measured_by(
    on: Context,
    draft: Draft,
    n: int,
    number: Found,
    compared: tuple[int, Found] | None,
    second: tuple[int, ...],
) -> list[tuple[Draft, str, str]]:
    """The drafts with the number that is compared (`second` are the pieces of its upper limit), its variable
    and its property.
    """
    piece = on.reading.pieces[n]
    first = on.reading.pieces[compared[0]].first if compared else piece.first
    at = piece.first
    found: list[tuple[Draft, str]] = []
    if number.measures:
        own = measured(on, draft, number.measures, at, own=True)
        return [(d, v, property_of(d, v)) for d, v in own]
    if compared and compared[1].measures:
        found = measured(on, draft, compared[1].measures, at)
    if not found:
        last = max(piece.last, *(on.reading.pieces[k].last for k in second))
        found = nearest(on, draft, on.properties_near(first, last), at, temporal=False)
    if not found:
        found = [(draft, v) for v in numbers_in(on, draft) if _is_in(on, draft, v, number)][:1]
    if not found and number.unit:
        found = by_unit(on, draft, number.units, at)
    return [(d, v, property_of(d, v)) for d, v in found]


def _is_in(on: Context, draft: Draft, variable: str, number: Found) -> bool:
    """Whether a value that is there already may be compared with a number, by their units."""
    unit = _unit(on, property_of(draft, variable))
    if not number.units:
        return True
    if unit:
        return _in_unit(0.0, number.units, unit) is not None
    return _in_currency(on, draft, variable, _money(number.units)) is not draft


def _in_currency(on: Context, draft: Draft, variable: str, unit: str) -> Draft:
    """An amount of money beside a currency: "above 500 euro" is about amounts in euro."""
    if not is_currency(unit):
        return draft
    owner = next((f.subject for f in draft.facts if f.object == variable), None)
    if not isinstance(owner, str):
        return draft
    spot = draft.spot(owner)
    for cls in spot.classes:
        for prop in sorted(on.schema.data_properties(cls)):
            if prop in on.schema.called("currency", on.lang):
                return draft.changed(facts=(*draft.facts, Fact(owner, prop, Literal(unit))))
    return draft


def _in_unit(value: float, said: tuple[str, ...], unit: str) -> tuple[float, str] | None:
    """A number in the unit of the property, and which of the units that were said was meant: the first that
    measures the same. The number as it is where none was said.
    """
    if not said:
        return value, ""
    return next(((v, each) for each in said if (v := convert(value, each, unit)) is not None), None)


def _money(said: tuple[str, ...]) -> str:
    return next((each for each in said if is_currency(each)), "")


def _unit(on: Context, prop: str) -> str:
    known = on.schema.ontology.properties.get(prop)
    return known.unit if known else ""
