"""What Slack has not granted is said when the service starts, and not when the first person waits in vain."""

from __future__ import annotations

import logging

import pytest

from tests.bot.slack_bot import running


async def test_a_missing_scope_without_which_nobody_is_answered_is_warned_of(
    caplog: pytest.LogCaptureFixture,
) -> None:
    with caplog.at_level(logging.WARNING, logger="bot.platforms.slack.platform"):
        async with running(without=("users:read",)):
            pass
    (line,) = [record.getMessage() for record in caplog.records]
    assert "users:read" in line
    assert "nobody is answered, unless QUERIST_GUESTS=true" in line
    assert "querist manifest slack" in line


@pytest.mark.parametrize("without", [(), ("files:write",)])
async def test_what_can_be_done_without_is_not(
    caplog: pytest.LogCaptureFixture, without: tuple[str, ...]
) -> None:
    with caplog.at_level(logging.WARNING, logger="bot.platforms.slack.platform"):
        async with running(without=without):
            pass
    assert caplog.records == []
