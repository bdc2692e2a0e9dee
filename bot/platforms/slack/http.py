"""The HTTP edge of Slack: a request is checked for form before Bolt checks its signature.

Bolt answers 500 to a timestamp or a signature that it cannot read; here every such request gets 401.
"""

from __future__ import annotations

import re

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest

LARGEST = 1_000_000  # bytes; Slack's events are far smaller
_TIMESTAMP = re.compile(r"[0-9]{1,12}")
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")


async def answer(request: web.Request, bolt: AsyncApp) -> web.StreamResponse:
    """200 once the event is taken over; 401, 413 or 400 for a bad request; 500 asks Slack to come again."""
    headers = request.headers
    if not _TIMESTAMP.fullmatch(headers.get("X-Slack-Request-Timestamp", "")):
        return web.Response(status=401, text="no timestamp of Slack")
    if not _SIGNATURE.fullmatch(headers.get("X-Slack-Signature", "")):
        return web.Response(status=401, text="no signature of Slack")
    if (request.content_length or 0) > LARGEST:
        return web.Response(status=413, text="too large")
    body = await request.read()  # aiohttp keeps its own limit on bodies that do not tell their length
    if len(body) > LARGEST:
        return web.Response(status=413, text="too large")
    try:
        text = body.decode("utf-8")
        bolt_request = AsyncBoltRequest(body=text, query=request.query_string, headers=dict(headers))
    except ValueError:
        return web.Response(status=400, text="not readable")
    return await to_aiohttp_response(await bolt.async_dispatch(bolt_request))
