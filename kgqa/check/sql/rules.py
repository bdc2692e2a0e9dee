"""The rules of the check of SQL, in the order in which they are asked.

In: a Case. Out: what is wrong, each with its ground. Names and sentences are those of the check of SPARQL
wherever the fault is the same.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from rapidfuzz import fuzz, process
from sqlglot import exp
from sqlglot.optimizer.scope import Scope

from kgqa.check.conditions import Conditions
from kgqa.check.rules import (
    comparison,
    cost,
    disjoint,
    grouping,
    incorrect_property,
    joins,
    read_only,
    unknown_class,
)
from kgqa.check.sql.functions import FUNCTIONS
from kgqa.check.sql.sides import Sides, Value
from kgqa.induced.schema import KEY, Column, Kind, Schema
from kgqa.restate.english import indefinite
from kgqa.types import Ground
from kgqa.wording.said import number, say, together

NEAR = 60.0
_NUMBERS = frozenset((Kind.INTEGER, Kind.NUMBER, Kind.BOOLEAN))
_DATES = frozenset((Kind.DATE, Kind.MOMENT))
_NOUNS = {
    Kind.THING: "thing",
    Kind.TEXT: "text",
    Kind.INTEGER: "number",
    Kind.NUMBER: "number",
    Kind.DATE: "date",
    Kind.MOMENT: "date with a time",
}
_DATE = re.compile(r"\d{4}(-\d\d(-\d\d([T ][\d:.]+(Z|[+-]\d\d:\d\d)?)?)?)?%?")
_THING = re.compile(r"_:.+|[A-Za-z][A-Za-z0-9+.-]*:\S+")
_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?")
_COMPARED = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Is, exp.NullSafeEQ, exp.Like, exp.Glob)
# What sqlglot reads as functions of its own that are written otherwise in SQL.
_HARMLESS: tuple[type[exp.Expr], ...] = (
    exp.And,
    exp.Or,
    exp.Xor,
    exp.Case,
    exp.Cast,
    exp.TryCast,
    exp.If,
    exp.Exists,
    exp.Coalesce,
    exp.Count,
    exp.GroupConcat,
    exp.TimeToStr,
    exp.TsOrDsToTimestamp,
    exp.TsOrDsToDate,
    exp.Concat,
)


@dataclass(frozen=True, slots=True)
class Fault:
    """What a rule has found."""

    message: str
    ground: Ground
    hint: str = ""


@dataclass(frozen=True)
class Case:
    """One query with what several rules need of it."""

    tree: exp.Query
    scopes: list[Scope]
    schema: Schema
    sides: Sides
    conditions: Conditions

    @cached_property
    def columns(self) -> list[tuple[exp.Column, Scope]]:
        """Every column with the scope that it stands in."""
        return [(c, s) for s in self.scopes for c in own(s, exp.Column) if isinstance(c, exp.Column)]


def own(scope: Scope, *kinds: type[exp.Expr]) -> Iterator[exp.Expr]:
    """The parts of a query that stand in none of the queries inside it."""
    if isinstance(scope.expression, exp.SetOperation):
        yield from (n for n in scope.expression.args.get("order", exp.Order()).find_all(*kinds))
        return
    for node in scope.walk():
        if isinstance(node, kinds):
            yield node


Find = Callable[[Case], Iterable[Fault]]


# ── reading only ─────────────────────────────────────────────────────────────────────────────────


def calls(case: Case) -> Iterator[Fault]:
    """Functions that are not known to be harmless, and tables that are made by functions."""
    for table in case.tree.find_all(exp.Table):
        if not isinstance(table.this, exp.Identifier) or table.args.get("db"):
            yield _called(table.this.name or table.name)
    for call in case.tree.find_all(exp.Func):
        if isinstance(call, _HARMLESS):
            continue
        names = {name.lower() for name in _names(call)}
        if names.isdisjoint(FUNCTIONS):
            yield _called(min(names))


def _names(call: exp.Func) -> Iterable[str]:
    if isinstance(call, exp.Anonymous):
        return (call.name,)
    written = call.sql(dialect="sqlite").partition("(")[0]
    return (*type(call).sql_names(), written)


def _called(name: str) -> Fault:
    return Fault(
        say("The query calls the function {iri}, which is not known to be harmless.", iri=name),
        Ground.FORBIDDEN,
        say("These may be called: {names}.", names=", ".join(sorted(FUNCTIONS))),
    )


# ── tables and columns ───────────────────────────────────────────────────────────────────────────


def tables(case: Case) -> Iterator[Fault]:
    """Tables that there are not."""
    for scope in case.scopes:
        for _, source in scope.selected_sources.values():
            if isinstance(source, exp.Table) and case.schema.table(source.name) is None:
                yield _unknown(say("class"), source.name, (t.name for t in case.schema.tables))


def columns(case: Case) -> Iterator[Fault]:
    """Columns that there are not, or several of; and all of them at once."""
    for scope in case.scopes:
        select = scope.expression
        stars = [e for e in select.selects if e.is_star] if isinstance(select, exp.Select) else []
        if stars and not isinstance(select.parent, exp.Exists):
            yield Fault(
                say("The query shows everything that there is."), Ground.BROKEN, say("Name the columns.")
            )
    for column, scope in case.columns:
        if isinstance(column.this, exp.Star):
            continue
        hits = case.sides.found(column, scope)
        if not hits:
            sources = case.sides.sources(scope)
            aimed = sources.get(column.table.lower())
            among = aimed.shown if aimed else {n: v for s in sources.values() for n, v in s.shown.items()}
            table = aimed.table.name if aimed and aimed.table else ""
            yield _unknown(say("property"), column.sql(), among, of=table)
        elif len(hits) > 1:
            yield Fault(
                say("More than one of the tables has {name}.", name=_quoted(column.name)),
                Ground.BROKEN,
                say("Say of which table it is: table.{name}.", name=column.name),
            )


def _unknown(noun: str, name: str, known: Iterable[str], of: str = "") -> Fault:
    among = list(dict.fromkeys(known))
    message = say("The graph has no {noun} {name}.", noun=noun, name=_quoted(name))
    hint: str = say("There is no {name} among the tables and their columns.", name=_quoted(name))
    near = process.extract(
        name.lower().rpartition(".")[2], among, scorer=fuzz.ratio, limit=1, score_cutoff=NEAR
    )
    if near:
        message = together(message, say("The nearest is {name}.", name=_quoted(near[0][0])))
    elif of:
        hint = together(hint, say("The table {name} has {columns}.", name=of, columns=", ".join(among)))
    return Fault(message, Ground.BROKEN, hint)


# ── what is compared ─────────────────────────────────────────────────────────────────────────────


def compared(case: Case) -> Iterator[Fault]:
    """Values that are compared with values of another kind, or added up though they are no numbers."""
    for scope in case.scopes:
        for node in own(scope, *_COMPARED, exp.In, exp.Between):
            for one, other in _pairs(node):
                left, right = case.sides.value(one, scope), case.sides.value(other, scope)
                yield from _unlike(left, right, node)
                yield from _unlike(right, left, node)
        for node in own(scope, exp.Sum, exp.Avg):
            found = case.sides.value(node.this, scope)
            if found.kind in (Kind.TEXT, Kind.THING, Kind.DATE, Kind.MOMENT):
                done = say("it is added up" if isinstance(node, exp.Sum) else "it is averaged")
                yield _wrong(found, done)


def _pairs(node: exp.Expr) -> Iterator[tuple[exp.Expr, exp.Expr]]:
    match node:
        case exp.In():
            yield from ((node.this, each) for each in node.expressions)
            if isinstance(query := node.args.get("query"), exp.Subquery):
                yield node.this, query
        case exp.Between():
            yield node.this, node.args["low"]
            yield node.this, node.args["high"]
        case exp.Binary():
            yield node.this, node.expression


def _unlike(value: Value, other: Value, node: exp.Expr) -> Iterator[Fault]:
    """The fault of comparing a column's value with another one; each pair is looked at from both sides."""
    if value.kind is None or other.kind is None or not value.inside:
        return
    if other.literal is not None:
        if _fits(value, other.literal, node):
            return
        noun = say("the date" if _DATE.fullmatch(other.literal) else "the text")
        text = say("{noun} {value}", noun=noun, value=_quoted(other.literal))
        yield _wrong(value, say("it is compared with {what}", what=text), _instead(value, other.literal))
    elif _sort(value.kind) != _sort(other.kind) and not isinstance(node, exp.Like | exp.Glob):
        if other.inside and repr(value.inside) > repr(other.inside):
            return  # told from the other side
        what: str = _noun(other.kind)
        if other.inside:
            what = say("{name}, which is {what}", name=_named(other), what=what)
        yield _wrong(value, say("it is compared with {what}", what=what))


