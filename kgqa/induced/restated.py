"""SQL over tables -> what it asks for, in one plain sentence made from the query; and its rows in another.

In: a checked query, its schema, labels of things, rows as they are shown. Out: sentences that can be said in
every language of the product.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlglot import exp
from sqlglot.optimizer.scope import Scope, traverse_scope

from kgqa.check.sql import tree_of
from kgqa.check.sql.sides import Sides, called
from kgqa.induced.schema import Kind, Schema
from kgqa.ontology import spaced
from kgqa.restate import Found
from kgqa.types import CheckedQuery, DisplayColumn, Origin
from kgqa.wording.said import Said, each, number, say, together

NAMED = 10  # values that a sentence names
LONGEST = 6  # conditions that are told
_TOTALS = {
    exp.Count: "the number of {what}",
    exp.Sum: "the sum of {what}",
    exp.Avg: "the average of {what}",
    exp.Max: "the highest {what}",
    exp.Min: "the lowest {what}",
}
_COMPARED = {
    exp.EQ: "{one} is {other}",
    exp.NEQ: "{one} is not {other}",
    exp.GT: "{one} is more than {other}",
    exp.GTE: "{one} is at least {other}",
    exp.LT: "{one} is less than {other}",
    exp.LTE: "{one} is at most {other}",
    exp.Like: "{one} is like {other}",
}


def restated(query: CheckedQuery, schema: Schema, labels: Mapping[str, str]) -> Said:
    """What the query asks for."""
    tree = tree_of(query.text)
    teller = _Teller(schema, labels)
    scopes = list(traverse_scope(tree))
    return teller.query(scopes[-1])


@dataclass(frozen=True)
class _Teller:
    schema: Schema
    labels: Mapping[str, str]

    def query(self, scope: Scope) -> Said:
        select = scope.expression
        if not isinstance(select, exp.Select):
            branches = [self.query(s) for s in scope.set_operation_scopes]
            return together(*branches, by="; ")
        sides = Sides(self.schema)
        seen = [e for e in select.selects if not isinstance(e.unalias(), exp.Literal)]
        shown = each(
            [self._shown(e, n, scope, sides) for n, e in enumerate(seen, 1)] or [self._rows(scope, sides)]
        )
        tables = [s.table for s in sides.sources(scope).values() if s.table is not None]
        said = shown
        if names := dict.fromkeys(_quoted(t.label) for t in tables if not t.of):
            said = say("{what}, of {tables}", what=said, tables=each(list(names)))
        where, having = select.args.get("where"), select.args.get("having")
        conditions = [
            c for part in (where, having) if part for c in self._conditions(part.this, scope, sides)
        ]
        if conditions:
            said = say("{what}, where {conditions}", what=said, conditions=each(conditions[:LONGEST]))
        if group := select.args.get("group"):
            keys = [self._words(k, scope, sides) for k in group.expressions]
            said = say("{what}, for each {keys}", what=said, keys=each(keys))
        return self._ordered(said, select, scope, sides)

    def _ordered(self, said: Said, select: exp.Select, scope: Scope, sides: Sides) -> Said:
        if order := select.args.get("order"):
            first = order.expressions[0]
            pattern = (
                "{what}, the highest {key} first"
                if first.args.get("desc")
                else "{what}, the lowest {key} first"
            )
            said = say(pattern, what=said, key=self._words(first.this, scope, sides))
        limit = select.args.get("limit")
        if isinstance(limit, exp.Limit) and isinstance(limit.expression, exp.Literal):
            said = say("{what}; {count} at most", what=said, count=limit.expression.this)
        is_asking = any(isinstance(e.unalias(), exp.Exists) for e in select.selects)
        if (scope.cte_scopes or scope.derived_table_scopes or scope.subquery_scopes) and not is_asking:
            said = say("{what}; a part of it is worked out first (see the query)", what=said)
        return said

    def _shown(self, expr: exp.Expr, at: int, scope: Scope, sides: Sides) -> Said:
        inner = expr.unalias()
        if isinstance(inner, exp.Column | exp.AggFunc):
            return self._words(inner, scope, sides)
        if isinstance(inner, exp.Exists):
            inside = next((s for s in scope.subquery_scopes if s.expression is inner.this), None)
            return say("whether there is {what}", what=self.query(inside)) if inside else _quoted("…")
        return _quoted(spaced(called(expr, at)))

    def _conditions(self, expr: exp.Expr, scope: Scope, sides: Sides) -> Iterator[Said]:
        parts = expr.flatten() if isinstance(expr, exp.And) else (expr,)
        for part in parts:
            if not isinstance(part, exp.EQ) or not all(
                isinstance(s, exp.Column) for s in (part.this, part.expression)
            ):
                yield self._words(part, scope, sides)

    def _words(self, expr: exp.Expr, scope: Scope, sides: Sides) -> Said:
        """An expression in words; as it stands in the query where there are none."""
        match expr:
            case exp.Paren() | exp.Alias():
                return self._words(expr.this, scope, sides)
            case exp.Column():
                return self._column(expr, scope, sides)
            case exp.Literal():
                return (
                    _quoted(self.labels.get(expr.this, expr.this)) if expr.is_string else together(expr.this)
                )
            case exp.Is() if isinstance(expr.expression, exp.Null):
                return say("{one} is not known", one=self._words(expr.this, scope, sides))
            case exp.Not() if isinstance(expr.this, exp.Is) and isinstance(expr.this.expression, exp.Null):
                return say("{one} is known", one=self._words(expr.this.this, scope, sides))
            case exp.AggFunc() if type(expr) in _TOTALS:
                what = expr.this.expressions[0] if isinstance(expr.this, exp.Distinct) else expr.this
                said = (
                    self._rows(scope, sides)
                    if isinstance(what, exp.Star)
                    else self._words(what, scope, sides)
                )
                return say(_TOTALS[type(expr)], what=said)
            case exp.Binary() if type(expr) in _COMPARED:
                one, other = (self._words(s, scope, sides) for s in (expr.this, expr.expression))
                return say(_COMPARED[type(expr)], one=one, other=other)
        return _quoted(" ".join(expr.sql(dialect="sqlite").split())[:120])

    def _rows(self, scope: Scope, sides: Sides) -> Said:
        """What the rows of a query stand for: the things of its first table."""
        tables = [s.table for s in sides.sources(scope).values() if s.table is not None]
        return _quoted(tables[0].label) if tables else say("rows")

    def _column(self, column: exp.Column, scope: Scope, sides: Sides) -> Said:
        hits = sides.found(column, scope)
        if len(hits) == 1 and hits[0].shown is not None:
            return _quoted(hits[0].shown.label)
        return _quoted(spaced(column.name))


_SHOWN: Mapping[str, Literal["thing", "text", "number", "date", "boolean"]] = {
    Kind.THING: "thing",
    Kind.INTEGER: "number",
    Kind.NUMBER: "number",
    Kind.DATE: "date",
    Kind.MOMENT: "date",
    Kind.BOOLEAN: "boolean",
}


def shown(origin: Origin) -> DisplayColumn:
    """How a column of a result is shown: by the label of what it shows, or by its name in the query."""
    text = origin.label or spaced(origin.column)
    return DisplayColumn(
        title=text[:1].upper() + text[1:], kind=_SHOWN.get(origin.kind, "text"), unit=origin.unit
    )


def told(found: Found, what: str) -> Said:
    """The rows in a sentence; `what` is what was asked for."""
    if found.yes is not None:
        return say("Yes.") if found.yes else say("No.")
    texts = [row for row in found.texts if any(row)]
    if not texts:
        return say("Nothing was found: {what}.", what=what)
    if len(texts) == 1:
        parts = [
            say("{title}: {value}", title=t, value=v)
            for t, v in zip(found.titles, texts[0], strict=True)
            if v
        ]
        return together(together(*parts, by="; "), ".", by="")
    if len(found.titles) == 1 and len(texts) <= NAMED and not found.more:
        values = each(list(dict.fromkeys(row[0] for row in texts)))
        return say("{title}: {value}.", title=found.titles[0], value=values)
    rows = [_row(row) for row in texts[:3]]
    return say("{count} rows, such as {some}.", count=number(len(texts)), some=together(*rows, by="; "))


def _row(row: Sequence[str]) -> str:
    return ", ".join(filter(None, row))


def _quoted(text: str) -> Said:
    return say("“{text}”", text=" ".join(text.split()))
