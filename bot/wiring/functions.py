"""Settings -> the functions that the strategies *functions* and *calls* may call."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from bot.access import Access
from bot.access.reading import nearest
from bot.settings import Settings, listed, name_of
from connectors.definitions import read as read_definitions
from connectors.functions.calls import Calls
from connectors.functions.rates import read as read_rates
from connectors.functions.registered import registered
from kgqa.definitions.definition import Definitions
from kgqa.errors import BadSetting
from kgqa.functions.shipped import shipped
from kgqa.strategies.calls import NAME as BY_MODEL
from kgqa.strategies.functions import NAME


def open_functions(settings: Settings, chosen: tuple[str, ...], access: Access | None = None) -> Calls | None:
    """All functions, where one of their strategies is among those that are `chosen`. Raises BadSetting for
    one that cannot be imported, and for one that the settings or the rules of `access` close and that does
    not exist, whatever is chosen; BadInput for a file of rates.
    """
    is_asked = not {NAME, BY_MODEL}.isdisjoint(chosen)
    rules = [r for r in (access.rules if access else ()) if r.functions and r.is_about(settings.graph_name)]
    if not (is_asked or settings.closed_functions or rules):
        return None
    rates = read_rates(settings.rates) if settings.rates else ()
    own = read_definitions(settings.definitions) if settings.definitions else ()
    found = registered(shipped(rates, Definitions(every=own)), listed(settings.functions), Path.cwd())
    known = sorted(f.name for f in found)
    for name in listed(settings.closed_functions):
        if name not in known:
            raise BadSetting(
                f"The setting {name_of('closed_functions')} is not right: {_unknown(name, known)}"
            )
    for rule in rules:
        for name in rule.functions:
            if access and name not in known:
                raise access.refused(f"The rule “{rule.name}”: {_unknown(name, known)}", name, rule.name)
    return Calls(found, seconds=settings.function_seconds) if is_asked else None


def _unknown(name: str, known: Sequence[str]) -> str:
    return f"There is no function “{name}”.{nearest(name, known)} There are: {', '.join(known)}."
