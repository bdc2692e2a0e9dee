"""Settings -> the folder in which what was prepared for a graph stands."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

from bot.settings import Settings, name_of
from bot.wiring.places import several
from connectors.prepared import LEXICON, LIBRARY, TERMS, Prepared, Taken

__all__ = ["Prepared", "Taken", "open_prepared", "settings_for"]

ENDING = ".prepared"


def open_prepared(settings: Settings, folder: Path | None = None) -> Prepared:
    """The folder beside the graph's file; for an endpoint, and for several files, one where we stand."""
    return Prepared(folder or beside(settings, ENDING))


def beside(settings: Settings, ending: str) -> Path:
    """A folder for what belongs to the graph of the settings."""
    sources = several(settings.graph)
    if len(sources) == 1 and "://" not in sources[0]:
        path = Path(sources[0])
        return path.parent / f"{path.name.partition('.')[0] or 'graph'}{ending}"
    last = settings.graph_name or (urlsplit(sources[0]).hostname if len(sources) == 1 else "") or "graph"
    return Path(f"{re.sub(r'[^a-z0-9]+', '-', last.lower()).strip('-')}{ending}")


def settings_for(prepared: Prepared, taken: Taken) -> tuple[tuple[str, str], ...]:
    """The settings that name what was taken over."""
    given = (
        ("lexicon", LEXICON, taken.names),
        ("definitions", TERMS, taken.meanings),
        ("library", LIBRARY, taken.questions),
    )
    return tuple((name_of(field), str(prepared.folder / file)) for field, file, some in given if some)
