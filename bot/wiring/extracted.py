"""Settings -> the documents to read facts out of, and the folder in which what was read stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.settings import Settings, name_of
from bot.wiring.places import several
from bot.wiring.prepared import beside
from connectors.extracted import FACTS, Extracted, Taken
from connectors.passages.folder import read_several
from kgqa.errors import BadInput
from kgqa.passages.passage import Passage

__all__ = ["Extracted", "Taken", "open_documents", "open_extracted", "without_facts"]

ENDING = ".extracted"


def open_extracted(settings: Settings, folder: Path | None = None) -> Extracted:
    """The folder beside the graph's file; for an endpoint, and for several files, one where we stand."""
    return Extracted(folder or beside(settings, ENDING))


def without_facts(settings: Settings, folder: Path | None = None) -> Settings:
    """The settings without what was taken over before: documents are held against the graph as it was."""

    def is_ours(source: str) -> bool:
        path = Path(source)
        own = folder is not None and path.resolve().parent == folder.resolve()
        return "://" not in source and path.name == FACTS and (own or path.parent.name.endswith(ENDING))

    kept = [source for source in several(settings.graph) if not is_ours(source)]
    return settings.model_copy(update={"graph": ",".join(kept)})


def open_documents(settings: Settings, paths: Sequence[Path], notices: list[str]) -> Iterator[Passage]:
    """The passages of these files and folders, else of the folder of the settings; what cannot be read is
    told in `notices`. It blocks. Raises BadInput where there are none.
    """
    some = list(paths) or ([settings.documents] if settings.documents else [])
    if not some:
        raise BadInput(
            f"Name the documents to read: files or a folder. Or set {name_of('documents')} to their folder."
        )
    return read_several(some, notices)
