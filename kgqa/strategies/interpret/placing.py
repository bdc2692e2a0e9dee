"""Where each name of the question belongs: joined to what the draft holds already, by the cheapest pattern.

In: a draft and a piece of its reading. Out: the drafts with the piece placed, none where there is no way. The
cheapest pattern that joins all evidence is ATHENA++'s interpretation tree, found piece by piece.
"""

from __future__ import annotations

from dataclasses import replace

from kgqa.language import everywhere, fold
from kgqa.ontology import RDF_TYPE
from kgqa.strategies.interpret.counted import counted_of
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import (
    Draft,
    Spot,
    attach_counted,
    attach_thing,
    best,
    join,
    thing_of,
    with_value,
)
from kgqa.strategies.interpret.focus import class_spot
from kgqa.strategies.interpret.form import Fact, Filter, Kind, Literal, Thing
from kgqa.strategies.interpret.nouns import class_called
from kgqa.strategies.interpret.pieces import Piece
from kgqa.strategies.interpret.reader import WHOLE, Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.strategies.interpret.roles import bias, is_nominal
from kgqa.types import TermKind

PART = 3.0  # what it costs to read a surname alone as a surname instead of as the person
SAID_ONCE = 0.5  # what it costs to follow a property twice in a row that was said once
_SHORT = 3  # words between two alternatives


def order(reading: Reading) -> list[int]:
    """Classes hold the pattern together, so they come first; then things and values; then properties."""
    rank = {TermKind.CLASS: 0, TermKind.ENTITY: 1, TermKind.VALUE: 1, TermKind.PROPERTY: 2}
    return sorted(reading.meanings, key=lambda n: (rank[reading.meanings[n].kind], n))


def placed(reader: Reader, draft: Draft, n: int, reading: Reading, liked: frozenset[str]) -> list[Draft]:
    """The ways to place piece `n`; none when there is no way."""
    if n in draft.used:
        return [draft]
    meaning, piece = reading.meanings[n], reading.pieces[n]
    if meaning.kind is TermKind.PROPERTY:
        return _placed_property(reader, draft, n, reading, liked)
    if meaning.kind is TermKind.CLASS and (
        _is_apposition(reader, n, reading) or _points_back(reader, n, reading)
    ):
        return [draft.use(n)]
    if meaning.kind is TermKind.CLASS and (typed := _typed(reader, draft, n, reading)):
        return [typed]
    drafts: list[Draft]
    if meaning.kind is TermKind.VALUE:
        alternatives = _alternatives(reader, draft, n, reading)
        if alternatives:
            return alternatives
        drafts = with_value(draft, meaning.match.iri, meaning.values, reader.schema, liked, piece.last)
        if meaning.match.iri in reader.parts and meaning.match.iri not in liked:
            drafts = [d.dearer(PART) for d in drafts]  # a surname alone means the person
    else:
        if meaning.kind is TermKind.ENTITY:
            alternatives = _alternatives(reader, draft, n, reading)
            if alternatives:
                return alternatives
            spot = thing_of(meaning.match, piece.last)
        else:
            spot = class_spot(reader, draft, meaning.match.iri, piece.last)
        if not draft.spots:
            return [draft.add(spot).use(n)]
        owner = _owner(reader, draft, n, reading)
        if owner is not None and (
            counted := attach_counted(draft, spot, owner, reader.schema, _between(owner, n, reading))
        ):
            drafts = counted
        else:
            drafts = attach_thing(draft, spot, reader.schema, liked, bias(reader, n, reading))
            drafts = [d.dearer(SAID_ONCE) if _runs_on(draft, d, reading) else d for d in drafts]
    return [d.use(n) for d in drafts]


def _runs_on(before: Draft, after: Draft, reading: Reading) -> bool:
    """Whether a property that was said once is followed twice in a row: "the repairs of X" are no repairs of
    the repairs of X.
    """
    for fact in after.facts[len(before.facts) :]:
        kin = [f for f in before.facts if f.property == fact.property]
        if any(fact.object == f.subject or fact.subject == f.object for f in kin):
            said = [
                m.how in WHOLE
                for p in reading.pieces
                for m in p.matches(TermKind.PROPERTY)
                if m.iri == fact.property
            ]
            return (sum(said) or len(said)) == 1
    return False


def _owner(reader: Reader, draft: Draft, n: int, reading: Reading) -> Spot | None:
    """What the noun of piece `n` is counted for: "the department with the most employees"."""
    noun = counted_of(reader, n, reading) if reading.meanings[n].kind is TermKind.CLASS else None
    at = reading.pieces[noun].last if noun is not None else -1
    return next((s for s in draft.spots if s.at == at >= 0 and not s.data), None)


