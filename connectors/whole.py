"""Files that are whole or not there, and locks between processes: what every folder of kept things needs.

In: paths. Out: JSON that is written in one step, locks that end with their process.
"""

from __future__ import annotations

import fcntl
import json
import os
from pathlib import Path


def write(path: Path, content: object) -> None:
    """Writes JSON whole or not at all, also when the power goes."""
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    with part.open("w", encoding="utf-8") as file:
        json.dump(content, file)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
    sync(path.parent)


def sync(path: Path) -> None:
    """Comes back when the file, or the names in the folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def lock(path: Path, *, alone: bool) -> int | None:
    """Takes the lock of a file, or returns None when another process is in the way. Closing the number frees
    it. One that is shared is taken of a file that is there: who may only read can do that.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT if alone else os.O_RDONLY, 0o600)
    try:
        fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return None
    except OSError:
        os.close(handle)
        raise
    return handle
