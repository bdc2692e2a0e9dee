"""The number or the date that words measure: "heavy" a weight, "500 euro" a price, "lead time" itself.

In: a draft and an adjective's measures, a property, or a unit. Out: drafts that hold the value, each with its
variable, the cheapest first; none when the graph measures no such thing.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.language import everywhere, fold
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.draft import Draft, join, own_literal, with_literal
from kgqa.strategies.interpret.form import Node, Thing
from kgqa.types import TermKind
from kgqa.values.units import is_currency, same_dimension, without_unit

LESS_LIKELY = 0.01  # what it costs to take a property that fits the words less than the one before it
NO_NUMBER = 0.1  # what it costs to measure by a date what may be measured by a number
MOST = 4  # ways to a value that are worth following
Valued = tuple[Draft, str]  # a draft and the variable of the value in it


def measured(
    on: Context, draft: Draft, words: tuple[str, ...], at: int, *, own: bool = False
) -> list[Valued]:
    """The draft with the number (or date) that an adjective's measures name, best first; `own` takes only
    what something in the draft has itself ("how old is Ada" is not how old her cat is).
    """
    nodes = {s.node for s in draft.spots}
    found: list[Valued] = []
    inverse = on.lang.inverse_measures.get(words, ())
    known = [w for w in words if on.schema.called(w, on.lang)]
    for number, word in enumerate(known):
        rank = min(number, 2) if word in inverse else number  # the other kind of its measures begins anew
        called = sorted(
            on.schema.called(word, on.lang), key=lambda p: (not _is_it(on, p, word), -on.schema.uses(p))
        )
        for place, iri in enumerate(called):
            dear = 0.1 * place + (0.0 if iri in on.liked else 0.5 * rank + ends(on, iri))
            if on.schema.is_data(iri) and (on.schema.is_numeric(iri) or on.schema.is_temporal(iri)):
                direct = [
                    (d, v) for d, v in literal(on, draft, iri, at) if not own or owner_of(d, v) in nodes
                ]
                found += [(d.dearer(dear), v) for d, v in direct]
            elif not on.schema.is_data(iri):
                found += [(d.dearer(dear), v) for d, v in through(on, draft, iri, at)]
    found.sort(key=lambda pair: pair[0].cost)
    return found[:MOST]


def _is_it(on: Context, prop: str, word: str) -> bool:
    """Whether a property is called so and nothing more: the weight, before the weight of the keel."""
    return fold(without_unit(on.schema.ontology.label(prop, on.lang.code))) == word


def is_measure(on: Context, prop: str) -> bool:
    """Whether a number measures something: a number that things are known by ("policy number", "id") is
    never added up, averaged or ordered by.
    """
    return not on.schema.is_data(prop) or not on.schema.is_key(prop)


def is_inverse(on: Context, measures: tuple[str, ...], prop: str) -> bool:
    """Whether a property is less where the adjective of these measures is more: who is fast takes little
    time, who has been here for long came early.
    """
    words = on.lang.inverse_measures.get(measures, ())
    return any(prop in on.schema.called(word, on.lang) for word in words)


def turned(operator: str) -> str:
    """A comparison the other way round."""
    return operator.translate(str.maketrans("<>", "><"))


def ends(on: Context, iri: str) -> float:
    """The date on which something ends is not how new or old it is."""
    words = {on.lang.stem(w) for w in fold(on.schema.ontology.label(iri, on.lang.code)).split()}
    return 1.0 if words & {on.lang.stem(w) for w in everywhere("end_words")} else 0.0


def literal(on: Context, draft: Draft, prop: str, at: int) -> list[Valued]:
    """The value of a data property of something in the draft, best first."""
    near = on.antecedent(draft, prop)
    return with_literal(draft, prop, on.schema, on.liked | {prop}, at, near=near)


def through(on: Context, draft: Draft, prop: str, at: int) -> list[Valued]:
    """The number behind an object property: price -> a price -> its amount."""
    found: list[Valued] = []
    for target in on.schema.objects(prop):
        measure = on.schema.measure_of(target, on.reader.names)
        if measure is None:
            continue
        for spot in draft.spots:
            if spot.data:
                continue
            known = next((f for f in draft.facts if f.subject == spot.node and f.property == prop), None)
            if known is not None and isinstance(known.object, str):
                found += with_literal(draft, measure, on.schema, on.liked, at, near=draft.spot(known.object))
                continue
            for path in on.schema.paths_to_classes(spot.classes, (target,), on.liked | {prop}):
                if path.hops[-1].property == prop and path.hops[-1].forward:
                    joined, end = join(draft, spot, path, None, on.schema, at=at)
                    away = 0.05 * abs(spot.at - at) if spot.at >= 0 else 0.2
                    found += with_literal(joined.dearer(away), measure, on.schema, on.liked, at, near=end)
    found.sort(key=lambda pair: pair[0].cost)
    return found[:MOST]


def valued(on: Context, draft: Draft, prop: str, at: int) -> list[Valued]:
    """The literal that a property piece stands for, direct or behind a structured value."""
    return literal(on, draft, prop, at) if on.schema.is_data(prop) else through(on, draft, prop, at)


def nearest(
    on: Context, draft: Draft, properties: list[tuple[int, str]], at: int, *, temporal: bool
) -> list[Valued]:
    """The value of the first piece that names a number (or a date); of its properties, the cheapest."""
    for piece in dict.fromkeys(k for k, _ in properties):
        found: list[Valued] = own_instead(on, draft, piece, at)
        for rank, (k, prop) in enumerate(properties):
            fits = not on.schema.is_data(prop) or on.schema.is_numeric(prop)
            if k == piece and (fits or (temporal and on.schema.is_temporal(prop))):
                dear = (0.0 if fits else NO_NUMBER) + LESS_LIKELY * rank
                found += [(d.use(k).dearer(dear), v) for d, v in valued(on, draft, prop, at)]
        if found:
            return sorted(found, key=lambda pair: pair[0].cost)[:MOST]
    return []


def own_instead(on: Context, draft: Draft, n: int, at: int) -> list[Valued]:
    """“pumps that cost less than 100": where what is asked for has a price of its own, no cost of something
    that nobody named is meant, though it is called by that very word.
    """
    word = on.lang.lemma(on.reader.text(on.reading.pieces[n]).lower())
    families = [a.measures for a in on.lang.adjectives.values() if word in a.measures]
    things = {s.node for s in draft.spots if not s.data and (s.named or s.node in draft.focus)}
    held = {
        p for s in draft.spots if s.node in things for c in s.classes for p in on.schema.data_properties(c)
    }
    named = {m.iri for m in on.reading.pieces[n].matches(TermKind.PROPERTY)}
    if not families or named & held or not all(map(on.schema.is_data, named)):
        return []
    own = [(d, v) for d, v in measured(on, draft, families[0], at, own=True) if owner_of(d, v) in things]
    return [(d.use(n), v) for d, v in own]


def recorded(on: Context, draft: Draft, last: int) -> list[Valued]:
    """“the average air temperature": where a thing stands for what is measured, the number of what records it
    (SOSA, observations: https://www.w3.org/TR/vocab-ssn/#SOSAObservation).
    """
    found: list[Valued] = []
    for n, meaning in on.reading.meanings.items():
        if meaning.kind is not TermKind.ENTITY or not 0 < on.reading.pieces[n].first - last <= CLOSE_BY:
            continue
        thing = Thing(meaning.match.iri)
        for fact in draft.facts:
            spot = draft.spot(str(fact.subject)) if fact.object == thing else None
            measures = {on.schema.measure_of(c, on.reader.names) for c in spot.classes} if spot else set()
            if spot and len(measures) == 1 and (measure := measures.pop()):
                found.append(own_literal(draft, spot, measure, on.schema, on.reading.pieces[n].last))
    return found


def by_unit(on: Context, draft: Draft, units: tuple[str, ...], at: int) -> list[Valued]:
    """Numbers that are measured in one of the units, or in another one of its dimension; money by what costs
    money.
    """
    found: list[Valued] = []
    for iri, prop in on.schema.ontology.properties.items():
        if prop.unit and on.schema.is_numeric(iri) and any(same_dimension(u, prop.unit) for u in units):
            found += literal(on, draft, iri, at)
    if not found and any(is_currency(u) for u in units):
        found = measured(on, draft, on.lang.money_measures, at)
    found.sort(key=lambda pair: pair[0].cost)
    return found[:MOST]


def numbers_in(on: Context, draft: Draft) -> list[str]:
    """The numbers that a draft holds already: those shown first, then those compared and ordered by."""
    numeric = {
        f.object for f in draft.facts if isinstance(f.object, str) and on.schema.is_numeric(f.property)
    }
    ordered = (draft.order.variable,) if draft.order else ()
    said = (*draft.focus, *draft.measures, *ordered, *(f.variable for f in draft.filters))
    return [v for v in dict.fromkeys(said) if v in numeric]


def owner_of(draft: Draft, variable: str) -> Node | None:
    """What has the value."""
    return next((f.subject for f in draft.facts if f.object == variable), None)


def owners_of(draft: Draft, variable: str) -> Iterator[Node]:
    """What has the value, what has that, and so on; each once, where facts lead back to where they began."""
    seen: set[Node] = {variable}
    owner = owner_of(draft, variable)
    while owner is not None and owner not in seen:
        yield owner
        seen.add(owner)
        owner = owner_of(draft, owner) if isinstance(owner, str) else None


def property_of(draft: Draft, variable: str) -> str:
    """The property whose value a variable is; "" for none."""
    return next((f.property for f in draft.facts if f.object == variable), "")
