"""The body of a request -> one plain activity, before anything is believed of it."""

from __future__ import annotations

import asyncio
import json

from aiohttp import web

from bot.platforms.teams.activities import Activity

LARGEST = 256 * 1024  # bytes; the channel itself sends no more
_SECONDS = 10.0


async def read(request: web.Request) -> Activity:
    """The activity in the body. Raises the HTTP error that a bad, slow or oversized body deserves."""
    if request.content_type != "application/json":
        raise web.HTTPUnsupportedMediaType(text="An activity is application/json.")
    try:
        activity = json.loads(await _body(request))
    except (ValueError, RecursionError) as error:
        raise web.HTTPBadRequest(text="The body is not JSON.") from error
    if not isinstance(activity, dict) or not isinstance(activity.get("type"), str):
        raise web.HTTPBadRequest(text="The body is no activity: an object with a type.")
    return activity


async def _body(request: web.Request) -> bytes:
    told = request.content_length or 0  # what is too long by its own word is not read at all
    if told > LARGEST:
        raise web.HTTPRequestEntityTooLarge(max_size=LARGEST, actual_size=told)
    body = bytearray()
    try:
        async with asyncio.timeout(_SECONDS):
            async for chunk in request.content.iter_chunked(65_536):
                body += chunk
                if len(body) > LARGEST:
                    raise web.HTTPRequestEntityTooLarge(max_size=LARGEST, actual_size=len(body))
    except TimeoutError as error:
        raise web.HTTPRequestTimeout(text="The body did not arrive in time.") from error
    return bytes(body)
