"""What each variable can be bound to, group by group, and each expression as it is read where it stands.

In: a query and the ontology. Out: `Bindings`. SPARQL's own scopes hold: a filter sees its whole group, a BIND
what its group has bound before it, an OPTIONAL's filter also what stands left of it, an EXISTS all around
it, and a subquery hands out only what it selects.
"""

from __future__ import annotations

from collections import ChainMap
from dataclasses import dataclass, replace
from enum import Enum, auto

from kgqa.check.kinds import THING, UNKNOWN, Value, any_of, both, either, of_constants, of_property
from kgqa.check.kinds_of import judged, read
from kgqa.check.readings import Fault, Known, Outcome, Reading
from kgqa.ontology import Ontology
from kgqa.sparql.model import (
    Alternative,
    Bind,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    InGraph,
    Inverse,
    Iri,
    Lit,
    Maybe,
    Minus,
    NoneOf,
    ParsedQuery,
    Path,
    Repeat,
    Select,
    Sequence,
    Service,
    Subquery,
    Triple,
    TripleTerm,
    Union,
    Values,
    Var,
    leaves,
)
from kgqa.sparql.walk import parts, variables
from kgqa.types import Ground


class Place(Enum):
    CONDITION = auto()  # FILTER
    CALCULATED = auto()  # BIND
    SHOWN = auto()  # SELECT
    GROUPED = auto()  # GROUP BY
    KEPT = auto()  # HAVING
    SORTED = auto()  # ORDER BY


@dataclass(frozen=True, slots=True)
class Stated:
    """One expression. `missing` are its variables that nothing binds where it stands; `known` are those that
    are bound in the end; `within` is the group or the SELECT that has it.
    """

    expr: Expr
    place: Place
    reading: Reading
    known: Known
    missing: frozenset[str]
    within: Group | Select
    variable: str = ""

    def ground(self, fault: Fault) -> Ground:
        """On what a fault rests: what only the data excludes is unlikely here, and not unseen."""
        is_lost = self.reading.outcome is not Outcome.OPEN and self.place is not Place.SORTED
        if not is_lost or fault.harmless:
            return Ground.DOUBTFUL
        return Ground.UNLIKELY if fault.unseen else Ground.ENTAILED


@dataclass(frozen=True, slots=True)
class Meeting:
    """A variable that the query gives constants (`given`) stands elsewhere too, as `found`."""

    variable: str
    given: Value
    found: Value


@dataclass(frozen=True, slots=True)
class Bindings:
    """`head` are the variables that the whole query has at its end."""

    stated: tuple[Stated, ...]
    meetings: tuple[Meeting, ...]
    head: Known


Own = dict[str, Value]
_NOTHING: Known = {}


def bindings(query: ParsedQuery, ontology: Ontology) -> Bindings:
    """One walk through the query."""
    walk = _Walk(ontology)
    head = walk.select(query.select, _NOTHING)
    return Bindings(tuple(walk.stated), tuple(walk.meetings), head)


