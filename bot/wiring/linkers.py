"""Settings -> the ways to the things of each class, and the linkers that these lead to."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.settings import Settings
from bot.wiring.names import open_shelf, open_ways
from connectors import custom
from connectors.embedders import open_embedders
from connectors.text_search.detection import PLAIN, chosen
from connectors.text_search.search import TextSearch
from kgqa.language import guess
from kgqa.linking.build import Told
from kgqa.linking.entry import Thing
from kgqa.linking.index import TermIndex
from kgqa.linking.names import Naming
from kgqa.linking.parts import text_properties
from kgqa.linking.searching import searched
from kgqa.linking.semantic import NAME as SEMANTIC
from kgqa.linking.semantic import with_meaning
from kgqa.linking.ways import Ways, fitted
from kgqa.ontology import Ontology
from kgqa.ports import Graph, Linker
from kgqa.terms import Terms
from kgqa.types import Match


@dataclass(frozen=True, slots=True, kw_only=True)
class Linking:
    """What finds names: their `index`, and `linkers` beside it. `text_search` names the store's own, where it
    is used; `notices` are what an admin should know.
    """

    index: TermIndex
    ways: Ways
    linkers: tuple[Linker, ...] = ()
    text_search: str | None = None
    notices: tuple[str, ...] = ()


async def open_linking(settings: Settings, terms: Terms, told: Told = lambda _: None) -> Linking:
    """The ways that the settings choose, and every linker that they lead to. Raises BadSetting and
    GraphUnavailable.
    """
    index = terms.index()
    ways, linkers, notices = open_linkers(settings, terms.ontology, index.thing)
    ways, text = await open_text_search(settings, terms.graph, terms.naming, terms.ontology, ways)
    if text:
        told(f"names are also looked for by {text.dialect.store}")
        linkers, notices = (*linkers, text), (*notices, *text.notices)
    meaning, said = await open_meaning(settings, index, terms.ontology, ways, told)
    return Linking(
        index=index,
        ways=ways,
        linkers=(*linkers, *meaning),
        text_search=text.dialect.name if text else None,
        notices=(*notices, *said),
    )


def open_linkers(
    settings: Settings, ontology: Ontology, thing: Callable[[str], Thing | None]
) -> tuple[Ways, tuple[Linker, ...], tuple[str, ...]]:
    """The ways that the settings choose, the admin's own linkers, and what an admin should know of them.

    Raises BadSetting.
    """
    file = settings.linking
    ways, notices = fitted(open_ways(settings), ontology)
    folder = file.parent if file else None
    return ways, custom.load_linkers(ways, ontology=ontology, thing=thing, folder=folder), notices


async def open_text_search(
    settings: Settings, graph: Graph, naming: Naming, ontology: Ontology, ways: Ways
) -> tuple[Ways, TextSearch | None]:
    """The store's own search for names, where some class's ways lead there or the settings name its kind;
    with ways that lead there. Raises BadSetting and GraphUnavailable.
    """
    way, setting = TextSearch.name, settings.text_search
    asked = any(way in each for each in (ways.default, *ways.by_class.values()))
    if setting == "off" or (setting == "auto" and not asked):
        return ways, None
    dialect = await chosen(graph, naming, setting) or PLAIN
    schema = (*ontology.classes, *ontology.properties)
    if not asked:
        ways = replace(ways, default=(*ways.default, way))
    values = () if ways.by_name else text_properties(ontology, naming)  # their literals are not copied either
    return ways, TextSearch(graph, dialect, naming, values=values, schema=schema)


async def open_meaning(
    settings: Settings, index: TermIndex, ontology: Ontology, ways: Ways, told: Told = lambda _: None
) -> tuple[tuple[Linker, ...], tuple[str, ...]]:
    """The linker by meaning, where the settings name a model, and what an admin should know. Names without a
    vector get one first. Raises BadSetting.
    """
    model = settings.embeddings_model
    if not model:
        asked = any(SEMANTIC in each for each in (ways.default, *ways.by_class.values()))
        notice = (
            "Some ways are “semantic”, and no model of meaning is set up: QUERIST_EMBEDDINGS_MODEL is empty."
        )
        return (), (notice,) if asked else ()
    patient, quick = open_embedders(
        model, settings.embeddings_url, settings.embeddings_key.get_secret_value()
    )
    from connectors.names.meaning import linker_by_meaning  # now it is sure that numpy is there

    folder = open_shelf(settings).folder / "meaning"
    entries = with_meaning(ontology, index, ways)
    linker, notices = await linker_by_meaning(folder, entries, patient, quick, told)
    return (linker,) if linker else (), notices


async def search(
    settings: Settings, terms: Terms, phrase: str, *, limit: int
) -> tuple[tuple[Match, ...], tuple[str, ...]]:
    """What a phrase may mean, as questions would find it; and what could not be asked."""
    linking = await open_linking(settings, terms)
    found, notices = await searched(
        phrase, terms.index(), linking.linkers, linking.ways, guess(phrase), limit=limit
    )
    return found, (*linking.notices, *notices)
