"""A tree of `sparql.lark` in, a ParsedQuery out.

What the grammar reads and is no query all the same raises RefusedError.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, cast

from lark import Token

from kgqa.sparql.model import Column, Group, Key, ParsedQuery, Select, Subquery
from kgqa.sparql.tree.branch import Branch, RefusedError, kids, named, words
from kgqa.sparql.tree.patterns import Patterns
from kgqa.wording.said import say

__all__ = ["RefusedError", "query_of"]

_MOST_DIGITS = 18  # of a number of rows: stores keep them in 64 bits


def query_of(text: str, tree: Branch, known: Mapping[str, str]) -> ParsedQuery:
    """The query of a tree. `known` are namespaces by the prefixes that the text need not declare."""
    return _Query(known).query(text, tree)


class _Query(Patterns):
    """Reads queries, the inner ones too."""

    def query(self, text: str, tree: Branch) -> ParsedQuery:
        prologue, body, *values = kids(tree)
        self.prologue(prologue)
        form = cast("Literal['select', 'ask', 'construct', 'describe']", named(body).removesuffix("_query"))
        parts = kids(body)
        is_whole = form == "construct" and any(named(part) == "where_clause" for part in parts)
        template = tuple(self.template(parts[0])) if is_whole else None
        datasets = tuple(
            ("NAMED" in words(part), self.iri(kids(part)[0]))
            for part in parts
            if named(part) == "dataset_clause"
        )
        described = tuple(self.thing(p) for p in parts if named(p) in ("iri", "VAR"))
        select = self.select([*parts, *values])
        declared = "".join(f"PREFIX {prefix}: <{iri}>\n" for prefix, iri in sorted(self.added.items()))
        return ParsedQuery(
            text=declared + text,
            form=form,
            select=select,
            template=template,
            described=described,
            datasets=datasets,
        )

    def subquery(self, tree: Branch) -> Group:
        return Group((Subquery(self.select(kids(tree))),))

    def select(self, parts: list[Branch]) -> Select:
        """The parts of a query, of which each is there once or not at all."""
        found = {named(part): part for part in parts}
        head = found.get("select_clause")
        said = words(head) if head is not None else ()
        where = found.get("where_clause")
        short = found.get("construct_template") if where is None else None
        limits = kids(found["limit_clauses"]) if "limit_clauses" in found else []
        counts = {named(limit): _count(kids(limit)[0]) for limit in limits}
        return Select(
            columns=tuple(self._column(c) for c in kids(head)) if head is not None else (),
            distinct="DISTINCT" in said,
            reduced="REDUCED" in said,
            where=self.group(kids(where)[0]) if where is not None else Group(tuple(self.template(short))),
            group_by=self._keys(found.get("group_clause")),
            having=tuple(self.expr(c) for c in kids(found.get("having_clause"))),
            order_by=self._keys(found.get("order_clause")),
            limit=counts.get("limit_clause"),
            offset=counts.get("offset_clause"),
            values=self.values(found["values_clause"]) if "values_clause" in found else None,
        )

    def _column(self, tree: Branch) -> Column:
        *value, variable = kids(tree)
        return Column(self.variable(variable), self.expr(value[0]) if value else None)

    def _keys(self, clause: Branch | None) -> tuple[Key, ...]:
        return tuple(self._key(condition) for condition in kids(clause))

    def _key(self, tree: Branch) -> Key:
        value, *variable = kids(tree)
        return Key(
            self.expr(value),
            self.variable(variable[0]) if variable else None,
            descending="DESC" in words(tree),
        )


def _count(token: Branch) -> int:
    digits = str(cast("Token", token))
    if len(digits.lstrip("0")) > _MOST_DIGITS:
        raise RefusedError(digits, say("a smaller number of rows"))
    return int(digits)
