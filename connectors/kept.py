"""A folder on disk in which loaded graphs are kept, so that the next start need not load them again.

In: a folder and the sources. Out: one generation, a folder of its own per content, which is ready or is
to be loaded. `NAME/` holds the store, `NAME.json` is written last and says that it is whole, and
`NAME.lock` is held exclusively while it is loaded and shared while it is read: a half-finished load has no
`.json` and is done again, a changed file has another name, and readers never see a store being written.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pyoxigraph

from connectors import files, whole
from connectors.files import Source
from kgqa.errors import BadSetting, GraphUnavailable

_STAMPS = "stamps.json"
_NAME = f"graph-{{}}-oxigraph-{pyoxigraph.__version__}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Generation:
    """One content of the graph, kept or to be kept in `store`."""

    store: Path
    fingerprint: str

    @property
    def _whole(self) -> Path:
        return self.store.with_name(self.store.name + ".json")

    def triples(self) -> int | None:
        """How many triples it holds, or None when it was never loaded to the end."""
        try:
            return int(json.loads(self._whole.read_text("utf-8"))["triples"])
        except (OSError, ValueError, KeyError):
            return None

    def finish(self, triples: int) -> None:
        """Says that the load has come to its end."""
        whole.write(self._whole, {"triples": triples, "fingerprint": self.fingerprint})

    def clear(self) -> None:
        """Removes what an earlier load has left."""
        self._whole.unlink(missing_ok=True)
        shutil.rmtree(self.store, ignore_errors=True)

    def lock(self, *, alone: bool) -> int | None:
        """Takes the lock, or returns None when another process is in the way. Closing the number frees it."""
        path = self.store.with_name(self.store.name + ".lock")
        path.touch(mode=0o600)
        return whole.lock(path, alone=alone)


def generation(folder: Path, sources: Sequence[Source]) -> Generation:
    """The generation of `folder` for what the sources hold now.

    A file whose size and time of change are as before is not read again. Raises BadSetting when the folder
    cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        fingerprint = _fingerprint(folder / _STAMPS, sources)
    except OSError as error:
        raise BadSetting(
            f"The store folder {folder} cannot be used: {error.strerror}. "
            "Name a folder that may be written, or leave the setting empty to keep the graph in memory."
        ) from error
    return Generation(store=folder / _NAME.format(fingerprint[:16]), fingerprint=fingerprint)


def busy(generation: Generation) -> GraphUnavailable:
    """What to say when another process is loading the same generation."""
    return GraphUnavailable(
        f"Another process is loading this graph into {generation.store.parent} at this moment. "
        "Start again when it is done, or name another store folder."
    )


def remove_old(current: Generation) -> None:
    """Removes the generations that nobody reads any more."""
    for file in current.store.parent.glob("graph-*.json"):
        old = Generation(store=file.with_suffix(""), fingerprint="")
        if file.stem == current.store.name:
            continue
        held = old.lock(alone=True)
        if held is not None:
            old.clear()
            os.close(held)


def _fingerprint(stamps: Path, sources: Sequence[Source]) -> str:
    try:
        known = dict(json.loads(stamps.read_text("utf-8")))
    except (OSError, ValueError):
        known = {}
    now: dict[str, list[object]] = {}
    for source in sources:
        key = str(source.path.resolve())
        before = known.get(key)
        if before and before[:2] == [source.size, source.modified]:
            now[key] = before
        else:
            now[key] = [source.size, source.modified, files.content_hash(source)]
    if now != known:
        whole.write(stamps, now)
    return files.combine(str(stamp[2]) for stamp in now.values())
