"""The language model: whether it answers, and what bounds its cost."""

from __future__ import annotations

from bot import wiring
from bot.doctor.finding import Finding, Visit, note, ok, skipped
from bot.settings import name_of

_SAY = (("user", "Reply with the word ready."),)
_TOKENS = 8


async def model(visit: Visit) -> Finding:
    """One call of a few tokens."""
    settings = visit.settings
    if settings.model_replay:
        return note(f"{settings.model_replay} speaks in its place", f"Unset {name_of('model_replay')}.")
    # Neither from what was kept nor into a recording: the service itself is to answer.
    purse = wiring.open_purse(settings.model_copy(update={"model_cache_mb": 0, "model_record": None}))
    if purse is None:
        return skipped("none is set up; questions are read without one")
    if visit.offline:
        return skipped(f"{purse.model.name} is not asked (--offline)")
    try:
        await purse.model.complete(_SAY, most=_TOKENS)
    finally:
        await wiring.close_model(purse.model)
    told = f"{purse.model.name} answers"
    bounds = ("model_day_calls", "model_day_tokens", "model_day_money")
    if not any(getattr(settings, bound) for bound in bounds):
        return note(f"{told}; nothing bounds what it costs in a day", f"Set {name_of('model_day_tokens')}.")
    return ok(f"{told}; a day is bounded")
