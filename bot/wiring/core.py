"""Settings -> what answers questions."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from bot.desk import Core, Router
from bot.graphs_file import read_graphs
from bot.settings import Settings
from bot.wiring.asleep import asleep, opened_or_asleep
from bot.wiring.conditions import conditions_of
from bot.wiring.desks import has_database, open_database
from bot.wiring.functions import open_functions
from bot.wiring.graphs import Progress, close_graph, limits_of
from bot.wiring.library import shelf_of
from bot.wiring.linkers import open_linking
from bot.wiring.models import open_purse
from bot.wiring.names import open_terms
from bot.wiring.passages import open_passages
from bot.wiring.strategies import calibration_of, makers, prompts_of, strategies_of
from bot.wiring.tables import open_tables
from connectors.database.database import Database
from connectors.definitions import read as read_definitions
from kgqa.linking.build import Progress as Reading
from kgqa.linking.build import Told
from kgqa.pipeline import Pipeline
from kgqa.prepare import kit_of
from kgqa.spending import Purse


async def open_core(
    settings: Settings,
    progress: Progress | None = None,
    told: Told = lambda _: None,
    read: Reading = lambda *_: None,
    *,
    strategies: tuple[str, ...] = (),
    database: Database | None = None,
    purse: Purse | None = None,
) -> Pipeline:
    """What answers questions, on the graph of the settings; `told` hears what is being prepared, `read` how
    far that is. The
    `strategies` are those of the settings where none are given. Verified pairs and what models cost are kept
    in the `database`; without one, pairs come from files alone and days begin with the process. Without a
    `purse` that of the settings pays.

    Raises BadInput for a file that cannot be read, OperatorsMove for a store that fails, BadSetting for a
    strategy that does not exist and for what is closed and has no such name.
    """
    chosen = strategies_of(replaced(settings, strategies))
    made, prompts = makers(settings), prompts_of(settings)
    purse = purse or open_purse(settings, database)
    terms = await open_terms(settings, progress, told, read)
    conditions, unsure = await conditions_of(settings, terms.ontology, terms.graph)
    shelf = await shelf_of(settings, database, terms.ontology, conditions, told)
    linking = await open_linking(settings, terms, told)
    passages, said = await open_passages(settings, terms.without(conditions.closed), chosen, told)
    tables = await open_tables(settings, terms, conditions, chosen, told)
    notices = (*unsure, *linking.notices, *said)
    for notice in notices:
        told(notice)
    ontology = replace(terms.ontology, notices=(*terms.ontology.notices, *notices))
    described = replace(terms.described, text_search=linking.text_search)
    kit = await kit_of(
        replace(terms, ontology=ontology, described=described),
        limits=limits_of(settings),
        strategies=chosen,
        makers=made,
        ways=linking.ways,
        linkers=linking.linkers,
        definitions=read_definitions(settings.definitions) if settings.definitions else (),
        conditions=conditions,
        purse=purse,
        shelf=shelf,
        prompts=prompts,
        passages=passages,
        sure=settings.sure,
        patience=settings.model_reply_seconds,
        calibration=calibration_of(settings),
        tables=tables,
        functions=open_functions(settings, chosen),
    )
    for notice in kit.definitions.problems.values():
        told(notice)
    return Pipeline(kit)


async def open_whole_core(
    settings: Settings,
    progress: Progress | None = None,
    told: Told = lambda _: None,
    read: Reading = lambda *_: None,
    *,
    database: Database | None = None,
) -> Pipeline | Router:
    """The core as commands open it, of one graph or of several: with the `database` that is given; else with
    its own where there is one already, or what models cost must be kept. Of several graphs one that cannot be
    opened is left for later. Raises as `open_core` and `open_database` do, also where none of several can be
    opened, and BadSetting for a file of graphs that cannot be read.
    """
    if database is None and (settings.model_name or has_database(settings)):
        database = open_database(settings)
    several = read_graphs(settings)
    if not several:
        return await open_core(settings, progress, told, read, database=database)
    purse = open_purse(settings, database)  # one for all: what a person may spend is not spent on each
    cores: dict[str, Core] = {}
    for name, own in several.items():
        later = partial(open_core, own, database=database, purse=purse)
        opening = open_core(own, progress, told, read, database=database, purse=purse)
        cores[name] = await opened_or_asleep(name, opening, later)
    router = Router(cores)
    if (sleepers := asleep(router)) and len(sleepers) == len(cores):
        raise sleepers[0].why
    return router


def replaced(settings: Settings, strategies: tuple[str, ...]) -> Settings:
    """The settings with other strategies, where some are given."""
    return settings.model_copy(update={"strategies": ",".join(strategies)}) if strategies else settings


def close_core(core: Core) -> None:
    """Lets go of the graphs; the processes that read them end."""
    if isinstance(core, Router):
        for one in core.cores.values():
            close_core(one)
    elif isinstance(core, Pipeline):
        close_graph(core.kit.graph)
