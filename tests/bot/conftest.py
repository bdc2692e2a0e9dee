"""What several tests of the bot share."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from bot import wiring
from bot.settings import Settings
from kgqa.pipeline import Pipeline


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    """The real core on the sample company."""
    settings = Settings(_env_file=None, data=tmp_path_factory.mktemp("sample"))  # type: ignore[call-arg]  # pydantic's own
    opened = asyncio.run(wiring.open_core(settings))
    yield opened
    wiring.close_core(opened)
