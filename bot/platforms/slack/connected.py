"""Channels that are shared with other organisations (Slack Connect): whose people are heard.

In: what Slack tells. Out: the same, or nothing but a sentence for who is a stranger here.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.events import tenant
from bot.platforms.slack.telling import tell
from bot.words import words

Payload = dict[str, Any]
Next = Callable[[], Awaitable[None]]


def own_people_alone(
    colleagues: tuple[str, ...], language: str
) -> Callable[..., Awaitable[BoltResponse | None]]:
    """What Bolt runs before all that hears: nothing comes through from people of another workspace than that
    of the app, its organisation, and those of `colleagues`. Who spoke to the bot is told so.
    """

    async def own_alone(body: Payload, client: AsyncWebClient, next_: Next) -> BoltResponse | None:
        if not is_stranger(body, colleagues):
            await next_()
            return None
        if where := _spoken_to(body):
            await tell(client, where, words(language)("slack-connected-no"))
        return BoltResponse(status=200, body="")

    return own_alone


def is_stranger(body: Payload, colleagues: tuple[str, ...] = ()) -> bool:
    """Whether who speaks or presses belongs to another organisation, or that cannot be told.

    Slack marks the events of shared channels, and presses not at all: of those the person's workspace counts.
    """
    own = {tenant(body), *_organisations(body), *colleagues} - {""}
    if "event" in body:
        if not body.get("is_ext_shared_channel"):
            return False
        event = body["event"]
        said = event.get("message") or event.get("previous_message") or event
        return str(said.get("user_team") or said.get("team") or "") not in own
    home = str((body.get("user") or {}).get("team_id") or "")
    return bool(home) and home not in own


def _organisations(body: Payload) -> set[str]:
    """Those of the installation, by Slack's ids."""
    installs = body.get("authorizations") or [{}]
    given = (body.get("enterprise") or {}).get("id") or installs[0].get("enterprise_id")
    return {str(given or "")}


def _spoken_to(body: Payload) -> Payload:
    """Where a sentence may be said to who spoke, as of a press; empty where the bot was not meant."""
    if "event" not in body:
        return body if body.get("channel") else {}
    event = body["event"]
    if event.get("type") != "app_mention" or not event.get("user"):
        return {}
    thread = str(event.get("thread_ts") or event.get("ts") or "")
    return {
        "channel": {"id": event["channel"]},
        "user": {"id": event["user"]},
        "message": {"thread_ts": thread},
    }
