"""Settings -> the documents to read facts out of, and the folder in which what was read stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from bot.settings import Settings, name_of
from bot.wiring.prepared import beside
from connectors.extracted import Extracted, Taken
from connectors.passages.folder import read_several
from kgqa.errors import BadInput
from kgqa.passages.passage import Passage

__all__ = ["Extracted", "Taken", "open_documents", "open_extracted"]

ENDING = ".extracted"


def open_extracted(settings: Settings, folder: Path | None = None) -> Extracted:
    """The folder beside the graph's file; for an endpoint, and for several files, one where we stand."""
    return Extracted(folder or beside(settings, ENDING))


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
