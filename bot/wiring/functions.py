"""Settings -> the functions that the strategies *functions* and *calls* may call."""

from __future__ import annotations

from pathlib import Path

from bot.access.reading import nearest
from bot.settings import Settings, name_of
from connectors.definitions import read as read_definitions
from connectors.functions.calls import Calls
from connectors.functions.rates import read as read_rates
from connectors.functions.registered import registered
from kgqa.definitions.definition import Definitions
from kgqa.errors import BadSetting
from kgqa.functions.shipped import shipped
from kgqa.strategies.calls import NAME as BY_MODEL
from kgqa.strategies.functions import NAME


def open_functions(settings: Settings, chosen: tuple[str, ...]) -> Calls | None:
    """The functions, where one of their strategies is among those that are `chosen`. Raises BadSetting for
    one that cannot be imported, and for a closed one that does not exist, whatever is chosen; BadInput for a
    file of rates.
    """
    if not ({NAME, BY_MODEL}.intersection(chosen) or settings.closed_functions):
        return None
    rates = read_rates(settings.rates) if settings.rates else ()
    own = read_definitions(settings.definitions) if settings.definitions else ()
    found = registered(shipped(rates, Definitions(every=own)), _names(settings.functions), Path.cwd())
    closed = _names(settings.closed_functions)
    known = sorted(f.name for f in found)
    for name in closed:
        if name not in known:
            raise BadSetting(
                f"The setting {name_of('closed_functions')} is not right: There is no function “{name}”."
                f"{nearest(name, known)} There are: {', '.join(known)}."
            )
    if not {NAME, BY_MODEL}.intersection(chosen):
        return None
    return Calls(found, closed, settings.function_seconds)


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.replace(",", " ").split())
