"""The functions that are there: those that Querist brings, those that packages register under the entry point
group `querist.functions`, and those that a setting names as `module:callable`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import Any

from connectors.imported import imported
from kgqa.errors import BadSetting
from kgqa.functions import Function, NotCallable, described

GROUP = "querist.functions"


def registered(
    shipped: Sequence[Function],
    named: Iterable[str] = (),
    folder: Path | None = None,
    installed: Iterable[EntryPoint] | None = None,
) -> tuple[Function, ...]:
    """All functions, each name once: one of an admin's own goes before a package's, and that before a shipped
    one. Raises BadSetting for what cannot be imported or is no function.
    """
    found = {f.name: f for f in shipped}
    points = entry_points(group=GROUP) if installed is None else installed
    for point in sorted(points, key=lambda p: p.name):
        made = _made(f"The function {point.name}", point.value, folder, point.name)
        found[made.name] = made
    for place in named:
        if ":" not in place:
            raise BadSetting(f"“{place}” names no function. Write it as module:callable.")
        made = _made(f"The function {place}", place, folder, "")
        found[made.name] = made
    return tuple(found.values())


def _made(title: str, place: str, folder: Path | None, name: str) -> Function:
    call: Any = imported(title, place, folder, is_made=lambda thing: isinstance(thing, Function))
    try:
        return call if isinstance(call, Function) else described(call, name=name)
    except NotCallable as error:
        raise BadSetting(f"{title} ({place}) is none: {error}") from error
