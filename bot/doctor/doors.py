"""The doors for machines: which are open, and to whom."""

from __future__ import annotations

from bot import wiring
from bot.doctor.finding import Finding, Visit, note, ok, skipped
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
    names = [token.caller.name for token in wiring.tokens_of(visit.settings)]
    told = f"{', '.join(wanted)}, open to "
    return ok(told + (", ".join(names) if names else "programs on this machine, without a token"))
