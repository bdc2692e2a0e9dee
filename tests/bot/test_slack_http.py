"""The HTTP edge of Slack: only what Slack signed just now gets in, and nothing makes it answer 500."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest

from tests.bot.slack_bot import running
from tests.doubles.slack.people import sign

EVENT = json.dumps({"type": "url_verification", "challenge": "c"})


@pytest.mark.parametrize("timestamp", ["", "yesterday", "1e9", "-1", "١٢٣", "9" * 5_000, "12.5"])
async def test_a_timestamp_that_is_none_is_refused(timestamp: str) -> None:
    async with running("http") as bot:
        assert await bot.people.post(EVENT, headers={"X-Slack-Request-Timestamp": timestamp}) == 401


@pytest.mark.parametrize("signature", ["", "v0=", "v0=" + "0" * 64, "v0=zz", "é" * 67, "v1=" + "0" * 64])
async def test_a_wrong_signature_is_refused(signature: str) -> None:
    async with running("http") as bot:
        assert await bot.people.post(EVENT, headers={"X-Slack-Signature": signature}) == 401


@pytest.mark.parametrize("seconds", [-301, 301])
async def test_a_request_from_another_time_is_refused(seconds: int) -> None:
    async with running("http") as bot:
        then = str(int(time.time()) + seconds + (1 if seconds > 0 else 0))
        signed = sign(bot.slack.workspace.signing_secret, then, EVENT)
        headers = {"X-Slack-Request-Timestamp": then, "X-Slack-Signature": signed}
        assert await bot.people.post(EVENT, headers=headers) == 401


async def test_a_signature_for_other_words_is_refused() -> None:
    async with running("http") as bot:
        now = str(int(time.time()))
        signed = sign(bot.slack.workspace.signing_secret, now, "other words")
        assert await bot.people.post(EVENT, headers={"X-Slack-Signature": signed}) == 401


async def test_slack_is_answered_when_it_verifies_the_address() -> None:
    async with running("http") as bot:
        assert await bot.people.post(EVENT) == 200


async def test_an_oversized_body_is_refused() -> None:
    async with running("http") as bot:
        assert await bot.people.post("x" * 1_100_000) == 413


@pytest.mark.parametrize("body", ["", "not json", "[]", "{", "null", '"text"', "{}"])
async def test_a_signed_body_that_means_nothing_starts_nothing(body: str) -> None:
    async with running("http") as bot:
        assert await bot.people.post(body) < 500
        assert bot.desk.offered == 0


async def test_an_unsigned_check_of_the_certificate_opens_no_way_in() -> None:
    async with running("http") as bot:
        body = "ssl_check=1&payload=" + json.dumps({"type": "event_callback"})
        await bot.people.post(body, form=True, headers={"X-Slack-Signature": "v0=" + "0" * 64})
        assert bot.desk.offered == 0


WHOLE = "command=%2Fquerist&text=who%3F&team_id=T1&channel_id=C1&user_id=UADA"


@pytest.mark.parametrize(
    "form",
    [
        "command=%2Fquerist&text=who%3F&team_id=T1&channel_id=C1",
        "command=querist&team_id=T1&channel_id=C1&user_id=UADA",
        "text=who%3F",
        "payload=%5B%5D",
        "payload=",
        WHOLE + "&command=%2Fother",
        WHOLE + "&user_id=",
        "payload=%7B%7D&payload=x",
        WHOLE + "".join(f"&a{n}=1" for n in range(200)),
        "",
    ],
)
async def test_a_form_that_is_neither_a_press_nor_a_command_is_refused(form: str) -> None:
    async with running("http") as bot:
        assert await bot.people.post(form, form=True) == 400
        assert bot.desk.offered == 0


async def test_a_command_gets_in() -> None:
    async with running("http") as bot:
        assert await bot.people.post(WHOLE, form=True) != 400


async def test_a_command_that_is_not_signed_is_refused() -> None:
    async with running("http") as bot:
        headers = {"X-Slack-Signature": "v0=" + "0" * 64}
        assert await bot.people.post(WHOLE, form=True, headers=headers) == 401


# ── rightly signed, and misshapen ────────────────────────────────────────────────────────────────

MENTION = {"type": "app_mention", "channel": "C1", "user": "UADA", "ts": "1700000000.1", "text": "Who?"}
TOLD = {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": MENTION}
PRESS = {
    "type": "block_actions",
    "team": {"id": "T1"},
    "user": {"id": "UADA"},
    "channel": {"id": "C1"},
    "message": {"ts": "1700000000.1"},
    "actions": [{"action_id": "querist.up.0", "action_ts": "1700000001.1", "value": "x"}],
}
FILLED_IN = {
    "type": "view_submission",
    "team": {"id": "T1"},
    "user": {"id": "UADA"},
    "view": {"type": "modal", "id": "V1", "callback_id": "querist.about", "private_metadata": "{}"},
}


def places(of: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in plain data, the whole of it first."""
    yield path
    items = of.items() if isinstance(of, dict) else enumerate(of) if isinstance(of, list) else ()
    for key, value in items:
        yield from places(value, (*path, key))


def with_another(of: Any, path: tuple[Any, ...], other: Any) -> Any:
    """The same with something else in one place; with nothing there for `...`."""
    if not path:
        return other
    changed = copy.copy(of)
    if len(path) == 1 and other is ...:
        del changed[path[0]]
    else:
        changed[path[0]] = with_another(of[path[0]], path[1:], other)
    return changed


@pytest.mark.parametrize("whole", [TOLD, PRESS, FILLED_IN], ids=lambda whole: whole["type"])
async def test_whatever_is_missing_or_of_another_kind_it_is_never_an_error_of_ours(
    whole: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    form = whole is not TOLD
    async with running("http") as bot:
        for path in list(places(whole))[1:]:
            for other in (..., None, 7, "", "x", [], {}, [7], {"x": 7}):
                told = json.dumps(with_another(whole, path, other))
                body = "payload=" + quote(told) if form else told
                assert await bot.people.post(body, form=form) < 500, (path, other)
    assert not [record for record in caplog.records if record.exc_info]


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("[]", "body: Input should be a valid dictionary"),
        ("{}", "type: Field required"),
        ('{"type": "event_callback"}', "event: it is no event"),
        (json.dumps(TOLD | {"event": MENTION | {"ts": "now"}}), "ts: String should match pattern"),
        (json.dumps({**PRESS, "actions": []}), "actions: List should have at least 1 item"),
    ],
)
async def test_what_is_misshapen_is_refused_with_a_plain_line_in_the_log(
    body: str, why: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with running("http") as bot:
        assert await bot.people.post(body) == 400
        assert bot.desk.offered == 0
    (line,) = [record for record in caplog.records if "not read" in record.message]
    assert line.message.startswith(f"A signed request of Slack was not read: {why}")
    assert line.exc_info is None


async def test_what_is_whole_gets_in() -> None:
    async with running("http") as bot:
        assert await bot.people.post(json.dumps(TOLD)) == 200
        assert await bot.people.post("payload=" + quote(json.dumps(PRESS)), form=True) == 200
        assert bot.desk.offered == 1
