"""The terms and expressions of a plain query."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping

from rdflib import Literal as RdfLiteral
from rdflib.compat import decodeUnicodeEscape
from rdflib.namespace import XSD as TYPES

from kgqa.ontology import XSD
from kgqa.sparql.model import (
    Aggregate,
    And,
    Call,
    Compare,
    Exists,
    Expr,
    Group,
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
from kgqa.sparql.plain.tokens import ABSOLUTE, LANGUAGE, MOST_DIGITS, NotPlainError, Taking

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


class Expressions(Taking, ABC):
    """Reads terms and expressions; each method takes what it is named for, or gives up."""

    def __init__(self, text: str, known: Mapping[str, str]) -> None:
        """`known` are namespaces by the prefixes that the text need not declare."""
        super().__init__(text)
        self.known = known
        self.declared: dict[str, str] = {}
        self.added: dict[str, str] = {}

    @abstractmethod
    def group(self) -> Group:
        """A pattern in braces."""

    # ── terms ────────────────────────────────────────────────────────────────────────────────────

    def variable(self) -> Var:
        return Var(self.take("variable"))

    def thing(self) -> Var | Iri:
        return self.variable() if self.next.kind == "variable" else self.iri()

    def iri(self) -> Iri:
        if self.next.kind == "iri":
            return Iri(self.address())
        prefix, _, local = self.take("name").partition(":")
        if prefix not in self.declared:
            if prefix not in self.known:
                raise NotPlainError
            self.added[prefix] = self.known[prefix]
        return Iri((self.declared if prefix in self.declared else self.known)[prefix] + local)

    def address(self) -> str:
        """The inside of <...>."""
        if not ABSOLUTE.match(self.next.text):
            raise NotPlainError
        return self.take("iri")

    def constant(self) -> Lit | None:
        """A literal, if one comes."""
        kind, text, _, end = self.next
        if kind == "number":
            if len(text) > MOST_DIGITS:
                raise NotPlainError
            self.at += 1
            number = RdfLiteral(text, datatype=TYPES.integer if text.isdecimal() else TYPES.decimal)
            return Lit(str(number), str(number.datatype))  # as rdflib spells it
        if kind == "word" and text in ("true", "false"):
            self.at += 1
            return Lit(text, XSD + "boolean")
        if kind != "string":
            return None
        self.at += 1
        value = decodeUnicodeEscape(text[1:-1]) if "\\" in text else text[1:-1]
        following = self.next
        if following.kind == "language":
            self.adjoins(end)
            if not LANGUAGE.fullmatch(following.text):
                raise NotPlainError
            return Lit(value, None, self.take("language").lower())
        if self.takes("^^"):
            self.adjoins(following.end)
            datatype = self.iri().value
            return Lit(value, None if datatype == XSD + "string" else datatype)
        return Lit(value)

    def adjoins(self, end: int) -> None:
        """The whole grammar wants no blank between a literal and its language or type."""
        if self.next.start != end:
            raise NotPlainError

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
            return Not(self.primary())
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
        word = self.next.text.upper() if self.next.kind == "word" else ""
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
