"""What a comparison is made with, where it is no number: another thing, something of the thing itself, or
what many of its kind come to. Such a name says nothing about the thing that is asked for, so it is set aside
before the other names are joined.

In: a reading. Out: what its comparisons are made with; the reading without it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.reader import Reader
from kgqa.strategies.interpret.readings import Meaning, Reading
from kgqa.types import TermKind


class Relation(StrEnum):
    """How what is compared with stands to the thing itself."""

    THING = "thing"  # than Ada
    OWN = "own"  # than their manager, than its cost
    MANY = "many"  # than the average of their department
    EITHER = "either"  # which of them: this or that


@dataclass(frozen=True, slots=True)
class Other:
    """What the comparison of piece `cue` is made with: the pieces that say so, the head first."""

    cue: int
    relation: Relation
    pieces: tuple[int, ...]
    own: bool = False  # an average of the thing's own kin: "of their category"


def others(reader: Reader, reading: Reading) -> tuple[Other, ...]:
    """What the comparisons of a reading are made with."""
    found = []
    for n, cue in reading.cue(Cue.COMPARISON, Cue.THAN):
        other = _scope(reader, reading, n) if cue.function else _single(reader, reading, n)
        if other is not None:
            found.append(other)
    for n, _ in reading.cue(Cue.SAME):
        second = _second(reader, reading, n)
        if second is not None and not any(other.cue > n for other in found):
            found.append(Other(n, Relation.THING, (second,)))
    for n, _ in reading.cue(Cue.CHOICE):
        things = alternatives(reader, reading)
        if things:
            found.append(Other(n, Relation.EITHER, things))
    return tuple(found)


def alternatives(reader: Reader, reading: Reading) -> tuple[int, ...]:
    """The things of "this or that", "this, that or the other"."""
    things = [n for n, m in reading.meanings.items() if m.kind is TermKind.ENTITY]
    if len(things) < 2 or not _between(reader, reading, *things[-2:]) & reader.lang.phrases("disjunction"):  # noqa: PLR2004
        return ()
    return tuple(things)


def set_aside(reader: Reader, reading: Reading) -> tuple[Reading, frozenset[int]]:
    """The reading without the names that something is compared with; the pieces that are left to the
    comparisons.
    """
    found = others(reader, reading)
    if not found:
        return reading, frozenset()
    aside = {n for other in found for n in other.pieces}
    kept = {n: m for n, m in reading.meanings.items() if n not in aside}
    return replace(reading, meanings=kept), frozenset(aside | {other.cue for other in found})


def _second(reader: Reader, reading: Reading, n: int) -> int | None:
    """The second of two things before piece `n` that have something in common: "do Ada and Grace …"."""
    things = [k for k, m in reading.meanings.items() if m.kind is TermKind.ENTITY and k < n][-2:]
    is_pair = len(things) > 1 and _between(reader, reading, things[0], things[1])
    return things[1] if is_pair and is_pair & reader.lang.phrases("conjunction") else None


def _single(reader: Reader, reading: Reading, n: int) -> Other | None:
    """The name behind "than"."""
    k = n + 1
    if (meaning := reading.meanings.get(k)) is None:
        return None
    words = _between(reader, reading, n, k)
    if not words <= _list(reader, "articles") | _list(reader, "own"):
        return None
    own = bool(words & _list(reader, "own"))
    if meaning.kind is TermKind.ENTITY:
        if _is_part(reading, k):
            return None
        is_beside = _is_kind_of(reader, reading, k + 1, meaning, after=k) or _is_its_value(
            reader, reading, k + 1
        )
        return Other(n, Relation.THING, (k, k + 1) if is_beside else (k,))
    following = reading.meanings.get(k + 1)
    if meaning.kind is TermKind.CLASS and following and following.kind is TermKind.ENTITY:
        if _is_kind_of(reader, reading, k, following, after=k + 1):
            return Other(n, Relation.THING, (k + 1, k))
        return None
    if meaning.kind is TermKind.CLASS and is_numbered(reading, k):
        return Other(n, Relation.THING, (k, k + 1))
    if reader.word_after(reading.pieces[k]) in reader.lang.phrases("belonging"):
        return _value_of(reader, reading, n)
    iri = meaning.match.iri
    if meaning.kind is TermKind.PROPERTY:
        is_value = reader.schema.is_numeric(iri) or reader.schema.is_temporal(iri)
        return Other(n, Relation.OWN, (k,)) if own or (words and is_value) else None
    return Other(n, Relation.OWN, (k,)) if own and meaning.kind is TermKind.CLASS else None


def _value_of(reader: Reader, reading: Reading, n: int) -> Other | None:
    """“than the price of the Gale": a value of a thing that is named behind it."""
    k = n + 1
    prop, thing = reading.meanings[k], reading.meanings.get(k + 1)
    if thing is None or prop.kind is not TermKind.PROPERTY or thing.kind is not TermKind.ENTITY:
        return None
    between = _between(reader, reading, k, k + 1)
    is_near = between <= reader.lang.phrases("belonging") | _list(reader, "articles")
    is_value = reader.schema.is_numeric(prop.match.iri) or reader.schema.is_temporal(prop.match.iri)
    is_whole = is_near and is_value and not _is_part(reading, k + 1)
    return Other(n, Relation.THING, (k + 1, k)) if is_whole else None


