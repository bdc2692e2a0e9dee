"""Calculations in words: "the cost plus the fee", "the difference between …", "… as a percentage of …".

In: expressions, and a function that says what they are made of (variables, constants, aggregates).
Out: noun phrases, or None where there are no words.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from kgqa.declared.vocabulary import DATES
from kgqa.numbers import readable
from kgqa.ontology import XSD
from kgqa.restate.folding import substituted
from kgqa.restate.wording import Wording
from kgqa.sparql.day_number import DATE, MOMENT_NUMBER, day_number
from kgqa.sparql.model import NUMERIC, Aggregate, Call, Expr, Iri, Lit, Product, Signed, Sum, Var
from kgqa.sparql.walk import parts, variables

_SPELLING = ("STR", "LCASE", "UCASE")  # do not change what a reader understands
_MONTH, _YEAR = 7, 4  # the length of "2024-03" and of "2024"
_QUARTER = 3  # months
_PERCENT = 100
_SHORT = 4  # words: "the total loading fee"
_FACTORS_OF_A_PERCENTAGE = 3


@dataclass(frozen=True, slots=True)
class Terms:
    """Says expressions. `atom` says a variable, a constant or an aggregate, `unit` in what it is measured;
    `made` is the expression that makes a variable.
    """

    words: Wording
    atom: Callable[[Expr], str | None]
    unit: Callable[[Expr], str] = lambda _: ""
    made: Callable[[str], Expr | None] = lambda _: None

    def term(self, expr: Expr) -> str | None:
        """A value in words; None without words."""
        expr = plain(expr)
        match expr:
            case Signed("-", inner):
                return self._wrapped("negative", inner)
            case Call() | Product() if (taken := calendar_part(expr)) is not None:
                return self._wrapped(*taken)
            case Product(steps) if (share := percentage(steps)) is not None:
                return self._pair("percentage", *share)
            case Product(((_, Call("ROUND", (Product((*inner, ("*", by))),))), ("/", over))) if by == over:
                return self._wrapped("ROUND", inner[0][1] if len(inner) == 1 else Product(tuple(inner)))
            case Sum() if (dates := dates_between(expr, self.made)) is not None:
                return self._between(*dates)
            case Sum(steps) | Product(steps):
                return self._chain(steps)
            case Call("ABS", (Sum(((_, one), ("-", other))),)):
                return self._pair("difference", one, other)
            case Call(str(function), (inner,)) if self.words.has("arithmetic", function):
                return self._wrapped(function, inner)
            case Var() | Iri() | Lit() | Aggregate():
                return self.atom(expr)
        return None

    def _between(self, start: Expr, end: Expr) -> str | None:
        """“time between order date and shipping date of SO-1": whose dates they are is said once."""
        one, other = (self.words.without_the(self.term(date) or "").split() for date in (start, end))
        shared, most = 0, min(len(one), len(other)) - 1
        while shared < most and one[-1 - shared] == other[-1 - shared] and not one[-1 - shared].endswith("”"):
            shared += 1  # “reported at” and “closed at” share no word
        left, right = " ".join(one[: len(one) - shared]), " ".join(other)
        return self.words.say("arithmetic", "days", left=left, right=right) if one and other else None

    def _wrapped(self, key: str, inner: Expr) -> str | None:
        said = self.term(inner)
        if said is not None and self.words.language == "de":
            said = self.words.without_the(said)
        return None if said is None else self.words.say("arithmetic", key, value=said)

    def _pair(self, key: str, one: Expr, other: Expr) -> str | None:
        left, right = self.term(one), self.term(other)
        if left is None or right is None:
            return None
        if key == "difference":
            left, right = self.words.as_term(left), self.words.as_term(right, case="dat")
        right = self.words.as_term(right) if key == "percentage" else right
        aloud = f"{key} aloud"
        own = aloud if self.words.is_aloud and self.words.has("arithmetic", aloud) else _lengthened(key, left)
        return self.words.say("arithmetic", own, left=left, right=right)

    def _chain(self, steps: tuple[tuple[str, Expr], ...]) -> str | None:
        aggregated = any(isinstance(p, Aggregate) for _, expr in steps for p in parts(expr))
        text = self._part(steps[0][1])
        units = {unit for _, expr in steps if (unit := self.unit(expr))}
        for sign, expr in steps[1:]:
            other = self._part(expr)
            number = plain(expr)
            if sign in "+-" and isinstance(number, Lit) and number.datatype in NUMERIC and len(units) == 1:
                other = self.words.value(number, *units)
            if text is None or other is None:
                return None
            key = _lengthened(sign, text) if aggregated else sign
            text = self.words.say("arithmetic", key, left=text, right=other)
        return text

    def _part(self, expr: Expr) -> str | None:
        """A part of a calculation, in brackets where it is a calculation itself."""
        said = self.term(expr)
        said = said and self.words.in_sum(said)
        return f"({said})" if said is not None and isinstance(plain(expr), Sum | Product) else said


def _lengthened(key: str, left: str) -> str:
    """What follows a long phrase is set off from it, lest it be taken for a part of it."""
    return f"{key} long" if len(left.split()) > _SHORT and key != "difference" else key