def _fits(value: Value, text: str, node: exp.Expr) -> bool:
    if isinstance(node, exp.Like | exp.Glob):
        return value.kind not in (Kind.THING, *_NUMBERS)
    match value.kind:
        case Kind.DATE | Kind.MOMENT:
            return bool(_DATE.fullmatch(text))
        case Kind.THING:
            return bool(_THING.fullmatch(text))
        case Kind.TEXT:
            return True
    return False


def _sort(kind: Kind) -> str:
    if kind in _NUMBERS:
        return "number"
    return "date" if kind in _DATES else kind.value


def _instead(value: Value, text: str) -> str:
    if value.kind in _NUMBERS and _NUMBER.fullmatch(text):
        return say("Write {text} without quotes.", text=text)
    if value.kind in _DATES:
        return say("Dates are written '2024-05-31'.")
    if value.kind is Kind.THING:
        return say("Compare its name, in the table that it leads to, or use a placeholder.")
    return ""


def _wrong(value: Value, done: str, hint: str = "") -> Fault:
    it_is = say("{name} is {what}", name=_named(value), what=_noun(value.kind))
    return Fault(say("{it_is}, but here {done}.", it_is=it_is, done=done), Ground.ENTAILED, hint)


def _named(value: Value) -> str:
    if value.shown:
        return _quoted(value.shown.label)
    return _quoted(", ".join(dict.fromkeys(c.label for c in value.inside)))


