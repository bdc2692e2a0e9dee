"""Settings and the terms of a graph -> its tables, where a strategy asks them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from bot.settings import Settings
from bot.wiring.names import open_shelf
from kgqa.check import Conditions
from kgqa.check.closed import View, closing
from kgqa.errors import BadSetting
from kgqa.induced.filling import Told, tables_of
from kgqa.ports import Tables
from kgqa.terms import Terms

NAME = "tables"  # the strategy that asks them
_MERGED = "The tables stay empty: the default graph holds what is closed, and tables would show it."


def refuse_without_sqlglot() -> None:
    """Raises BadSetting where what reads SQL is not installed."""
    if find_spec("sqlglot") is None:
        raise BadSetting(
            "Tables need the package sqlglot, which is not here. Install it: pip install 'querist[tables]'"
        )


async def open_tables(
    settings: Settings,
    terms: Terms,
    conditions: Conditions,
    strategies: Sequence[str],
    told: Told = lambda _: None,
    *,
    fresh: bool = False,
) -> Tables | None:
    """The tables of the graph, filled where they are not up to date; None where no strategy asks them. What
    is closed is in none of them. Raises BadSetting, and as `tables_of` does.
    """
    if NAME not in strategies:
        return None
    refuse_without_sqlglot()
    from connectors.induced.shelf import Shelf

    closed = conditions.closed
    if closed.graphs and closed.union:
        told(_MERGED)
        return None
    ontology = terms.without(closed).ontology
    hidden = closing(ontology, closed).classes if isinstance(ontology, View) else frozenset[str]()
    shelf = Shelf(open_shelf(settings).folder)
    return await tables_of(terms.graph, ontology, shelf, closed=hidden, told=told, fresh=fresh)