def _between(owner: Spot, n: int, reading: Reading) -> frozenset[str]:
    """The properties that are named between a noun and what it has so many of."""
    between = (p for p in reading.pieces[:n] if p.first > owner.at)
    return frozenset(m.iri for p in between for m in p.matches(TermKind.PROPERTY))


def _typed(reader: Reader, draft: Draft, n: int, reading: Reading) -> Draft | None:
    """“Is Ada a manager?”: the class is what is asked about the one thing that is named."""
    piece = reading.pieces[n]
    things = [s for s in draft.spots if isinstance(s.node, Thing)]
    if (
        draft.kind is not Kind.ASK
        or reader.word_before(piece) not in reader.lang.phrases("indefinite")
        or len(draft.spots) != 1
        or not things
        or things[0].at > piece.first  # "is there a bird in …" asks for any
        or not _is_said_of(reader, things[0].at, piece.first)
    ):
        return None
    spot = Spot("class", (meaning := reading.meanings[n].match.iri,), data=True)
    values = tuple(Thing(c) for c in sorted(reader.schema.ontology.subclasses(meaning)))
    fact = Fact(things[0].node, RDF_TYPE, "class")
    return replace(draft.add(spot, fact), filters=(Filter("class", "in", values),)).use(n)


def _is_said_of(reader: Reader, thing: int, noun: int) -> bool:
    """Whether a noun is said of a thing by "is" alone: "is Ada a manager", not "has Ada a manager", "is Ada
    in a team".
    """
    verbs = {reader.lang.lemma(t.text.lower()) for t in reader.tokens}
    between = reader.tokens[thing + 1 : noun - 1]
    return bool(verbs & reader.lang.phrases("copula")) and not between


def _is_apposition(reader: Reader, n: int, reading: Reading) -> bool:
    """“the harbour hub project”, “the project Harbour Hub”: the class of the name beside it."""
    piece, cls = reading.pieces[n], reading.meanings[n].match.iri
    for k, meaning in reading.meanings.items():
        other = reading.pieces[k]
        gap = piece.first - other.last if k < n else other.first - piece.last
        called = k > n and _is_called(reader, piece, other)
        is_beside = meaning.kind is TermKind.ENTITY and (gap == 1 or called) and k != n
        if is_beside and any(reader.schema.ontology.is_a(c, cls) for c in meaning.match.classes):
            return True
    return False


def _points_back(reader: Reader, n: int, reading: Reading) -> bool:
    """“for each city the number of venues in *that city*”: what rows are grouped by is named again, and so is
    what is counted in "venues of a play, where the number of *plays* is 2".
    """
    iri = reading.meanings[n].match.iri
    before = {k for k, m in reading.meanings.items() if k < n and m.match.iri == iri}
    last = reading.pieces[n].last
    behind = " ".join(t.folded for t in reader.tokens[last + 1 : last + 3])
    pointing = reader.word_before(reading.pieces[n]) in reader.lang.phrases("pointing")
    if pointing or behind in reader.lang.phrases("named_above"):
        return any(g + 1 in before for g, _ in reading.cue(Cue.GROUP))
    counting = reading.pieces[n - 1].found if n else None
    following = reading.pieces[n + 1].found if n + 1 < len(reading.pieces) else None
    is_compared = following is not None and following.cue in (Cue.COMPARISON, Cue.NUMBER)
    is_ranked = n > 1 and (found := reading.pieces[n - 2].found) is not None and found.cue is Cue.SUPERLATIVE
    is_counted = counting is not None and counting.cue is Cue.COUNT
    return bool(before) and is_counted and (is_compared or is_ranked)


def _is_called(reader: Reader, noun: Piece, name: Piece) -> bool:
    """“the port with the name …”, "the department called …": nothing but naming words in between."""
    between = reader.tokens[noun.last + 1 : name.first]
    says_so = any(t.folded not in reader.lang.stop for t in between)  # "the manager of X" is another thing
    return says_so and all(t.folded in reader.lang.phrases("calling_words") for t in between)


def _names_the_next(reader: Reader, n: int, reading: Reading) -> bool:
    """Whether a property only says that a name follows: "with the name …"."""
    prop, piece = reading.meanings[n].match.iri, reading.pieces[n]
    following = next((k for k in reading.meanings if k > n), None)
    if following is None or reading.meanings[following].kind is not TermKind.ENTITY:
        return False
    words = set(fold(reader.schema.ontology.label(prop)).split())
    is_name = prop in reader.names or bool(words & everywhere("identifying_words"))
    between = reader.tokens[piece.last + 1 : reading.pieces[following].first]
    return is_name and all(t.folded in reader.lang.phrases("calling_words") for t in between)


