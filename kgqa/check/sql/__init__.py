"""The check of SQL over induced tables: a query's text and the schema in, a CheckedQuery or the issues out.

It says what the check of SPARQL says, in the same words where the fault is the same. What runs is written
anew from what was read, so that nothing runs that was not looked at.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sqlglot import exp
from sqlglot.errors import OptimizeError
from sqlglot.optimizer.scope import traverse_scope

from kgqa.check import Verdict
from kgqa.check.checked import passed
from kgqa.check.conditions import Conditions
from kgqa.check.sql.reading import DIALECT, read
from kgqa.check.sql.rules import RULES, Case
from kgqa.check.sql.sides import Sides, Value, called
from kgqa.induced.schema import Kind, Schema
from kgqa.types import Ground, Issue, Level, Origin, QueryLanguage
from kgqa.wording.said import say

__all__ = ["check_sql", "classes_in", "named_in", "things_in", "tree_of"]

_IRI = re.compile(r"(https?://|urn:|tag:)\S+|[A-Za-z][\w+.-]*://\S+")


def check_sql(text: str, schema: Schema, conditions: Conditions | None = None) -> Verdict:
    """The query, ready to run, with where each of its columns comes from; or the issues, errors first."""
    tree = read(text)
    if not isinstance(tree, exp.Query):
        return tree
    known = conditions or Conditions()
    try:
        scopes = list(traverse_scope(tree))
    except (OptimizeError, RecursionError) as error:
        hint = str(error).splitlines()[0][:200]
        return (Issue(rule="syntax", message=say("The query cannot be read."), hint=hint),)
    case = Case(tree, scopes, schema, Sides(schema), known)
    issues, silent = _apply(case)
    if any(i.level is Level.ERROR for i in issues):
        return tuple(sorted(issues, key=lambda i: i.level is not Level.ERROR))
    canonical = tree.sql(dialect=DIALECT, pretty=True, comments=False)
    return passed(
        canonical,
        canonical,
        form="ask" if _is_yes_or_no(tree) else "select",
        rules=("syntax", *silent),
        warnings=issues,
        language=QueryLanguage.SQL,
        origins=tuple(_origins(case.sides.outputs(scopes[-1]), tree)),
    )


def _apply(case: Case) -> tuple[list[Issue], list[str]]:
    """What the rules say, with the level that the policy gives it, and the names of the silent ones. Those
    after the first that says something may only stumble over the same.
    """
    issues: list[Issue] = []
    silent: list[str] = []
    for rule, find in RULES:
        found = [
            Issue(rule=rule, message=f.message, ground=f.ground, hint=f.hint, level=level)
            for f in dict.fromkeys(find(case))
            if (level := case.conditions.policy.level(f.ground)) is not None
        ]
        issues += found
        if not found:
            silent.append(rule)
        if any(i.level is Level.ERROR and i.ground in (Ground.FORBIDDEN, Ground.BROKEN) for i in found):
            break
    return issues, silent


def _is_yes_or_no(tree: exp.Query) -> bool:
    """Whether it is one condition and no table: SELECT EXISTS (…)."""
    if not isinstance(tree, exp.Select) or tree.args.get("from_") or len(tree.selects) != 1:
        return False
    return isinstance(tree.selects[0].unalias(), exp.Exists | exp.Not | exp.Predicate | exp.Connector)


def _origins(shown: dict[str, Value], tree: exp.Query) -> Iterator[Origin]:
    names = _names(tree, len(shown))
    for name, value, each in zip(names, shown.values(), tree.selects, strict=True):
        column = value.shown
        is_scaled = any(each.find_all(exp.Mul, exp.Div, exp.Mod))
        yield Origin(
            column=name,
            sources=tuple(dict.fromkeys((c.cls, c.property) for c in value.inside)),
            kind=_kind(value),
            datatype=column.datatype if column else "",
            label=column.label if column else "",
            unit="" if is_scaled else _unit(value),
        )


def _kind(value: Value) -> str:
    """The kind of a column that is shown, or that what is worked out has for sure."""
    if value.shown is not None:
        return value.shown.kind.value
    return value.kind.value if value.kind and value.kind is not Kind.TEXT else ""


def _unit(value: Value) -> str:
    """The unit of what is shown, or of all that it is worked out of; counts have none."""
    if value.shown is not None:
        return value.shown.unit
    units = {c.unit for c in value.inside}
    return units.pop() if value.kind is Kind.NUMBER and len(units) == 1 else ""


def _names(tree: exp.Query, count: int) -> list[str]:
    """The names of the columns as the query spells them, each once."""
    found: list[str] = []
    for number, each in enumerate(tree.selects, 1):
        name = called(each, number)
        found.append(name if name not in found else f"{name}_{number}")
    return found[:count]


# ── for those who weigh a query ──────────────────────────────────────────────────────────────────


def tree_of(text: str) -> exp.Query:
    """The tree of a query that passed."""
    tree = read(text)
    assert isinstance(tree, exp.Query)  # noqa: S101 - it was read before
    return tree


def things_in(text: str) -> tuple[str, ...]:
    """The IRIs of the things that a query names."""
    texts = (str(e.this) for e in tree_of(text).find_all(exp.Literal) if e.is_string)
    return tuple(dict.fromkeys(t for t in texts if _IRI.fullmatch(t)))


def classes_in(text: str, schema: Schema) -> frozenset[str]:
    """The classes whose things a query may touch: of its tables, and what their columns lead to."""
    tables = (schema.table(t.name) for t in tree_of(text).find_all(exp.Table))
    known = [t for t in tables if t is not None]
    return frozenset(
        c for t in known for c in (t.cls, *t.classes, *(e for k in t.columns for e in k.leads_to))
    )


def named_in(text: str, schema: Schema) -> tuple[frozenset[str], frozenset[str]]:
    """The classes, properties and things that a query speaks of, as IRIs; and its texts."""
    tree = tree_of(text)
    sides = Sides(schema)
    iris: set[str] = set()
    for scope in traverse_scope(tree):
        for source in sides.sources(scope).values():
            if source.table is not None:
                iris |= {source.table.cls} - {""}
                iris |= {c.property for c in source.table.columns[1:] if source.table.of}
        for column in scope.columns:
            iris |= {c.property for v in sides.found(column, scope) for c in v.inside if c.property}
    texts = {str(e.this) for e in tree.find_all(exp.Literal) if e.is_string}
    return frozenset(iris.union(things_in(text))), frozenset(texts)
