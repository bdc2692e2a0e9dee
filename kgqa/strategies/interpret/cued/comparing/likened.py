"""Comparisons with another thing's value, or with the thing's own other value: "heavier than the Gale",
"hired before their own manager", "twice as expensive as", "in the same city as Ada".

In: a draft. Out: drafts in which both values stand, with the condition between them.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.strategies.interpret.cued.comparing.chains import Chain, chain_to, copied, fits
from kgqa.strategies.interpret.cued.comparing.offsets import limited
from kgqa.strategies.interpret.cued.comparing.others import Other, Relation
from kgqa.strategies.interpret.cued.conditions.measures import (
    Valued,
    is_inverse,
    measured,
    nearest,
    property_of,
    turned,
    valued,
)
from kgqa.strategies.interpret.cued.context import CLOSE_BY, Context
from kgqa.strategies.interpret.cued.listing.numbered import with_number
from kgqa.strategies.interpret.cues import Cue, Found
from kgqa.strategies.interpret.draft import Draft, Spot, best, join
from kgqa.strategies.interpret.form import Fact, Filter, Thing
from kgqa.types import TermKind


def likened(on: Context, draft: Draft) -> list[Draft]:
    """The drafts with every comparison with another thing, or with the thing's own."""
    drafts = [draft]
    for other in on.others:
        n, found = likening(on, other)
        if (
            found is not None
            and found.cue is Cue.COMPARISON
            and other.relation in (Relation.THING, Relation.OWN)
        ):
            drafts = best(d for each in drafts for d in _compared(on, each, n, found, other))
    for n, _ in on.reading.cue(Cue.SAME):
        drafts = best(d for each in drafts for d in _same(on, each, n))
    return drafts


def likening(on: Context, other: Other) -> tuple[int, Found | None]:
    """The cue that says how it is compared; where a noun stands between, the one before "than"."""
    found = on.reading.pieces[other.cue].found
    if found is None or found.cue is not Cue.THAN:
        return other.cue, found
    before = [(n, f) for n, f in on.reading.cue(Cue.COMPARISON, Cue.SAME, Cue.DIFFERENCE) if n < other.cue]
    return before[-1] if before else (other.cue, None)


def _compared(on: Context, draft: Draft, n: int, found: Found, other: Other) -> list[Draft]:
    drafts = []
    for made, variable, chain in left_values(on, draft, found, other):
        for both, right in right_values(on, made, chain, other):
            if (limit := limited(on, both, n, found, variable, right)) is None:
                continue
            inverse = is_inverse(on, found.measures, property_of(both, variable))
            operator = turned(limit.operator) if inverse else limit.operator
            filters = (*both.filters, Filter(variable, operator, (limit.variable,)))
            if limit.operator in ("=", ">=", "<="):
                filters = (*filters, *apart(on, both, chain, other))
            changed = limit.draft.changed(filters=filters, measures=(*both.measures, variable))
            drafts.append(changed.use(n, other.cue, *other.pieces))
    return best(drafts) or [missed(on, draft, n, other)]


def missed(on: Context, draft: Draft, n: int, other: Other) -> Draft:
    """The draft without a comparison and what it is with: neither the one nor the other is in it."""
    return on.unmet(on.unmet(draft, n), n).use(n, other.cue, *other.pieces)


def left_values(on: Context, draft: Draft, found: Found, other: Other) -> Iterator[tuple[Draft, str, Chain]]:
    """The drafts with the value that is compared, and the facts that lead to it."""
    for made, variable in _values(on, draft, found, other):
        chain = chain_to(made, variable)
        if chain is not None and is_own(on, made, chain):
            yield made, variable, chain


def is_own(on: Context, draft: Draft, chain: Chain) -> bool:
    """Whether the value is the thing's own, perhaps behind a structured one: a price, not an order's."""
    nodes = {n for f in chain.facts for n in (f.subject, f.object)} - {chain.subject, chain.end}
    between = [draft.spot(n) for n in nodes if isinstance(n, str)]
    return all(
        s.classes and all(on.schema.measure_of(c, on.reader.names) for c in s.classes) for s in between
    )


