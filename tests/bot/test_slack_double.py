"""The local Slack is strict: what Slack refuses, it refuses, in Slack's words."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from tests.bot.slack_bot import installed
from tests.doubles.slack.blocks import problems

TEXT = {"type": "plain_text", "text": "x"}
BUTTON = {"type": "button", "action_id": "a", "text": TEXT, "value": "v"}


def table(rows: int, columns: int, text: str = "x") -> dict[str, Any]:
    return {"type": "table", "rows": [[{"type": "raw_text", "text": text}] * columns] * rows}


def fold(*children: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "container", "title": TEXT, "child_blocks": list(children), **more}


@pytest.mark.parametrize(
    ("blocks", "complaint"),
    [
        ([{"type": "divider"}] * 51, "no more than 50 items"),
        ([{"type": "poem"}], "unsupported type: poem"),
        ([{"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3_001}}], "less than 3001 characters"),
        ([{"type": "section", "text": {"type": "mrkdwn", "text": ""}}], "more than 0 characters"),
        ([{"type": "section", "txt": TEXT}], "missing required field: text"),
        ([{"type": "divider", "colour": "red"}], "invalid additional property: colour"),
        ([{"type": "context", "elements": [TEXT] * 11}], "no more than 10 items"),
        ([{"type": "actions", "elements": [BUTTON] * 2}], "`action_id` a already exists"),
        ([{"type": "actions", "elements": []}], "at least 1 item"),
        ([{"type": "actions", "elements": [BUTTON | {"value": "v" * 2_001}]}], "less than 2001"),
        ([{"type": "actions", "elements": [BUTTON | {"text": TEXT | {"text": "x" * 76}}]}], "less than 76"),
        ([table(101, 1)], "no more than 100 items"),
        ([table(1, 21)], "no more than 20 items"),
        ([table(2, 2, "")], "more than 0 characters"),
        ([table(100, 20, "x" * 6)], "exceeds 10000 characters"),
        ([table(1, 1), table(1, 1)], "only_one_table_allowed"),
        ([table(1, 1), fold(table(1, 1))], "only_one_table_allowed"),
        ([fold(*[{"type": "divider"}] * 11)], "no more than 10 items"),
        ([fold(fold({"type": "divider"}))], "unsupported type: container"),
        ([fold({"type": "divider"}, default_collapsed=True)], "requires is_collapsible"),
        (
            [
                {
                    "type": "rich_text",
                    "elements": [{"type": "rich_text_section", "elements": [{"type": "broadcast"}]}],
                }
            ],
            "unsupported type: broadcast",
        ),
    ],
)
def test_blocks_beyond_slacks_limits_are_refused(blocks: list[dict[str, Any]], complaint: str) -> None:
    assert complaint in "; ".join(problems(blocks))


@pytest.mark.parametrize(
    ("change", "method", "arguments", "error"),
    [
        ({}, "chat.postMessage", {"channel": "C404", "text": "x"}, "channel_not_found"),
        ({}, "chat.postMessage", {"channel": "C1"}, "no_text"),
        ({}, "chat.postMessage", {"channel": "C1", "text": "x" * 40_001}, "msg_too_long"),
        ({}, "chat.postMessage", {"channel": "C1", "text": "x", "thread_ts": "1.1"}, "thread_not_found"),
        (
            {},
            "chat.postMessage",
            {"channel": "C1", "text": "x", "blocks": [{"type": "poem"}]},
            "invalid_blocks",
        ),
        ({"scopes": set()}, "chat.postMessage", {"channel": "C1", "text": "x"}, "missing_scope"),
        ({"bot_token": "xoxb-another"}, "auth.test", {}, "invalid_auth"),
        ({"token_error": "token_revoked"}, "auth.test", {}, "token_revoked"),
        ({}, "conversations.replies", {"channel": "C1", "ts": "1.1"}, "missing_scope"),
        ({}, "conversations.replies", {"channel": "D1", "ts": "1.1"}, "thread_not_found"),
        ({}, "apps.connections.open", {}, "not_allowed_token_type"),
        ({"scopes": set()}, "users.info", {"user": "U1"}, "missing_scope"),
        ({}, "users.list", {}, "unknown_method"),
    ],
)
async def test_calls_that_slack_refuses_are_refused(
    change: dict[str, Any], method: str, arguments: dict[str, Any], error: str
) -> None:
    async with installed("http") as slack:
        client = AsyncWebClient(token=slack.workspace.bot_token, base_url=slack.api_url)
        for name, value in change.items():
            setattr(slack.workspace, name, value)
        with pytest.raises(SlackApiError) as caught:
            await client.api_call(method, json=arguments)
        assert caught.value.response["error"] == error
