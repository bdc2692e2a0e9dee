"""Filters in words.

In: conditions, and functions that say terms, units and constants. Out: predicates ("is more than 20 kg",
"is after the date of hiring of their mentor") and statements ("the cost is more than the fee"), or None
where there are no words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from babel.dates import get_month_names

from kgqa.declared.vocabulary import DATES
from kgqa.ontology import XSD
from kgqa.restate.terms import plain
from kgqa.restate.wording import Wording
from kgqa.sparql.model import (
    NUMERIC,
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
    Var,
)
from kgqa.sparql.walk import variables

FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "!=": "!="}
_TEXT_TESTS = {"CONTAINS": "contains", "STRSTARTS": "starts", "STRENDS": "ends", "REGEX": "pattern"}
_TYPE_TESTS = {"ISIRI": "kind_iri", "ISURI": "kind_iri", "ISLITERAL": "kind_literal"}
_DECEMBER = 12


@dataclass(frozen=True, slots=True)
class Conditions:
    """Says conditions. `term` says an expression, `unit` its unit, `constant` a constant with a unit,
    `date` whether a variable holds dates, `year` whether it holds years.
    """

    words: Wording
    term: Callable[[Expr], str | None]
    unit: Callable[[Expr], str]
    constant: Callable[[Iri | Lit, str], str]
    date: Callable[[str], bool]
    year: Callable[[str], bool]

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
            case OneOfList(subject, items, negated) if plain(subject) == Var(variable):
                return self._listed(items, variable, negated=negated)
            case Not(OneOfList(subject, items, False)) if plain(subject) == Var(variable):
                return self._listed(items, variable, negated=True)
            case Not(Call("BOUND", (Var(name),))) if name == variable:
                return self.words.say("conditions", "unknown")
            case Call("BOUND", (Var(name),)) if name == variable:
                return self.words.say("conditions", "known")
            case Not(Call(function, arguments)) if function in _TEXT_TESTS:
                return self._tested(str(function), arguments, variable, negated="not ")
            case Call(function, arguments) if isinstance(function, str):
                return self._tested(function, arguments, variable)
        return None

    def _listed(self, items: tuple[Expr, ...], variable: str, *, negated: bool) -> str | None:
        said = [self._value(i, variable) for i in items]
        values = [s for s in said if s]
        if None in said or not values:
            return None
        key = ("not in" if negated else "in") if len(values) > 1 else ("!=" if negated else "=")
        key = "in" if key == "=" else key
        joined = self.words.none_of(values) if negated else self.words.one_of(values)
        return self.words.say("conditions", key, value=joined)

    def _compared(self, op: str, left: Expr, right: Expr, variable: str) -> str | None:
        if plain(left) != Var(variable) and variable not in variables(left):
            left, right, op = right, left, FLIPPED[op]
        subject = plain(left)
        if variable in variables(right):
            return None
        match subject:
            case Var(name) if name == variable:
                return self._of_itself(op, right, variable)
            case Call("YEAR", (Var(name),)) if name == variable and isinstance(plain(right), Lit):
                key = "year" if op == "=" else f"year {op}"
                return self.words.say("conditions", key, value=self._text(right))
            case Call("MONTH", (Var(name),)) if name == variable and op == "=":
                return self._in_month(self._text(right))
            case Call("DATATYPE", (Call(Iri(), _) as cast,)) if plain(cast) == Var(variable) and op == "=":
                return self._spells(right)
            case Call("LANG", (Var(name),)) if name == variable and op == "=":
                value = self._value(right, variable)
                return value and self.words.say("conditions", "language", value=value)
        return None

    def _spells(self, datatype: Expr) -> str | None:
        """What a text is that can be turned into a datatype."""
        if not isinstance(datatype, Iri) or datatype.value not in NUMERIC | DATES:
            return None
        return self.words.say("conditions", "kind_number" if datatype.value in NUMERIC else "kind_date")

    def _of_itself(self, op: str, right: Expr, variable: str) -> str | None:
        other = plain(right)
        value = self._value(other, variable)
        if value is not None:
            known = self.date(variable) or self.year(variable)
            date = isinstance(other, Lit) and (other.datatype in DATES or known)
            key = f"{op} date"
            if op == "=" and not (isinstance(other, Lit) and other.datatype in NUMERIC):
                return self.words.say("conditions", "in", value=value)
            return self.words.say(
                "conditions", key if date and self.words.has("conditions", key) else op, value=value
            )
        return self.to_term(op, other, date=self.date(variable))

    def to_term(self, op: str, other: Expr, *, date: bool) -> str | None:
        """A comparison with something that is worked out or looked up: "is more than the fee"."""
        said = self.term(other)
        if said is None:
            return None
        said = self.words.as_term(said, case="dat" if date or op in "<>" else "")
        key = f"{op} term date" if date and self.words.has("conditions", f"{op} term date") else f"{op} term"
        return self.words.say("conditions", key, value=said)

    def _text(self, expr: Expr) -> str:
        value = plain(expr)
        return value.value if isinstance(value, Lit) else ""

    def _in_month(self, number: str) -> str | None:
        if not (number.isdecimal() and 1 <= int(number) <= _DECEMBER):
            return None
        month = get_month_names("wide", locale=self.words.language)[int(number)]
        return self.words.say("conditions", "month", value=month)

    def _tested(
        self, function: str, arguments: tuple[Expr, ...], variable: str, negated: str = ""
    ) -> str | None:
        if function in _TYPE_TESTS and arguments == (Var(variable),):
            return self.words.say("conditions", _TYPE_TESTS[function])
        if function == "LANGMATCHES" and arguments[:1] == (Call("LANG", (Var(variable),)),):
            value = self._value(arguments[1], variable)
            return None if value is None else self.words.say("conditions", "language", value=value)
        if function in _TEXT_TESTS and plain(arguments[0]) == Var(variable):
            value = self._value(arguments[1], variable)
            if value is not None:
                return self.words.say("conditions", f"{negated}{_TEXT_TESTS[function]}", value=value)
        return None

    def _value(self, expr: Expr, variable: str) -> str | None:
        inner = plain(expr)
        if isinstance(inner, Lit) and inner.datatype in NUMERIC and self.year(variable):
            inner = Lit(inner.value, XSD + "gYear")
        return self.constant(inner, self.unit(Var(variable))) if isinstance(inner, Iri | Lit) else None

    # ── of several: "the cost is more than the fee" ──────────────────────────────────────────────

    def statement(self, expr: Expr, *, main: bool = False) -> str | None:
        """A whole condition with its subject; a `main` clause stands alone."""
        match expr:
            case And(parts):
                said = [self.statement(p, main=main) for p in parts]
                return None if None in said else self.words.all_of(s for s in said if s)
            case Or(parts):
                said = [self.statement(p, main=main) for p in parts]
                return None if None in said else self.words.one_of(s for s in said if s)
            case Compare(op, left, right):
                if isinstance(plain(left), Iri | Lit):
                    left, right, op = right, left, FLIPPED[op]
                return self._share(op, left, right, main=main) or self._stated(
                    op, plain(left), plain(right), main=main
                )
            case Call(_, (subject, *_)) | OneOfList(subject, _, _) | Not(Call(_, (subject, *_))):
                about = plain(subject)
                said_of = self.of_one(expr, about.name) if isinstance(about, Var) else None
                one = self.term(about) if said_of else None
                return None if one is None or said_of is None else self.words.stated(one, said_of, main=main)
        return None

    def _share(self, op: str, left: Expr, right: Expr, *, main: bool) -> str | None:
        """`100 * part > 75 * whole`: the part is more than 75% of the whole."""
        match plain(left), plain(right):
            case Product((("*", Lit("100")), ("*", part))), Product((("*", Lit(percent)), ("*", whole))):
                said = self.term(whole)
                one = self.term(part) if said else None
                value = said and self.words.say(
                    "arithmetic", "percent", percent=percent, value=self.words.as_term(said)
                )
                return one and self.words.stated(
                    one, self.words.say("conditions", f"{op} term", value=value), main=main
                )
        return None

    def _stated(self, op: str, left: Expr, right: Expr, *, main: bool) -> str | None:
        one = self.term(left)
        if one is None:
            return None
        if isinstance(right, Iri | Lit):
            key = f"{op} date" if isinstance(right, Lit) and right.datatype in DATES else op
            value = self.constant(right, self.unit(left))
            key = key if self.words.has("conditions", key) else op
            return self.words.stated(one, self.words.say("conditions", key, value=value), main=main)
        dates = isinstance(left, Var) and self.date(left.name)
        said = self.to_term(op, right, date=dates)
        return None if said is None else self.words.stated(one, said, main=main)