class _Walk:
    def __init__(self, ontology: Ontology) -> None:
        self.ontology = ontology
        self.stated: list[Stated] = []
        self.meetings: list[Meeting] = []
        self._properties: dict[str, Value] = ontology.worked_out.setdefault("values", {})

    # ── selects ──────────────────────────────────────────────────────────────────────────────────

    def select(self, select: Select, around: Known) -> dict[str, Value]:
        """What a SELECT hands out."""
        own = self.group(select.where, around)
        if select.values is not None:
            self._values(own, select.values)
        known = ChainMap(own, around) if around else own
        for key in select.group_by:
            found = self.see(key.value, Place.GROUPED, known, select)
            if key.variable is not None:
                own[key.variable.name] = found.kinds.maybe()
        for condition in select.having:
            self.see(condition, Place.KEPT, known, select)
        for column in select.columns:
            if column.value is not None:
                name = column.variable.name
                own[name] = self.see(column.value, Place.SHOWN, known, select, name).kinds.maybe()
        for key in select.order_by:
            self.see(key.value, Place.SORTED, known, select)
        if not select.columns:
            return dict(own)
        return {n: own[n] for c in select.columns if (n := c.variable.name) in own}

    def see(self, expr: Expr, place: Place, known: Known, within: Group | Select, name: str = "") -> Reading:
        """Reads an expression and walks through the groups inside it."""
        reading = judged(expr, known) if place in (Place.CONDITION, Place.KEPT) else read(expr, known)
        missing = frozenset(v for v in variables(expr) if v not in known)
        self.stated.append(Stated(expr, place, reading, known, missing, within, name))
        for part in parts(expr):
            if isinstance(part, Exists):
                self.group(part.group, known)
        return reading

    # ── groups ───────────────────────────────────────────────────────────────────────────────────

    def group(self, group: Group, around: Known, left: Known = _NOTHING) -> dict[str, Value]:
        """What a group binds. All of it sees what is `around`, its filters also what is `left` of it."""
        own: dict[str, Value] = {}
        filters: list[Filter] = []
        for element in group.elements:
            if isinstance(element, Filter):
                filters.append(element)
            else:
                self._element(own, element, around, group)
        if filters:
            known = ChainMap(own, left, around) if left or around else own
            for each in filters:
                self.see(each.condition, Place.CONDITION, known, group)
        return own

    def _element(self, own: dict[str, Value], element: Element, around: Known, group: Group) -> None:
        match element:
            case Triple():
                self._triple(own, element)
            case Group():
                self._join(own, self.group(element, around))
            case Maybe(inner):
                for name, one in self.group(inner, around, own).items():
                    own[name] = both(own[name], one.maybe()) if name in own else one.maybe()
            case Minus(inner):
                self.group(inner, around)
            case Union(branches):
                self._join(own, _either([self.group(b, around) for b in branches]))
            case Bind(expr, variable):
                known = ChainMap(own, around) if around else own
                found = self.see(expr, Place.CALCULATED, known, group, variable.name)
                own[variable.name] = found.kinds if isinstance(expr, Iri | Lit) else found.kinds.maybe()
            case Values():
                self._values(own, element)
            case InGraph(place, inner):
                # What was observed is what the default graph holds.
                found_inside = {
                    n: replace(v, observed=v.declared) for n, v in self.group(inner, around).items()
                }
                self._join(own, found_inside)
                self._join(own, {place.name: THING} if isinstance(place, Var) else {})
            case Service(place, inner, _):
                self._join(own, dict.fromkeys(self.group(inner, around), UNKNOWN))
                self._join(own, {place.name: THING} if isinstance(place, Var) else {})
            case Subquery(select):
                self._join(own, self.select(select, around))

    def _triple(self, own: Own, triple: Triple) -> None:
        start, end = self._ends(triple.predicate)
        if isinstance(triple.predicate, Var):
            self._bind(own, triple.predicate, THING)
        for node, found in ((triple.subject, start), (triple.object, end)):
            if isinstance(node, TripleTerm):
                for inner in leaves(node):
                    self._bind(own, inner, UNKNOWN)
            else:
                self._bind(own, node, found)

    def _bind(self, own: Own, node: object, found: Value) -> None:
        if isinstance(node, Var):
            self._join(own, {node.name: found})

    def _join(self, own: Own, inner: Known) -> None:
        for name, found in inner.items():
            known = own.get(name)
            if known is None:
                own[name] = found
                continue
            self._meet(name, known, found)
            own[name] = both(known, found)

    def _meet(self, name: str, one: Value, other: Value) -> None:
        given, found = (one, other) if one.constants else (other, one)
        if given.constants and not found.constants and one.sure and other.sure:
            self.meetings.append(Meeting(name, given, found))

    def _ends(self, path: Var | Path) -> tuple[Value, Value]:
        """What stands before and what behind a path."""
        match path:
            case Iri(value_):
                found = self._properties.get(value_)
                if found is None:
                    found = of_property(value_, self.ontology)
                    if value_ in self.ontology.known_properties:
                        self._properties[value_] = found
                return THING, found
            case Inverse(inner):
                return self._ends(inner)[::-1]
            case Sequence(steps):
                return self._ends(steps[0])[0], self._ends(steps[-1])[1]
            case Alternative(steps):
                ends = [self._ends(s) for s in steps]
                return any_of(e[0] for e in ends), any_of(e[1] for e in ends)
            case Repeat(inner, "+"):
                return self._ends(inner)
            case Var():
                return THING, UNKNOWN
            case NoneOf(ways):
                back = {isinstance(way, Inverse) for way in ways}
                return UNKNOWN if True in back else THING, UNKNOWN if back != {True} else THING
            case _:
                return UNKNOWN, UNKNOWN

    def _values(self, own: Own, values: Values) -> None:
        for index, variable in enumerate(values.variables):
            given = [row[index] if index < len(row) else None for row in values.rows]
            constants = tuple(g for g in given if isinstance(g, Iri | Lit))
            triples = any(isinstance(g, TripleTerm) for g in given)
            found = UNKNOWN if triples else of_constants(constants)
            self._bind(own, variable, found.maybe() if None in given else found)


def _either(branches: list[Own]) -> Own:
    """What the branches of a UNION bind."""
    found: Own = {}
    for branch in branches:
        for name, one in branch.items():
            found[name] = either(found[name], one) if name in found else one
    return {n: v if all(n in b for b in branches) else v.maybe() for n, v in found.items()}