def _values(on: Context, draft: Draft, found: Found, other: Other) -> list[Valued]:
    """What is measured: the value that is named right beside ("the price is higher than"), what the adjective
    is about, or a value that is named near by.
    """
    near = [(k, p) for k, p in on.properties_near(found.first, found.last) if k not in other.pieces]
    named = {
        k for k, m in on.reading.meanings.items() if m.kind is TermKind.PROPERTY and k not in other.pieces
    }
    beside = [(k, p) for k, p in near if k in named and _is_beside(on, k, found) and is_value(on, p)]
    values = nearest(on, draft, beside, found.first, temporal=True)
    if not values and found.measures:
        return measured(on, draft, found.measures, found.first, own=True)
    if not near or found.cue is Cue.DIFFERENCE:
        near = [(k, p) for k, p in on.properties_after(found.last) if k in named]
    return values or nearest(on, draft, near, found.first, temporal=True)


def _is_beside(on: Context, n: int, found: Found) -> bool:
    piece = on.reading.pieces[n]
    return 0 < piece.first - found.last <= 1 or 0 < found.first - piece.last <= CLOSE_BY


def right_values(on: Context, draft: Draft, chain: Chain, other: Other) -> Iterator[tuple[Draft, str]]:
    """The drafts with the value that it is compared with."""
    meaning = on.reading.meanings[other.pieces[0]]
    iri = meaning.match.iri
    if meaning.kind is TermKind.CLASS and other.relation is Relation.THING:
        yield from _of_numbered(on, draft, chain, other)
    elif other.relation is Relation.THING:
        behind = [on.reading.meanings[n] for n in other.pieces[1:]]
        named = next((m.match.iri for m in behind if m.kind is TermKind.PROPERTY), None)
        if named is not None:
            variable = draft.fresh(on.schema.ontology.label(named))
            fact = Fact(Thing(iri), named, variable)
            yield draft.add(Spot(variable, (), data=True), fact), variable
        elif fits(chain, meaning.match.classes, on.schema):
            yield copied(draft, chain, Thing(iri))
    if other.relation is Relation.THING:
        return
    subject = next((s for s in draft.spots if s.node == chain.subject), None)
    if subject is None:
        return
    if meaning.kind is TermKind.PROPERTY and is_value(on, iri):
        for made, variable in valued(on, draft, iri, subject.at):
            own = chain_to(made, variable)
            if own is not None and own.subject == chain.subject and variable != chain.end:
                yield made, variable
        return
    for made, kin in kin_of(on, draft, subject, other.pieces[0]):
        if fits(chain, kin.classes, on.schema):
            yield copied(made, chain, kin.node)


def _of_numbered(on: Context, draft: Draft, chain: Chain, other: Other) -> Iterator[tuple[Draft, str]]:
    """The value of a thing that is known by its number: "than container 880396"."""
    cls, number = on.reading.meanings[other.pieces[0]].match.iri, on.reading.pieces[other.pieces[1]].found
    spot = Spot(draft.fresh(on.schema.ontology.label(cls)), (cls,))
    held = with_number(on, draft.add(spot), spot, cls, number) if number else None
    if held is not None and fits(chain, (cls,), on.schema):
        yield copied(held, chain, spot.node)


def is_value(on: Context, prop: str) -> bool:
    """Whether a property leads to a number or a date, perhaps behind a structured value."""
    if on.schema.is_data(prop):
        return on.schema.is_numeric(prop) or on.schema.is_temporal(prop)
    targets = on.schema.objects(prop)
    return bool(targets) and all(on.schema.measure_of(c, on.reader.names) for c in targets)


