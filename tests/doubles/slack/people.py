"""What people do in a workspace, and how Slack tells it: by signed HTTP or Socket Mode."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import itertools
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from aiohttp import ClientSession

from tests.doubles.slack.server import LocalSlack
from tests.doubles.slack.workspace import HISTORY, Workspace

Payload = dict[str, Any]
_numbers = itertools.count(1)


def sign(secret: str, timestamp: str, body: str) -> str:
    digest = hmac.new(secret.encode(), f"v0:{timestamp}:{body}".encode(), hashlib.sha256).hexdigest()
    return f"v0={digest}"


@dataclass(slots=True)
class Delivery:
    """One event that Slack tells until it is acknowledged."""

    payload: Payload
    attempts: int = 0
    acknowledged: bool = False


@dataclass(slots=True)
class People:
    """`url` is the address for signed HTTP; "" uses Socket Mode. `patience` is Slack's three seconds."""

    slack: LocalSlack
    url: str = ""
    patience: float = 3.0
    outbox: list[Delivery] = field(default_factory=list)
    at: Workspace | None = None  # another workspace than the first

    @property
    def w(self) -> Workspace:
        return self.at or self.slack.workspace

    def say(
        self, text: str, *, channel: str = "C1", user: str = "UADA", thread: str = "", **more: Any
    ) -> tuple[str, list[Delivery]]:
        """Somebody posts: the message's ts, and the events that the app has subscribed to."""
        w = self.w
        ts = w.tick()
        message = {
            "type": "message",
            "user": user,
            "text": text,
            "ts": ts,
            "event_ts": ts,
            "channel": channel,
            **more,
        }
        if thread:
            message["thread_ts"] = thread
        w.messages.append(dict(message))
        kind = w.channels[channel].kind
        told: list[Delivery] = []
        if f"<@{w.bot_user}>" in text and kind != "im" and "app_mention" in w.events:
            told.append(self.event(message | {"type": "app_mention"}))
        if f"message.{HISTORY[kind]}" in w.events:
            told.append(self.event(message | {"channel_type": kind}))
        return ts, told

    def mention(self, question: str, **more: Any) -> tuple[str, list[Delivery]]:
        return self.say(f"<@{self.w.bot_user}> {question}", **more)

    def event(self, event: Payload) -> Delivery:
        """Something happens that the app has subscribed to; `deliver` tells it."""
        w = self.w
        delivery = Delivery(
            {
                "token": "x",
                "team_id": w.team,
                "api_app_id": "A1",
                "event": event,
                "type": "event_callback",
                "event_id": f"Ev{next(_numbers):08d}",
                "event_time": int(time.time()),
                "enterprise_id": w.enterprise or None,
                "authorizations": [
                    {
                        "team_id": w.team,
                        "enterprise_id": w.enterprise or None,
                        "user_id": w.bot_user,
                        "is_bot": True,
                        "is_enterprise_install": w.installed_org_wide,
                    }
                ],
            }
        )
        self.outbox.append(delivery)
        return delivery

    def uninstall(self) -> None:
        """An admin removes the app: its token is dead at once, and Slack tells two events, in no order."""
        self.w.token_error = "account_inactive"
        self.event({"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [self.w.bot_user]}})
        self.event({"type": "app_uninstalled"})

    async def deliver(self) -> list[bool]:
        """Tells every event that is not acknowledged yet; whether each of them now is."""
        waiting = [d for d in self.outbox if not d.acknowledged]
        for delivery in waiting:
            await self._tell(delivery)
        return [d.acknowledged for d in waiting]

    async def redeliver(self, delivery: Delivery) -> bool:
        """Tells an event once more although it was acknowledged: the acknowledgement was lost on its way."""
        await self._tell(delivery)
        return delivery.acknowledged

    async def press(
        self, message: Payload, action: str, *, user: str = "UADA", value: str | None = None
    ) -> bool:
        """Somebody presses a button of a posted message; Slack tells it once."""
        button = next(
            e
            for b in message["blocks"]
            if b["type"] == "actions"
            for e in b["elements"]
            if e.get("action_id") == action
        )
        pressed = {"type": "button", "block_id": "b1", "action_ts": self.w.tick(), **button}
        payload = {
            "type": "block_actions",
            "user": {"id": user, "team_id": self.w.team},
            "api_app_id": "A1",
            "token": "x",
            "container": {"type": "message", "message_ts": message["ts"], "channel_id": message["channel"]},
            "trigger_id": f"{next(_numbers)}.1.x",
            "team": {"id": self.w.team},
            "channel": {"id": message["channel"]},
            "message": {k: v for k, v in message.items() if k != "sent"},
            "response_url": "http://127.0.0.1:9/",
            "actions": [pressed | ({} if value is None else {"value": value})],
        }
        return await self.interact(payload)

    async def interact(self, payload: Payload) -> bool:
        """Somebody presses, submits or picks a shortcut; whether the app acknowledged it."""
        if self.url:
            return await self.post(urlencode({"payload": json.dumps(payload)}), form=True) == 200
        return await self._envelope("interactive", payload, 0)

    async def command(self, command: str, text: str, *, channel: str = "C1", user: str = "UADA") -> bool:
        """Somebody types a slash command; whether the app acknowledged it."""
        fields = {
            "token": "x",
            "team_id": self.w.team,
            "channel_id": channel,
            "user_id": user,
            "command": command,
            "text": text,
            "api_app_id": "A1",
            "is_enterprise_install": "false",
            "response_url": "http://127.0.0.1:9/",
            "trigger_id": f"{next(_numbers)}.1.x",
        }
        if self.url:
            return await self.post(urlencode(fields), form=True) == 200
        return await self._envelope("slash_commands", fields, 0)

    async def post(self, body: str, *, form: bool = False, headers: dict[str, str] | None = None) -> int:
        """A signed request; `headers` replace what Slack would send. The status that came back."""
        now = str(int(time.time()))
        told = {
            "Content-Type": "application/x-www-form-urlencoded" if form else "application/json",
            "X-Slack-Request-Timestamp": now,
            "X-Slack-Signature": sign(self.w.signing_secret, now, body),
            **(headers or {}),
        }
        async with (
            ClientSession() as session,
            session.post(self.url, data=body.encode(), headers=told) as answer,
        ):
            await answer.read()
            return answer.status

    async def envelope(self, fields: dict[str, str]) -> bool:
        """A form by Socket Mode: an interaction, or a slash command; whether it was acknowledged."""
        if "payload" in fields:
            return await self._envelope("interactive", json.loads(fields["payload"]), 0)
        return await self._envelope("slash_commands", fields, 0)

    async def _tell(self, delivery: Delivery) -> None:
        again = delivery.attempts
        delivery.attempts += 1
        if self.url:
            headers = (
                {"X-Slack-Retry-Num": str(again), "X-Slack-Retry-Reason": "http_timeout"} if again else {}
            )
            status = await self.post(json.dumps(delivery.payload), headers=headers)
            delivery.acknowledged = 200 <= status < 300
        else:
            delivery.acknowledged = await self._envelope("events_api", delivery.payload, again)

    async def _envelope(self, kind: str, payload: Payload, again: int) -> bool:
        name = f"envelope-{next(_numbers)}"
        envelope = {"envelope_id": name, "type": kind, "accepts_response_payload": False, "payload": payload}
        if again:
            envelope |= {"retry_attempt": again, "retry_reason": "timeout"}
        await self.slack.envelope(envelope)
        try:
            await asyncio.wait_for(self.slack.acknowledged[name].wait(), self.patience)
        except TimeoutError:
            return False
        return True
