"""Settings and the terms of a graph -> its tables, where a strategy asks them or an admin looks at them."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.util import find_spec

from bot.settings import Settings
from bot.wiring.conditions import conditions_of
from bot.wiring.names import open_shelf
from kgqa.check import Conditions
from kgqa.check.closed import View, closing
from kgqa.errors import BadSetting
from kgqa.induced.filling import Told, tables_of
from kgqa.induced.induce import induced
from kgqa.induced.schema import Schema
from kgqa.ports import Tables
from kgqa.terms import Terms

NAME = "tables"  # the strategy that asks them
_MERGED = (
    "There are no tables: the default graph holds what is closed, and tables would show it. Close classes "
    "and properties instead, or leave out the strategy tables."
)


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
    apart: str = "",
) -> Tables | None:
    """The tables of the graph, filled where they are not up to date; None where no strategy asks them. They
    are kept `apart`, in a folder of that name. Raises as `tables_filled` does.
    """
    if NAME not in strategies:
        return None
    return await _filled(settings, terms, conditions, told, apart=apart)


async def tables_filled(settings: Settings, terms: Terms, *, fresh: bool = False) -> Tables:
    """The tables of the graph, filled anew if `fresh`. Raises BadSetting, and OperatorsMove when the graph or
    the disk fails.
    """
    conditions, _ = await conditions_of(settings, terms.ontology, terms.graph)
    return await _filled(settings, terms, conditions, fresh=fresh)


async def schema_of_tables(settings: Settings, terms: Terms) -> Schema:
    """The schema alone; nothing is filled."""
    conditions, _ = await conditions_of(settings, terms.ontology, terms.graph)
    _refuse_merged(conditions)
    return induced(terms.without(conditions.closed).ontology)


async def _filled(
    settings: Settings,
    terms: Terms,
    conditions: Conditions,
    told: Told = lambda _: None,
    *,
    fresh: bool = False,
    apart: str = "",
) -> Tables:
    """What is closed is in no table: neither its schema nor its things."""
    refuse_without_sqlglot()
    from connectors.induced.shelf import Shelf

    _refuse_merged(conditions)
    ontology = terms.without(conditions.closed).ontology
    hidden = closing(ontology, ontology.closed).classes if isinstance(ontology, View) else frozenset[str]()
    shelf = Shelf(open_shelf(settings).folder / apart)
    return await tables_of(terms.graph, ontology, shelf, closed=hidden, told=told, fresh=fresh)


def _refuse_merged(conditions: Conditions) -> None:
    if conditions.closed.graphs and conditions.closed.union:
        raise BadSetting(_MERGED)
