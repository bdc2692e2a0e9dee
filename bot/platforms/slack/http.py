"""The HTTP edge of Slack: only what Slack signed in the last five minutes reaches Bolt.

The checks stand here and not in Bolt, which answers 500 to a timestamp, a signature or a body that it cannot
read, and lets requests that call themselves a check of the certificate pass unsigned.
"""

from __future__ import annotations

import asyncio
import json
import logging
import re
from urllib.parse import parse_qs

from aiohttp import web
from slack_bolt.adapter.aiohttp import to_aiohttp_response
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_sdk.signature import SignatureVerifier

from bot.platforms.slack import shapes

log = logging.getLogger(__name__)

LARGEST = 1_000_000  # bytes; Slack's events are far smaller
ARRIVES = 10.0  # seconds in which a body has to be there: who has not signed it may dawdle
MOST_FIELDS = 100  # of a form; Slack's commands have about fifteen
_TIMESTAMP = re.compile(r"[0-9]{1,12}")
_OF_COMMAND = ("team_id", "channel_id", "user_id")  # without these nobody could be answered
_SIGNATURE = re.compile(r"v0=[0-9a-f]{64}")


async def answer(request: web.Request, bolt: AsyncApp, verifier: SignatureVerifier) -> web.StreamResponse:
    """200 once the event is taken over; 401, 413 or 400 for a bad request; 500 asks Slack to come again."""
    timestamp = request.headers.get("X-Slack-Request-Timestamp", "")
    signature = request.headers.get("X-Slack-Signature", "")
    if not _TIMESTAMP.fullmatch(timestamp) or not _SIGNATURE.fullmatch(signature):
        return web.Response(status=401, text="not signed by Slack")
    if (request.content_length or 0) > LARGEST:
        return web.Response(status=413, text="too large")
    try:
        async with asyncio.timeout(ARRIVES):
            body = await request.read()  # aiohttp keeps its own limit on bodies that do not tell their length
        text = body.decode("utf-8")
    except TimeoutError:
        return web.Response(status=408, text="too slow")
    except UnicodeDecodeError:
        return web.Response(status=400, text="not readable")
    if not verifier.is_valid(text, timestamp, signature):
        return web.Response(status=401, text="not signed by Slack")
    if wrong := _wrong(text, request.content_type):
        log.warning("A signed request of Slack was not read: %s", wrong)
        return web.Response(status=400, text="not readable")
    bolt_request = AsyncBoltRequest(body=text, query=request.query_string, headers=dict(request.headers))
    return await to_aiohttp_response(await bolt.async_dispatch(bolt_request))


def _wrong(text: str, content_type: str) -> str:
    """What is wrong with a body, "" for nothing: it is one JSON object, plain or as the `payload` of a form,
    in one of the shapes that are read here; or it is the form of a command.
    """
    if content_type == "application/x-www-form-urlencoded":
        try:
            form = parse_qs(text, keep_blank_values=True, max_num_fields=MOST_FIELDS)
        except ValueError:
            return "it is no form, or one of too many fields"
        if any(len(given) > 1 for given in form.values()):
            return "a field is given twice"  # readers differ in which of them counts
        if "payload" not in form:
            missing = [name for name in _OF_COMMAND if not form.get(name, [""])[0]]
            is_command = form.get("command", [""])[0].startswith("/")
            return "" if is_command and not missing else "it is neither a press nor a whole command"
        text = form["payload"][0]
    try:
        return shapes.wrong(json.loads(text))
    except (ValueError, RecursionError):
        return "it is no JSON"