def is_numbered(reading: Reading, n: int) -> bool:
    """Whether piece `n` is a noun with the number right behind it by which its thing is known: "container
    880396".
    """
    pieces = reading.pieces
    found = pieces[n + 1].found if n + 1 < len(pieces) else None
    is_bare = found is not None and found.cue is Cue.NUMBER and not found.unit
    return is_bare and pieces[n + 1].first - pieces[n].last == 1


def _is_its_value(reader: Reader, reading: Reading, n: int) -> bool:
    """Whether piece `n` names what of the thing right before it is meant ("after the Harbour Hub ended"), and
    not what is compared, which is named elsewhere.
    """
    values = [
        k
        for k, m in reading.meanings.items()
        if m.kind is TermKind.PROPERTY
        and (reader.schema.is_numeric(m.match.iri) or reader.schema.is_temporal(m.match.iri))
    ]
    return n in values and len(values) > 1 and reading.pieces[n].first - reading.pieces[n - 1].last == 1


def _is_part(reading: Reading, n: int) -> bool:
    """Whether more of the name follows: the cut that takes it as a whole is the better one."""
    following = reading.meanings.get(n + 1)
    is_name = following is not None and following.kind in (TermKind.ENTITY, TermKind.VALUE)
    return is_name and reading.pieces[n + 1].first - reading.pieces[n].last == 1


def _is_kind_of(reader: Reader, reading: Reading, n: int, thing: Meaning, *, after: int) -> bool:
    """Whether piece `n` is the class of the thing right beside it: "the Lagos office"."""
    cls = reading.meanings.get(n)
    if cls is None or cls.kind is not TermKind.CLASS:
        return False
    first, last = sorted((reading.pieces[n], reading.pieces[after]), key=lambda p: p.first)
    is_beside = last.first - first.last == 1
    return is_beside and any(reader.schema.ontology.is_a(c, cls.match.iri) for c in thing.match.classes)


def _scope(reader: Reader, reading: Reading, n: int) -> Other:
    """What an average is of: "the average weight of valves", "the average of their own category"."""
    allowed = _list(reader, "within")
    taken: list[int] = []
    own = False
    before = n
    for k in range(n + 1, len(reading.pieces)):
        words = _between(reader, reading, before, k)
        if k not in reading.meanings or not words <= allowed:
            break
        kind = reading.meanings[k].kind
        if kind not in (TermKind.CLASS, TermKind.PROPERTY) or (taken and not words):
            break
        own = own or bool(words & _list(reader, "own"))
        taken.append(k)
        before = k
    return Other(n, Relation.MANY, tuple(taken), own)


def _between(reader: Reader, reading: Reading, left: int, right: int) -> set[str]:
    first, last = reading.pieces[left].last + 1, reading.pieces[right].first
    return {t.folded for t in reader.tokens[first:last]}


def _list(reader: Reader, name: str) -> frozenset[str]:
    return reader.lang.phrases(f"compare.{name}")
