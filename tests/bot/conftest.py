"""What several tests of the bot share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from bot import wiring
from bot.settings import Settings
from kgqa.pipeline import Pipeline


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """A command keeps the log off the screen for its whole process, which here is that of other tests too."""
    disabled = logging.root.manager.disable
    yield
    logging.disable(disabled)


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    """The real core on the sample company."""
    settings = Settings(_env_file=None, data=tmp_path_factory.mktemp("sample"))  # type: ignore[call-arg]  # pydantic's own
    opened = asyncio.run(wiring.open_core(settings))
    yield opened
    wiring.close_core(opened)
