"""What Slack takes in a manifest: its fields as npm's `@slack/web-api` types them, with their limits.

Out: SHAPE. A slow test holds the fields against the schema that is generated from those types.
"""

from __future__ import annotations

from manifests.shape import HTTPS, Flag, OneOf, Several, Text, fields

_ADDRESS = Text(2_000, pattern=HTTPS)
_PROMPT = fields(title=Text(75), message=Text(2_000))
_SCOPES = Several(Text(100, pattern=r"[a-z_.]+(:[a-z_.]+){0,2}"), 255)

_FEATURES = fields(
    {
        "agent_view": fields(
            {
                "suggested_prompts": Several(_PROMPT, 4),
                "actions": Several(fields(name=Text(75), description=Text(300)), 20),
            },
            agent_description=Text(300),
        ),
        "app_home": fields(
            {
                "home_tab_enabled": Flag(),
                "messages_tab_enabled": Flag(),
                "messages_tab_read_only_enabled": Flag(),
            }
        ),
        "bot_user": fields({"always_online": Flag()}, display_name=Text(80)),
        "shortcuts": Several(
            fields(
                type=OneOf(("global", "message")),
                name=Text(24),
                callback_id=Text(255),
                description=Text(150),
            ),
            10,
        ),
        "slash_commands": Several(
            fields(
                {"should_escape": Flag(), "url": _ADDRESS, "usage_hint": Text(1_000)},
                command=Text(32, pattern=r"/[a-z0-9_-]+"),
                description=Text(2_000),
            ),
            50,
        ),
    }
)

_SETTINGS = fields(
    {
        "event_subscriptions": fields(
            {"bot_events": Several(Text(100, pattern=r"[a-z_.]+"), 100), "request_url": _ADDRESS}
        ),
        "interactivity": fields({"request_url": _ADDRESS}, is_enabled=Flag()),
        "org_deploy_enabled": Flag(),
        "socket_mode_enabled": Flag(),
        "token_rotation_enabled": Flag(),
    }
)

SHAPE = fields(
    {
        "features": _FEATURES,
        "oauth_config": fields(
            {
                "redirect_urls": Several(_ADDRESS, 1_000),
                "scopes": fields({"bot": _SCOPES, "bot_optional": _SCOPES}),
            }
        ),
        "settings": _SETTINGS,
    },
    display_information=fields(
        {
            "description": Text(140),
            "long_description": Text(4_000, least=175),
            "background_color": Text(7, pattern="#[0-9a-f]{3}|#[0-9a-f]{6}"),
        },
        name=Text(35),
    ),
)
