"""The HTTP API: ask, check, search and card, as JSON. `openapi` describes it, from the same table.

In: requests at the paths of `PATHS`. Out: the shapes of the doors, or a Problem with its HTTP status.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Literal

from aiohttp import web
from pydantic import BaseModel

from bot.platforms.doors import shapes
from bot.platforms.doors.http import HEADERS, has_left, kept, posted, queried, said
from bot.platforms.doors.platform import Doors
from bot.platforms.doors.tokens import Caller
from bot.platforms.doors.turned import TurnedAway

DESCRIPTION = "/v1/openapi.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """One thing to do: how it is asked for, what goes in, what comes out, and the sentence that says it."""

    name: str
    method: Literal["get", "post"]
    asked: type[BaseModel]
    given: type[BaseModel]
    summary: str
    does: Callable[[Doors, Caller, Any, Callable[[], bool]], Awaitable[BaseModel | TurnedAway]]

    @property
    def path(self) -> str:
        return f"/v1/{self.name}"


async def _ask(
    doors: Doors, caller: Caller, asked: shapes.Ask, left: Callable[[], bool]
) -> shapes.Answered | TurnedAway:
    return await doors.ask(caller, asked, "api", has_left=left)


async def _check(
    doors: Doors, caller: Caller, asked: shapes.Check, _: Callable[[], bool]
) -> shapes.Checked | TurnedAway:
    return await doors.look(caller, partial(doors.looking.check, caller, asked))


async def _search(
    doors: Doors, caller: Caller, asked: shapes.Search, _: Callable[[], bool]
) -> shapes.Found | TurnedAway:
    return await doors.look(caller, partial(doors.looking.search, caller, asked))


async def _card(
    doors: Doors, caller: Caller, asked: shapes.Card, _: Callable[[], bool]
) -> shapes.Carded | TurnedAway:
    return await doors.look(caller, partial(doors.looking.card, caller, asked))


PATHS = (
    Path(
        name="ask",
        method="post",
        asked=shapes.Ask,
        given=shapes.Answered,
        summary="Ask a question in plain words; the answer comes with its rows, its query and the reasoning.",
        does=_ask,
    ),
    Path(
        name="check",
        method="post",
        asked=shapes.Check,
        given=shapes.Checked,
        summary="Check a SPARQL query without running it: what is wrong, and the query put right.",
        does=_check,
    ),
    Path(
        name="search",
        method="get",
        asked=shapes.Search,
        given=shapes.Found,
        summary="Find classes, properties, things and values by what they are called.",
        does=_search,
    ),
    Path(
        name="card",
        method="get",
        asked=shapes.Card,
        given=shapes.Carded,
        summary="What a graph holds: its classes and properties, with what the data really has.",
        does=_card,
    ),
)


def mount(doors: Doors, app: web.Application) -> None:
    """Adds the routes."""
    for path in PATHS:
        app.router.add_route(path.method, path.path, kept(doors.gate, partial(_serve, doors, path)))
    app.router.add_get(DESCRIPTION, kept(doors.gate, _describe))


async def _serve(doors: Doors, path: Path, request: web.Request, caller: Caller) -> web.StreamResponse:
    read = await posted(request, path.asked) if path.method == "post" else queried(request, path.asked)
    if isinstance(read, TurnedAway):
        return said(read)
    return said(await path.does(doors, caller, read, partial(has_left, request)))


async def _describe(_: web.Request, __: Caller) -> web.StreamResponse:
    from bot.platforms.doors.openapi import description

    return web.json_response(description(), headers=HEADERS)
