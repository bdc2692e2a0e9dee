"""Filters and calculations in words.

In: expressions, and a function that says what a variable stands for. Out: phrases ("is more than 20 kg",
"the price minus the cost"), or None where there are no words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kgqa.ontology import XSD
from kgqa.restate.wording import DATES, Wording
from kgqa.sparql.model import (
    And,
    Call,
    Compare,
    Expr,
    Iri,
    Lit,
    Not,
    OneOfList,
    Or,
    Product,
    Signed,
    Sum,
    Var,
)

_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
_PLAIN = ("STR", "LCASE", "UCASE", "ROUND")  # do not change what a reader understands of a comparison
_TEXT_TESTS = {"CONTAINS": "contains", "STRSTARTS": "starts", "STRENDS": "ends", "REGEX": "pattern"}
_TYPE_TESTS = {"ISIRI": "kind_iri", "ISURI": "kind_iri", "ISLITERAL": "kind_literal"}


@dataclass(frozen=True, slots=True)
class Conditions:
    """Says conditions. `name` is what a variable stands for, `unit` its unit, `constant` a term's words."""

    words: Wording
    name: Callable[[str], str | None]
    unit: Callable[[str], str]
    constant: Callable[[Iri | Lit, str], str]

    # ── of one variable: "is more than 20 kg" ────────────────────────────────────────────────────

    def of_one(self, expr: Expr, variable: str) -> str | None:
        """What is said of the variable, as a predicate; None without words."""
        match expr:
            case And(parts):
                said = [self.of_one(p, variable) for p in parts]
                return None if None in said else self.words.all_of(s for s in said if s)
            case Or(parts):
                said = [self.of_one(p, variable) for p in parts]
                return None if None in said else self.words.one_of(s for s in said if s)
            case Compare(op, left, right):
                return self._compared(op, left, right, variable)
            case OneOfList(subject, items, negated) if _plain(subject) == Var(variable):
                values = [self._value(i, variable) for i in items]
                if None in values:
                    return None
                return self.words.say(
                    "conditions",
                    "not in" if negated else "in",
                    value=self.words.one_of(v for v in values if v),
                )
            case Not(Call("BOUND", (Var(name),))) if name == variable:
                return self.words.say("conditions", "unknown")
            case Call("BOUND", (Var(name),)) if name == variable:
                return self.words.say("conditions", "known")
            case Call(function, arguments) if isinstance(function, str):
                return self._tested(function, arguments, variable)
        return None

    def _compared(self, op: str, left: Expr, right: Expr, variable: str) -> str | None:
        if isinstance(_plain(left), Iri | Lit):
            left, right, op = right, left, _FLIPPED[op]
        value = self._value(right, variable)
        if value is None:
            return None
        match _plain(left):
            case Var(name) if name == variable:
                date = isinstance(right, Lit) and right.datatype in DATES
                key = f"{op} date" if date and self.words.has("conditions", f"{op} date") else op
                return self.words.say("conditions", key, value=value)
            case Call("YEAR", (Var(name),)) if name == variable and isinstance(right, Lit):
                key = "year" if op == "=" else f"year {op}"
                return self.words.say("conditions", key, value=right.value)
            case Call("LANG", (Var(name),)) if name == variable and op == "=":
                return self.words.say("conditions", "language", value=value)
        return None

    def _tested(self, function: str, arguments: tuple[Expr, ...], variable: str) -> str | None:
        if function in _TYPE_TESTS and arguments == (Var(variable),):
            return self.words.say("conditions", _TYPE_TESTS[function])
        if function == "LANGMATCHES" and arguments[:1] == (Call("LANG", (Var(variable),)),):
            value = self._value(arguments[1], variable)
            return None if value is None else self.words.say("conditions", "language", value=value)
        if function in _TEXT_TESTS and _plain(arguments[0]) == Var(variable):
            value = self._value(arguments[1], variable)
            if value is not None:
                return self.words.say("conditions", _TEXT_TESTS[function], value=value)
        return None

    def _value(self, expr: Expr, variable: str) -> str | None:
        inner = _plain(expr)
        return self.constant(inner, self.unit(variable)) if isinstance(inner, Iri | Lit) else None

    # ── of several: "the price is more than the cost" ────────────────────────────────────────────

    def statement(self, expr: Expr) -> str | None:
        """A whole condition with its subject."""
        match expr:
            case And(parts):
                said = [self.statement(p) for p in parts]
                return None if None in said else self.words.all_of(s for s in said if s)
            case Or(parts):
                said = [self.statement(p) for p in parts]
                return None if None in said else self.words.one_of(s for s in said if s)
            case Compare(op, left, right):
                one, other = self.term(left), self.term(right)
                if one is None or other is None:
                    return None
                return f"{one} {self.words.say('conditions', op, value=other)}"
        return None

    def term(self, expr: Expr) -> str | None:
        """A value in words; None without words."""
        match expr:
            case Var(name):
                return self.name(name)
            case Iri() | Lit():
                return self.constant(expr, "")
            case Signed("-", inner):
                said = self.term(inner)
                return None if said is None else self.words.say("arithmetic", "negative", value=said)
            case Sum(steps) | Product(steps):
                return self._chain(steps)
            case Call(Iri(cast), (inner,)) if cast.startswith(XSD):
                return self.term(inner)
            case Call("STR" | "LCASE" | "UCASE", (inner,)):
                return self.term(inner)
            case Call(str(function), (inner, *_)) if self.words.has("arithmetic", function):
                said = self.term(inner)
                return None if said is None else self.words.say("arithmetic", function, value=said)
        return None

    def _chain(self, steps: tuple[tuple[str, Expr], ...]) -> str | None:
        text = self.term(steps[0][1])
        for sign, expr in steps[1:]:
            other = self.term(expr)
            if text is None or other is None:
                return None
            text = self.words.say("arithmetic", sign, left=text, right=other)
        return text


def _plain(expr: Expr) -> Expr:
    """The expression inside casts and functions that only change its spelling."""
    while isinstance(expr, Call) and expr.arguments:
        if isinstance(expr.function, Iri):
            if not expr.function.value.startswith(XSD):
                return expr
            if expr.function.value in DATES and isinstance(expr.arguments[0], Lit):
                return Lit(expr.arguments[0].value, expr.function.value)
        elif expr.function not in _PLAIN:
            return expr
        expr = expr.arguments[0]
    return expr