def _names_its_kind(reader: Reader, n: int, reading: Reading) -> bool:
    """“the job J-2”, where things have cleaning jobs and J-2 is one: the noun says what it is."""
    following = reading.meanings.get(n + 1)
    is_beside = reading.pieces[n + 1].first - reading.pieces[n].last == 1 if following else False
    if following is None or following.kind is not TermKind.ENTITY or not is_beside:
        return False
    cls = class_called(reader, reading.pieces[n], reading.meanings[n].match.iri)
    return bool(cls) and any(reader.schema.ontology.is_a(c, cls) for c in following.match.classes)


def _placed_property(
    reader: Reader, draft: Draft, n: int, reading: Reading, liked: frozenset[str]
) -> list[Draft]:
    """A property whose edge is there already has been said; another one is added only where it must."""
    prop = reading.meanings[n].match.iri
    kin = reader.schema.ontology.subproperties(prop) | reader.schema.ontology.inverses(prop) | {prop}
    straight = reader.schema.stated(prop)[1]
    if draft.properties & kin or _names_the_next(reader, n, reading) or _names_its_kind(reader, n, reading):
        return [draft.use(n)]
    if reader.schema.is_data(prop):
        return [draft]  # what is done with a value is for the cues to say
    found = []
    for spot in draft.spots:
        if spot.data:
            continue
        for path in reader.schema.hops_from(spot.classes, liked):
            if path.hops[0].property in kin:
                at = reading.pieces[n].last
                joined, end = join(draft, spot, path, None, reader.schema, at=at)
                is_open = not joined.focus and joined.kind is Kind.LIST and not _asks_value(reading)
                if is_open and isinstance(end.node, str):
                    joined = joined.changed(focus=(end.node,))
                found.append(joined.use(n).dearer(0.1 if path.hops[0].forward == straight else 0.4))
    # the edges that are there may say what is done; whether it is so, nothing else can say
    joins = draft.kind is not Kind.ASK or any(not reader.schema.is_data(f.property) for f in draft.facts)
    if joins and not is_nominal(reader, reading.pieces[n], prop):
        found.append(draft.use(n).dearer(0.15 if _is_inflected(reader, reading.pieces[n]) else 0.6))
    return best(found)


def _asks_value(reading: Reading) -> bool:
    """“when", "how long": a value is asked for, and no thing that the verb leads to."""
    return any(f.cue is Cue.WHEN or f.measures for _, f in reading.cue(Cue.WHEN, Cue.AMOUNT))


def _is_inflected(reader: Reader, piece: Piece) -> bool:
    token = reader.tokens[piece.first]
    return reader.lang.lemma(token.text) != token.folded


def _alternatives(reader: Reader, draft: Draft, n: int, reading: Reading) -> list[Draft]:
    """“French or German”: the second of two names of one kind widens the first's fact."""
    joined = _joined_with(reader, n, reading)
    if joined is None or joined not in draft.used:
        return []
    one, two = reading.meanings[joined], reading.meanings[n]
    first: Thing | Literal
    second: Thing | Literal
    if one.kind is TermKind.ENTITY and two.kind is TermKind.ENTITY:
        first, second = Thing(one.match.iri), Thing(two.match.iri)
    elif one.kind is TermKind.VALUE and two.kind is TermKind.VALUE and one.match.iri == two.match.iri:
        first, second = one.values[0], two.values[0]
    else:
        return []
    for condition in draft.filters:
        if condition.operator == "in" and first in condition.values:
            wider = replace(condition, values=(*condition.values, second))
            filters = tuple(wider if f is condition else f for f in draft.filters)
            return [draft.changed(filters=filters).use(n)]
    for fact in draft.facts:
        if fact.object == first:
            variable = draft.fresh(reader.schema.ontology.label(fact.property))
            facts = tuple(replace(f, object=variable) if f is fact else f for f in draft.facts)
            spots = tuple(s for s in draft.spots if s.node != first)
            spot = Spot(
                variable, one.match.classes, at=reading.pieces[n].last, data=isinstance(first, Literal)
            )
            condition = Filter(variable, "in", (first, second))
            made = draft.changed(facts=facts, spots=(*spots, spot), filters=(*draft.filters, condition))
            return [made.use(n)]
    return []


def _joined_with(reader: Reader, n: int, reading: Reading) -> int | None:
    """The term that stands before `n` with "or" (or "and", or a comma) between them."""
    before = [k for k in reading.meanings if k < n]
    if not before:
        return None
    left, right = reading.pieces[before[-1]], reading.pieces[n]
    between = [t.folded for t in reader.tokens[left.last + 1 : right.first]]
    if any(w in reader.lang.phrases("disjunction") for w in between) and len(between) <= _SHORT:
        return before[-1]
    return None
