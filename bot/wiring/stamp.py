"""Settings -> a stamp of what is asked, and of what of it is open: servers of one stamp give the same
answers, so they may answer each other's questions.
"""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from bot.access import read_access
from bot.graphs_file import Together, read_graphs
from bot.settings import Settings, listed
from bot.wiring.places import several

ACCESS = ", access"  # no name of a graph has a comma
_DIGITS = 12
_LISTS = ("endpoint_user", "endpoint_graphs", "closed_classes", "closed_properties", "closed_graphs")


def stamp_of(settings: Settings) -> str:
    """Twelve hex digits of the graphs' names and addresses, the account that reads them, their ontologies and
    what is closed. Raises BadSetting for the files of graphs and of access.
    """
    graphs = read_graphs(settings) or {settings.graph_name: settings}
    told: dict[str, object] = {name: _of_graph(own) for name, own in graphs.items()}
    if access := read_access(settings):
        told[ACCESS] = access.text
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:_DIGITS]


def _of_graph(settings: Settings) -> list[object]:
    named = [sorted(listed(getattr(settings, name))) for name in _LISTS]
    ontology = str(Path(settings.ontology).absolute()) if settings.ontology else ""
    sources = [_of_graph(one) for one in settings.sources] if isinstance(settings, Together) else []
    return [sorted(map(_whole, several(settings.graph))), ontology, named, sources]


def _whole(source: str) -> str:
    """An address as it is, a path from its root: the same words name other files elsewhere."""
    return source if "://" in source else str(Path(source).absolute())
