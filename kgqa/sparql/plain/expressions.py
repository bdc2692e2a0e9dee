"""The expressions of a plain query."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from kgqa.sparql.model import (
    Aggregate,
    And,
    Call,
    Compare,
    Exists,
    Expr,
    Group,
    Not,
    OneOfList,
    Or,
    Product,
    Signed,
    Sum,
)
from kgqa.sparql.plain.terms import Terms
from kgqa.sparql.plain.tokens import NotPlainError

_COMPARING = ("=", "!=", "<", ">", "<=", ">=")
_FUNCTIONS: Mapping[str, tuple[int, int]] = {  # the fewest and the most arguments
    **dict.fromkeys(("STR", "LANG", "DATATYPE", "STRLEN", "UCASE", "LCASE"), (1, 1)),
    **dict.fromkeys(("ABS", "CEIL", "FLOOR", "ROUND", "YEAR", "MONTH", "DAY"), (1, 1)),
    **dict.fromkeys(("CONTAINS", "STRSTARTS", "STRENDS", "LANGMATCHES"), (2, 2)),
    "REGEX": (2, 3),
    "IF": (3, 3),
    "COALESCE": (1, 99),
}
_AGGREGATES = ("COUNT", "SUM", "AVG", "MIN", "MAX")


class Expressions(Terms, ABC):
    """Reads expressions."""

    @abstractmethod
    def group(self) -> Group:
        """A pattern in braces."""

    # ── expressions ──────────────────────────────────────────────────────────────────────────────

    def expression(self) -> Expr:
        parts = [self.conjunction()]
        while self.takes("||"):
            parts.append(self.conjunction())
        return parts[0] if len(parts) == 1 else Or(tuple(parts))

    def conjunction(self) -> Expr:
        parts = [self.relation()]
        while self.takes("&&"):
            parts.append(self.relation())
        return parts[0] if len(parts) == 1 else And(tuple(parts))

    def relation(self) -> Expr:
        left = self.sum()
        if op := self.takes(*_COMPARING):
            return Compare(op, left, self.sum())
        negated = self.says("NOT", "IN")
        if negated or self.says("IN"):
            return OneOfList(left, self.arguments(), negated=negated)
        return left

    def sum(self) -> Expr:
        terms = [("+", self.product())]
        while op := self.takes("+", "-"):
            terms.append((op, self.product()))
        return terms[0][1] if len(terms) == 1 else Sum(tuple(terms))

    def product(self) -> Expr:
        factors = [("*", self.signed())]
        while op := self.takes("*", "/"):
            factors.append((op, self.signed()))
        return factors[0][1] if len(factors) == 1 else Product(tuple(factors))

    def signed(self) -> Expr:
        if self.takes("!"):
            return Not(self.signed())
        sign = self.takes("+", "-")
        return Signed(sign, self.primary()) if sign else self.primary()

    def primary(self) -> Expr:
        if self.comes("("):
            return self.bracketed()
        if self.next.kind == "variable":
            return self.variable()
        constant = self.constant()
        if constant is not None:
            return constant
        if self.next.kind in ("iri", "name"):
            iri = self.iri()
            return Call(iri, self.arguments()) if self.comes("(") else iri
        called = self.called()
        if called is None:
            raise NotPlainError
        return called

    def bracketed(self) -> Expr:
        self.must("(")
        inner = self.expression()
        self.must(")")
        return inner

    def arguments(self) -> tuple[Expr, ...]:
        """Expressions in brackets, with commas."""
        self.must("(")
        if self.takes(")"):
            return ()
        found = [self.expression()]
        while self.takes(","):
            found.append(self.expression())
        self.must(")")
        return tuple(found)

    def called(self) -> Expr | None:
        """A function, an aggregate or EXISTS, if one comes."""
        if self.next.kind in ("iri", "name"):
            iri = self.iri()
            return Call(iri, self.arguments())
        if self.says("NOT", "EXISTS"):
            return Exists(self.group(), negated=True)
        if self.says("EXISTS"):
            return Exists(self.group())
        word = self.next.word
        if word in _AGGREGATES:
            self.at += 1
            return self.aggregate(word)
        if word not in _FUNCTIONS:
            return None
        self.at += 1
        arguments = self.arguments()
        fewest, most = _FUNCTIONS[word]
        if not fewest <= len(arguments) <= most:
            raise NotPlainError
        return Call(word, arguments)

    def aggregate(self, name: str) -> Aggregate:
        self.must("(")
        distinct = self.says("DISTINCT")
        all_rows = name == "COUNT" and bool(self.takes("*"))
        argument = None if all_rows else self.expression()
        self.must(")")
        return Aggregate(name, argument, distinct)
