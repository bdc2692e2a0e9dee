"""What people do in Slack with their hands: commands, presses, dialogs, tabs, edits, deletions."""

from __future__ import annotations

import itertools
import json
import time
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qsl, urlencode

from aiohttp import ClientSession

from tests.doubles.slack.people import People, sign
from tests.doubles.slack.workspace import HISTORY

Payload = dict[str, Any]
_numbers = itertools.count(1)


@dataclass(frozen=True, slots=True)
class Told:
    """What the app answered to Slack: its status, and what it gave to show."""

    status: int
    body: Payload


@dataclass(slots=True)
class Hands:
    """Those of one person. By Socket Mode nothing is seen of what the app gave to show."""

    people: People
    user: str = "UADA"
    channel: str = "C1"
    home: str = ""  # the workspace of who acts; "" is that of the app
    last_response: str = field(default="", init=False)

    async def command(self, text: str, *, command: str = "/querist", expired: bool = False) -> Told:
        fields = {
            "token": "x",
            "team_id": self._w.team,
            "channel_id": self.channel,
            "user_id": self.user,
            "command": command,
            "text": text,
            "api_app_id": "A1",
            "is_enterprise_install": "false",
            "response_url": self._response(),
            "trigger_id": self._trigger(expired=expired),
        }
        return await self._post(urlencode(fields))

    async def shortcut(self, ts: str, *, expired: bool = False) -> Told:
        """Asks about the message with this ts."""
        message = next(m for m in self._w.messages if m["ts"] == ts)
        return await self._interact(
            {
                "type": "message_action",
                "callback_id": "querist_ask",
                "message_ts": ts,
                "message": message,
                "channel": {"id": message["channel"]},
                "action_ts": self._w.tick(),
            },
            expired=expired,
        )

    async def press(
        self, message: Payload, label: str, *, value: str | None = None, expired: bool = False
    ) -> Told:
        """Presses what is called so on a posted message, or on one that this person alone sees."""
        action = _action(message["blocks"], label) | {"action_ts": self._w.tick()}
        if value is not None:
            (action.get("selected_option") or action)["value"] = value
        is_alone = "ts" not in message
        container = {
            "type": "message",
            "message_ts": self._w.tick() if is_alone else message["ts"],
            "channel_id": message["channel"],
            "is_ephemeral": is_alone,
        }
        if message.get("thread_ts"):
            container["thread_ts"] = message["thread_ts"]
        shown = {} if is_alone else {"message": {k: v for k, v in message.items() if k != "sent"}}
        return await self._interact(
            {
                "type": "block_actions",
                "container": container,
                "channel": {"id": message["channel"]},
                "actions": [action],
                **shown,
            },
            expired=expired,
        )

    async def submit(self, **filled: Any) -> Told:
        """Fills in the last dialog that was opened, and submits it: text for what is typed, the value of what
        is chosen, a list of values or of people.
        """
        view = self._w.screens.dialogs[-1]
        values = {
            block["block_id"]: {
                block["element"]["action_id"]: _filled(block["element"], filled.get(block["block_id"]))
            }
            for block in view["blocks"]
            if block["type"] == "input"
        }
        assert set(filled) <= set(values), f"the dialog has no field {set(filled) - set(values)}"
        return await self._interact(
            {"type": "view_submission", "view": view | {"state": {"values": values}}, "response_urls": []}
        )

    async def open_tab(self, tab: str = "home") -> None:
        self.people.event(
            {"type": "app_home_opened", "user": self.user, "channel": "D1", "tab": tab, "event_ts": "1.1"}
        )
        assert all(await self.people.deliver())

    async def press_home(self, label: str, **more: Any) -> Told:
        """Presses what is called so in this person's Home tab."""
        view = self._w.screens.homes[self.user]
        action = _action(view["blocks"], label) | {"action_ts": self._w.tick(), **more}
        return await self._interact(
            {"type": "block_actions", "container": {"type": "view"}, "view": view, "actions": [action]}
        )

    def edit(self, ts: str, text: str, **more: Any) -> None:
        """Changes a message; `deliver` tells it."""
        message = next(m for m in self._w.messages if m["ts"] == ts)
        before = dict(message)
        edited = {"user": message["user"], "ts": self._w.tick()}
        message |= {"text": text, "edited": edited, **more}
        self._changed(
            {"subtype": "message_changed", "message": dict(message), "previous_message": before}, message
        )

    def delete(self, ts: str, *, tombstone: bool = False) -> None:
        """Deletes a message; one with replies leaves a tombstone."""
        message = next(m for m in self._w.messages if m["ts"] == ts)
        if tombstone:
            gone = {"type": "message", "subtype": "tombstone", "user": "USLACKBOT", "ts": ts, "hidden": True}
            told: Payload = {"subtype": "message_changed", "message": gone}
        else:
            told = {"subtype": "message_deleted", "deleted_ts": ts}
        self._changed(told | {"previous_message": dict(message)}, message)

    def _changed(self, told: Payload, message: Payload) -> None:
        kind = self._w.channels[message["channel"]].kind
        if f"message.{HISTORY[kind]}" in self._w.events:
            place = {"type": "message", "channel": message["channel"], "channel_type": kind, "hidden": True}
            self.people.event(place | {"ts": self._w.tick(), "event_ts": "1.1"} | told)

    @property
    def _w(self) -> Any:
        return self.people.slack.workspace

    def _trigger(self, *, expired: bool) -> str:
        trigger = f"{next(_numbers)}.1.t"
        if not expired:
            self._w.screens.triggers.add(trigger)
        return trigger

    def _response(self) -> str:
        self.last_response = f"r{next(_numbers)}"
        return f"{self.people.slack.address}/respond/{self.last_response}"

    async def _interact(self, payload: Payload, *, expired: bool = False) -> Told:
        everywhere = {
            "user": {"id": self.user, "team_id": self.home or self._w.team},
            "team": {"id": self._w.team},
            "api_app_id": "A1",
            "token": "x",
            "trigger_id": self._trigger(expired=expired),
        }
        if payload["type"] != "view_submission":
            everywhere["response_url"] = self._response()
        return await self._post(urlencode({"payload": json.dumps(everywhere | payload)}))

    async def _post(self, body: str) -> Told:
        if not self.people.url:
            fields = dict(parse_qsl(body))
            taken = await self.people.envelope(fields)
            return Told(200 if taken else 500, {})
        now = str(int(time.time()))
        headers = {
            "Content-Type": "application/x-www-form-urlencoded",
            "X-Slack-Request-Timestamp": now,
            "X-Slack-Signature": sign(self._w.signing_secret, now, body),
        }
        async with (
            ClientSession() as session,
            session.post(self.people.url, data=body.encode(), headers=headers) as answer,
        ):
            text = await answer.text()
        return Told(answer.status, json.loads(text) if text.startswith("{") else {"text": text})


