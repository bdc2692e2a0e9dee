"""Settings -> what answers questions."""

from __future__ import annotations

from dataclasses import replace

from bot.settings import Settings
from bot.wiring.conditions import conditions_of
from bot.wiring.graphs import Progress, close_graph, limits_of
from bot.wiring.linkers import open_linking
from bot.wiring.names import open_terms
from connectors.definitions import read as read_definitions
from kgqa.errors import BadSetting
from kgqa.linking.build import Told
from kgqa.pipeline import Pipeline
from kgqa.prepare import STRATEGIES, kit_of


async def open_core(
    settings: Settings,
    progress: Progress | None = None,
    told: Told = lambda _: None,
    *,
    strategies: tuple[str, ...] = ("interpret",),
) -> Pipeline:
    """What answers questions, on the graph of the settings; `told` hears what is being prepared.

    Raises BadInput for a file that cannot be read, OperatorsMove for a store that fails, BadSetting for a
    strategy that does not exist and for what is closed and has no such name.
    """
    if missing := [name for name in strategies if name not in STRATEGIES]:
        known = ", ".join(STRATEGIES)
        raise BadSetting(f"There is no strategy “{missing[0]}”. Those that exist: {known}.")
    terms = await open_terms(settings, progress, told)
    conditions, unsure = await conditions_of(settings, terms.ontology, terms.graph)
    linking = await open_linking(settings, terms, told)
    notices = (*unsure, *linking.notices)
    for notice in notices:
        told(notice)
    ontology = replace(terms.ontology, notices=(*terms.ontology.notices, *notices))
    described = replace(terms.described, text_search=linking.text_search)
    kit = await kit_of(
        replace(terms, ontology=ontology, described=described),
        limits=limits_of(settings),
        strategies=strategies,
        ways=linking.ways,
        linkers=linking.linkers,
        definitions=read_definitions(settings.definitions) if settings.definitions else (),
        conditions=conditions,
    )
    for notice in kit.definitions.problems.values():
        told(notice)
    return Pipeline(kit)


def close_core(core: Pipeline) -> None:
    """Lets go of the graph; the processes that read it end."""
    close_graph(core.kit.graph)
