"""Slack's own addresses for answers to who acted: nothing is ever posted to another host."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import urlsplit

Payload = dict[str, Any]
Middleware = Callable[..., Awaitable[None]]

HOSTS = ("hooks.slack.com", "hooks.slack-gov.com")
HTTPS = 443  # the port


def is_slacks(url: str, api_url: str) -> bool:
    """Whether an address is Slack's, or of the double that stands in its place at `api_url`."""
    try:
        parts, api = urlsplit(url), urlsplit(api_url)
        port = parts.port or HTTPS
    except ValueError:
        return False
    is_hook = (
        parts.scheme == "https" and port == HTTPS and parts.hostname in HOSTS and "@" not in parts.netloc
    )
    return is_hook or (parts.scheme, parts.netloc) == (api.scheme, api.netloc)


def slacks_alone(api_url: str) -> Middleware:
    """What Bolt runs before all that hears: a payload keeps no address but Slack's."""

    async def without_others(body: Payload, next_: Callable[[], Awaitable[None]]) -> None:
        if not is_slacks(str(body.get("response_url") or ""), api_url):
            body.pop("response_url", None)
        await next_()

    return without_others
