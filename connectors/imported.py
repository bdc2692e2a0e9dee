"""An admin's callable by where it stands: "module:function" -> the callable."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from connectors.words import clean
from kgqa.errors import BadSetting


def imported(
    name: str,
    place: str,
    folder: Path | None = None,
    *,
    is_made: Callable[[Any], bool] = lambda _: False,
) -> Callable[..., Any]:
    """The callable at `place`, or what a decorator has made of one; modules are looked for among the
    installed ones and in `folder`. Raises BadSetting, which speaks of `name`, for one that cannot be imported
    or cannot be called.
    """
    module, _, attribute = place.partition(":")
    known = list(sys.path)
    if folder is not None:
        sys.path.append(str(folder))
    try:
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (Exception, SystemExit) as error:
        raise BadSetting(
            f"{name} ({place}) cannot be imported: {type(error).__name__}: {clean(str(error))}"
        ) from error
    finally:
        sys.path[:] = known
    if not (callable(found) or is_made(found)):
        raise BadSetting(f"{name} ({place}) is nothing that can be called. Name a function.")
    called: Callable[..., Any] = found
    return called
