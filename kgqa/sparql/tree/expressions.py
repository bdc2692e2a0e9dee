"""The expressions of a query."""

from __future__ import annotations

from abc import ABC, abstractmethod

from lark import Token

from kgqa.sparql.model import (
    Aggregate,
    And,
    Call,
    Compare,
    Exists,
    Expr,
    Group,
    Lit,
    Not,
    OneOfList,
    Or,
    Product,
    Signed,
    Sum,
    TripleTerm,
)
from kgqa.sparql.tree.branch import Branch, kids, named, tokens, words
from kgqa.sparql.tree.terms import Terms, number, unquoted


class Expressions(Terms, ABC):
    """Reads expressions."""

    @abstractmethod
    def group(self, tree: Branch) -> Group:
        """A pattern in braces."""

    @abstractmethod
    def triple_term(self, tree: Branch) -> TripleTerm:
        """A triple term without unnamed things."""

    def expr(self, branch: Branch) -> Expr:
        match named(branch):
            case "bracketted":
                return self.expr(kids(branch)[0])
            case "expression" | "and_expression" as kind:
                return (Or if kind == "expression" else And)(self._all(branch))
            case "relation":
                return self._relation(branch)
            case "sum":
                return self._sum(branch)
            case "product":
                return self._product(branch)
            case "signed":
                sign = tokens(branch)[0]
                value = self.expr(kids(branch)[0])
                return Not(value) if sign.type == "BANG" else Signed(str(sign), value)
            case "call":
                return self._call(str(tokens(branch)[0]).upper(), self._all(branch))
            case "function_call":
                iri, arguments = kids(branch)
                return Call(self.iri(iri), self._all(arguments), "DISTINCT" in words(arguments))
            case "aggregate":
                return self._aggregate(branch)
            case "exists":
                return Exists(self.group(kids(branch)[0]), negated="NOT" in words(branch))
            case "VAR":
                return self.variable(branch)
            case kind:
                return self.triple_term(branch) if kind == "triple_term" else self.constant(branch)

    def _call(self, name: str, arguments: tuple[Expr, ...]) -> Call:
        """A built-in call; IRI("x") depends on BASE as <x> does."""
        match name, arguments:
            case (("IRI" | "URI"), (Lit(text, None, None),)):
                return Call(name, (Lit(self._absolute(text)),))
        return Call(name, arguments)

    def _all(self, branch: Branch) -> tuple[Expr, ...]:
        return tuple(self.expr(part) for part in kids(branch))

    def _relation(self, branch: Branch) -> Expr:
        left, right = kids(branch)
        op = tokens(branch)
        if op[-1].type == "IN":
            return OneOfList(self.expr(left), self._all(right), negated=len(op) > 1)
        return Compare(str(op[0]), self.expr(left), self.expr(right))

    def _sum(self, branch: Branch) -> Expr:
        signs = iter(tokens(branch))
        first, *rest = kids(branch)
        terms: list[tuple[str, Expr]] = [("+", self.expr(first))]
        for part in rest:
            if named(part) == "signed_product":
                terms.append(self._signed_product(part))
            else:
                terms.append((str(next(signs)), self.expr(part)))
        return Sum(tuple(terms))

    def _signed_product(self, branch: Branch) -> tuple[str, Expr]:
        """`?x -5*3`: the sign belongs to the number and joins it to what stands before."""
        signed, *rest = kids(branch)
        assert isinstance(signed, Token)  # noqa: S101 - by the grammar
        first = number(signed[1:], signed.type.removesuffix("_SIGNED").lower())
        factors = [(str(op), self.expr(part)) for op, part in zip(tokens(branch), rest, strict=True)]
        return signed[0], Product((("*", first), *factors)) if factors else first

    def _product(self, branch: Branch) -> Expr:
        first, *rest = kids(branch)
        factors = [(str(op), self.expr(part)) for op, part in zip(tokens(branch), rest, strict=True)]
        return Product((("*", self.expr(first)), *factors))

    def _aggregate(self, branch: Branch) -> Aggregate:
        parts = kids(branch)
        separator = None
        if parts and named(parts[-1]) == "separator":
            string = kids(parts.pop())[0]
            assert isinstance(string, Token)  # noqa: S101 - by the grammar
            separator = unquoted(string)
        return Aggregate(
            str(tokens(branch)[0]).upper(),
            self.expr(parts[0]) if parts else None,
            distinct="DISTINCT" in words(branch),
            separator=separator,
        )
