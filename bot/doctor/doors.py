"""The doors for machines: which are open, and to whom."""

from __future__ import annotations

from bot import wiring
from bot.doctor.finding import Finding, Visit, note, ok, skipped
from bot.graphs_file import read_graphs
from bot.settings import name_of


async def opened(visit: Visit) -> Finding:
    """Whether each door can be opened, and lets in those only that it should. Raises BadSetting."""
    wanted = wiring.wanted_doors(visit.settings)
    if not wanted:
        unused = next((f for f in ("tokens", "datasets") if getattr(visit.settings, f)), None)
        if unused:
            return note(
                f"none is open, and {name_of(unused)} is set", f"Set {name_of('doors')} to open some."
            )
        return skipped(f"none is open ({name_of('doors')})")
    tokens = wiring.tokens_of(visit.settings)
    graphs = await _graphs(visit)
    if graphs:
        wiring.datasets_of(visit.settings, tokens, graphs)
    names = [token.caller.name for token in tokens]
    told = f"{', '.join(wanted)}, open to "
    told += ", ".join(names) if names else "programs on this machine, without a token"
    if not graphs and (visit.settings.datasets or any(token.caller.graphs for token in tokens)):
        return note(f"{told}; whether the graphs that they name are served is not known", "See Graph above.")
    return ok(told)


async def _graphs(visit: Visit) -> tuple[str, ...]:
    """The names of the graphs that are served; none where the only one cannot be asked for its name."""
    several = read_graphs(visit.settings)
    if several or visit.graph is None:
        return tuple(several)
    return ((await visit.graph.describe()).name,)
