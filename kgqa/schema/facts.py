"""Which facts a card of one thing shows, and in which order, for things of any kind.

In: the classes of a thing, what the data shows of their properties. Out: ways from the thing to a value.
A way has two steps where the first leads to something without a name, such as a price or an address.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from kgqa.functions.shipped.positions import ways as positions
from kgqa.linking.keys import names_code
from kgqa.ontology import RDF_TYPE, Use
from kgqa.schema import Schema
from kgqa.values.units import is_currency, without_unit

MOST_FACTS = 8
ONCE = 1.3  # values a thing, at most: what it has many of is a list of its own
USUAL = 0.3  # of the things of a class have the property, at least
WITHIN = 2  # facts of something without a name
LONG = 80  # characters of a text that is read at leisure
FEW = 12  # different values of a state
_CONTACT = re.compile(r"(mailto:|tel:|https?://)?\S+@\S+\.\S+|\+\d[\d\s()./-]+|(https?://|www\.)\S+")


class _Sort(IntEnum):
    """What a fact tells, in the order in which a card is read: what the thing is and where it belongs, how it
    stands, since when, how much; then how to reach it, by which numbers it is filed, and long texts.
    """

    TITLE = 0
    BELONGS = 1
    STATE = 2
    TIME = 3
    MONEY = 4
    MEASURE = 5
    CONTACT = 6
    CODE = 7
    STORY = 8


# Of each sort, so many are taken before there are more of another one.
_FIRST = {_Sort.BELONGS: 3, _Sort.MEASURE: 3, _Sort.CODE: 1, _Sort.STORY: 1}
_EACH = 2


@dataclass(frozen=True, slots=True)
class Way:
    """`steps` are one or two properties; `share` is how many of the things have the value."""

    steps: tuple[str, ...]
    sort: _Sort
    share: float


def telling(schema: Schema, classes: tuple[str, ...], names: frozenset[str]) -> list[tuple[str, ...]]:
    """The ways to the facts that tell most of things of these classes; `names` are properties that name."""
    ways: dict[tuple[str, ...], Way] = {}
    for cls in classes:
        for way in _ways(schema, cls, names):
            known = ways.get(way.steps)
            if known is None or known.share < way.share:
                ways[way.steps] = way
    ranked = _varied(schema, sorted(ways.values(), key=lambda way: _rank(schema, way)))
    taken, counts = list[Way](), Counter[_Sort]()
    for way in ranked:
        if counts[way.sort] < _FIRST.get(way.sort, _EACH):
            counts[way.sort] += 1
            taken.append(way)
    taken += [way for way in ranked if way not in taken]
    return [way.steps for way in sorted(taken[:MOST_FACTS], key=ranked.index)]


def _rank(schema: Schema, way: Way) -> tuple[int, float, int, int, tuple[str, ...]]:
    """What most things have comes first, then what has the plainer name, then what is used more widely."""
    first = without_unit(schema.ontology.label(way.steps[0]))
    return way.sort, -round(way.share, 1), len(first.split()), -schema.uses(way.steps[0]), way.steps


def _varied(schema: Schema, ranked: list[Way]) -> list[Way]:
    """The ways of each sort with one of every unit first: height and weight before height and width."""
    met, again = set[tuple[_Sort, str]](), dict[Way, bool]()
    for way in ranked:
        unit = _unit(schema, way.steps[-1])
        again[way] = bool(unit) and (way.sort, unit) in met
        met.add((way.sort, unit))
    return sorted(ranked, key=lambda way: (way.sort, again[way]))


def _ways(schema: Schema, cls: str, names: frozenset[str]) -> Iterator[Way]:
    places = {prop for way in positions(schema.ontology) for prop in (way.shape, way.latitude, way.longitude)}
    for use, share in _usual(schema, cls, names):
        if use.property in places:
            continue  # a map shows them
        if use.literal or schema.has_own_name(use.object, names):
            yield Way((use.property,), _sort(schema, use), share)
        elif amount := schema.measure_of(use.object, names):
            sort = _Sort.MONEY if _is_money(schema, use.object, amount) else _Sort.MEASURE
            yield Way((use.property, amount), sort, share)
        elif use.object:
            yield from _within(schema, use, share, names)


def _within(schema: Schema, use: Use, share: float, names: frozenset[str]) -> Iterator[Way]:
    for way in within(schema, use.object, names):
        yield Way((use.property, *way.steps), _Sort.BELONGS, share * way.share)


def within(schema: Schema, cls: str, names: frozenset[str]) -> list[Way]:
    """What is said of things without a name, such as addresses: the things that they lead to, else their
    first texts.
    """
    inner = [
        (Way((own.property,), _sort(schema, own), share), own.literal)
        for own, share in _usual(schema, cls, names)
        if own.literal or schema.has_own_name(own.object, names)
    ]
    things = [way for way, literal in inner if not literal]
    told = things or [way for way, _ in inner if way.sort is _Sort.TITLE]
    return sorted(told, key=lambda way: (-round(way.share, 1), way.steps))[:WITHIN]


def _usual(schema: Schema, cls: str, names: frozenset[str]) -> Iterator[tuple[Use, float]]:
    """The properties that many things of a class have, and hardly any more than once, each by its commonest
    use, with the share of the things that have them.
    """
    known = schema.ontology.classes.get(cls)
    total = known.instances if known else 0
    found: defaultdict[str, list[Use]] = defaultdict(list)
    for use in schema.ontology.uses:
        if use.subject == cls and use.object and use.property not in names and use.property != RDF_TYPE:
            found[use.property].append(use)
    for uses in found.values():
        count, having = sum(u.count for u in uses), sum(u.subjects for u in uses)
        share = min(having / total, 1.0) if total else 1.0
        if count <= ONCE * having and share >= USUAL:
            yield max(uses, key=lambda u: (u.count, u.object)), share


def _sort(schema: Schema, use: Use) -> _Sort:
    prop, ontology = use.property, schema.ontology
    if not use.literal:
        known = ontology.classes.get(use.object)
        return _Sort.STATE if known and _is_few(known.instances, use.subjects) else _Sort.BELONGS
    if schema.is_temporal(prop):
        return _Sort.TIME
    sample = ontology.sample(use.subject, prop)
    texts = [term.value for term, _ in sample.values] if sample else []
    if is_contact(schema, use):
        return _Sort.CONTACT
    if names_code(ontology.label(prop)):
        return _Sort.CODE
    if schema.is_numeric(prop):
        return _Sort.MONEY if is_currency(_unit(schema, prop)) else _Sort.MEASURE
    if schema.is_boolean(prop) or (sample and sample.whole and _is_few(len(sample.values), sample.having)):
        return _Sort.STATE
    return _Sort.STORY if texts and min(map(len, texts)) > LONG else _Sort.TITLE


def is_contact(schema: Schema, use: Use) -> bool:
    """Whether the values are ways to reach somebody: mailboxes, telephones, pages."""
    sample = schema.ontology.sample(use.subject, use.property)
    texts = [term.value for term, _ in sample.values] if sample else []
    return bool(texts) and all(map(_CONTACT.fullmatch, texts))


def _is_few(values: int, things: int) -> bool:
    """Whether there are few values, each of several things."""
    return 0 < values <= FEW and 2 * values <= things


def _is_money(schema: Schema, cls: str, amount: str) -> bool:
    """Whether the amounts of a class are of money: by their unit, or by a currency beside them."""
    if is_currency(_unit(schema, amount)):
        return True
    beside = (schema.ontology.sample(cls, prop) for prop in schema.data_properties(cls))
    return any(s and s.values and all(is_currency(t.value) for t, _ in s.values) for s in beside)


def _unit(schema: Schema, prop: str) -> str:
    known = schema.ontology.properties.get(prop)
    return known.unit if known else ""
