"""The core's names -> what finds things of the graph by what they are called, for who writes a message."""

from __future__ import annotations

import asyncio

from bot.desk import Core, Router
from bot.desk.desk import Finds
from bot.message import Thing
from bot.wiring.rights import kit_for
from kgqa.pipeline import Pipeline
from kgqa.types import TermKind

_THINGS = frozenset({TermKind.ENTITY})
_MORE = 2  # times as many are looked up as are wanted, since a thing may have several names


def finder(core: Core) -> Finds | None:
    """Finds label, kind and IRI of things, best first; None for a core whose names are not ours."""
    if isinstance(core, Router):
        return _of_each(core)
    if not isinstance(core, Pipeline):
        return None

    def look_up(text: str, limit: int, closed_by: frozenset[str] | None) -> tuple[Thing, ...]:
        kit = kit_for(core, closed_by)
        matches = kit.index.look_up(text, kinds=_THINGS, limit=_MORE * limit)
        first = {match.iri: match for match in reversed(matches)}
        best = [match for match in matches if first[match.iri] is match][:limit]
        return tuple((m.label, kit.ontology.label(m.classes[0]) if m.classes else "", m.iri) for m in best)

    async def find(
        text: str, limit: int, _: tuple[str, ...], closed_by: frozenset[str] | None
    ) -> tuple[Thing, ...]:
        # In a thread: a slip of the finger in a large graph takes a moment to see through.
        return await asyncio.to_thread(look_up, text, limit, closed_by)

    return find


def _of_each(router: Router) -> Finds:
    """What several find, the best of each first."""

    async def find(
        text: str, limit: int, graphs: tuple[str, ...], closed_by: frozenset[str] | None
    ) -> tuple[Thing, ...]:
        finders = [finder(core) for name, core in router.cores.items() if not graphs or name in graphs]
        found = [await one(text, limit, (), closed_by) for one in finders if one]
        in_turn = (things[n] for n in range(limit) for things in found if n < len(things))
        return tuple(dict.fromkeys(in_turn))[:limit]

    return find
