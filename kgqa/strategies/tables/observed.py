"""What a model is shown of a query that found nothing: which condition leaves nothing.

In: a checked query, its result, the schema. Out: a few lines.
"""

from __future__ import annotations

from sqlglot import exp

from kgqa.check.sql import tree_of
from kgqa.induced.schema import Schema
from kgqa.types import CheckedQuery, ResultTable


def observed(query: CheckedQuery, table: ResultTable, schema: Schema) -> str:
    """The lines; the conditions are named as they stand in the query."""
    if table.rows and any(term is not None for row in table.rows for term in row):
        return f"{len(table.rows)} rows."
    lines = ["No rows." if not table.rows else "One row without a value."]
    tree = tree_of(query.text)
    where = tree.find(exp.Where)
    if where is not None:
        parts = where.this.flatten() if isinstance(where.this, exp.And) else (where.this,)
        lines += [f"A condition: {part.sql(dialect='sqlite')}" for part in list(parts)[:8]]
    names = {t.name for t in tree.find_all(exp.Table)} & schema.by_name.keys()
    lines += [
        f"The table {name}: {schema.by_name[name].things:,} things."
        for name in sorted(names)
        if not schema.by_name[name].of
    ]
    lines.append("A name may be spelled otherwise, or stand in another table.")
    return "\n".join(lines)
