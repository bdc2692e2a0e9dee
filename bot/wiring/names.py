"""Settings -> the names of a graph: where they are kept, what lexicons add, which model may propose more."""

from __future__ import annotations

import hashlib
import re
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from bot.graphs_file import Together
from bot.settings import Settings
from bot.wiring.conditions import closed_of
from bot.wiring.graphs import Progress, graphs_of, limits_of, open_full_graph, open_ontology
from bot.wiring.patterns import ruled_in
from bot.wiring.places import data_folder, several
from connectors import custom, lexicons
from connectors.names.shelf import Shelf
from kgqa.linking.build import Progress as Reading
from kgqa.linking.build import Told
from kgqa.linking.lexicon import Lexicon
from kgqa.linking.ways import Ways
from kgqa.terms import Terms, terms_as_they_are, terms_of


async def open_terms(
    settings: Settings,
    loaded: Progress | None = None,
    told: Told = lambda _: None,
    progress: Reading = lambda *_: None,
    *,
    look: bool = False,
    fresh: bool = False,
) -> Terms:
    """The terms of the graph of the settings with its names, read where they are not up to date; who only
    wants a `look` gets those that were read last. Raises as `open_core` does.
    """
    by_name = open_ways(settings).by_name
    named, given = open_lexicons(settings), open_ontology(settings)
    graph, shelf = await open_full_graph(settings, loaded), open_shelf(settings)
    limits = limits_of(settings)
    closed, ruled = partial(closed_of, settings), partial(ruled_in, settings)
    if look:
        return await terms_as_they_are(
            graph, given, limits=limits, shelf=shelf, lexicons=named, told=told, closed=closed, ruled=ruled
        )
    return await terms_of(
        graph,
        given,
        limits=limits,
        shelf=shelf,
        lexicons=named,
        told=told,
        progress=progress,
        fresh=fresh,
        by_name=by_name,
        closed=closed,
        ruled=ruled,
    )


def open_shelf(settings: Settings) -> Shelf:
    """Where the names of this graph are kept: a folder of its own in the data folder."""
    sources = tuple(map(_address, several(settings.graph)))
    of = "\n".join((*sources, settings.ontology, settings.endpoint_user))  # others may see another
    of += "".join(f"\n{graph}" for graph in graphs_of(settings))
    for own in settings.sources if isinstance(settings, Together) else ():
        of += "\n".join(("", own.graph_name, own.ontology, own.endpoint_user, *graphs_of(own)))
    last = sources[-1] if sources else "sample"
    called = urlsplit(last).hostname if "://" in last else Path(last).stem
    called = re.sub(r"[^a-z0-9]+", "-", (called or "").lower()).strip("-")[:40] or "graph"
    return Shelf(data_folder(settings) / "index" / f"{called}-{hashlib.sha256(of.encode()).hexdigest()[:8]}")


def _address(source: str) -> str:
    """A source as it is called from everywhere."""
    return source if "://" in source else str(Path(source).expanduser().resolve())


def open_ways(settings: Settings) -> Ways:
    """The ways as the settings choose them, whatever the graph. Raises BadSetting."""
    return custom.read_file(settings.linking) if settings.linking else Ways()


def open_lexicons(settings: Settings) -> tuple[Lexicon, ...]:
    """The lexicons that the settings name. Raises BadInput."""
    return tuple(lexicons.read(path) for path in lexicons.find(several(settings.lexicon)))


def lexicon_at(path: Path) -> Lexicon | None:
    """The lexicon that stands in a file, None where there is no file yet. Raises BadInput, also when none
    could be written there.
    """
    lexicons.refuse_unwritable(path)
    return lexicons.read(path) if path.exists() else None


def write_lexicon(path: Path, lexicon: Lexicon) -> None:
    """Writes a lexicon. Raises BadInput."""
    lexicons.write(path, lexicon)
