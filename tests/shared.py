"""What is made once for all tests, which run in several processes: the first that wants it makes it."""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

_PLACE = "TESTS_SHARED"


def share(config: pytest.Config) -> None:
    """Has this process and those that it starts share a folder, which goes with it."""
    if _PLACE not in os.environ:
        folder = tempfile.TemporaryDirectory(prefix="querist-shared")
        os.environ[_PLACE] = folder.name
        config.add_cleanup(folder.cleanup)


@cache
def made_once(name: str, make: Callable[[Path], None]) -> Path:
    """The folder of this name, which `make` has filled."""
    place = Path(os.environ[_PLACE])
    folder, made = place / name, place / f"{name}.made"
    with (place / f"{name}.lock").open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        if not made.exists():
            folder.mkdir(exist_ok=True)
            make(folder)
            made.touch()
    return folder
