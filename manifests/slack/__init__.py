"""The manifest of the Slack app: Socket Mode or HTTP, with the least scopes.

In: how Slack reaches Querist, and what the workspace wants beyond the least. Out: the manifest as plain data,
which Slack takes as JSON, and what Slack would not take in one.
"""

from __future__ import annotations

from typing import Any, Literal

from bot.words import words
from kgqa.errors import BadInput
from manifests.address import parts_of
from manifests.slack.rights import EVENTS, SCOPES, Event, Scope, events, scopes
from manifests.slack.shape import SHAPE

__all__ = [
    "COMMAND",
    "EVENTS",
    "PATH",
    "REDIRECT_PATH",
    "SCOPES",
    "SHORTCUT",
    "Event",
    "Mode",
    "Scope",
    "build",
    "check",
    "events",
    "scopes",
]

Mode = Literal["socket", "http"]

PATH = "/slack/events"
REDIRECT_PATH = "/slack/oauth_redirect"
COMMAND = "/querist"
SHORTCUT = "querist_ask"  # the callback id of "Ask about this"
NAME_LENGTH = 35

_ADDRESS = (
    "Slack sends events to an https address: give --url https://your.host, "
    "or take --mode socket, which needs none."
)
_REDIRECT = (
    "Slack sends people back to an https address after they installed the app: give --url with --oauth."
)


def build(
    mode: Mode,
    url: str = "",
    name: str = "Querist",
    *,
    follow_up: bool = False,
    access: bool = False,
    guests: bool = False,
    oauth: bool = False,
    org: bool = False,
    rotate: bool = False,
    language: str = "en",
) -> dict[str, Any]:
    """The manifest. `url` is where Slack reaches Querist (HTTP and `oauth` only), `name` what people mention.

    `follow_up` asks for what follow-ups without a mention need, `access` for what rules of access do, and
    `guests` for nothing that tells guests apart; `oauth` lets several workspaces install the app by
    themselves; `org` lets a whole Enterprise organization do so; `rotate` has Slack replace tokens every 12
    hours. Raises BadInput.
    """
    if not 1 <= len(name) <= NAME_LENGTH:
        raise BadInput(f"Slack takes names of 1 to {NAME_LENGTH} characters; give another --name.")
    if rotate and not oauth:
        raise BadInput(
            "Slack rotates tokens of apps that are installed by OAuth: give --oauth with --rotate."
        )
    address = {"request_url": _address(url)} if mode == "http" else {}
    say = words(language)
    asked = scopes(follow_up=follow_up, access=access, guests=guests)
    rights: dict[str, Any] = {"scopes": {"bot": sorted(scope.name for scope in asked)}}
    if oauth:
        rights["redirect_urls"] = [_base(url, _REDIRECT) + REDIRECT_PATH]
    command = {
        "command": COMMAND,
        "description": say("manifest-command-about"),
        "usage_hint": say("manifest-command-hint"),
        "should_escape": False,
    }
    if mode == "http":
        command["url"] = _address(url)
    return {
        "display_information": {
            "name": name,
            "description": say("manifest-short"),
            "long_description": say("manifest-full", app=name),
            "background_color": "#1d3557",
        },
        "features": {
            "agent_view": {
                "agent_description": say("manifest-short"),
                "suggested_prompts": [{"title": say("manifest-ask"), "message": say("manifest-ask")}],
            },
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": False,
            },
            "bot_user": {"display_name": name, "always_online": True},
            "shortcuts": [
                {
                    "type": "message",
                    "name": say("manifest-shortcut"),
                    "callback_id": SHORTCUT,
                    "description": say("manifest-shortcut-about"),
                }
            ],
            "slash_commands": [command],
        },
        "oauth_config": rights,
        "settings": {
            "event_subscriptions": {
                "bot_events": sorted(event.name for event in events(follow_up=follow_up)),
                **address,
            },
            "interactivity": {"is_enabled": True, **address},
            "org_deploy_enabled": org,
            "socket_mode_enabled": mode == "socket",
            "token_rotation_enabled": rotate,
        },
    }


def check(manifest: dict[str, Any]) -> list[str]:
    """What Slack would not take, or what would not work: one line each, none when all is well."""
    if problems := list(SHAPE.problems(manifest, "")):
        return problems
    settings, rights = manifest.get("settings", {}), manifest.get("oauth_config", {})
    granted = set(rights.get("scopes", {}).get("bot", ()))
    subscribed = set(settings.get("event_subscriptions", {}).get("bot_events", ()))
    problems += [
        f"settings.event_subscriptions.bot_events: {event.name} needs the scope {event.scope}"
        for event in EVENTS
        if event.name in subscribed and event.scope and event.scope not in granted
    ]
    features = manifest.get("features", {})
    if (features.get("slash_commands") or features.get("shortcuts")) and "commands" not in granted:
        problems.append("features: commands and shortcuts need the scope commands")
    if not settings.get("socket_mode_enabled"):
        listening = (
            ("settings.event_subscriptions", settings.get("event_subscriptions", {}), "request_url"),
            ("settings.interactivity", settings.get("interactivity", {}), "request_url"),
            *(("features.slash_commands", each, "url") for each in features.get("slash_commands", ())),
        )
        problems += [f"{at}.{field}: this is missing" for at, part, field in listening if field not in part]
    if settings.get("token_rotation_enabled") and not rights.get("redirect_urls"):
        problems.append("oauth_config.redirect_urls: tokens are rotated for apps that are installed by OAuth")
    return problems


def _address(url: str) -> str:
    return _base(url, _ADDRESS) + PATH


def _base(url: str, told: str) -> str:
    parts_of(url, told)
    return url.rstrip("/").removesuffix(PATH)
