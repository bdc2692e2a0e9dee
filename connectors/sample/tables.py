"""The hand-written part of the company: small tables in `tables/`, read as they are.

In: the name of a table. Out: its rows as dicts of strings; cells with several values part at "; ".
"""

from __future__ import annotations

import csv
from importlib.resources import files

Row = dict[str, str]


def rows(table: str) -> list[Row]:
    return list(csv.DictReader(_lines(f"{table}.csv")))


def keyed(table: str) -> dict[str, Row]:
    """The rows by their first column."""
    return {next(iter(row.values())): row for row in rows(table)}


def names(table: str) -> list[str]:
    """A table without columns: one name a line."""
    return _lines(f"{table}.txt")


def parts(cell: str) -> list[str]:
    """The values of a cell; a value may be empty, a cell that is empty has none."""
    return cell.split("; ") if cell else []


def _lines(file: str) -> list[str]:
    return (files("connectors.sample") / "tables" / file).read_text(encoding="utf-8").splitlines()
