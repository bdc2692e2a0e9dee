"""What a question says of its subject is the subject's own: "what does Ada weigh?" does not ask what the
things weigh that Ada answers for.

In: a draft with everything else applied. Out: the draft, with the words in `unmet` that it went round.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.strategies.interpret.cued.comparing.likened import is_value
from kgqa.strategies.interpret.cued.context import Context
from kgqa.strategies.interpret.cues import Cue
from kgqa.strategies.interpret.draft import Draft
from kgqa.strategies.interpret.form import Node, Thing
from kgqa.strategies.interpret.roles import is_nominal
from kgqa.types import TermKind


def own_values(on: Context, draft: Draft) -> list[Draft]:
    """A value that is asked for by a verb belongs to what the verb is said of."""
    subject = _subject(on)
    if not subject or draft.order is not None or draft.group:
        return [draft]
    nodes = {node for n in subject for node in _nodes(on, draft, n)}
    for n in _said_of(on, subject):
        values = _values(on, draft, n)
        # what it is compared with has such a value, too
        if values and not any(_belongs(on, draft, v, node) for v in values for node in nodes):
            return [on.unmet(draft, n)]
    return [draft]


def _subject(on: Context) -> list[int]:
    """The name that a verb or an auxiliary stands right before, with no more than an article between; several
    pieces where it was read in parts.
    """
    auxiliaries, articles = on.lang.phrases("compare.auxiliaries"), on.lang.phrases("compare.articles")
    found: list[int] = []
    end = -1
    for n, meaning in on.reading.meanings.items():
        if meaning.kind not in (TermKind.ENTITY, TermKind.VALUE):
            continue
        before = on.reading.pieces[n].first - 1
        if found and end != before:
            break
        if _is_attribute(on, n):
            return []
        if not found:
            if before >= 0 and on.tokens[before].folded in articles:
                before -= 1
            if before < 0 or not (on.tokens[before].folded in auxiliaries or _is_verb(on, before)):
                return []
            if _is_owned(on, before - 1):
                return []
        end = on.reading.pieces[n].last
        found.append(n)
    return found


def _is_attribute(on: Context, n: int) -> bool:
    """Whether a name only tells of what kind the things behind it are: "the critical incidents"."""
    noun = on.reading.meanings.get(n + 1)
    is_beside = noun is not None and on.reading.pieces[n + 1].first - on.reading.pieces[n].last == 1
    if noun is None or not is_beside or noun.kind is not TermKind.CLASS:
        return False
    return not any(on.schema.ontology.is_a(c, noun.match.iri) for c in on.reading.meanings[n].match.classes)


def _is_owned(on: Context, token: int) -> bool:
    """Whether what ends at a token is somebody's: the name in "whose manager is Ada" is no subject."""
    owners = on.lang.phrases("relative_owners")
    return any(p.last == token and on.reader.word_before(p) in owners for p in on.reading.pieces)


def _nodes(on: Context, draft: Draft, n: int) -> Iterator[Node]:
    """The thing that a name means, or what has the value that it means."""
    meaning = on.reading.meanings[n]
    if meaning.kind is TermKind.ENTITY:
        yield Thing(meaning.match.iri)
    yield from (f.subject for f in draft.facts if f.object in meaning.values)


def _is_verb(on: Context, token: int) -> bool:
    """Whether a value stands there as a verb: "was wiegt Ada"."""
    return any(p.last == token and _tells_value(on, n) for n, p in enumerate(on.reading.pieces))


def _tells_value(on: Context, n: int) -> bool:
    """Whether a piece is a verb that tells a value of its subject: "weighs", not "sponsored by"."""
    meaning = on.reading.meanings.get(n)
    if meaning is None or meaning.kind is not TermKind.PROPERTY:
        return False
    iri = meaning.match.iri
    is_told = on.schema.is_data(iri) or is_value(on, iri)
    return is_told and not is_nominal(on.reader, on.reading.pieces[n], iri)


def _said_of(on: Context, subject: list[int]) -> Iterator[int]:
    """The pieces that ask for a value of the subject: a verb right before it, or behind it with no other noun
    between; "how much", where the verb says no more than that.
    """
    noun = next(
        (n for n, m in on.reading.meanings.items() if n > subject[-1] and m.kind is TermKind.CLASS),
        len(on.reading.pieces),
    )
    for n in on.reading.meanings:
        if n < noun and n not in subject and _tells_value(on, n):
            yield n
    for n, found in on.reading.cue(Cue.AMOUNT):
        if not found.measures and n < subject[0]:
            yield n


def _values(on: Context, draft: Draft, n: int) -> list[str]:
    """The values that are asked for, and those of the property."""
    iri = on.reading.meanings[n].match.iri if n in on.reading.meanings else ""
    stated = [f.object for f in draft.facts if f.property == iri and isinstance(f.object, str)]
    return [*(v for v in draft.focus if draft.spot(v).data), *(v for v in stated if v not in draft.focus)]


def _belongs(on: Context, draft: Draft, variable: str, owner: Node) -> bool:
    """Whether a value is its owner's, past what only holds it together: the amount of a price, the record of
    a month.
    """
    ahead: list[Node] = [variable]
    seen: set[Node] = set()
    while ahead:
        here = ahead.pop()
        seen.add(here)
        for fact in draft.facts:
            if here not in (fact.subject, fact.object):
                continue
            other = fact.object if fact.subject == here else fact.subject
            if other == owner:
                return True
            if isinstance(other, str) and other not in seen and not _is_named(on, draft, other):
                ahead.append(other)
    return False


def _is_named(on: Context, draft: Draft, variable: str) -> bool:
    """Whether things of the variable have names of their own, so that nobody would leave them unsaid."""
    classes = draft.spot(variable).classes
    return any(c and on.schema.has_own_name(c, on.reader.names) for c in classes)


def nouns(on: Context, draft: Draft) -> list[Draft]:
    """“which Swedish customers": a noun that names a class is no property that nothing states."""
    ontology = on.schema.ontology
    for n, meaning in on.reading.meanings.items():
        iri = meaning.match.iri
        if meaning.kind is not TermKind.PROPERTY or on.schema.is_data(iri):
            continue
        classes = on.reading.pieces[n].matches(TermKind.CLASS)
        kin = ontology.subproperties(iri) | ontology.inverses(iri) | {iri}
        stated = {f.property for f in (*draft.facts, *(f for a in draft.absent for f in a.facts))}
        if any(m.score >= meaning.match.score for m in classes) and not kin & stated:
            return [on.unmet(draft, n)]
    return [draft]
