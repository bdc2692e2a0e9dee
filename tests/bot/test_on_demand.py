"""What a package offers is imported when it is asked for."""

from __future__ import annotations

import subprocess
import sys
from types import ModuleType

import pytest

from bot import desk, wiring


@pytest.mark.parametrize("package", [desk, wiring])
def test_all_that_is_offered_is_there_and_nothing_else(package: ModuleType) -> None:
    assert [name for name in package.__all__ if getattr(package, name, None) is None] == []
    with pytest.raises(AttributeError, match="has no attribute 'nothing_of_the_kind'"):
        package.nothing_of_the_kind  # noqa: B018


@pytest.mark.slow
def test_help_imports_no_queue_no_database_and_no_chat() -> None:
    program = "import sys; from bot.cli import register; register(); print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "bot.commands.serve" in run.stdout.split()
    assert {"dbos", "sqlalchemy", "botbuilder.core", "slack_bolt"}.isdisjoint(run.stdout.split())
