"""Whatever breaks under load, each acknowledged message is answered once, or told plainly that it failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.faults.breaking import FAULTS
from benchmarks.faults.trial import CannotRun, tried

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("postgres", [False, True], ids=["sqlite", "postgresql"])
@pytest.mark.parametrize("name", FAULTS)
async def test_nothing_is_lost_and_nothing_answered_twice(tmp_path: Path, name: str, postgres: bool) -> None:
    try:
        found = await tried(name, tmp_path, kills=4, seconds=8, rate=1, postgres=postgres)
    except CannotRun as why:
        pytest.skip(str(why))
    assert (found.lost, found.twice, found.chain) == (0, 0, "verifies")
    assert found.once == found.acknowledged == found.asked
    if name in ("database cut", "disk full"):
        assert found.refused > 0  # the fault was felt
    if not name.startswith("killed"):
        assert found.interrupted == 0
    if name == "killed while posting":
        assert found.interrupted > 0  # nobody can look whether the answer stands
    if name == "model hung":
        assert found.failed > 0
