"""The local Slack is strict about streams, private messages, deletions and installs, in Slack's words."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from manifests.slack import build
from tests.bot.slack_bot import connect, installed, serving
from tests.doubles.reception import PaperReception
from tests.doubles.slack import LocalSlack, People

START = {"channel": "C1", "thread_ts": "{ts}", "recipient_user_id": "UADA", "recipient_team_id": "T1"}
TASK = {"type": "task_update", "id": "1", "title": "x", "status": "complete"}


async def refusal(slack: LocalSlack, method: str, arguments: dict[str, Any], token: str = "") -> str:
    """Slack's word for a call that it does not take; "{ts}" is a message of a person, "{own}" of the bot."""
    client = AsyncWebClient(token=token or slack.workspace.bot_token, base_url=slack.api_url)
    said, _ = People(slack).say("who?")
    own = str((await client.chat_postMessage(channel="C1", text="x"))["ts"]) if not token else ""
    values = {"{ts}": said, "{own}": own}
    filled = {k: values.get(v, v) if isinstance(v, str) else v for k, v in arguments.items()}
    with pytest.raises(SlackApiError) as caught:
        await client.api_call(method, json=filled)
    return str(caught.value.response["error"])


@pytest.mark.parametrize(
    ("method", "arguments", "word"),
    [
        ("chat.startStream", START | {"recipient_user_id": ""}, "missing_recipient_user_id"),
        ("chat.startStream", START | {"recipient_team_id": ""}, "missing_recipient_team_id"),
        ("chat.startStream", START | {"thread_ts": "1.1"}, "invalid_thread_ts"),
        ("chat.startStream", START | {"chunks": [{"type": "poem"}]}, "invalid_chunks"),
        ("chat.startStream", START | {"chunks": [TASK | {"status": "done"}]}, "invalid_chunks"),
        ("chat.startStream", START | {"chunks": [TASK | {"colour": "red"}]}, "invalid_chunks"),
        (
            "chat.startStream",
            START | {"chunks": [TASK], "markdown_text": "x"},
            "cannot_provide_both_markdown_text_and_chunks",
        ),
        (
            "chat.appendStream",
            {"channel": "C1", "ts": "{own}", "chunks": [TASK]},
            "message_not_in_streaming_state",
        ),
        ("chat.appendStream", {"channel": "C1", "ts": "{ts}", "chunks": [TASK]}, "message_not_owned_by_app"),
        ("chat.stopStream", {"channel": "C1", "ts": "1.1"}, "message_not_found"),
        ("chat.postEphemeral", {"channel": "C1", "text": "x"}, "invalid_arguments"),
        ("chat.postEphemeral", {"channel": "C1", "text": "x", "user": "UGONE"}, "user_not_in_channel"),
        ("chat.delete", {"channel": "C1", "ts": "{ts}"}, "cant_delete_message"),
        ("chat.delete", {"channel": "C1", "ts": "1.1"}, "message_not_found"),
        ("files.delete", {"file": "F404"}, "file_not_found"),
        ("oauth.v2.access", {"client_id": "1.1"}, "invalid_client_id"),
    ],
)
async def test_what_slack_refuses_is_refused(method: str, arguments: dict[str, Any], word: str) -> None:
    async with installed("http") as slack:
        slack.workspace.channels["C1"].absent.add("UGONE")
        assert await refusal(slack, method, arguments) == word


async def test_a_message_that_grows_is_not_edited_meanwhile() -> None:
    async with installed("http") as slack:
        client = AsyncWebClient(token=slack.workspace.bot_token, base_url=slack.api_url)
        said, _ = People(slack).say("who?", channel="D1")
        ts = (await client.chat_startStream(channel="D1", thread_ts=said))["ts"]
        with pytest.raises(SlackApiError, match="streaming_state_conflict"):
            await client.chat_update(channel="D1", ts=ts, text="x")


async def test_a_stream_to_one_person_names_no_recipient() -> None:
    async with installed("http") as slack:
        client = AsyncWebClient(token=slack.workspace.bot_token, base_url=slack.api_url)
        said, _ = People(slack).say("who?", channel="D1")
        with pytest.raises(SlackApiError, match="invalid_arguments"):
            await client.chat_startStream(
                channel="D1", thread_ts=said, recipient_user_id="UADA", recipient_team_id="T1"
            )


async def test_codes_and_refresh_tokens_are_good_once() -> None:
    async with LocalSlack(build("http", "https://q.example", oauth=True, rotate=True)) as slack:
        own = {"client_id": slack.oauth.client_id, "client_secret": slack.oauth.client_secret}
        client = AsyncWebClient(base_url=slack.api_url)
        to = "https://q.example/slack/oauth_redirect"
        asked = f"https://x/?client_id={own['client_id']}&scope=chat:write&redirect_uri={to}&state=s"
        code = slack.oauth.allow(asked, slack.workspace).partition("code=")[2].partition("&")[0]
        grant = await client.oauth_v2_access(**own, code=code, redirect_uri=to)
        with pytest.raises(SlackApiError, match="code_already_used"):
            await client.oauth_v2_access(**own, code=code, redirect_uri=to)
        renewal = {"grant_type": "refresh_token", "refresh_token": grant["refresh_token"]}
        assert (await client.oauth_v2_access(**own, **renewal))["access_token"] != grant["access_token"]
        with pytest.raises(SlackApiError, match="invalid_refresh_token"):
            await client.oauth_v2_access(**own, **renewal)
        with pytest.raises(SlackApiError, match="bad_client_secret"):
            await client.oauth_v2_access(client_id=own["client_id"], client_secret="x", **renewal)


async def test_of_two_connections_of_socket_mode_one_gets_an_event() -> None:
    async with installed("socket") as slack:
        one, other = PaperReception(), PaperReception()
        async with (
            serving(connect(slack, "socket"), slack, one, "socket") as people,
            serving(connect(slack, "socket"), slack, other, "socket"),
        ):
            people.mention("Who?")
            assert await people.deliver() == [True]
            assert len(one.received) + len(other.received) == 1
