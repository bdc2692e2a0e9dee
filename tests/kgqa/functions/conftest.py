"""The harbour, prepared once."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa.functions import harbour


@pytest.fixture(scope="session")
def known() -> Kit:
    return harbour.kit()
