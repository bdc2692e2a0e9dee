"""The phrases of a formula -> variables of the draft, and the formula -> an expression over them.

In: a draft and a formula. Out: drafts that hold every number of it, each with the expression, the cheapest
first; none when some phrase names no number of the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from kgqa.language import fold
from kgqa.strategies.interpret.cued.conditions.measures import Valued, by_unit, property_of, valued
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.draft import Draft, Spot, attach_thing, join, own_literal, thing_of
from kgqa.strategies.interpret.form import (
    Aggregate,
    Calculation,
    Expression,
    Literal,
    within,
)
from kgqa.strategies.parse.formulas.formula import (
    Aggregation,
    Apart,
    Formula,
    Number,
    Operation,
    Phrase,
)
from kgqa.strategies.parse.formulas.parse import unit_of
from kgqa.types import Match, TermKind
from kgqa.values.telling import plain
from kgqa.values.units import convert, same_dimension

MOST = 3  # ways to a number that are worth following
WHOLE = 0.9  # below this a phrase is not the whole of a name: other names may have it as well
UNSURE = 4.0  # what it costs when a name is not quite the one that was said
Worked = tuple[Draft, Expression]


def worked_out(on: Context, draft: Draft, formula: Formula, at: int) -> list[Worked]:
    """The drafts that hold what the formula needs, with the expression."""
    match formula:
        case Number(value):
            return [(draft, Literal(plain(value), number=True))]
        case Phrase():
            return _cheapest(number_of(on, draft, formula, at))
        case Aggregation("COUNT", Phrase() as of):
            return _cheapest((d, Aggregate("COUNT", v, distinct=True)) for d, v in counted(on, draft, of, at))
        case Aggregation(function, of):
            rows = worked_out(on, draft, of, at)
            return [(d, Aggregate(function, e)) for d, e in rows if not _of_groups(e)]
        case Operation("per", (left, right)):
            return _per(on, draft, left, right, at)
        case Operation(operator, operands):
            found: list[tuple[Draft, tuple[Expression, ...]]] = [(draft, ())]
            for operand in operands:
                found = [
                    (after, (*before, e))
                    for d, before in found
                    for after, e in worked_out(on, d, operand, at)
                ]
                found = sorted(found, key=lambda pair: pair[0].cost)[:MOST]
            return [(d, _calculation(operator, expressions)) for d, expressions in found]
        case Apart(of, absolute):
            return _apart(on, draft, of, absolute=absolute)


def _of_groups(expression: Expression) -> bool:
    return any(isinstance(e, Aggregate) for e in within(expression))


def _calculation(operator: str, operands: tuple[Expression, ...]) -> Expression:
    if operator == "%":
        return Calculation("*", (Calculation("/", operands), Literal("100", number=True)))
    return Calculation(operator, operands)


def _cheapest(found: Iterable[Worked]) -> list[Worked]:
    return sorted(found, key=lambda pair: pair[0].cost)[:MOST]


# ── numbers ──────────────────────────────────────────────────────────────────────────────────────


def number_of(on: Context, draft: Draft, phrase: Phrase, at: int) -> list[Valued]:
    """The number that a phrase names: a property's value, or what stands behind a structured one."""
    found: list[Valued] = []
    for cost, kind, iri in _named(on, phrase):
        if found and (kind is TermKind.CLASS or cost > found[0][0].cost - draft.cost):
            continue  # a property that is there says it as well
        dearer = draft.dearer(cost)
        if phrase.of is not None:
            for held, owner in _owners(on, dearer, phrase.of, at):
                if kind is TermKind.PROPERTY:
                    found += own_value(on, held, iri, owner)
        elif kind is TermKind.CLASS:
            found += _behind_class(on, dearer, iri, at)
        else:
            held = anchored(on, dearer, iri)
            own = [pair for s in held.spots if not s.data for pair in own_value(on, held, iri, s)]
            found += own or _reached(on, held, iri, at)
    return sorted(found, key=lambda pair: pair[0].cost)[:MOST]


