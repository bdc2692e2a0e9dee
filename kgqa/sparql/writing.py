"""A ParsedQuery in, its one normal spelling out: whole IRIs, one space between tokens, no comments.

The spelling is a query again and reads back as the same value.
"""

from __future__ import annotations

from collections.abc import Sequence as Several
from itertools import groupby
from typing import cast

from kgqa.ontology import RDF_TYPE, XSD
from kgqa.sparql.model import (
    Aggregate,
    Alternative,
    And,
    Bind,
    Blank,
    Call,
    Column,
    Compare,
    Element,
    Exists,
    Expr,
    Filter,
    Group,
    InGraph,
    Inverse,
    Iri,
    Key,
    Lit,
    Maybe,
    Minus,
    Node,
    NoneOf,
    Not,
    OneOfList,
    Or,
    ParsedQuery,
    Path,
    Product,
    Repeat,
    Select,
    Sequence,
    Service,
    Signed,
    Subquery,
    Sum,
    Triple,
    TripleTerm,
    Union,
    Values,
    Var,
)

_ESCAPES = str.maketrans({"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"})


def write(query: ParsedQuery) -> str:
    """The normal spelling of a query."""
    return Writer().query(query)


class Writer:
    """Writes one query. The first methods are what another spelling decides for itself."""

    def iri(self, value: str) -> str:
        return f"<{value}>"

    def literal(self, literal: Lit) -> str:
        spelled = quoted(literal.value)
        if literal.language:
            return f"{spelled}@{literal.language}" + (f"--{literal.direction}" if literal.direction else "")
        datatype = literal.datatype
        return f"{spelled}^^{self.iri(datatype)}" if datatype and datatype != XSD + "string" else spelled

    def clauses(self, clauses: Several[str]) -> str:
        """The parts of a SELECT, one after the other."""
        return " ".join(clauses)

    def braced(self, parts: Several[str]) -> str:
        """What stands in braces: patterns, triples, rows."""
        return f"{{ {' '.join(parts)} }}" if parts else "{ }"

    def triples(self, triples: Several[Triple]) -> list[str]:
        """Triples that follow one another."""
        return [f"{self.node(t.subject)} {self.said(t)} ." for t in triples]

    # ── the query ────────────────────────────────────────────────────────────────────────────────

    def query(self, query: ParsedQuery) -> str:
        datasets = [f"FROM {'NAMED ' if named else ''}{self.node(iri)}" for named, iri in query.datasets]
        return self.clauses([self._head(query), *datasets, *self._body(query.select)])

    def _head(self, query: ParsedQuery) -> str:
        match query.form:
            case "select":
                return self._columns(query.select)
            case "ask":
                return "ASK"
            case "construct":
                template = query.template
                return "CONSTRUCT" if template is None else f"CONSTRUCT {self.braced(self.triples(template))}"
            case "describe":
                return "DESCRIBE " + (" ".join(self.node(d) for d in query.described) or "*")

    def _select(self, select: Select) -> str:
        return self.clauses([self._columns(select), *self._body(select)])

    def _columns(self, select: Select) -> str:
        word = "SELECT DISTINCT" if select.distinct else "SELECT REDUCED" if select.reduced else "SELECT"
        return f"{word} {' '.join(self._column(c) for c in select.columns) or '*'}"

    def _column(self, column: Column) -> str:
        name = self.node(column.variable)
        return name if column.value is None else f"({self.expr(column.value)} AS {name})"

    def _body(self, select: Select) -> list[str]:
        clauses = [f"WHERE {self.group(select.where)}"]
        if select.group_by:
            clauses.append("GROUP BY " + " ".join(self._group_key(k) for k in select.group_by))
        if select.having:
            clauses.append("HAVING " + " ".join(f"({self.expr(h)})" for h in select.having))
        if select.order_by:
            clauses.append("ORDER BY " + " ".join(self._order_key(k) for k in select.order_by))
        if select.limit is not None:
            clauses.append(f"LIMIT {select.limit}")
        if select.offset is not None:
            clauses.append(f"OFFSET {select.offset}")
        if select.values is not None:
            clauses.append(self.values(select.values))
        return clauses

    def _group_key(self, key: Key) -> str:
        if key.variable is not None:
            return f"({self.expr(key.value)} AS {self.node(key.variable)})"
        return self.node(key.value) if isinstance(key.value, Var) else f"({self.expr(key.value)})"

    def _order_key(self, key: Key) -> str:
        return f"{'DESC' if key.descending else 'ASC'}({self.expr(key.value)})"

    # ── patterns ─────────────────────────────────────────────────────────────────────────────────

    def group(self, group: Group) -> str:
        parts: list[str] = []
        for are_triples, elements in groupby(group.elements, lambda e: isinstance(e, Triple)):
            if are_triples:
                parts += self.triples(cast("list[Triple]", list(elements)))
            else:
                parts += map(self._element, elements)
        return self.braced(parts)

    def _element(self, element: Element) -> str:
        match element:
            case Triple():
                return " ".join(self.triples([element]))
            case Group():
                return self.group(element)
            case Maybe(group):
                return f"OPTIONAL {self.group(group)}"
            case Minus(group):
                return f"MINUS {self.group(group)}"
            case Union(branches):
                return " UNION ".join(self.group(b) for b in branches)
            case Filter(condition):
                return f"FILTER ({self.expr(condition)})"
            case Bind(value, variable):
                return f"BIND ({self.expr(value)} AS {self.node(variable)})"
            case Values():
                return self.values(element)
            case InGraph(graph, group):
                return f"GRAPH {self.node(graph)} {self.group(group)}"
            case Service(endpoint, group, silent):
                return f"SERVICE {'SILENT ' if silent else ''}{self.node(endpoint)} {self.group(group)}"
            case Subquery(select):
                return self._select(select)

    def said(self, triple: Triple) -> str:
        """Predicate and object."""
        predicate = triple.predicate
        middle = self.node(predicate) if isinstance(predicate, Var) else self.path(predicate)
        return f"{middle} {self.node(triple.object)}"

    def values(self, values: Values) -> str:
        names = " ".join(self.node(v) for v in values.variables)
        rows = [
            "(" + " ".join("UNDEF" if v is None else self.node(v) for v in row) + ")" for row in values.rows
        ]
        return f"VALUES ({names}) {self.braced(rows)}"

    # ── terms and paths ──────────────────────────────────────────────────────────────────────────

    def node(self, node: Node | Expr) -> str:
        match node:
            case Var(name):
                return f"?{name}"
            case Iri(value):
                return self.iri(value)
            case Blank(name):
                return f"_:{name}"
            case Lit():
                return self.literal(node)
            case TripleTerm(subject, predicate, object_):
                return f"<<( {self.node(subject)} {self.node(predicate)} {self.node(object_)} )>>"
            case _:
                raise TypeError(node)

    def path(self, path: Path) -> str:
        match path:
            case Iri(value):
                return "a" if value == RDF_TYPE else self.iri(value)
            case Inverse(inner):
                return f"^{self._inner_path(inner)}"
            case Sequence(parts):
                return "/".join(self._inner_path(p) for p in parts)
            case Alternative(parts):
                return "|".join(self._inner_path(p) for p in parts)
            case Repeat(inner, mark):
                return f"{self._inner_path(inner)}{mark}"
            case NoneOf(parts):
                return "!(" + "|".join(map(self.path, parts)) + ")"

    def _inner_path(self, path: Path) -> str:
        return self.path(path) if isinstance(path, Iri) else f"({self.path(path)})"

    # ── expressions ──────────────────────────────────────────────────────────────────────────────

    def expr(self, expr: Expr) -> str:
        match expr:
            case Var() | Iri() | Lit() | TripleTerm():
                return self.node(expr)
            case Compare(op, left, right):
                return f"{self._inner(left)} {op} {self._inner(right)}"
            case OneOfList(subject, items, negated):
                listed = ", ".join(self.expr(i) for i in items)
                return f"{self._inner(subject)} {'NOT IN' if negated else 'IN'} ({listed})"
            case And(parts):
                return " && ".join(self._inner(p) for p in parts)
            case Or(parts):
                return " || ".join(self._inner(p) for p in parts)
            case Not(inner):
                return f"! {self._inner(inner)}"
            case Sum(steps) | Product(steps):
                first, *rest = steps
                return self._inner(first[1]) + "".join(
                    f" {sign} {self._inner(value)}" for sign, value in rest
                )
            case Signed(sign, inner):
                return f"{sign} {self._inner(inner)}"
            case Call(function, arguments, distinct):
                name = function if isinstance(function, str) else self.iri(function.value)
                listed = ", ".join(self.expr(a) for a in arguments)
                return f"{name}({'DISTINCT ' if distinct else ''}{listed})"
            case Aggregate(name, argument, distinct, separator):
                inside = "*" if argument is None else self.expr(argument)
                tail = f" ; SEPARATOR = {quoted(separator)}" if separator is not None else ""
                return f"{name}({'DISTINCT ' if distinct else ''}{inside}{tail})"
            case Exists(group, negated):
                return f"{'NOT EXISTS' if negated else 'EXISTS'} {self.group(group)}"

    def _inner(self, expr: Expr) -> str:
        simple = isinstance(expr, Var | Iri | Lit | TripleTerm | Call | Aggregate)
        return self.expr(expr) if simple else f"({self.expr(expr)})"


def quoted(text: str) -> str:
    """A text as a literal in double quotation marks."""
    return f'"{text.translate(_ESCAPES)}"'
