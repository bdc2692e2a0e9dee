"""The manifest of the Slack app: Socket Mode or HTTP, with the least scopes.

In: how Slack reaches Querist. Out: the manifest as plain data, which Slack takes as JSON.
"""

from __future__ import annotations

from typing import Any, Literal
from urllib.parse import urlsplit

from kgqa.errors import BadInput

Mode = Literal["socket", "http"]

PATH = "/slack/events"
COMMAND = "/querist"
SHORTCUT = "querist_ask"  # the callback id of "Ask about this"
NAME_LENGTH = 35

# Each scope with why it is asked for; manifests/README.md says it to administrators.
SCOPES = {
    "app_mentions:read": "to be asked by a mention in a channel",
    "assistant:write": "to say what it is doing while it works",
    "chat:write": "to answer in the thread",
    "files:write": "to attach the query, the trace and the rows",
    "im:history": "to be asked in a direct message",
}
FOLLOW_UP_SCOPES = {
    "channels:history": "to answer follow-ups in public channels without a new mention",
    "groups:history": "to answer follow-ups in private channels without a new mention",
    "mpim:history": "to answer follow-ups in group conversations without a new mention",
}
EVENTS = {"app_mention": "app_mentions:read", "message.im": "im:history"}
FOLLOW_UP_EVENTS = {
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.mpim": "mpim:history",
}

_DESCRIPTION = "Ask your company's knowledge graph in plain language."
_LONG = (
    "Mention Querist in a channel or write to it directly, and ask in your own words. It answers in the "
    "thread from your company's knowledge graph. Every answer comes with the exact query that ran and with "
    "the steps that led to it, so that anyone can check it. When a question can be read in several ways, "
    "Querist asks back; when the graph does not know, it says so."
)


def build(mode: Mode, url: str = "", name: str = "Querist", *, follow_up: bool = False) -> dict[str, Any]:
    """The manifest. `url` is where Slack reaches Querist (HTTP only), `name` what people mention.

    `follow_up` asks for what follow-ups without a mention need. Raises BadInput.
    """
    if not 1 <= len(name) <= NAME_LENGTH:
        raise BadInput(f"Slack takes names of 1 to {NAME_LENGTH} characters; give another --name.")
    scopes = sorted(SCOPES | (FOLLOW_UP_SCOPES if follow_up else {}))
    events = sorted(EVENTS | (FOLLOW_UP_EVENTS if follow_up else {}))
    subscriptions: dict[str, Any] = {"bot_events": events}
    interactivity: dict[str, Any] = {"is_enabled": True}
    if mode == "http":
        address = _address(url)
        subscriptions["request_url"] = address
        interactivity["request_url"] = address
    return {
        "display_information": {
            "name": name,
            "description": _DESCRIPTION,
            "long_description": _LONG,
            "background_color": "#1d3557",
        },
        "features": {
            "agent_view": {"agent_description": _DESCRIPTION},
            "app_home": {
                "home_tab_enabled": False,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": name, "always_online": True},
        },
        "oauth_config": {"scopes": {"bot": scopes}},
        "settings": {
            "event_subscriptions": subscriptions,
            "interactivity": interactivity,
            "org_deploy_enabled": False,
            "socket_mode_enabled": mode == "socket",
            "token_rotation_enabled": False,
        },
    }


def _address(url: str) -> str:
    try:
        parts = urlsplit(url)
    except ValueError:
        parts = urlsplit("")
    if parts.scheme != "https" or not parts.hostname or parts.query or parts.fragment:
        raise BadInput(
            "Slack sends events to an https address: give --url https://your.host, "
            "or take --mode socket, which needs none."
        )
    base = url.rstrip("/")
    return base if parts.path.rstrip("/").endswith(PATH) else f"{base}{PATH}"
