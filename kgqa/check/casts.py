"""Texts that are dates or numbers, where a query takes them as they are written.

In: a case. Out: each expression that has to turn such a text into its value, and what it is then. A text is
compared with no date and added up by nobody; put in order with others, “9” comes behind “10”. Dates and years
are in the same order as their texts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kgqa.check.bindings import Place
from kgqa.check.kinds import TEXTS
from kgqa.check.kinds_of import read
from kgqa.check.readings import Known
from kgqa.check.rule import Case
from kgqa.ontology import XSD, Ontology, PatternKind
from kgqa.sparql.model import (
    Aggregate,
    Call,
    Compare,
    Expr,
    Iri,
    Key,
    Lit,
    OneOfList,
    Product,
    Select,
    Sum,
    Var,
)
from kgqa.sparql.walk import parts

_PARTS = ("YEAR", "MONTH", "DAY")
_SIZES = ("ABS", "CEIL", "FLOOR", "ROUND")
_ADDED = ("SUM", "AVG")
_ENDS = ("MIN", "MAX")
Steps = tuple[tuple[str, Expr], ...]
_ORDERS = ("<", "<=", ">", ">=")


@dataclass(frozen=True, slots=True)
class Cast:
    """`new` stands for `old` where the texts of a variable, of the property `behind`, are turned into values.
    `orders` says that without it the texts are only put in order, which no kind of value forbids.
    """

    old: Expr | Key
    new: Expr | Key
    variable: Var
    behind: str
    orders: bool = False


def casts(case: Case) -> Iterator[Cast]:
    """Those of a query, in the order in which it was written."""
    for stated in case.bindings.stated:
        found = _Casts(case.ontology, stated.known)
        if stated.place is Place.SORTED and isinstance(stated.within, Select):
            for key in stated.within.order_by:
                if key.value is stated.expr and isinstance(key.value, Var) and found.is_number(key.value):
                    yield found.one(key, replace(key, value=found.cast(key.value)), key.value, orders=True)
        yield from found.inside(stated.expr)


def cast_of(variable: str, datatype: str) -> str:
    """How a query writes it."""
    return f"xsd:{datatype.removeprefix(XSD)}({variable})"


@dataclass(frozen=True, slots=True)
class _Casts:
    ontology: Ontology
    known: Known

    def inside(self, expr: Expr) -> Iterator[Cast]:
        for part in parts(expr):
            match part:
                case Compare(_, left, right):
                    yield from self._compared(part, left, right)
                case OneOfList(Var() as one, items, _) if self.datatype(one) and not any(
                    map(self._is_text, items)
                ):
                    yield self.one(part, replace(part, subject=self.cast(one)), one)
                case Call(str() as name, (Var() as one,)) if name in (*_PARTS, *_SIZES) and self.datatype(
                    one
                ):
                    is_year = name == "YEAR" and self.datatype(one) == XSD + "integer"
                    cast = self.cast(one)
                    yield self.one(part, cast if is_year else replace(part, arguments=(cast,)), one)
                case Aggregate(name, Var() as one) if name in _ADDED and self.datatype(one):
                    yield self.one(part, replace(part, argument=self.cast(one)), one)
                case Aggregate(name, Var() as one) if name in _ENDS and self.is_number(one):
                    yield self.one(part, replace(part, argument=self.cast(one)), one, orders=True)
                case Sum(terms):
                    yield from self._calculated(part, terms, Sum(self._cast_all(terms)))
                case Product(factors):
                    yield from self._calculated(part, factors, Product(self._cast_all(factors)))

    def _calculated(self, old: Expr, steps: Steps, new: Expr) -> Iterator[Cast]:
        for _, step in steps:
            if isinstance(step, Var) and self.datatype(step):
                yield self.one(old, new, step)

    def _cast_all(self, steps: Steps) -> Steps:
        return tuple((sign, self.cast(step) if isinstance(step, Var) else step) for sign, step in steps)

    def _compared(self, expr: Compare, left: Expr, right: Expr) -> Iterator[Cast]:
        for one, other in ((left, right), (right, left)):
            if not isinstance(one, Var) or not self.datatype(one):
                continue
            orders = self._is_text(other)
            if orders and not (expr.op in _ORDERS and self.is_number(one)):
                continue
            yield self.one(expr, Compare(expr.op, self.cast(left), self.cast(right)), one, orders=orders)
            return

    def one(self, old: Expr | Key, new: Expr | Key, variable: Var, *, orders: bool = False) -> Cast:
        return Cast(old, new, variable, self.known[variable.name].behind, orders)

    def datatype(self, variable: Var) -> str:
        """What the texts of a variable are turned into; "" where they are none, or something else too."""
        found = self.known.get(variable.name)
        if found is None or not found.behind or not found.observed <= TEXTS:
            return ""
        return self.ontology.read_as(found.behind)

    def is_number(self, variable: Var) -> bool:
        found = self.known.get(variable.name)
        kind = PatternKind.NUMBER_TEXT
        return bool(self.datatype(variable) and found and self.ontology.pattern(found.behind, kind))

    def cast(self, expr: Expr) -> Expr:
        """An expression with its text turned into a value; another one as it is."""
        if isinstance(expr, Var) and (datatype := self.datatype(expr)):
            return Call(Iri(datatype), (expr,))
        is_plain = isinstance(expr, Lit) and not expr.language and expr.datatype in (None, XSD + "string")
        return Call(Iri(XSD + "decimal"), (expr,)) if is_plain else expr

    def _is_text(self, expr: Expr) -> bool:
        return bool(read(expr, self.known).kinds.observed & TEXTS)
