"""What of a query may be exchanged: the things, numbers, dates and texts that it names, each as a slot that
knows what may fill it.

In: a parsed query and the ontology. Out: slots, not yet met with the words that name them. What stands in
several roles (a number that is a limit here and a height there) is no slot, since nobody can tell which of
them a mention means.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from kgqa.ontology import RDF_TYPE, RDFS, Ontology
from kgqa.sparql.model import (
    NUMERIC,
    Alternative,
    Call,
    Compare,
    Expr,
    Inverse,
    Iri,
    Lit,
    OneOfList,
    ParsedQuery,
    Path,
    Repeat,
    Select,
    Sequence,
    Values,
    Var,
)
from kgqa.sparql.walk import all_elements, expressions, named_things, triples, variables

_OF_CLASSES = (RDF_TYPE, RDFS + "subClassOf")
_TEXT_FUNCTIONS = ("CONTAINS", "STRSTARTS", "STRENDS")


@dataclass(frozen=True, slots=True)
class Position:
    """Where a thing stands: as the subject of a property, or as what it leads to."""

    property: str
    subject: bool


@dataclass(frozen=True, slots=True)
class ThingSlot:
    iri: str
    positions: tuple[Position, ...]


@dataclass(frozen=True, slots=True)
class LiteralSlot:
    """A literal. `properties` have the value that it is, or is compared with. `exact` says that the graph's
    own spelling must be met, since it stands in a pattern. `inside` says that it is looked for inside of a
    text, `is_year` that it is compared with the year of a date.
    """

    literal: Lit
    properties: tuple[str, ...] = ()
    exact: bool = False
    inside: bool = False
    is_year: bool = False

    @property
    def is_number(self) -> bool:
        return self.literal.datatype in NUMERIC


@dataclass(frozen=True, slots=True)
class LimitSlot:
    """How many rows are wanted."""

    limit: int


Slot = ThingSlot | LiteralSlot | LimitSlot


@dataclass
class _Role:
    """Where a literal was seen."""

    properties: set[str] = field(default_factory=set)
    exact: bool = False
    inside: bool = False
    is_year: bool = False
    compared: set[Expr] = field(default_factory=set)


def slots_of(query: ParsedQuery, ontology: Ontology) -> tuple[Slot, ...]:
    """The slots of a query; classes and properties are none."""
    things = [i for i in named_things(query) if i not in ontology.known_terms]
    limits = [s.limit for s in _selects(query.select) if s.limit is not None]
    literals = _literals(query)
    placed = [ThingSlot(i, tuple(_positions(i, query))) for i in things]
    found: list[Slot] = [
        t for t in placed if not any(p.property in _OF_CLASSES and not p.subject for p in t.positions)
    ]
    found += [
        LiteralSlot(literal, tuple(sorted(role.properties)), role.exact, role.inside, role.is_year)
        for literal, role in literals.items()
        if len(role.compared) + role.exact + role.inside == 1
    ]
    numbers = {lit.value for lit in literals if lit.datatype in NUMERIC}
    found += [LimitSlot(n) for n in dict.fromkeys(limits) if limits.count(n) == 1 and str(n) not in numbers]
    return tuple(found)


def _selects(value: Any) -> Iterator[Select]:
    """Every SELECT in a part of a query."""
    if isinstance(value, Select):
        yield value
    if isinstance(value, tuple):
        for each in value:
            yield from _selects(each)
    elif is_dataclass(value) and not isinstance(value, type):
        for each_field in fields(value):
            yield from _selects(getattr(value, each_field.name))


# ── things ───────────────────────────────────────────────────────────────────────────────────────


def _positions(iri: str, query: ParsedQuery) -> Iterator[Position]:
    """Where a thing stands in patterns; where a variable stands that it is one of."""
    nodes: set[object] = {Iri(iri)}
    for expr in expressions(query):
        match expr:
            case Compare("=", Var() as var, Iri(value)) | Compare("=", Iri(value), Var() as var):
                nodes |= {var} if value == iri else set()
            case OneOfList(Var() as var, items, False):
                nodes |= {var} if Iri(iri) in items else set()
    for element in all_elements(query):
        if isinstance(element, Values):
            nodes |= {
                v for n, v in enumerate(element.variables) if any(r[n] == Iri(iri) for r in element.rows)
            }
    for triple in triples(query):
        if isinstance(triple.predicate, Var):
            continue
        if triple.subject in nodes:
            yield from _ends(triple.predicate, first=True)
        if triple.object in nodes:
            yield from _ends(triple.predicate, first=False)


def _ends(path: Path, *, first: bool) -> Iterator[Position]:
    """The properties at one end of a path, and which side of each it is."""
    match path:
        case Iri(iri):
            yield Position(iri, subject=first)
        case Inverse(inner):
            yield from _ends(inner, first=not first)
        case Repeat(inner, _):
            yield from _ends(inner, first=first)
        case Sequence(parts):
            yield from _ends(parts[0 if first else -1], first=first)
        case Alternative(parts):
            for part in parts:
                yield from _ends(part, first=first)


# ── literals ─────────────────────────────────────────────────────────────────────────────────────


def _literals(query: ParsedQuery) -> dict[Lit, _Role]:
    """Every literal with the roles that it is seen in. A role counts once for each thing that is compared, so
    that the same number said twice of one thing is one.
    """
    found: defaultdict[Lit, _Role] = defaultdict(_Role)
    listed = [v for e in all_elements(query) if isinstance(e, Values) for row in e.rows for v in row]
    plain = [e for e in expressions(query) if isinstance(e, Lit)]
    placed = 0
    for triple in triples(query):
        if isinstance(triple.object, Lit):
            role = found[triple.object]
            role.exact = True
            if not isinstance(triple.predicate, Var):
                role.properties |= {p.property for p in _ends(triple.predicate, first=False)}
    seen: list[Lit] = []
    for expr in expressions(query):
        match expr:
            case Compare(_, left, Lit() as literal) | Compare(_, Lit() as literal, left):
                found[literal].compared.add(left)
                found[literal].is_year = isinstance(left, Call) and left.function == "YEAR"
                found[literal].properties |= _measured(left, query)
                seen.append(literal)
            case Call(function, (subject, Lit() as literal)) if function in _TEXT_FUNCTIONS:
                found[literal].inside = True
                found[literal].properties |= _measured(subject, query)
                seen.append(literal)
    for other in (*listed, *plain):
        if isinstance(other, Lit) and (other in listed or plain.count(other) > seen.count(other)):
            placed += 1
            found[other].compared |= {Var(f"#{placed}"), Var(f"#{placed}'")}  # a role nobody knows
    return dict(found)


def _measured(expr: Expr, query: ParsedQuery) -> set[str]:
    """The properties whose values an expression is made of."""
    names = variables(expr)
    return {
        position.property
        for t in triples(query)
        if isinstance(t.object, Var) and t.object.name in names and not isinstance(t.predicate, Var)
        for position in _ends(t.predicate, first=False)
    }


def classes_at(positions: Iterable[Position], ontology: Ontology) -> Iterator[frozenset[str]]:
    """For each position the classes that the ontology and the data know there."""
    for position in positions:
        if position.property in _OF_CLASSES:
            continue
        sides = ontology.domains if position.subject else ontology.ranges
        declared = frozenset().union(*sides(position.property))
        seen = {
            u.subject if position.subject else u.object
            for u in ontology.uses_of(position.property)
            if position.subject or not u.literal
        }
        if known := frozenset(declared or (seen - {""})):
            yield known
