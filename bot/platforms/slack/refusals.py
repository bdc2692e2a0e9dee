"""Slack's words of refusal -> ours: which failures are certain, and what an operator can do about them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import aiohttp
from slack_sdk.errors import SlackApiError, SlackClientError

from bot.message import NotPosted
from kgqa.errors import BadSetting, OperatorsMove

# After these Slack itself does not know whether it did what was asked.
_OPEN = ("internal_error", "fatal_error", "service_unavailable", "request_timeout")
_LATER = ("ratelimited", "rate_limited", "message_limit_exceeded")
_DRAWING = ("invalid_blocks", "invalid_blocks_format", "msg_too_long", "msg_blocks_too_long")
_TOKEN = (
    "invalid_auth",
    "not_authed",
    "account_inactive",
    "token_revoked",
    "token_expired",
    "not_allowed_token_type",
)
LOST = ("invalid_refresh_token", *_TOKEN)  # the token, or what renews it, is of no use any more
_GONE = ("message_not_found", "file_not_found", "file_deleted", "thread_not_found")
_LOOKING = ("missing_scope", "not_in_channel", "channel_not_found", "thread_not_found", "no_permission")

_REASONS = {
    "channel_not_found": "The channel does not exist, or Querist cannot see it.",
    "not_in_channel": "Querist is not a member of the channel; invite it.",
    "is_archived": "The channel is archived.",
    "token_revoked": "Slack revoked the token; install the app again, or set QUERIST_SLACK_BOT_TOKEN.",
    "token_expired": "The token has expired; install the app again, or set QUERIST_SLACK_BOT_TOKEN.",
    "account_inactive": "The app was removed from the workspace; install it again.",
    "invalid_auth": "Slack does not accept the token; check QUERIST_SLACK_BOT_TOKEN.",
    "missing_scope": "The app lacks a scope; install it again with the manifest of `querist manifest slack`.",
    "user_not_in_channel": "Who asked is not in the channel any more.",
    "user_not_found": "Who asked is not in the workspace any more.",
    "cant_delete_message": "Slack does not let Querist delete this message.",
    "cant_delete_file": "Slack does not let Querist delete this file.",
    "restricted_action": "The workspace does not let Querist post here.",
    "thread_not_found": "The thread is gone.",
}

FEW_SECONDS = 5.0
FAILS = (SlackClientError, aiohttp.ClientError, TimeoutError, OSError)  # all that a call to Slack may raise


def code(error: SlackApiError) -> str:
    """Slack's word for what went wrong ("is_archived"); "" where there is none."""
    data = getattr(error.response, "data", None)
    return str(data.get("error", "")) if isinstance(data, dict) else ""


def of_drawing(error: SlackApiError) -> bool:
    """Slack refused how the message is drawn, not that it is sent."""
    return code(error) in _DRAWING


def complaints(error: SlackApiError) -> str:
    """What Slack says about the blocks that it refused."""
    data = getattr(error.response, "data", None)
    told = data.get("errors") if isinstance(data, dict) else None
    return "; ".join(str(line) for line in told) if isinstance(told, list) else code(error)


def of_gone(error: SlackApiError) -> bool:
    """What was to be deleted is not there any more."""
    return code(error) in _GONE


def of_deleted(error: SlackApiError) -> bool:
    """The message that was to be changed is not there any more."""
    return code(error) == "message_not_found"


def of_looking(error: SlackApiError) -> bool:
    """The app may not read this conversation."""
    return code(error) in _LOOKING


def not_posted(error: SlackApiError) -> NotPosted | None:
    """What `error` says of a message that was to be posted; None when it leaves open whether it was."""
    word, status = code(error), getattr(error.response, "status_code", 200)
    if status == 429 or word in _LATER:  # noqa: PLR2004  # HTTP's own number
        return NotPosted("Slack asks for a pause.", retry_after=_pause(error))
    if not word or word in _OPEN or status >= 500:  # noqa: PLR2004  # HTTP's own number
        return None
    reason = _REASONS.get(word, "Slack refused the reply.")
    return NotPosted(f"{reason} (Slack: {word})", retry_after=None)


@contextmanager
def translated(kept: Callable[[SlackApiError], bool]) -> Iterator[None]:
    """Around a call that posts: what failed is NotPosted where it is certain that nothing stands. What is
    `kept` by the caller, and what leaves that open, goes through as it is.
    """
    try:
        yield
    except SlackApiError as error:
        if not kept(error) and (certain := not_posted(error)) is not None:
            raise certain from error
        raise
    except aiohttp.ClientConnectorError as error:
        raise unreachable(error) from error


def unreachable(error: aiohttp.ClientConnectorError) -> NotPosted:
    """No connection was made, so nothing was posted."""
    return NotPosted(f"Slack cannot be reached: {error.strerror or error}.", retry_after=FEW_SECONDS)


def away(error: Exception) -> OperatorsMove:
    """Slack could not be asked at all."""
    return OperatorsMove(
        f"Slack cannot be reached ({type(error).__name__}). Check the network and QUERIST_SLACK_API_URL."
    )


def bad_token(error: SlackApiError, setting: str) -> BadSetting | None:
    """The setting that Slack does not accept, if that is what `error` says."""
    word = code(error)
    if word not in _TOKEN:
        return None
    return BadSetting(
        f"Slack does not accept {setting} ({word}). "
        "Copy it again from the app's pages at api.slack.com/apps, or install the app again."
    )


def _pause(error: SlackApiError) -> float:
    headers = {str(k).lower(): v for k, v in (getattr(error.response, "headers", None) or {}).items()}
    try:
        return max(float(headers["retry-after"]), 1.0)
    except (KeyError, TypeError, ValueError):
        return FEW_SECONDS
