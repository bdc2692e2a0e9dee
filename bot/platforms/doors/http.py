"""Requests in, answers and problems out: what the doors over HTTP have in common.

In: an aiohttp request. Out: a shape, or why it cannot be read. What is wrong is named in a sentence.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from aiohttp import web
from pydantic import BaseModel, ValidationError

from bot.platforms.doors.shapes import Problem
from bot.platforms.doors.tokens import Caller, Gate
from bot.platforms.doors.turned import TurnedAway

LARGEST = 200_000  # bytes of a body; a query of the longest kind has a tenth of it
ARRIVES = 10.0  # seconds in which a body has to be there

ROOTS = ("/v1", "/mcp", "/text2sparql")  # of what the doors serve
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff"}

_DEFECT = "Something went wrong in Querist. The log of the service says where."
_LOG = logging.getLogger(__name__)

Shape = TypeVar("Shape", bound=BaseModel)
Served = Callable[[web.Request, Caller], Awaitable[web.StreamResponse]]
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


def kept(gate: Gate, handler: Served) -> Handler:
    """The handler behind the gate. Of a defect who asked is told in a sentence, and the log the rest."""

    async def let_in(request: web.Request) -> web.StreamResponse:
        caller = gate.caller(request)
        if isinstance(caller, TurnedAway):
            return problem(caller)
        try:
            return await handler(request, caller)
        except web.HTTPException:
            raise
        except Exception:  # noqa: BLE001  # the one place where it becomes an answer
            _LOG.exception("A defect met a request at %s.", request.path)
            return problem(TurnedAway(status=500, why=_DEFECT))

    return let_in


@web.middleware
async def in_sentences(request: web.Request, handler: Handler) -> web.StreamResponse:
    """What the edge itself turns away at a door, such as a path that is none, is told like any problem."""
    try:
        return await handler(request)
    except web.HTTPException as error:
        if error.status < 400 or not _is_door(request.path):  # noqa: PLR2004  # HTTP's own number
            raise
        known: tuple[str, ...] = ()
        why = f"This cannot be taken: {error.reason}."
        if isinstance(error, web.HTTPMethodNotAllowed):
            known = tuple(sorted(error.allowed_methods))
            why = f"{request.path} takes {' or '.join(known)}, and not {request.method}."
        elif isinstance(error, web.HTTPNotFound):
            known = tuple(
                sorted({r.canonical for r in request.app.router.resources() if _is_door(r.canonical)})
            )
            why = f"There is nothing at {request.path[:200]}. There is {', '.join(known)}."
        told = problem(TurnedAway(status=error.status, why=why, known=known))
        told.headers.update((name, error.headers[name]) for name in ("Allow",) if name in error.headers)
        return told


def _is_door(path: str) -> bool:
    return path.startswith(tuple(f"{root}/" for root in ROOTS)) or path in ROOTS


def said(found: BaseModel | TurnedAway) -> web.Response:
    """An answer, or why there is none."""
    if isinstance(found, TurnedAway):
        return problem(found)
    return web.json_response(text=found.model_dump_json(), headers=HEADERS)


def problem(turned: TurnedAway) -> web.Response:
    """Why there is no answer, with what HTTP says beside it."""
    headers = dict(HEADERS)
    if turned.again:
        headers["Retry-After"] = str(turned.again)
    if turned.status == 401:  # noqa: PLR2004  # HTTP's own number
        headers["WWW-Authenticate"] = 'Bearer realm="Querist"'
    text = Problem(problem=turned.why, known=list(turned.known)).model_dump_json()
    return web.json_response(text=text, status=turned.status, headers=headers)


async def body_of(request: web.Request) -> bytes | TurnedAway:
    """The whole body, where it is not too large and not too slow."""
    too_large = TurnedAway(status=413, why=f"The body is too large: at most {LARGEST:,} bytes are read.")
    if (request.content_length or 0) > LARGEST:
        return too_large
    try:
        async with asyncio.timeout(ARRIVES):
            body = await request.read()  # aiohttp keeps its own limit on bodies that do not tell their length
    except web.HTTPRequestEntityTooLarge:
        return too_large
    except TimeoutError:
        return TurnedAway(status=408, why=f"The body did not arrive within {ARRIVES:g} seconds.")
    return body if len(body) <= LARGEST else too_large


async def posted(request: web.Request, shape: type[Shape]) -> Shape | TurnedAway:
    """What a body asks for."""
    body = await body_of(request)
    if isinstance(body, TurnedAway):
        return body
    try:
        return shape.model_validate_json(body)
    except ValidationError as error:
        return misread(error, shape)


def queried(request: web.Request, shape: type[Shape]) -> Shape | TurnedAway:
    """What the parameters of an address ask for."""
    try:
        return shape.model_validate_strings(dict(request.query))
    except ValidationError as error:
        return misread(error, shape)


def misread(error: ValidationError, shape: type[BaseModel]) -> TurnedAway:
    """What is wrong with something that was asked, in a sentence."""
    first = error.errors(include_url=False, include_input=False)[0]
    name = str(first["loc"][0]) if first["loc"] else ""
    match first["type"]:
        case "json_invalid":
            return TurnedAway(status=400, why="The body is not JSON.")
        case "missing":
            why = f"“{name}” is missing."
        case "extra_forbidden":
            names = tuple(shape.model_fields)
            why = f"There is no “{name[:100]}” to set. What there is: {', '.join(names)}."
            return TurnedAway(status=400, why=why, known=names)
        case "string_too_short":
            why = f"“{name}” is empty."
        case "string_too_long":
            why = f"“{name}” is too long: at most {first['ctx']['max_length']:,} characters are read."
        case _:
            why = f"“{name}” is not right: {first['msg']}." if name else "The body is no JSON object."
    return TurnedAway(status=400, why=why)


def has_left(request: web.Request) -> bool:
    """Whether the other end has closed the connection."""
    return request.transport is None or request.transport.is_closing()
