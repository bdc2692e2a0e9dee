"""The names of the sample company as a second start of Querist finds them: read, and in their index."""

from __future__ import annotations

import asyncio
import multiprocessing
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot.settings import Settings
from bot.wiring import close_core, open_core
from tests.shared import made_once


def _make(folder: Path) -> None:
    settings = Settings(_env_file=None, data=folder)  # type: ignore[call-arg]  # pydantic's own
    with ThreadPoolExecutor(1) as apart:  # who asks may be in an event loop
        close_core(apart.submit(lambda: asyncio.run(open_core(settings))).result())


def with_names(folder: Path) -> None:
    """Puts the index into a data folder where there is none yet: to read the names anew costs a test seconds.
    A process that a test starts, of which each is new, makes its own.
    """
    if (folder / "index").exists() or multiprocessing.parent_process() is not None:
        return
    shutil.copytree(made_once("names", _make) / "index", folder / "index")
