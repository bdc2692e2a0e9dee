"""For every test: no model is called but on this machine, how many examples are made up, where files go, and
what the garbage collector looks through.
"""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings

from connectors.models.real_calls import Calls, allow
from tests.examples import ALL, FEW
from tests.shared import share

allow(Calls.LOOPBACK)
gc.disable()  # until all is collected

MEMORY = Path("/dev/shm")  # noqa: S108  # where Linux keeps files in memory
ROOM = 4 * 2**30  # bytes: a run writes half of it; a container has often much less


@pytest.hookimpl(optionalhook=True)  # without xdist there are no workers
def pytest_xdist_auto_num_workers() -> int:
    """As many as there are cores, two to four. One more would use the time in which tests wait, and costs
    more than that: each worker imports all there is.
    """
    return min(max(os.cpu_count() or 1, 2), 4)


def pytest_configure(config: pytest.Config) -> None:
    """What names the tests of Hypothesis, as `make slow` does, is after rare cases.

    Files are written to memory where there is room: each commit of a database waits for the disk, and nobody
    needs them after a power cut.
    """
    if "TMPDIR" not in os.environ and MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM:
        os.environ["TMPDIR"] = tempfile.tempdir = str(MEMORY)
    share(config)
    settings.load_profile(ALL if "hypothesis" in str(config.option.markexpr) else FEW)


def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: to look through it again and again costs a
    twelfth of all time.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 20, 50)
