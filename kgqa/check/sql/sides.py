"""What the parts of SQL stand for: each column of a query traced to the columns of the tables.

In: a tree of SQL and a schema. Out: sources by their names, and for each expression a Value: of which kind it
is and from which columns it comes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from kgqa.induced.schema import Column, Kind, Schema, Table


@dataclass(frozen=True, slots=True)
class Value:
    """What an expression gives. `shown` is the column whose values it gives as they are; `kind` is None where
    it cannot be told; `inside` are all columns that it is made of.
    """

    kind: Kind | None = None
    shown: Column | None = None
    inside: tuple[Column, ...] = ()
    literal: str | None = None  # a text that stands in the query


@dataclass(frozen=True, slots=True)
class Source:
    """What stands behind a name in FROM: a table, or what a query in the query shows, by lower-case names."""

    table: Table | None
    shown: dict[str, Value] = field(default_factory=dict)


_NUMBERS = (exp.Sum, exp.Avg, exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Neg, exp.Round, exp.Abs, exp.Mod)
_SAME = (
    exp.Max,
    exp.Min,
    exp.Paren,
    exp.Alias,
    exp.Distinct,
    exp.FirstValue,
    exp.LastValue,
    exp.Lag,
    exp.Lead,
)
_TEXTS = (exp.Lower, exp.Upper, exp.Substring, exp.Trim, exp.Replace, exp.DPipe, exp.Concat, exp.GroupConcat)


class Sides:
    """Reads the scopes of one query; `unknown` and `ambiguous` are what it could not find."""

    def __init__(self, schema: Schema) -> None:
        self.schema = schema
        self._sources: dict[int, dict[str, Source]] = {}

    # ── sources ──────────────────────────────────────────────────────────────────────────────────

    def sources(self, scope: Scope) -> dict[str, Source]:
        """The sources of a scope by their names in lower case; tables that there are not have no columns."""
        known = self._sources.get(id(scope))
        if known is None:
            known = self._sources[id(scope)] = {}
            for name, source in scope.selected_sources.items():
                known[name.lower()] = self._source(source[1])
        return known

    def _source(self, source: exp.Expr | Scope) -> Source:
        if isinstance(source, Scope):
            return Source(None, self.outputs(source))
        name = (
            source.name if isinstance(source, exp.Table) and isinstance(source.this, exp.Identifier) else ""
        )
        table = self.schema.table(name)
        shown = {c.name: _of(c) for c in table.columns} if table else {}
        return Source(table, shown)

    def outputs(self, scope: Scope) -> dict[str, Value]:
        """What a query shows, by names in lower case, in their order. The names that a CTE gives its columns
        go before their own.
        """
        found = self._outputs(scope)
        given = _given(scope)
        if given and len(given) == len(found):
            return dict(zip((g.lower() for g in given), found.values(), strict=True))
        return found

    def _outputs(self, scope: Scope) -> dict[str, Value]:
        if isinstance(scope.expression, exp.SetOperation):
            branches = [self._outputs(s) for s in scope.set_operation_scopes]
            first = branches[0] if branches else {}
            rows = [list(b.values()) for b in branches]
            return {name: _both([row[n] for row in rows if n < len(row)]) for n, name in enumerate(first)}
        found: dict[str, Value] = {}
        select = scope.expression
        for number, each in enumerate(select.selects if isinstance(select, exp.Query) else (), 1):
            name = called(each, number).lower()
            while name in found:
                name = f"{name}_{number}"
            found[name] = self.value(each, scope)
        return found

    # ── columns ──────────────────────────────────────────────────────────────────────────────────

    def found(self, column: exp.Column, scope: Scope | None) -> list[Value]:
        """What a column may be: nothing where it is unknown, several where its name is that of several."""
        name, table = column.name.lower(), column.table.lower()
        while scope is not None:
            sources = self.sources(scope)
            if table:
                if table in sources:
                    shown = sources[table].shown
                    return [shown[name]] if name in shown else []
            else:
                hits = [s.shown[name] for s in sources.values() if name in s.shown]
                if hits:
                    return hits
                if value := self._alias(name, column, scope):
                    return [value]
            scope = scope.parent if scope.is_subquery else None
        return []

    def _alias(self, name: str, column: exp.Column, scope: Scope) -> Value | None:
        """What SELECT gives a name, where it stands behind it. A UNION has the names of its first part."""
        if isinstance(scope.expression, exp.SetOperation):
            first: Scope = scope.set_operation_scopes[0]
            if not isinstance(first.expression, exp.Select):
                return self._alias(name, column, first)
            shown = (e for e in first.expression.selects if e.alias_or_name.lower() == name)
            return next((self.value(e.unalias(), first) for e in shown), None)
        if not isinstance(scope.expression, exp.Select):
            return None
        for each in scope.expression.selects:
            if (
                isinstance(each, exp.Alias)
                and each.alias.lower() == name
                and column not in each.find_all(exp.Column)
            ):
                return self.value(each.this, scope)
        return None

    # ── expressions ──────────────────────────────────────────────────────────────────────────────

    def value(self, expr: exp.Expr, scope: Scope) -> Value:
        """What an expression gives."""
        if isinstance(expr, exp.Column):
            hits = self.found(expr, scope)
            return hits[0] if len(hits) == 1 else Value()
        if isinstance(expr, exp.Literal):
            return Value(Kind.TEXT, literal=expr.this) if expr.is_string else Value(Kind.NUMBER)
        if isinstance(expr, _SAME) and isinstance(expr.this, exp.Expr):
            return self.value(expr.this, scope)
        if isinstance(expr, exp.Window):
            return self.value(expr.this, scope)
        if isinstance(expr, exp.Subquery):
            inner = _inner(expr, scope)
            shown = list(self.outputs(inner).values()) if inner else []
            return shown[0] if shown else Value()
        inside = tuple(dict.fromkeys(c for part in self._columns(expr, scope) for c in part.inside))
        if isinstance(expr, exp.Coalesce | exp.Case | exp.If | exp.Nullif):
            return Value(self._branches(expr, scope), None, inside)
        if isinstance(expr, exp.Count | exp.Length | exp.RowNumber | exp.Rank | exp.DenseRank):
            return Value(Kind.INTEGER, None, inside)
        if isinstance(expr, _NUMBERS):
            return Value(Kind.NUMBER, None, inside)
        if isinstance(expr, _TEXTS):
            return Value(Kind.TEXT, None, inside)
        if isinstance(expr, exp.Exists | exp.Not | exp.Connector | exp.Predicate):
            return Value(Kind.BOOLEAN, None, inside)
        return Value(None, None, inside)

    def _columns(self, expr: exp.Expr, scope: Scope) -> Iterator[Value]:
        for column in expr.find_all(exp.Column):
            hits = self.found(column, scope)
            yield from hits[:1]

    def _branches(self, expr: exp.Expr, scope: Scope) -> Kind | None:
        """The kind that all results of a choice have."""
        if isinstance(expr, exp.Case):
            parts = [branch.args.get("true") for branch in expr.args.get("ifs", ())]
            parts.append(expr.args.get("default"))
        elif isinstance(expr, exp.If):
            parts = [expr.args.get("true"), expr.args.get("false")]
        else:
            parts = [expr.this, *expr.expressions]
        values = [self.value(p, scope) for p in parts if isinstance(p, exp.Expr) and not _is_null(p)]
        return _both(values).kind if values else None


def called(shown: exp.Expr, number: int) -> str:
    """The name of what SELECT shows in a place: its own, or what it is made with."""
    name = shown.alias_or_name
    if name and name != "*":
        return str(name)
    made = shown.unalias()
    return f"{made.key}_{number}" if isinstance(made, exp.AggFunc) else f"column_{number}"


def _is_null(expr: exp.Expr) -> bool:
    return isinstance(expr, exp.Null)


def _of(column: Column) -> Value:
    return Value(column.kind, column, (column,))


def _both(values: list[Value]) -> Value:
    """What may be either of several."""
    kinds = {v.kind for v in values}
    if kinds == {Kind.INTEGER, Kind.NUMBER}:
        kinds = {Kind.NUMBER}
    inside = tuple(dict.fromkeys(c for v in values for c in v.inside))
    shown = values[0].shown if values and all(v.shown for v in values) and len(kinds) == 1 else None
    return Value(kinds.pop() if len(kinds) == 1 else None, shown, inside)


def _given(scope: Scope) -> list[str]:
    parent = scope.expression.parent
    while isinstance(parent, exp.SetOperation):
        parent = parent.parent
    return (
        [str(name) for name in parent.alias_column_names]
        if isinstance(parent, exp.CTE | exp.Subquery)
        else []
    )


def _inner(expr: exp.Subquery, scope: Scope) -> Scope | None:
    return next((s for s in scope.subquery_scopes if s.expression is expr.this), None)