def _named(on: Context, phrase: Phrase) -> Iterator[tuple[float, TermKind, str]]:
    """The properties with numbers, and the classes of amounts, that a phrase may name, with what it costs."""
    names = on.reader.spoken
    matches: tuple[Match, ...] = names.matches(phrase.first, phrase.last) if phrase.first >= 0 else ()
    seen: set[str] = set()
    for cost, words in _fuller(phrase):
        for iri in on.schema.called(words, on.lang):
            if names.is_number(iri) and iri not in seen and not _worded(matches, iri):
                seen.add(iri)
                yield cost, TermKind.PROPERTY, iri
    if not matches or matches[0].score < WHOLE:
        found = sorted(names.called(phrase.text), key=on.schema.uses, reverse=True)
        for rank, iri in enumerate([iri for iri in found if iri not in seen]):
            seen.add(iri)
            yield 0.3 + 0.3 * rank, TermKind.PROPERTY, iri
    for match in matches:
        if match.iri in seen:
            continue
        cost = UNSURE * (1.0 - match.score)
        if match.kind is TermKind.PROPERTY and names.is_number(match.iri):
            yield cost, TermKind.PROPERTY, match.iri
        elif match.kind is TermKind.CLASS and on.schema.measure_of(match.iri, on.reader.names):
            yield cost + 0.1, TermKind.CLASS, match.iri


def _worded(matches: tuple[Match, ...], iri: str) -> bool:
    return any(m.iri == iri for m in matches)


def _fuller(phrase: Phrase) -> Iterator[tuple[float, str]]:
    """The phrase with what another member of its list says for it."""
    said = fold(phrase.text)
    if phrase.head and phrase.head.casefold() not in said.split():
        yield 0.2, f"{fold(phrase.head)} {said}"
    if phrase.tail and phrase.tail.casefold() not in said.split():
        tail = fold(phrase.tail)
        for form in dict.fromkeys((tail, tail.removesuffix("s"))):
            yield 0.2, f"{said} {form}"


def anchored(on: Context, draft: Draft, prop: str) -> Draft:
    """The draft with something that may have the property, where it holds nothing yet."""
    if any(not s.data for s in draft.spots):
        return draft
    subjects = on.schema.subjects(prop)
    hint = on.schema.common(subjects) if subjects else "thing"
    return draft.add(Spot(draft.fresh(hint), subjects, open=True))


def _behind_class(on: Context, draft: Draft, cls: str, at: int) -> list[Valued]:
    """The number of a thing that is named by its class alone: "the premium"."""
    measure = on.schema.measure_of(cls, on.reader.names)
    if measure is None:
        return []
    known = [s for s in draft.spots if isinstance(s.node, str) and cls in s.classes and not s.data]
    if known:
        return [own_literal(draft, known[0], measure, on.schema, at)]
    spot = Spot(draft.fresh(on.schema.ontology.label(cls)), (cls,), at=at, named=True)
    joined = (
        attach_thing(draft, spot, on.schema, on.liked, lambda *_: 0.0) if draft.spots else [draft.add(spot)]
    )
    found = []
    for each in joined:
        near = next((s for s in each.spots if s.node == spot.node), None)
        if near is not None:
            found.append(own_literal(each, near, measure, on.schema, at))
    return found


def own_value(on: Context, draft: Draft, prop: str, owner: Spot) -> list[Valued]:
    """The number that a thing of the draft has itself, or that stands behind what it has: its price."""
    if on.schema.is_data(prop) and any(prop in on.schema.data_properties(c) for c in owner.classes):
        return [own_literal(draft, owner, prop, on.schema, owner.at)]
    made: list[Valued] = []
    for path in on.schema.hops_from(owner.classes, on.liked):
        hop = path.hops[0]
        if not hop.forward:
            continue
        measures = (on.schema.measure_of(c, on.reader.names) for c in sorted(hop.to) if c)
        measure = next((m for m in measures if m and prop in (hop.property, m)), None)
        if measure:
            joined, end = join(draft, owner, path, None, on.schema)
            made.append(own_literal(joined, end, measure, on.schema, owner.at))
    return made


def _reached(on: Context, draft: Draft, prop: str, at: int) -> list[Valued]:
    """The number that something near a thing of the draft has: as `valued`, one way for each path."""
    if on.schema.is_data(prop):
        return valued(on, draft, prop, at)
    found: list[Valued] = []
    for target in on.schema.objects(prop):
        measure = on.schema.measure_of(target, on.reader.names)
        for spot in draft.spots if measure else ():
            for path in (
                on.schema.paths_to_classes(spot.classes, (target,), on.liked) if not spot.data else ()
            ):
                if path.hops[-1].property == prop and path.hops[-1].forward:
                    joined, end = join(draft, spot, path, None, on.schema, at=at)
                    away = 0.05 * abs(spot.at - at) if spot.at >= 0 else 0.2
                    found.append(own_literal(joined.dearer(away), end, str(measure), on.schema, at))
    return sorted(found, key=lambda pair: pair[0].cost)[:MOST]


