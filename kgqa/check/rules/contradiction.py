"""*Contradiction*: the conditions of a query can hold together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from kgqa.check.bindings import Place, Stated, bindings
from kgqa.check.kinds import Value
from kgqa.check.kinds_of import Known
from kgqa.check.limits import RELATIONS, TURNED, Limits, Pair, compared
from kgqa.check.rule import Case, Forbidden, Rule
from kgqa.check.words import quoted, shown
from kgqa.ontology import XSD
from kgqa.sparql.model import (
    Aggregate,
    And,
    Call,
    Compare,
    Element,
    Exists,
    Expr,
    Group,
    Iri,
    Lit,
    Minus,
    Node,
    Not,
    OneOfList,
    Or,
    Select,
    Subquery,
    Triple,
    Var,
)
from kgqa.sparql.walk import all_elements, parts, variables
from kgqa.sparql.writing import Writer
from kgqa.types import Ground, Issue

NAME = "contradiction"
# What gives another value each time that it is asked for.
_VARYING = frozenset(("RAND", "UUID", "STRUUID", "BNODE"))


def find(case: Case) -> Iterator[Issue]:
    # Nothing of this depends on what the ontology or the data say: whatever they are, nothing can match.
    together: dict[int, list[Stated]] = {}
    for stated in bindings(case.query, case.ontology).stated:
        if stated.place in (Place.CONDITION, Place.KEPT):
            together.setdefault(id(stated.within), []).append(stated)
    for conditions in together.values():
        group = conditions[0].within
        known = conditions[0].known if isinstance(group, Group) else {}
        yield from _holding([s.expr for s in conditions], known, _triples(group))
    groups = [case.query.select.where, *(e for e in all_elements(case.query) if isinstance(e, Group))]
    for group in groups:
        yield from _taken_away(group)
    selects = [case.query.select, *(e.select for e in all_elements(case.query) if isinstance(e, Subquery))]
    if any(select.limit == 0 for select in selects):
        yield _issue("The query asks for no results at all.", "Leave out LIMIT 0.", Ground.DOUBTFUL)


def _issue(message: str, hint: str, ground: Ground = Ground.BROKEN) -> Issue:
    return Issue(rule=NAME, message=message, ground=ground, hint=hint)


def _both(pair: Pair) -> Issue:
    one, other = (quoted(_Plain().expr(p)) for p in pair)
    hint = f"{Writer().expr(pair[0])} and {Writer().expr(pair[1])} exclude each other."
    return _issue(f"Nothing meets both conditions {one} and {other}.", hint)


# ── conditions that hold together ────────────────────────────────────────────────────────────────


@dataclass(slots=True)
class _Together:
    """What was said of each value so far, in the order in which it was written."""

    known: Known
    limits: dict[Expr, Limits] = field(default_factory=dict)
    relations: dict[tuple[Expr, Expr], tuple[frozenset[str], Expr]] = field(default_factory=dict)

    def limits_of(self, subject: Expr) -> Limits:
        found = self.limits.get(subject)
        if found is None:
            found = self.limits[subject] = Limits()
            value = self.known.get(subject.name, Value()) if isinstance(subject, Var) else Value()
            if value.constants and value.sure:
                found.add("=", value.constants, OneOfList(subject, value.constants))
        return found

    def add(self, part: Expr) -> Pair | None:
        """Takes one more condition; an earlier one that it contradicts, with it."""
        match part:
            case OneOfList(subject, items, negated) if _is_varied(subject) and items:
                constants = tuple(i for i in items if isinstance(i, Iri | Lit))
                if len(constants) == len(items):
                    self.limits_of(subject).add("!=" if negated else "=", constants, part)
            case Compare(op, Iri() | Lit() as constant, subject) if _is_varied(subject):
                self.limits_of(subject).add(TURNED.get(op, op), (constant,), part)
            case Compare(op, subject, Iri() | Lit() as constant) if _is_varied(subject):
                self.limits_of(subject).add(op, (constant,), part)
            case Compare(op, left, right) if _is_steady(left) and _is_steady(right):
                return self._related(left, op, right, part)
        return None

    def _related(self, left: Expr, op: str, right: Expr, part: Expr) -> Pair | None:
        if (right, left) in self.relations:
            left, right, op = right, left, TURNED.get(op, op)
        open_, first = self.relations.get((left, right), (frozenset("<=>"), part))
        rest = open_ & RELATIONS[op]
        if not rest:
            return first, part
        self.relations[left, right] = (rest, part)
        return None


def _holding(conditions: Iterable[Expr], known: Known, asked: frozenset[Triple]) -> Iterator[Issue]:
    """Contradictions among conditions that all have to hold, and inside each alternative of one of them."""
    conjuncts = [c for condition in conditions for c in _conjuncts(condition)]
    needed = _needed(conjuncts)
    said = _Together(known)
    for part in conjuncts:
        if pair := said.add(part):
            yield _both(pair)
        if issue := _alone(part, known, needed, asked):
            yield issue
        if isinstance(part, Or):
            branches = [tuple(_holding([branch], known, asked)) for branch in part.parts]
            # While one alternative can hold, the others are only of no use.
            none_left = all(any(i.ground is Ground.BROKEN for i in issues) for issues in branches)
            ground = Ground.BROKEN if none_left else Ground.DOUBTFUL
            yield from (replace(issue, ground=ground) for issues in branches for issue in issues)
    for limits in said.limits.values():
        if pair := limits.contradiction():
            yield _both(pair)


def _conjuncts(condition: Expr) -> Iterator[Expr]:
    if isinstance(condition, And):
        for part in condition.parts:
            yield from _conjuncts(part)
    else:
        yield condition


def _needed(conjuncts: Iterable[Expr]) -> frozenset[str]:
    """The variables that have to be bound for the conditions to hold."""
    return frozenset(
        v
        for c in conjuncts
        if isinstance(c, Compare | OneOfList) and not any(_is_lenient(p) for p in parts(c))
        for v in variables(c)
    )


def _is_lenient(expr: Expr) -> bool:
    """Whether an expression has a value though one inside it has none."""
    return isinstance(expr, Or | Exists) or (
        isinstance(expr, Call) and expr.function in ("COALESCE", "BOUND", "IF")
    )


def _is_varied(expr: Expr) -> bool:
    """Whether an expression has a value of its own in each solution."""
    return not isinstance(expr, Iri | Lit) and _is_steady(expr)


def _is_steady(expr: Expr) -> bool:
    """Whether an expression has one value for one solution."""
    return not any(
        isinstance(p, Exists)
        or (isinstance(p, Call) and p.function in _VARYING)
        or (isinstance(p, Aggregate) and p.name == "SAMPLE")
        for p in parts(expr)
    )


def _alone(part: Expr, known: Known, needed: frozenset[str], asked: frozenset[Triple]) -> Issue | None:
    """What is wrong with one condition by itself."""
    match part:
        case Lit("false" | "0", datatype) if datatype == XSD + "boolean":
            return _issue("A condition of the query is never true.", "Leave out FILTER(false).")
        case OneOfList(subject, (), False):
            who = quoted(_Plain().expr(subject))
            return _issue(f"The query asks that {who} be in an empty list.", "Nothing is IN ().")
        case Compare(op, Iri() | Lit() as one, Iri() | Lit() as other):
            found = compared(one, other)
            if found is not None and "<=>"[found + 1] not in RELATIONS[op]:
                return _issue(
                    f"The condition {quoted(_Plain().expr(part))} never holds.", "It compares two constants."
                )
        case Compare("!=" | "<" | ">" as op, left, right) if left == right and _is_steady(left):
            who = quoted(_Plain().expr(left))
            return _issue(f"The query asks that {who} differ from itself.", f"{op} compares it with itself.")
        case Not(Call("BOUND", (Var(name),))) if name in needed or (name in known and known[name].sure):
            return _issue(
                f"The query asks for what has no {quoted(name)}, and for a {quoted(name)} all the same.",
                f"?{name} is always bound where !BOUND(?{name}) stands; put what binds it in OPTIONAL.",
            )
        case Exists(group, True) | Not(Exists(group, False)) if _is_within(group, asked):
            return _excluded("FILTER NOT EXISTS")
    return None


# ── patterns that are taken away again ───────────────────────────────────────────────────────────


def _taken_away(group: Group) -> Iterator[Issue]:
    asked: set[Triple] = set()
    for element in group.elements:
        if isinstance(element, Triple):
            asked.add(element)
        elif isinstance(element, Minus) and _is_within(element.group, frozenset(asked)):
            yield _excluded("MINUS")


def _excluded(how: str) -> Issue:
    return _issue("The query excludes exactly what it asks for.", f"{how} repeats the pattern around it.")


def _triples(group: Group | Select) -> frozenset[Triple]:
    elements: tuple[Element, ...] = group.elements if isinstance(group, Group) else ()
    return frozenset(e for e in elements if isinstance(e, Triple))


def _is_within(group: Group, asked: frozenset[Triple]) -> bool:
    """Whether a group asks for nothing but these, with some variable in them."""
    inner = [e for e in group.elements if isinstance(e, Triple)]
    return (
        bool(inner)
        and len(inner) == len(group.elements)
        and asked.issuperset(inner)
        and any(isinstance(n, Var) for t in inner for n in (t.subject, t.object))
    )


class _Plain(Writer):
    """Writes expressions as a reader knows them: names without marks, values without datatypes."""

    def iri(self, value: str) -> str:
        return shown(Iri(value))

    def literal(self, literal: Lit) -> str:
        return literal.value

    def node(self, node: Node | Expr) -> str:
        return node.name if isinstance(node, Var) else super().node(node)


RULE = Rule(
    name=NAME,
    why="Conditions that exclude each other leave nothing, and the empty answer looks like a true one.",
    find=find,
    needs_ontology=False,
    allows=(
        "SELECT ?p WHERE { ?p ex:price ?v FILTER(?v >= 5 && ?v <= 5) }",
        "SELECT ?p WHERE { ?p ex:price ?v FILTER(?v > 5 || ?v < 3) }",
        "SELECT ?p WHERE { ?p ex:name ?n FILTER(?n = 'a' || ?n = 'b') }",
        "SELECT ?p WHERE { ?p a ex:Product OPTIONAL { ?p ex:price ?v } FILTER(!BOUND(?v) || ?v > 5) }",
        "SELECT ?p WHERE { { ?p ex:price ?v FILTER(?v > 5) } UNION { ?p ex:price ?v FILTER(?v < 3) } }",
        "SELECT ?p WHERE { ?p ex:hasSupplier ?s MINUS { ?p ex:hasSupplier ?s . ?s ex:country ex:Peru } }",
    ),
    forbids=(
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v FILTER(?v > 5 && ?v < 3) }",
            message="Nothing meets both conditions “v > 5” and “v < 3”.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:name ?n FILTER(?n = 'Valve') FILTER(?n = 'Pump') }",
            message="Nothing meets both conditions “n = Valve” and “n = Pump”.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?o WHERE { ?o ex:placedOn ?d FILTER(YEAR(?d) = 2020 && YEAR(?d) >= 2021) }",
            message="Nothing meets both conditions “YEAR(d) = 2020” and “YEAR(d) >= 2021”.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v FILTER(!BOUND(?v)) }",
            message="The query asks for what has no “v”, and for a “v” all the same.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:price ?v FILTER(?v IN ()) }",
            message="The query asks that “v” be in an empty list.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product FILTER(false) }",
            message="A condition of the query is never true.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p ex:hasSupplier ?s FILTER NOT EXISTS { ?p ex:hasSupplier ?s } }",
            message="The query excludes exactly what it asks for.",
            ground=Ground.BROKEN,
        ),
        Forbidden(
            query="SELECT ?p WHERE { ?p a ex:Product } LIMIT 0",
            message="The query asks for no results at all.",
            ground=Ground.DOUBTFUL,
        ),
    ),
)