def _noun(kind: Kind | None) -> str:
    if kind is Kind.BOOLEAN:
        return say("yes or no")
    return say(indefinite(_NOUNS[kind])) if kind else say("a value")


# ── joins ────────────────────────────────────────────────────────────────────────────────────────


def joined(case: Case) -> Iterator[Fault]:
    """Things that are set equal and can never be: columns that lead to other classes."""
    for scope in case.scopes:
        for node in own(scope, exp.EQ, exp.In):
            for left, right in _pairs(node):
                one, other = case.sides.value(left, scope), case.sides.value(right, scope)
                if one.kind is not Kind.THING or other.kind is not Kind.THING:
                    continue
                if one.shown and other.shown and not case.schema.may_meet(one.shown, other.shown):
                    yield Fault(
                        say(
                            "Here one thing is said to be both {one} and {other}.",
                            one=_meant(one.shown, case.schema),
                            other=_meant(other.shown, case.schema),
                        ),
                        Ground.UNLIKELY,
                        say("Join along a column that leads to the table, such as a.b = c.{key}.", key=KEY),
                    )


def _meant(column: Column, schema: Schema) -> str:
    """What the things in a column are, by the names of their tables."""
    ends = column.leads_to if column.property else (column.cls,)
    names = [t[0].label for end in ends if (t := schema.of_class(end))]
    return _quoted(" / ".join(dict.fromkeys(names)) or column.label)


def connected(case: Case) -> Iterator[Fault]:
    """Tables that nothing connects."""
    for scope in case.scopes:
        if not isinstance(scope.expression, exp.Select):
            continue
        names = list(case.sides.sources(scope))
        if len(names) < 2:  # noqa: PLR2004 - nothing to connect
            continue
        groups = {name: {name} for name in names}
        joins_ = [j for j in scope.expression.args.get("joins") or () if j.args.get("using")]
        if joins_ or any(j.method == "NATURAL" for j in scope.expression.args.get("joins") or ()):
            continue
        for node in own(scope, exp.Expr):
            if not isinstance(node, exp.Predicate):
                continue
            met = {_source_of(c, scope, case) for c in node.find_all(exp.Column)} - {""}
            for name in met & set(names):
                merged = set().union(*(groups[m] for m in met if m in groups))
                for each in merged:
                    groups[each] = merged
                del name
        if len({id(g) for g in groups.values()}) > 1 and not all(_is_one_row(n, scope) for n in names[1:]):
            yield Fault(
                say(
                    "Two parts of the query are not connected: every result of the one is paired with every "
                    "result of the other."
                ),
                Ground.UNLIKELY,
                say("Join along a column that leads to the table, such as a.b = c.{key}.", key=KEY),
            )