def plain(expr: Expr) -> Expr:
    """The expression inside casts and functions that only change its spelling; "-40" as one number."""
    while isinstance(expr, Call) and expr.arguments:
        if isinstance(expr.function, Iri):
            if not expr.function.value.startswith(XSD) or len(expr.arguments) != 1:
                return expr
            if expr.function.value in DATES and isinstance(expr.arguments[0], Lit):
                return Lit(expr.arguments[0].value, expr.function.value)
            if expr.function.value in NUMERIC and (text := _with_unit(expr.arguments[0])) is not None:
                return plain(text)
        elif expr.function not in _SPELLING:
            return expr
        expr = expr.arguments[0]
    match expr:
        case Signed("+", inner):
            return plain(inner)
        case Signed("-", Lit(value, datatype)) if datatype in NUMERIC:
            return Lit(value.removeprefix("-") if value.startswith("-") else f"-{value}", datatype)
    return expr


def _with_unit(number: Expr) -> Expr | None:
    """The text whose number stands before its unit, "7.3 s", where that number is taken out of it."""
    match number:
        case Call("STRBEFORE", (text, Lit(" "))) | Call("REPLACE", (text, Lit(), Lit(""))):
            return text
    return None


def percentage(steps: tuple[tuple[str, Expr], ...]) -> tuple[Expr, Expr] | None:
    """The part and the whole of `100 * part / whole`, in whatever order it is written."""
    if len(steps) != _FACTORS_OF_A_PERCENTAGE:
        return percentage(_flat(steps)) if any(isinstance(plain(e), Product) for _, e in steps) else None
    hundreds = [
        e for sign, e in steps if sign != "/" and isinstance(e, Lit) and readable(e.value) == _PERCENT
    ]
    above = [e for sign, e in steps if sign != "/" and e not in hundreds]
    below = [e for sign, e in steps if sign == "/"]
    return (above[0], below[0]) if len(hundreds) == len(above) == len(below) == 1 else None


def _is_hundred(expr: Expr) -> bool:
    return isinstance(expr, Lit) and readable(expr.value) == _PERCENT


def _flat(steps: tuple[tuple[str, Expr], ...]) -> tuple[tuple[str, Expr], ...]:
    """Factors with the factors of their factors; () where that is a division by a product."""
    flat: list[tuple[str, Expr]] = []
    for sign, expr in steps:
        inner = plain(expr)
        if isinstance(inner, Product) and sign == "/":
            return ()
        flat += inner.factors if isinstance(inner, Product) else ((sign, expr),)
    return tuple(flat)


def calendar_part(expr: Expr) -> tuple[str, Expr] | None:
    """What is taken of which date: YEAR, MONTH, DAY, QUARTER, DECADE, YEAR_MONTH or YEAR_QUARTER; None
    where it is something else.
    """
    match plain(expr):
        case Call(("YEAR" | "MONTH" | "DAY") as taken, (date,)):
            return taken, date
        case Call("CEIL", (Product(((_, Call("MONTH", (date,))), ("/", by))),)) if _number(by) == _QUARTER:
            return "QUARTER", date
        case Product((("*", Sum((("+", Call("MONTH", (date,))), ("+", more)))), ("/", by))) if (
            _number(more),
            _number(by),
        ) == (_QUARTER - 1, _QUARTER):
            return "QUARTER", date
        case Call("SUBSTR", (Call("STR", (date,)), start, length)) if _number(start) == 1:
            key = {_YEAR: "YEAR", _MONTH: "YEAR_MONTH"}.get(_number(length) or 0)
            return None if key is None else (key, date)
        case Call("CONCAT", (Call("SUBSTR" | "REPLACE", (Call("STR", (date,)), *_)), Lit("0"))):
            return "DECADE", date
        case Call("CONCAT", arguments):
            calls = {p for a in arguments for p in parts(a) if isinstance(p, Call)}
            years = {c.arguments for c in calls if c.function == "YEAR"}
            months = {c.arguments for c in calls if c.function == "MONTH"}
            names = {v for a in arguments for v in variables(a)}
            if len(years) == len(names) == 1 and years == months:
                inner = [p for a in arguments for p in parts(a) if isinstance(p, Call | Product)]
                keys = {part[0] for p in inner if (part := calendar_part(p)) is not None}
                return "YEAR_QUARTER" if "QUARTER" in keys else "YEAR_MONTH", next(iter(years))[0]
    return None


def dates_between(expr: Expr, made: Callable[[str], Expr | None]) -> tuple[Expr, Expr] | None:
    """The two dates between which an expression counts the days, the earlier one first; None where it works
    out something else. `made` is the expression that makes a variable.
    """
    match expr:
        case Sum((("+", end), ("-", start))):
            known = (made(e.name) if isinstance(e, Var) else None for e in (start, end))
            one, other = (day_of(k or e) for k, e in zip(known, (start, end), strict=True))
            return None if one is None or other is None else (one, other)
    return None


def day_of(expr: Expr) -> Expr | None:
    """The date or moment of which an expression is the day number; None where it is something else."""
    match plain(expr):
        case Sum(terms) as number:
            dates = (t.arguments[0] for _, t in terms if isinstance(t, Call) and t.function == "DAY")
            date = next(dates, None)
            if date is None:
                return None
            known = (substituted(n, {DATE: date}) for n in (day_number(), day_number(MOMENT_NUMBER)))
            return date if number in known else None
    return None


def _number(expr: Expr) -> int | None:
    inner = plain(expr)
    return int(inner.value) if isinstance(inner, Lit) and inner.value.isdecimal() else None
