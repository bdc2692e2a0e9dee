"""What the things of a class are there for: codes, values, quantities, relations between others, events.

In: the Outline of a class. Out: a Pattern, or None. Who already knows that it is one (a vocabulary, an admin)
asks for its roles alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kgqa.declared.vocabulary import COMMENTS
from kgqa.language import everywhere
from kgqa.linking.names import KNOWN_NAMES, KNOWN_OTHER_NAMES
from kgqa.ontology import Ontology, Pattern, PatternKind, Role, local_name, spaced
from kgqa.patterns.known import known
from kgqa.patterns.outline import MOST, Held, Outline, Outlines, is_called, words_of
from kgqa.values.units import symbol_of

CODES = 250  # things of a class that people choose from, at most
SHARED = 2.0  # how often each of them is pointed at, at least
BESIDE = 2  # texts that a code may have beside its names
PARTS = 8  # values of one thing, at most
ONE = 1.05  # of something that each thing has one of
OWNED = 1.2  # how often a thing is pointed at that belongs to one other

Roles = tuple[tuple[Role, str], ...]


def class_pattern(outline: Outline, outlines: Outlines) -> Pattern | None:
    """The pattern that a class is."""
    said = next(
        (known().classes[c] for c in _nearest(outline.iri, outlines.ontology) if c in known().classes), None
    )
    if said is not None and (found := pattern_of(said, outline, outlines)):
        return found
    for recognised in (_quantity, _code_list, _value, _relation):
        if (pattern := recognised(outline, outlines)) is not None:
            return pattern
    return None


def pattern_of(kind: PatternKind, outline: Outline, outlines: Outlines) -> Pattern | None:
    """The pattern of a kind that a class is said to be; None where the data has nothing that it could be."""
    roles = _ROLES[kind](outline, outlines)
    if sum(role not in _BESIDE for role, _ in roles) < _NEEDED[kind]:
        return None
    return Pattern(kind=kind, of=outline.iri, roles=roles, why="its vocabulary says so")


def _nearest(cls: str, ontology: Ontology) -> Iterable[str]:
    """The class and those above it, the nearest first."""
    return sorted(ontology.superclasses(cls), key=lambda c: (-len(ontology.superclasses(c)), c))


# ── code lists ───────────────────────────────────────────────────────────────────────────────────


def _code_list(outline: Outline, outlines: Outlines) -> Pattern | None:
    pointed = max((h.each for h in outline.into), default=0.0)
    if not (1 < outline.things <= CODES and pointed >= SHARED):
        return None
    if not (outline.named >= MOST or outline.has_spoken_iris) or _own_facts(outline):
        return None
    by = ", ".join(outlines.label(h.iri) for h in outline.into[:2])
    why = (
        f"its {outline.things} things have names and hardly anything else, and others point at them by {by}, "
        f"at each {pointed:.0f} times"
    )
    return Pattern(kind=PatternKind.CODE_LIST, of=outline.iri, roles=_code_roles(outline, outlines), why=why)


def _own_facts(outline: Outline) -> bool:
    """Whether things have facts that are no names, comments, or each other."""
    if any(not h.classes <= {outline.iri} for h in outline.objects):
        return True
    names = {*outline.naming.all, *KNOWN_NAMES, *KNOWN_OTHER_NAMES, *COMMENTS}
    beside = [h for h in outline.literals if h.iri not in names]
    return len(beside) > BESIDE or any(not h.is_text for h in beside)


def _code_roles(outline: Outline, _: Outlines) -> Roles:
    return tuple((Role.HELD_BY, h.iri) for h in outline.into)


# ── values and quantities ────────────────────────────────────────────────────────────────────────


def _quantity(outline: Outline, outlines: Outlines) -> Pattern | None:
    roles = _quantity_roles(outline, outlines)
    if {r for r, _ in roles} != {Role.NUMBER, Role.UNIT} or not outline.is_nameless or not outline.into:
        return None
    number, unit = (outlines.label(iri) for _, iri in roles)
    why = f"its things have no name, a number ({number}) and a unit ({unit})"
    return Pattern(kind=PatternKind.QUANTITY, of=outline.iri, roles=roles, why=why)


def _quantity_roles(outline: Outline, outlines: Outlines) -> Roles:
    numbers = [h for h in outline.literals if h.is_number and h.share >= MOST]
    numbers = [h for h in numbers if h.iri in known().numbers] or numbers
    units = [h for h in outline.held if h.share >= MOST and _is_unit(h, outlines.ontology)]
    units = [h for h in units if h.iri in known().units] or units
    if len(numbers) != 1:
        return ()
    return ((Role.NUMBER, numbers[0].iri), *((Role.UNIT, h.iri) for h in units[:1]))


def _is_unit(held: Held, ontology: Ontology) -> bool:
    """Whether a property says a unit: by its vocabulary, its name, or by all of its values."""
    if held.iri in known().units:
        return True
    if held.is_number or held.is_date:
        return False
    values = [v for v, _ in held.sample.values] if held.sample else []
    texts = [v.value if v.kind == "literal" else spaced(local_name(v.value)) for v in values]
    return is_called(ontology, held.iri, "unit_words") or (bool(texts) and all(map(symbol_of, texts)))


def _value(outline: Outline, outlines: Outlines) -> Pattern | None:
    roles = _value_roles(outline, outlines)
    if not (roles and outline.is_nameless and outline.into):
        return None
    if any(not _is_code(h, outlines) for h in outline.objects):
        return None
    if max(h.each for h in outline.into) > OWNED and not all(h.is_date for h in outline.literals):
        return None
    if len(roles) > PARTS or _has_odd_parts(outline) or _has_own_key(outline, outlines.ontology):
        return None
    parts = ", ".join(outlines.label(iri) for _, iri in roles[:3])
    has = f"one value, {parts}" if len(roles) == 1 else f"only parts of a value, such as {parts}"
    why = f"its things have no name and {has}, and belong to what leads to them"
    return Pattern(kind=PatternKind.VALUE, of=outline.iri, roles=roles, why=why)


def _has_odd_parts(outline: Outline) -> bool:
    """Whether it has numbers or dates beside texts: then it rather is a thing with facts of its own."""
    return len({h.is_text for h in outline.literals}) > 1


def _has_own_key(outline: Outline, ontology: Ontology) -> bool:
    """Whether a value is what things of the class are known by, as an agent is by the agent's number."""
    keys = everywhere("identifying_words")
    own = (words_of(ontology, h.iri) for h in outline.literals)
    return any((rest := words - outline.own_words) and rest <= keys and rest < words for words in own)