def _source_of(column: exp.Column, scope: Scope, case: Case) -> str:
    if column.table:
        return column.table.lower()
    hits = [n for n, s in case.sides.sources(scope).items() if column.name.lower() in s.shown]
    return hits[0] if len(hits) == 1 else ""


def _is_one_row(name: str, scope: Scope) -> bool:
    """Whether a source is a query with totals alone: it has one row, and pairs with each."""
    found = next((s for n, (_, s) in scope.selected_sources.items() if n.lower() == name), None)
    if not isinstance(found, Scope) or not isinstance(found.expression, exp.Select):
        return False
    select = found.expression
    return not select.args.get("group") and all(e.find(exp.AggFunc) for e in select.selects)


# ── groups, cost ─────────────────────────────────────────────────────────────────────────────────


def grouped(case: Case) -> Iterator[Fault]:
    """Columns beside totals that nothing is grouped by: SQLite gives one of their values, whichever."""
    for scope in case.scopes:
        select = scope.expression
        if not isinstance(select, exp.Select):
            continue
        totals = [n for e in select.selects for n in _totals(e)]
        group = select.args.get("group")
        if not totals and not group:
            continue
        keys = list(group.expressions) if group else []
        by = {k.unnest().sql().lower() for k in keys} | {
            e.alias_or_name.lower() for e in select.selects if _is_key(e, keys)
        }
        whole = {k.table.lower() for k in keys if isinstance(k, exp.Column) and k.name.lower() == KEY}
        for each in select.selects:
            for column in _outside(each):
                is_named = each.alias_or_name.lower() in by or column.sql().lower() in by
                bare = column.name.lower() in {k.name.lower() for k in keys if isinstance(k, exp.Column)}
                if not (is_named or bare or column.table.lower() in whole or _bare(each) in by):
                    yield Fault(
                        say(
                            "The query shows {name} beside totals, but does not group by it.",
                            name=_quoted(column.name),
                        ),
                        Ground.BROKEN,
                        say("Add {name} to GROUP BY, or take it out.", name=column.sql()),
                    )


def _is_key(shown: exp.Expr, keys: list[exp.Expr]) -> bool:
    inner = _bare(shown)
    places = {k.this for k in keys if isinstance(k, exp.Literal) and not k.is_string}
    at = shown.parent.selects.index(shown) + 1 if isinstance(shown.parent, exp.Select) else 0
    named = (inner, shown.alias_or_name.lower())
    return any(k.unnest().sql().lower() in named for k in keys) or str(at) in places


def _bare(shown: exp.Expr) -> str:
    """An expression without its alias and the brackets around it."""
    return str(shown.unalias().unnest().sql()).lower()


def _totals(expr: exp.Expr) -> Iterator[exp.Expr]:
    """The totals of an expression, without those over windows and in queries inside it."""
    for node in expr.walk(prune=lambda n: isinstance(n, exp.Query | exp.Window)):
        if isinstance(node, exp.AggFunc) and not isinstance(node.parent, exp.Window):
            yield node


def _outside(expr: exp.Expr) -> Iterator[exp.Column]:
    for node in expr.walk(prune=lambda n: isinstance(n, exp.Query | exp.AggFunc | exp.Window)):
        if isinstance(node, exp.Column):
            yield node


def bounded(case: Case) -> Iterator[Fault]:
    """More rows than are given."""
    most = case.conditions.bounds.rows
    for each in case.tree.find_all(exp.Limit, exp.Offset):
        value = each.expression
        if isinstance(value, exp.Literal) and not value.is_string and float(value.this) > most:
            yield Fault(
                say(
                    "The query asks for {count} rows, and at most {most} are given.",
                    count=number(int(float(value.this))),
                    most=number(most),
                ),
                Ground.FORBIDDEN,
                say("LIMIT and OFFSET are at most {most}.", most=number(most)),
            )


def _quoted(text: str) -> str:
    return say("“{text}”", text=text)


RULES: tuple[tuple[str, Find], ...] = (
    (read_only.NAME, calls),
    (cost.NAME, bounded),
    (unknown_class.NAME, tables),
    (incorrect_property.NAME, columns),
    (grouping.NAME, grouped),
    (comparison.NAME, compared),
    (disjoint.NAME, joined),
    (joins.NAME, connected),
)
