"""What the core's tests share: one small zoo, prepared once."""

from __future__ import annotations

import pytest

from kgqa.pipeline import Kit
from tests.kgqa import zoo


@pytest.fixture(scope="session")
def kit() -> Kit:
    return zoo.zoo()
