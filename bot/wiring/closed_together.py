"""Closed classes where several sources are asked as one: each has to say itself which of its things are of
such a class, since what it says of them is judged by that.

In: closed classes, the sources. Raises BadSetting where one speaks of such things as if they were others.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.settings import name_of
from kgqa.errors import BadSetting
from kgqa.ports import Federation, Source
from kgqa.queries import query
from kgqa.side_by_side import side_by_side
from kgqa.types import Limits

MOST = 20_000  # things of a closed class that are looked at
AT_ONCE = 500
_LOOKING = Limits(seconds=60.0, rows=MOST)


async def refuse_untold(classes: Iterable[str], together: Federation) -> None:
    """`classes` are all that are closed, with those below them. Raises BadSetting, and OperatorsMove."""
    closed = sorted(classes)
    for cls in closed:
        for source in together.sources:
            table = await source.graph.run(query("instances", **{"class": (cls,)}), _LOOKING)
            if table.truncated:
                raise BadSetting(
                    f"{name_of('closed_classes')} closes {cls}, which has more than {MOST:,} things in "
                    f"{source.name}: too many to see whether the other sources speak of them. Close "
                    "properties instead, or do not put these graphs together."
                )
            things = [row[0].value for row in table.rows if row[0]]
            others = (other for other in together.sources if other is not source)
            await side_by_side(_refuse(cls, closed, things, other) for other in others)


async def _refuse(cls: str, closed: Iterable[str], things: list[str], source: Source) -> None:
    for start in range(0, len(things), AT_ONCE):
        some = things[start : start + AT_ONCE]
        table = await source.graph.run(query("untold", things=some, kinds=closed), _LOOKING)
        if table.rows:
            raise BadSetting(
                f"{name_of('closed_classes')} closes {cls}, and {source.name} speaks of such things without "
                "saying what they are. Let it say so, close properties instead, or do not put these graphs "
                "together."
            )
