"""For every test: no model is called but on this machine, and how many examples are made up."""

from __future__ import annotations

import pytest
from hypothesis import settings

from connectors.models.real_calls import Calls, allow
from tests.examples import ALL, FEW

allow(Calls.LOOPBACK)


def pytest_configure(config: pytest.Config) -> None:
    """What names the tests of Hypothesis, as `make slow` does, is after rare cases."""
    settings.load_profile(ALL if "hypothesis" in str(config.option.markexpr) else FEW)