def _value_roles(outline: Outline, _: Outlines) -> Roles:
    return tuple((Role.VALUE, h.iri) for h in outline.literals if h.iri not in COMMENTS)


def _is_code(held: Held, outlines: Outlines) -> bool:
    """Whether a property leads to codes alone (the type of an address), or to things without a class."""
    ends = (outlines.of(c) for c in held.classes)
    return all(not e.iri or _code_list(e, outlines) for e in ends)


# ── relations and events ─────────────────────────────────────────────────────────────────────────


def _relation(outline: Outline, outlines: Outlines) -> Pattern | None:
    roles = _relation_roles(outline, outlines)
    if not outline.is_nameless or outline.has_key or not _joins_two(roles, outlines.ontology):
        return None
    joins = [h for h in outline.objects if (Role.JOINS, h.iri) in roles]
    if all(_is_code(h, outlines) for h in joins) and any(h.is_text for h in outline.literals):
        return None  # a value with a type
    is_event = any(r is Role.DATE for r, _ in roles)
    joined = [iri for r, iri in roles if r in (Role.JOINS, Role.HELD_BY)]
    names = " and ".join(outlines.label(iri) for iri in joined[:3])
    dated = ", and they have a date" if is_event else ""
    why = f"its things have no name of their own and join others: by {names}{dated}"
    kind = PatternKind.EVENT if is_event else PatternKind.RELATION
    return Pattern(kind=kind, of=outline.iri, roles=roles, why=why)


def _joins_two(roles: Roles, ontology: Ontology) -> bool:
    """Whether these join two things, a property and its inverse counting once."""
    joined = [iri for r, iri in roles if r in (Role.JOINS, Role.HELD_BY)]
    different = [iri for n, iri in enumerate(joined) if ontology.inverses(iri).isdisjoint(joined[:n])]
    return len(different) > 1


def _relation_roles(outline: Outline, _: Outlines) -> Roles:
    def has_one(held: Held) -> bool:
        return held.share >= MOST and held.each <= ONE

    return (
        *((Role.JOINS, h.iri) for h in outline.objects if has_one(h)),
        *((Role.HELD_BY, h.iri) for h in outline.into if has_one(h)),
        *((Role.DATE, h.iri) for h in outline.literals if h.is_date and h.share >= MOST),
    )


_ROLES: dict[PatternKind, Callable[[Outline, Outlines], Roles]] = {
    PatternKind.CODE_LIST: _code_roles,
    PatternKind.VALUE: _value_roles,
    PatternKind.QUANTITY: _quantity_roles,
    PatternKind.RELATION: _relation_roles,
    PatternKind.EVENT: _relation_roles,
}
_BESIDE = (Role.DATE, Role.UNIT)  # roles that alone make no pattern
_NEEDED = {  # how many others there must be
    PatternKind.CODE_LIST: 0,
    PatternKind.VALUE: 1,
    PatternKind.QUANTITY: 1,
    PatternKind.RELATION: 2,
    PatternKind.EVENT: 1,
}
CLASS_KINDS = frozenset(_ROLES)
