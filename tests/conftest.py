"""For every test: no model is called but on this machine, how many examples are made up, and what the garbage
collector looks through.
"""

from __future__ import annotations

import gc

import pytest
from hypothesis import settings

from connectors.models.real_calls import Calls, allow
from tests.examples import ALL, FEW

allow(Calls.LOOPBACK)


def pytest_configure(config: pytest.Config) -> None:
    """What names the tests of Hypothesis, as `make slow` does, is after rare cases."""
    settings.load_profile(ALL if "hypothesis" in str(config.option.markexpr) else FEW)


def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: to look through it again and again costs a
    twelfth of all time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
