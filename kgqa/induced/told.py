"""The schema of tables in words: lines for a prompt, cut to its room; Markdown and JSON for an admin.

In: a schema. Out: text, in which whatever comes from the graph stands on one line.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from kgqa.induced.schema import KEY, Column, Kind, Schema, Table
from kgqa.vocabulary.told import one_line, weight

_ENDS = 3  # tables that one column is said to lead to
_LABEL = 60


def line(table: Table, schema: Schema) -> str:
    """A table as a model is told it: `person (3 things): iri, label TEXT, works_in -> department`."""
    about = f"of {table.of}" if table.of else f"{table.things:,} things"
    return f"{table.name} ({about}): {', '.join(_told(c, table, schema) for c in table.columns)}"


def _told(column: Column, table: Table, schema: Schema) -> str:
    """A column, with how many have it where not all do, and its values where they are few."""
    having = f" ({column.having:,})" if 0 < column.having < table.things and not table.of else ""
    values = f" [{', '.join(_quoted(v) for v in column.values)}]" if column.kind is Kind.TEXT else ""
    return f"{_column(column, schema)}{having}{values if column.values else ''}"


def _quoted(value: str) -> str:
    return "'" + one_line(value, _LABEL).replace("'", "''") + "'"


def _column(column: Column, schema: Schema) -> str:
    if not column.property:
        return column.name if column.name == KEY else f"{column.name} -> {column.name}"
    if column.kind is not Kind.THING:
        return f"{column.name} {column.kind.value}{' ' + one_line(column.unit, 20) if column.unit else ''}"
    return f"{column.name} -> {'|'.join(_ends(column, schema)) or 'a thing'}"


def _ends(column: Column, schema: Schema) -> list[str]:
    """The tables that a column leads to: the widest that hold all its things, where one does."""
    wide = [
        t for t in schema.tables if not t.of and column.leads_to and {*column.leads_to} <= {t.cls, *t.classes}
    ]
    if wide:
        narrow = min(wide, key=lambda t: len(t.classes))
        return [narrow.shown]
    found = [t[0].shown for cls in column.leads_to if (t := schema.of_class(cls))]
    return [*dict.fromkeys(found)][:_ENDS]


def part(schema: Schema, wanted: Iterable[str], room: int) -> tuple[str, ...]:
    """The tables that are wanted, those that they lead to and the rest, as far as there is room (bytes)."""
    first = dict.fromkeys(t.shown for name in wanted if (t := schema.table(name)))
    near: dict[str, None] = {}
    for name in first:
        table = schema.by_name[name]
        near |= dict.fromkeys(t.name for t in schema.links_of(table))
        near |= dict.fromkeys(e for c in table.columns for e in _ends(c, schema) if e in schema.by_name)
        if table.of:
            near[table.of] = None
    order = dict.fromkeys((*first, *near, *(t.name for t in schema.tables if not t.twin)))
    lines: list[str] = []
    for name in order:
        text = line(schema.by_name[name], schema)
        room -= weight(text) + 1
        if room < 0:
            break
        lines.append(text)
    return tuple(lines)


# ── for an admin ─────────────────────────────────────────────────────────────────────────────────


def markdown(schema: Schema, rows: Mapping[str, int], aside: Mapping[tuple[str, str], int]) -> Iterator[str]:
    """Each table with the origin of its columns; how many `rows` it has, and what was kept `aside`."""
    for table in schema.tables:
        count = f"{rows[table.name]:,} rows" if table.name in rows else f"about {table.things:,} things"
        if table.of and table.name not in rows:
            count = "several values each"
        yield f"\n## {table.name}\n"
        origin = f"<{table.cls}>" if table.cls else "things without a class"
        yield f"{one_line(table.label, _LABEL)}: {origin}; {count}.\n"
        for column in table.columns:
            yield f"- `{_column(column, schema)}`{_origin(column, table)}{_odd(table, column, aside)}"
    if schema.aside:
        yield "\n## In no table\n"
        yield from (f"- {one_line(note, 300)}" for note in schema.aside)


def _origin(column: Column, table: Table) -> str:
    if not column.property:
        return "" if not table.of else f": a thing of `{table.of}`"
    tag = f" in “{column.language}”" if column.language else ""
    return f": “{one_line(column.label, _LABEL)}”{tag}, <{column.property}>"


def _odd(table: Table, column: Column, aside: Mapping[tuple[str, str], int]) -> str:
    count = aside.get((table.name, column.name), 0)
    return f" ({count:,} values did not fit and are kept aside)" if count else ""


def plain(schema: Schema, rows: Mapping[str, int], aside: Mapping[tuple[str, str], int]) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "tables": [
            {
                "name": table.name,
                "class": table.cls,
                "label": table.label,
                "of": table.of or None,
                "rows": rows.get(table.name),
                "columns": [
                    {
                        "name": column.name,
                        "kind": column.kind.value,
                        "property": column.property or None,
                        "label": column.label,
                        "unit": column.unit or None,
                        "datatype": column.datatype or None,
                        "language": column.language or None,
                        "leads_to": _ends(column, schema),
                        "aside": aside.get((table.name, column.name), 0),
                    }
                    for column in table.columns
                ],
            }
            for table in schema.tables
        ],
        "in_no_table": list(schema.aside),
    }
