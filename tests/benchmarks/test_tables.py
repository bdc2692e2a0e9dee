"""The measure of tables asks the same in SQL and in SPARQL."""

from __future__ import annotations

import asyncio
import io
from typing import Any

import pytest
from rich.console import Console

pytest.importorskip("sqlglot")

from benchmarks.tables import QUERIES, measure


@pytest.mark.slow
def test_totals_over_tables_are_those_over_the_graph() -> None:
    figures: dict[str, Any] = asyncio.run(measure(1, Console(file=io.StringIO())))
    assert figures["rows"] > 5_000
    assert [(each["name"], each["same"]) for each in figures["asked"]] == [(name, True) for name in QUERIES]
