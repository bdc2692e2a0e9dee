"""Plain queries, read in one pass: SELECT and ASK over triples, paths, groups, filters, sums and VALUES.

In: text. Out: the ParsedQuery that `whole` reads in it, in a fraction of the time; None for what is written
in other ways (blank nodes, graphs) or wrongly, which is for the whole grammar.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from kgqa.sparql.model import (
    Bind,
    Column,
    Element,
    Expr,
    Filter,
    Group,
    Iri,
    Key,
    Lit,
    Maybe,
    Minus,
    ParsedQuery,
    Select,
    Subquery,
    Triple,
    Union,
    Values,
    Var,
)
from kgqa.sparql.plain.expressions import Expressions
from kgqa.sparql.plain.tokens import MOST_DIGITS, NotPlainError

_ELEMENTS = ("OPTIONAL", "MINUS", "FILTER", "BIND", "VALUES")


def read_plain(text: str, known: Mapping[str, str]) -> ParsedQuery | None:
    """The query, if it is plain. `known` are namespaces by the prefixes that it need not declare."""
    if "\\u" in text or "\\U" in text:  # an escape may stand for any part of a query
        return None
    try:
        return _Query(text, known).query(text)
    except NotPlainError:
        return None


class _Query(Expressions):
    """Reads a query and its patterns."""

    def query(self, text: str) -> ParsedQuery:
        while self.says("PREFIX"):
            prefix, _, local = self.take("name").partition(":")
            if local:
                raise NotPlainError
            self.declared[prefix] = self.address()
        is_select = self.says("SELECT")
        if not is_select and not self.says("ASK"):
            raise NotPlainError
        select = self.select() if is_select else self.rest()
        self.take("end")
        declarations = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in sorted(self.added.items()))
        return ParsedQuery(text=declarations + text, form="select" if is_select else "ask", select=select)

    def select(self) -> Select:
        """What follows SELECT."""
        distinct = self.says("DISTINCT")
        reduced = not distinct and self.says("REDUCED")
        columns: list[Column] = []
        if not self.takes("*"):
            while (column := self.column()) is not None:
                columns.append(column)
            if not columns:
                raise NotPlainError
        return self.rest(tuple(columns), distinct=distinct, reduced=reduced)

    def column(self) -> Column | None:
        if self.next.kind == "variable":
            return Column(self.variable())
        if not self.takes("("):
            return None
        value = self.expression()
        return Column(self.named(), value)

    def named(self) -> Var:
        """AS ?x )"""
        if not self.says("AS"):
            raise NotPlainError
        variable = self.variable()
        self.must(")")
        return variable

    def rest(
        self, columns: tuple[Column, ...] = (), *, distinct: bool = False, reduced: bool = False
    ) -> Select:
        """The pattern and what is done with its rows."""
        self.says("WHERE")
        where = self.group()
        group_by = self.several(self.grouping) if self.says("GROUP", "BY") else ()
        having: tuple[Expr, ...] = self.several(self.constraint) if self.says("HAVING") else ()
        order_by = self.several(self.ordering) if self.says("ORDER", "BY") else ()
        limit = offset = None
        for _ in range(2):
            if limit is None and self.says("LIMIT"):
                limit = self.whole()
            elif offset is None and self.says("OFFSET"):
                offset = self.whole()
        return Select(
            columns=columns,
            distinct=distinct,
            reduced=reduced,
            where=where,
            group_by=group_by,
            having=having,
            order_by=order_by,
            limit=limit,
            offset=offset,
            values=self.values() if self.says("VALUES") else None,
        )

    def grouping(self) -> Key | None:
        if self.next.kind == "variable":
            return Key(self.variable())
        if not self.takes("("):
            called = self.called()
            return None if called is None else Key(called)
        value = self.expression()
        if self.takes(")"):
            return Key(value)
        return Key(value, self.named())

    def ordering(self) -> Key | None:
        if self.next.kind == "variable":
            return Key(self.variable())
        descending = self.says("DESC")
        if descending or self.says("ASC"):
            return Key(self.bracketed(), descending=descending)
        value = self.constraint()
        return None if value is None else Key(value)

    def constraint(self) -> Expr | None:
        """What FILTER and HAVING take: an expression in brackets, or a call."""
        return self.bracketed() if self.comes("(") else self.called()

    def whole(self) -> int:
        number = self.take("number")
        if not number.isdecimal() or len(number) > MOST_DIGITS:
            raise NotPlainError
        return int(number)

    # ── patterns ─────────────────────────────────────────────────────────────────────────────────

    def group(self) -> Group:
        self.must("{")
        if self.says("SELECT"):
            inner = Subquery(self.select())
            self.must("}")
            return Group((inner,))
        found: list[Element] = []
        unended = False  # triples without a full stop: no others may follow
        while not self.takes("}"):
            if (element := self.element()) is not None:
                found.append(element)
                self.takes(".")
                unended = False
            elif unended:
                raise NotPlainError
            else:
                found += self.triples()
                unended = not self.takes(".")
        return Group(tuple(found))

    def element(self) -> Element | None:
        """An element that is no triple."""
        if self.comes("{"):
            groups = [self.group()]
            while self.says("UNION"):
                groups.append(self.group())
            return groups[0] if len(groups) == 1 else Union(tuple(groups))
        word = self.next.word
        if word not in _ELEMENTS:
            return None
        self.at += 1
        match word:
            case "OPTIONAL":
                return Maybe(self.group())
            case "MINUS":
                return Minus(self.group())
            case "FILTER":
                if (condition := self.constraint()) is None:
                    raise NotPlainError
                return Filter(condition)
            case "BIND":
                self.must("(")
                value = self.expression()
                return Bind(value, self.named())
            case _:
                return self.values()

    def triples(self) -> Iterator[Triple]:
        """One subject with what is said of it."""
        subject = self.thing()
        while True:
            predicate = self.predicate()
            while True:
                yield Triple(subject, predicate, self.constant() or self.thing())
                if not self.takes(","):
                    break
            if not self.takes(";"):
                break

    def values(self) -> Values:
        is_table = bool(self.takes("("))
        variables = self.several(self.another) if is_table else (self.variable(),)
        if is_table:
            self.must(")")
        self.must("{")
        rows = []
        while not self.takes("}"):
            if is_table:
                self.must("(")
            rows.append(tuple(self.given() for _ in variables))
            if is_table:
                self.must(")")
        return Values(variables, tuple(rows))

    def another(self) -> Var | None:
        return self.variable() if self.next.kind == "variable" else None

    def given(self) -> Iri | Lit | None:
        return None if self.says("UNDEF") else self.constant() or self.iri()