def kin_of(on: Context, draft: Draft, subject: Spot, n: int) -> Iterator[tuple[Draft, Spot]]:
    """The drafts with what piece `n` names of the subject: its manager, its department."""
    meaning = on.reading.meanings[n]
    iri, at = meaning.match.iri, on.reading.pieces[n].last
    if meaning.kind is TermKind.CLASS:
        paths = on.schema.paths_to_classes(subject.classes, (iri,), on.liked)
        paths = tuple(p for p in paths if len(p.hops) == 1) or paths[:1]
    else:
        kin = on.schema.ontology.subproperties(iri) | on.schema.ontology.inverses(iri) | {iri}
        hops = on.schema.hops_from(subject.classes, on.liked)
        straight = on.schema.stated(iri)[1]
        paths = tuple(p for p in hops if p.hops[0].property in kin and p.hops[0].forward == straight)
    for path in paths:
        end = None
        if meaning.kind is TermKind.CLASS:
            end = Spot(draft.fresh(on.schema.ontology.label(iri)), (iri,), at=at, named=True)
        yield join(draft, subject, path, end, on.schema, at=at)


def apart(on: Context, draft: Draft, chain: Chain, other: Other) -> Iterator[Filter]:
    """What something is likened to is left out: it is no answer."""
    meaning = on.reading.meanings[other.pieces[0]]
    if other.relation is not Relation.THING or not isinstance(chain.subject, str):
        return
    classes = draft.spot(chain.subject).classes
    if not classes or on.schema.overlap(classes, meaning.match.classes):
        yield Filter(chain.subject, "!=", (Thing(meaning.match.iri),))


def _same(on: Context, draft: Draft, n: int) -> list[Draft]:
    """“the same city as Ada": one thing or value that both have."""
    other = next((o for o in on.others if likening(on, o)[0] == n), None)
    shared = n + 1
    if other is None or shared not in on.reading.meanings or shared in other.pieces:
        return [on.unmet(draft, n)]
    drafts = []
    for made, variable in _shared(on, draft, shared):
        chain = chain_to(made, variable)
        if chain is None:
            continue
        for both in _sharing(on, made, chain, other):
            filters = (*both.filters, *apart(on, both, chain, other))
            drafts.append(both.changed(filters=filters).use(n, shared, other.cue, *other.pieces))
    return best(drafts) or [missed(on, draft, n, other)]


def _shared(on: Context, draft: Draft, n: int) -> list[Valued]:
    """The drafts with what is shared: its variable."""
    meaning, piece = on.reading.meanings[n], on.reading.pieces[n]
    if meaning.kind is TermKind.PROPERTY and on.schema.is_data(meaning.match.iri):
        return valued(on, draft, meaning.match.iri, piece.last)
    spot = next((s for s in draft.spots if s.at == piece.last and isinstance(s.node, str)), None)
    return [(draft, str(spot.node))] if spot is not None else []


def _sharing(on: Context, draft: Draft, chain: Chain, other: Other) -> Iterator[Draft]:
    """The drafts in which the other thing has what the chain leads to, too."""
    meaning = on.reading.meanings[other.pieces[0]]
    subject = next((s for s in draft.spots if s.node == chain.subject), None)
    if other.relation is Relation.OWN and subject is not None:
        for made, kin in kin_of(on, draft, subject, other.pieces[0]):
            if fits(chain, kin.classes, on.schema):
                yield copied(made, chain, kin.node, end=chain.end)[0]
    elif meaning.kind is TermKind.CLASS:
        return
    elif fits(chain, meaning.match.classes, on.schema):
        yield copied(draft, chain, Thing(meaning.match.iri), end=chain.end)[0]
    else:
        end = draft.spot(chain.end)
        thing = Spot(Thing(meaning.match.iri), meaning.match.classes)
        for path in on.schema.paths_to_classes(thing.classes, end.classes, on.liked)[:1]:
            yield join(draft, thing, path, end, on.schema)[0]
