"""Settings -> how things stand, looked at without changing anything; for `querist doctor`."""

from __future__ import annotations

from functools import partial

from bot.settings import Settings
from bot.wiring.conditions import closed_as_written
from bot.wiring.desks import has_database
from bot.wiring.graphs import limits_of, open_ontology
from bot.wiring.names import open_lexicons, open_shelf
from bot.wiring.patterns import ruled_in
from bot.wiring.places import data_folder
from connectors.database.standing import Standing, standing
from kgqa.linking.build import Told
from kgqa.ports import Graph
from kgqa.terms import Terms, terms_as_they_are


def look_at_database(settings: Settings) -> Standing | None:
    """How the database stands; None where the first start will make its file. Raises BadSetting and
    DatabaseUnavailable.
    """
    if not has_database(settings):
        return None
    return standing(settings.database or f"sqlite:///{data_folder(settings) / 'querist.db'}")


async def look_at_terms(settings: Settings, graph: Graph, told: Told = lambda _: None) -> Terms:
    """What the graph speaks of, with the names that were read last. Raises as `open_core` does."""
    return await terms_as_they_are(
        graph,
        open_ontology(settings),
        limits=limits_of(settings),
        shelf=open_shelf(settings),
        lexicons=open_lexicons(settings),
        told=told,
        closed=partial(closed_as_written, settings),
        ruled=partial(ruled_in, settings),
    )
