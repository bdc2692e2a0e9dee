"""Visits of the doctor in tests: settings that name nothing of this machine, and one finding by its name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.doctor import CHECKS, Finding, Visit, examine
from bot.settings import Settings

GRAPH = """@prefix : <https://example.org/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:a a :Town ; rdfs:label "Aldham" ; :mayor :m . :m a :Person ; rdfs:label "Mona Orr" .
"""


def settings(folder: Path, **given: Any) -> Settings:
    """Settings with a data folder of the test's own; nothing else is set but what is `given`."""
    return Settings(_env_file=None, data=folder / "data", port=0, **given)  # type: ignore[call-arg]


def company(folder: Path) -> str:
    """A small graph as a file."""
    file = folder / "company.ttl"
    file.write_text(GRAPH, "utf-8")
    return str(file)


async def findings(visit: Visit, *names: str) -> dict[str, Finding]:
    """What the checks of these names find, in their order."""
    chosen = [check for check in CHECKS if check.name in names]
    assert len(chosen) == len(names)
    return {name: found async for name, found in examine(visit, chosen)}


async def finding(visit: Visit, name: str) -> Finding:
    return (await findings(visit, name))[name]