def _owners(on: Context, draft: Draft, phrase: Phrase, at: int) -> Iterator[tuple[Draft, Spot]]:
    """The thing, or the things of a class, that have a number: "the price of the Gale"."""
    for match in on.reader.spoken.matches(phrase.first, phrase.last):
        dearer = draft.dearer(UNSURE * (1.0 - match.score))
        if match.kind is TermKind.ENTITY:
            thing = thing_of(match, at)
            held = next((s for s in draft.spots if s.node == thing.node), None)
            yield (dearer, held) if held else (dearer.add(thing), thing)
        elif match.kind is TermKind.CLASS:
            for made, variable in _things(on, dearer, match.iri, at):
                yield made, made.spot(variable)


# ── counts ───────────────────────────────────────────────────────────────────────────────────────


def counted(on: Context, draft: Draft, phrase: Phrase, at: int) -> list[Valued]:
    """The things that "number of …" counts."""
    names, found = on.reader.spoken, list[Valued]()
    matches = names.matches(phrase.first, phrase.last) if phrase.first >= 0 else ()
    for match in matches:
        if match.kind is TermKind.CLASS:
            found += _things(on, draft.dearer(UNSURE * (1.0 - match.score)), match.iri, at)
    if not matches:
        for iri in on.schema.ontology.classes:
            if fold(on.schema.ontology.label(iri, on.lang.code)) in {
                fold(phrase.text),
                " ".join(on.lang.lemma(w) for w in phrase.text.split()),
            }:
                found += _things(on, draft, iri, at)
    return sorted(found, key=lambda pair: pair[0].cost)[:MOST]


def _things(on: Context, draft: Draft, cls: str, at: int) -> list[Valued]:
    """The variable of a class's things: one that is there, or a new one."""
    known = [s for s in draft.spots if s.named and isinstance(s.node, str) and cls in s.classes]
    if known:
        return [(draft, str(known[0].node))]
    spot = Spot(draft.fresh(on.schema.ontology.label(cls)), (cls,), at=at, named=True)
    if not draft.spots:
        return [(draft.add(spot), str(spot.node))]
    joined = attach_thing(draft, spot, on.schema, on.liked, lambda *_: 0.0)
    return [(d, str(spot.node)) for d in joined if any(s.node == spot.node for s in d.spots)]


# ── "per", and the difference of two things ──────────────────────────────────────────────────────


def _per(on: Context, draft: Draft, left: Formula, right: Formula, at: int) -> list[Worked]:
    """A by B: a property in its unit, how many there are of a class, or a number."""
    found: list[Worked] = []
    for made, expression in worked_out(on, draft, left, at):
        for below, divisor in _divisors(on, made, right, at):
            found.append((below, Calculation("/", (expression, divisor))))
    return _cheapest(found)


def _divisors(on: Context, draft: Draft, right: Formula, at: int) -> list[Worked]:
    if not isinstance(right, Phrase):
        return worked_out(on, draft, right, at)
    numbers: list[Worked] = []
    for unit in unit_of(right.text):
        for made, variable in by_unit(on, draft, (unit,), at):
            own = on.schema.ontology.properties[property_of(made, variable)].unit
            share = convert(1.0, own, unit) if same_dimension(own, unit) else None
            if share is not None:
                scaled = Calculation("*", (variable, Literal(plain(share), number=True)))
                numbers.append((made, variable if share == 1.0 else scaled))
    numbers = numbers or [(d, v) for d, v in number_of(on, draft, right, at)]
    return numbers or [(d, Aggregate("COUNT", v, distinct=True)) for d, v in counted(on, draft, right, at)]


def _apart(on: Context, draft: Draft, of: Phrase, *, absolute: bool) -> list[Worked]:
    """What the two things of the pattern differ by."""
    pair = two_things(on, draft)
    found: list[Worked] = []
    for cost, kind, iri in _named(on, of):
        if pair is None or kind is not TermKind.PROPERTY:
            continue
        for first, one in own_value(on, draft.dearer(cost), iri, pair[0]):
            for second, other in own_value(on, first, iri, pair[1]):
                difference = Calculation("-", (one, other))
                found.append((second, Calculation("abs", (difference,)) if absolute else difference))
    return _cheapest(found)


def two_things(on: Context, draft: Draft) -> tuple[Spot, Spot] | None:
    """The two things of one kind that a question speaks of, as they are named."""
    spots = sorted((s for s in draft.spots if not s.data), key=lambda s: (s.at < 0, s.at))
    for n, one in enumerate(spots):
        for other in spots[n + 1 :]:
            if on.schema.overlap(filter(None, one.classes), other.classes):
                return one, other
    return None