def labels(blocks: list[Payload]) -> list[str]:
    """What can be pressed, as it is called, in order."""
    return [label for label, _ in _pressable(blocks)]


def _action(blocks: list[Payload], label: str) -> Payload:
    return dict(next(action for name, action in _pressable(blocks) if name == label))


def _pressable(blocks: list[Payload]) -> list[tuple[str, Payload]]:
    """Everything that can be pressed, with the action that Slack would tell."""
    found = []
    for n, block in enumerate(blocks):
        found += _pressable(block.get("child_blocks", []))
        where = {"block_id": block.get("block_id") or f"b{n}"}
        for element in [*block.get("elements", []), *([block["accessory"]] if "accessory" in block else [])]:
            here = where | {key: element[key] for key in ("type", "action_id") if key in element}
            if element.get("type") == "overflow":
                found += [
                    (o["text"]["text"], here | {"selected_option": dict(o)}) for o in element["options"]
                ]
            elif element.get("type") == "feedback_buttons":
                sides = [element["positive_button"], element["negative_button"]]
                found += [(side["text"]["text"], here | {"value": side["value"]}) for side in sides]
            elif element.get("type") in ("button", "icon_button"):
                shown = {"text": element["text"], "value": element.get("value", "")}
                found.append((element["text"]["text"], here | shown))
            elif element.get("type") == "conversations_select":
                found.append((element["placeholder"]["text"], here))
    return found


def _filled(element: Payload, given: Any) -> Payload:
    kind = element["type"]
    if kind == "plain_text_input":
        text = element.get("initial_value") if given is None else given
        assert len(text or "") <= element.get("max_length", 3000), "Slack lets nobody type more"
        return {"type": kind, "value": text or None}
    if kind == "radio_buttons":
        chosen = next((o for o in element["options"] if o["value"] == given), None)
        assert given is None or chosen, f"there is no {given} to choose"
        return {"type": kind, "selected_option": chosen or element.get("initial_option")}
    if kind == "multi_static_select":
        named = {option["value"]: option for option in element["options"]}
        options = element.get("initial_options", []) if given is None else [named[value] for value in given]
        return {"type": kind, "selected_options": options}
    return {"type": kind, "selected_users": element.get("initial_users", []) if given is None else given}
