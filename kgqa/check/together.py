"""Conditions that all have to hold, taken apart: what each says of which value, and what they need.

In: conditions. Out: their conjuncts, two of them that exclude each other, the variables that must be bound.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kgqa.check.kinds import Value
from kgqa.check.limits import RELATIONS, TURNED, Limits, Pair
from kgqa.check.readings import Known
from kgqa.sparql.model import Aggregate, And, Call, Compare, Exists, Expr, Iri, Lit, OneOfList, Or, Var
from kgqa.sparql.walk import parts, variables

# What gives another value each time that it is asked for.
_VARYING = frozenset(("RAND", "UUID", "STRUUID", "BNODE"))


@dataclass(slots=True)
class Together:
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
            case OneOfList(subject, items, negated) if is_varied(subject) and items:
                constants = tuple(i for i in items if isinstance(i, Iri | Lit))
                if len(constants) == len(items):
                    self.limits_of(subject).add("!=" if negated else "=", constants, part)
            case Compare(op, Iri() | Lit() as constant, subject) if is_varied(subject):
                self.limits_of(subject).add(TURNED.get(op, op), (constant,), part)
            case Compare(op, subject, Iri() | Lit() as constant) if is_varied(subject):
                self.limits_of(subject).add(op, (constant,), part)
            case Compare(op, left, right) if is_steady(left) and is_steady(right):
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


def conjuncts(condition: Expr) -> Iterator[Expr]:
    if isinstance(condition, And):
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition


def must_be_bound(conjuncts: Iterable[Expr]) -> frozenset[str]:
    """The variables that have to be bound for the conditions to hold."""
    return frozenset(
        v
        for c in conjuncts
        if isinstance(c, Compare | OneOfList) and not any(is_lenient(p) for p in parts(c))
        for v in variables(c)
    )


def is_lenient(expr: Expr) -> bool:
    """Whether an expression has a value though one inside it has none."""
    return isinstance(expr, Or | Exists) or (
        isinstance(expr, Call) and expr.function in ("COALESCE", "BOUND", "IF")
    )


def is_varied(expr: Expr) -> bool:
    """Whether an expression has a value of its own in each solution."""
    return not isinstance(expr, Iri | Lit) and is_steady(expr)


def is_steady(expr: Expr) -> bool:
    """Whether an expression has one value for one solution."""
    return not any(
        isinstance(p, Exists)
        or (isinstance(p, Call) and p.function in _VARYING)
        or (isinstance(p, Aggregate) and p.name == "SAMPLE")
        for p in parts(expr)
    )
