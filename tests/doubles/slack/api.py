"""The methods of the Web API that Querist calls, as strict as Slack: scopes, limits, its own words."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from typing import Any

from tests.doubles.slack.blocks import problems
from tests.doubles.slack.workspace import HISTORY, Refused, Workspace

Arguments = dict[str, Any]


class WebApi:
    """Calls in, answers out, no network: `call` raises Refused where Slack says no."""

    def __init__(self, workspace: Workspace) -> None:
        self._w = workspace
        self._numbers = itertools.count(1)
        self.methods: dict[str, Callable[[Arguments, str], dict[str, Any]]] = {
            "auth.test": self.auth_test,
            "apps.connections.open": self.connections_open,
            "chat.postMessage": self.post_message,
            "chat.postEphemeral": self.post_ephemeral,
            "chat.update": self.update,
            "conversations.replies": self.replies,
            "files.getUploadURLExternal": self.get_upload_url,
            "files.completeUploadExternal": self.complete_upload,
            "assistant.threads.setStatus": self.set_status,
        }

    def call(self, method: str, arguments: Arguments, token: str, base: str) -> dict[str, Any]:
        self._w.calls.append((method, arguments))
        if method not in self.methods:
            raise Refused("unknown_method", req_method=method)
        expected = self._w.app_token if method == "apps.connections.open" else self._w.bot_token
        if not token:
            raise Refused("not_authed")
        if token != expected:
            raise Refused(
                "not_allowed_token_type"
                if token in (self._w.app_token, self._w.bot_token)
                else "invalid_auth"
            )
        if self._w.token_error:
            raise Refused(self._w.token_error)
        return {"ok": True, **self.methods[method](arguments, base)}

    def auth_test(self, _arguments: Arguments, _base: str) -> dict[str, Any]:
        return {
            "url": "https://acme.slack.com/",
            "team": "Acme",
            "user": "querist",
            "team_id": self._w.team,
            "user_id": self._w.bot_user,
            "bot_id": self._w.bot,
        }

    def connections_open(self, _arguments: Arguments, base: str) -> dict[str, Any]:
        ticket = f"ticket-{next(self._numbers)}"
        return {"url": f"{base.replace('http', 'ws', 1)}/link?ticket={ticket}"}

    def post_message(self, arguments: Arguments, _base: str) -> dict[str, Any]:
        self._w.need("chat:write")
        channel = self._w.channel(arguments.get("channel"), writing=True)
        self._check_words(arguments)
        thread = arguments.get("thread_ts")
        if thread and not any(m["ts"] == thread and m["channel"] == channel.id for m in self._w.messages):
            raise Refused("thread_not_found")
        message = {
            "type": "message",
            "channel": channel.id,
            "ts": self._w.tick(),
            "user": self._w.bot_user,
            "bot_id": self._w.bot,
            "text": arguments.get("text", ""),
            "blocks": arguments.get("blocks") or [],
        }
        if thread:
            message["thread_ts"] = thread
        if metadata := arguments.get("metadata"):
            if not isinstance(metadata.get("event_payload"), dict) or not metadata.get("event_type"):
                raise Refused("invalid_metadata_format")
            message["metadata"] = metadata
        self._w.messages.append(message | {"sent": arguments})
        return {"channel": channel.id, "ts": message["ts"], "message": message}

    def post_ephemeral(self, arguments: Arguments, _base: str) -> dict[str, Any]:
        self._w.need("chat:write")
        self._w.channel(arguments.get("channel"), writing=True)
        self._check_words(arguments)
        self._w.ephemerals.append(arguments)
        return {"message_ts": self._w.tick()}

    def update(self, arguments: Arguments, _base: str) -> dict[str, Any]:
        self._w.need("chat:write")
        self._w.channel(arguments.get("channel"), writing=True)
        message = next((m for m in self._w.messages if m["ts"] == arguments.get("ts")), None)
        if message is None:
            raise Refused("message_not_found")
        if message.get("bot_id") != self._w.bot:
            raise Refused("cant_update_message")
        self._check_words(arguments)
        message |= {"text": arguments.get("text", ""), "blocks": arguments.get("blocks") or [], "edited": {}}
        return {"channel": message["channel"], "ts": message["ts"], "text": message["text"]}

    def replies(self, arguments: Arguments, _base: str) -> dict[str, Any]:
        channel = self._w.channels.get(str(arguments.get("channel")))
        if channel is None:
            raise Refused("channel_not_found")
        self._w.need(f"{HISTORY[channel.kind]}:history")
        self._w.channel(channel.id, writing=False)
        root, oldest = str(arguments.get("ts")), float(arguments.get("oldest") or 0)
        thread = [
            m
            for m in self._w.messages
            if m["channel"] == channel.id and root in (m["ts"], m.get("thread_ts"))
        ]
        if not thread:
            raise Refused("thread_not_found")
        newer = [m for m in thread if m["ts"] == root or float(m["ts"]) > oldest]
        at, size = int(arguments.get("cursor") or 0), min(int(arguments.get("limit") or 1000), 15)
        page = [{k: v for k, v in m.items() if k != "sent"} for m in newer[at : at + size]]
        if str(arguments.get("include_all_metadata", "")).lower() not in ("1", "true"):
            page = [{k: v for k, v in m.items() if k != "metadata"} for m in page]
        more = at + size < len(newer)
        return {
            "messages": page,
            "has_more": more,
            "response_metadata": {"next_cursor": str(at + size) if more else ""},
        }

    def get_upload_url(self, arguments: Arguments, base: str) -> dict[str, Any]:
        self._w.need("files:write")
        if not arguments.get("filename") or int(arguments.get("length") or 0) <= 0:
            raise Refused("invalid_arguments")
        file = f"F{next(self._numbers)}"
        self._w.uploads[file] = {
            "id": file,
            "name": arguments["filename"],
            "length": int(arguments["length"]),
            "content": None,
        }
        return {"upload_url": f"{base}/upload/{file}", "file_id": file}

    def complete_upload(self, arguments: Arguments, _base: str) -> dict[str, Any]:
        self._w.need("files:write")
        channel = self._w.channel(arguments.get("channel_id"), writing=True)
        listed = arguments.get("files") or []
        listed = json.loads(listed) if isinstance(listed, str) else listed
        files = [self._w.uploads.get(item["id"]) for item in listed]
        if not files or any(file is None or file["content"] is None for file in files):
            raise Refused("file_not_found")
        message = {
            "type": "message",
            "channel": channel.id,
            "ts": self._w.tick(),
            "user": self._w.bot_user,
            "bot_id": self._w.bot,
            "text": arguments.get("initial_comment") or "",
            "files": files,
        }
        if arguments.get("thread_ts"):
            message["thread_ts"] = arguments["thread_ts"]
        self._w.messages.append(message)
        return {"files": [{"id": item["id"], "title": item.get("title", "")} for item in listed]}

    def set_status(self, arguments: Arguments, _base: str) -> dict[str, Any]:
        self._w.need("assistant:write")
        self._w.channel(arguments.get("channel_id"), writing=True)
        if not arguments.get("thread_ts"):
            raise Refused("invalid_arguments")
        self._w.statuses.append(arguments)
        return {}

    def _check_words(self, arguments: Arguments) -> None:
        blocks, text = arguments.get("blocks") or [], arguments.get("text") or ""
        if not blocks and not text:
            raise Refused("no_text")
        if len(text) > 40_000:
            raise Refused("msg_too_long")
        if len(json.dumps(blocks)) > 100_000:
            raise Refused("msg_blocks_too_long")
        if complaints := problems(blocks, containers=self._w.has_containers):
            raise Refused(
                "invalid_blocks",
                errors=complaints,
                response_metadata={"messages": [f"[ERROR] {complaint}" for complaint in complaints]},
            )
