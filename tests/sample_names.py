"""The names of the sample company as a second start of Querist finds them: read, and in their index."""

from __future__ import annotations

import asyncio
import multiprocessing
import shutil
import tempfile
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path

from bot.settings import Settings
from bot.wiring import close_core, open_core


@cache
def _made() -> tempfile.TemporaryDirectory[str]:
    """A data folder with the index; it goes with this process."""
    folder = tempfile.TemporaryDirectory(prefix="querist-names")
    settings = Settings(_env_file=None, data=Path(folder.name))  # type: ignore[call-arg]  # pydantic's own
    with ThreadPoolExecutor(1) as apart:  # who asks may be in an event loop
        close_core(apart.submit(lambda: asyncio.run(open_core(settings))).result())
    return folder


def with_names(folder: Path) -> None:
    """Puts the index into a data folder where there is none yet: to read the names anew costs a test seconds.
    A process that a test starts, of which each is new, makes its own.
    """
    if (folder / "index").exists() or multiprocessing.parent_process() is not None:
        return
    shutil.copytree(Path(_made().name, "index"), folder / "index")
