"""What several tests of the bot share."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import wiring
from bot.settings import Settings
from kgqa.pipeline import Pipeline
from tests.sample_names import with_names
from tests.sqlite import with_tables


@pytest.fixture(autouse=True)
def _log_as_before() -> Iterator[None]:
    """A command keeps the log off the screen for its whole process, which here is that of other tests too."""
    disabled, level = logging.root.manager.disable, logging.getLogger("bot").level
    yield
    logging.disable(disabled)
    logging.getLogger("bot").setLevel(level)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder of the test's own, with the tables of the database and the names of the sample company;
    commands find it in the environment.
    """
    folder = tmp_path / "data"
    with_tables(folder / "querist.db", folder / "querist-work.db")
    with_names(folder)
    monkeypatch.setenv("QUERIST_DATA", str(folder))
    return folder


@pytest.fixture(scope="session")
def core(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pipeline]:
    """The real core on the sample company."""
    folder = tmp_path_factory.mktemp("sample")
    with_names(folder)
    settings = Settings(_env_file=None, data=folder)  # type: ignore[call-arg]  # pydantic's own
    opened = asyncio.run(wiring.open_core(settings))
    yield opened
    wiring.close_core(opened)
