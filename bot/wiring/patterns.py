"""Settings -> what an admin says of the patterns of a graph, in the file that QUERIST_PROFILE names."""

from __future__ import annotations

from bot.graphs_file import read_toml
from bot.settings import Settings
from kgqa.ontology import Ontology, Ruling
from kgqa.patterns.rulings import rulings_of


def ruled_in(settings: Settings, ontology: Ontology) -> tuple[Ruling, ...]:
    """What the file says of this ontology; nothing where there is none. Raises BadSetting."""
    path = settings.profile
    return rulings_of(read_toml(path, "patterns"), ontology, str(path)) if path else ()
