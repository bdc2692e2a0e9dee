"""“The members of the club”: who is asked for belongs to what stands behind "of". A reading that leaves the
owner open and reaches the club some other way answers another question.

In: a draft of a reading. Out: the draft without an open owner that says nothing, or dearer by far.
"""

from __future__ import annotations

from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Fact, Thing
from kgqa.strategies.interpret.pieces import Piece
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Reading
from kgqa.types import TermKind

ASTRAY = 20.0  # what it costs to leave the owner open where the words name one
ROUNDABOUT = 1.5  # what it costs when another thing stands between a property and the name it is said "of"
_BETWEEN = 2  # words between a property and the "of" that says whose it is: "the size class of"


def settled(draft: Draft, reading: Reading, reader: Reader) -> Draft:
    """The draft with each property that the words give an owner kept to that owner."""
    for n, meaning in reading.meanings.items():
        piece = reading.pieces[n]
        if meaning.kind is not TermKind.PROPERTY or not _belongs(reader, piece, reading):
            continue
        draft = draft.dearer(ROUNDABOUT * _goes_round(draft, n, reading, reader))
        fact = _loose(draft, meaning.match.iri, reader)
        if fact is None:
            continue
        akin = {m.iri for m in piece.matches(TermKind.PROPERTY)} - {fact.property}
        if any(f.property in akin and f.object == fact.object for f in draft.facts):
            # another property of this name leads to the owner already
            draft = draft.changed(facts=tuple(f for f in draft.facts if f is not fact))
        else:
            draft = draft.dearer(ASTRAY)
    return draft


def _goes_round(draft: Draft, n: int, reading: Reading, reader: Reader) -> bool:
    """“Who is in charge of Purchasing": not who is in charge of something else that Purchasing pays for."""
    following = next((k for k in reading.meanings if k > n), None)
    if following is None or reading.meanings[following].kind is not TermKind.ENTITY:
        return False
    between = reader.tokens[reading.pieces[n].last + 1 : reading.pieces[following].first]
    if len(between) > _BETWEEN or reader.schema.is_data(prop := reading.meanings[n].match.iri):
        return False
    kin = reader.schema.ontology.subproperties(prop) | reader.schema.ontology.inverses(prop) | {prop}
    ends = [{f.subject, f.object} for f in draft.facts if f.property in kin]
    thing = Thing(reading.meanings[following].match.iri)
    is_there = any(s.node == thing for s in draft.spots)
    return bool(ends) and is_there and not any(thing in pair for pair in ends)


def _belongs(reader: Reader, piece: Piece, reading: Reading) -> bool:
    """Whether "of" stands behind the phrase, before anything else that has a meaning."""
    taken = {i for p in reading.pieces for i in range(p.first, p.last + 1)}
    for i in range(piece.last + 1, min(piece.last + 2 + _BETWEEN, len(reader.tokens))):
        if reader.tokens[i].folded in reader.lang.phrases("belonging"):
            return True
        if i in taken:
            return False
    return False


def _loose(draft: Draft, prop: str, reader: Reader) -> Fact | None:
    """The fact of a property whose owner nobody named and nothing else holds."""
    kin = reader.schema.ontology.subproperties(prop) | reader.schema.ontology.inverses(prop) | {prop}
    for fact in draft.facts:
        if fact.property not in kin:
            continue
        for node in (fact.subject, fact.object):
            if isinstance(node, str) and draft.spot(node).open and _is_alone(draft, node):
                others = [f for f in draft.facts if f is not fact]
                if others:
                    return fact
    return None


def _is_alone(draft: Draft, node: str) -> bool:
    used = {*draft.focus, *draft.group, *draft.measures, *(f.variable for f in draft.filters)}
    used |= {x.variable for x in (draft.order, draft.having) if x}
    return node not in used and sum(node in (f.subject, f.object) for f in draft.facts) == 1
