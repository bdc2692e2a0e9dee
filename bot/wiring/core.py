"""Settings -> what answers questions."""

from __future__ import annotations

from functools import partial

from bot.access import Access
from bot.desk import Core, Router
from bot.graphs_file import read_graphs
from bot.settings import Settings
from bot.wiring.asleep import asleep, opened_or_asleep
from bot.wiring.conditions import conditions_of
from bot.wiring.desks import has_database, open_database
from bot.wiring.functions import open_functions
from bot.wiring.graphs import Progress, close_graph
from bot.wiring.kits import Kits
from bot.wiring.linkers import open_linking
from bot.wiring.models import open_purse
from bot.wiring.names import open_terms
from bot.wiring.passages import unopened
from bot.wiring.rights import ByRights, Widest, apart, closed_by, refuse_unknown_named_graphs
from bot.wiring.strategies import makers, prompts_of, strategies_of
from connectors.database.database import Database
from kgqa.check import Closed
from kgqa.check.closed import opened
from kgqa.library.shelf import Shelf
from kgqa.linking.build import Progress as Reading
from kgqa.linking.build import Told
from kgqa.pipeline import Kit, Pipeline
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
    access: Access | None = None,
) -> Pipeline:
    """What answers questions, on the graph of the settings; `told` hears what is being prepared, `read` how
    far that is. The
    `strategies` are those of the settings where none are given. Verified pairs and what models cost are kept
    in the `database`; without one, pairs come from files alone and days begin with the process. Without a
    `purse` that of the settings pays. With rules of `access`, each question is answered by its rights;
    without them everybody sees all that the settings leave open.

    Raises BadInput for a file that cannot be read, OperatorsMove for a store that fails, BadSetting for a
    strategy that does not exist and for what is closed by a name that nothing has.
    """
    chosen = strategies_of(replaced(settings, strategies))
    made, prompts = makers(settings), prompts_of(settings)
    purse = purse or open_purse(settings, database)
    functions = open_functions(settings, chosen, access)
    terms = await open_terms(settings, progress, told, read)
    conditions, unsure = await conditions_of(settings, terms.ontology, terms.graph)
    kits = Kits(
        settings=settings,
        terms=terms,
        conditions=conditions,
        linking=await open_linking(settings, terms, told),
        strategies=chosen,
        makers=made,
        prompts=prompts,
        purse=purse,
        database=database,
        functions=functions,
        notices=unsure,
        access=access,
    )
    core = await _by_rights(kits, access, told) if access else Pipeline(await kits.kit(told))
    for notice in core.kit.definitions.problems.values():
        told(notice)
    return core


async def _by_rights(kits: Kits, access: Access, told: Told) -> ByRights:
    """What answers each question by its rights. The kit of the least is made now, and closes most: what
    cannot be closed is said at the start.
    """
    whole = opened(kits.terms.ontology, Closed())
    rules = closed_by(access, kits.settings, kits.conditions.closed, whole)
    await refuse_unknown_named_graphs(access, kits.settings, whole, kits.terms.graph)
    if notice := unopened(access, kits.settings):
        told(notice)
    least = await (await kits.closing(rules.least, whole, str(access.path))).kit(
        told, apart=apart(rules.least)
    )

    async def making(closed: Closed) -> Kit:
        made = await kits.closing(closed, whole)
        return await made.kit(_unheard, apart=apart(closed), examples=least.examples)

    widest = Widest(ontology=kits.terms.ontology, conditions=kits.conditions, shelf=Shelf())
    return ByRights(least, rules, making, widest)


def _unheard(_: str) -> None:
    """What an admin should know was said when the graph was opened."""


async def open_whole_core(
    settings: Settings,
    progress: Progress | None = None,
    told: Told = lambda _: None,
    read: Reading = lambda *_: None,
    *,
    database: Database | None = None,
    access: Access | None = None,
) -> Pipeline | Router:
    """The core as commands open it, of one graph or of several: with the `database` that is given; else with
    its own where there is one already, or what models cost must be kept. Of several graphs one that cannot be
    opened is left for later. Raises as `open_core` and `open_database` do, also where none of several can be
    opened, and BadSetting for a file of graphs that cannot be read. By the rules of `access`, as `open_core`.
    """
    if database is None and (settings.model_name or has_database(settings)):
        database = open_database(settings)
    several = read_graphs(settings)
    if not several:
        return await open_core(settings, progress, told, read, database=database, access=access)
    purse = open_purse(settings, database)  # one for all: what a person may spend is not spent on each
    cores: dict[str, Core] = {}
    for name, own in several.items():
        later = partial(open_core, own, database=database, purse=purse, access=access)
        opening = open_core(own, progress, told, read, database=database, purse=purse, access=access)
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
