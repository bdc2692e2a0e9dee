"""Messages that grow: begun, appended to, stopped; as strict as Slack, also about what a stream takes."""

from __future__ import annotations

from typing import Any

from tests.doubles.slack.call import Answer, Call, Method
from tests.doubles.slack.chat import check_words, keep_metadata
from tests.doubles.slack.workspace import Refused

STATES = {"pending", "in_progress", "complete", "error"}
KEYS = {
    "markdown_text": {"text"},
    "plan_update": {"title"},
    "task_update": {"id", "title", "status", "details", "output", "sources"},
    "blocks": {"blocks"},
}


def start(call: Call) -> Answer:
    w, arguments = call.w, call.arguments
    if not w.has_streams:
        raise Refused("unknown_method", req_method="chat.startStream")
    w.need("chat:write")
    channel = w.channel(arguments.get("channel"), writing=True)
    thread = call.text("thread_ts")
    if not any(m["ts"] == thread and m["channel"] == channel.id for m in w.messages):
        raise Refused("invalid_thread_ts")
    for name in ("recipient_user_id", "recipient_team_id"):
        if channel.kind == "im" and call.text(name):
            raise Refused("invalid_arguments")
        if channel.kind != "im" and not call.text(name):
            raise Refused(f"missing_{name}")
    message: dict[str, Any] = {
        "type": "message",
        "channel": channel.id,
        "ts": w.tick(),
        "thread_ts": thread,
        "user": w.bot_user,
        "bot_id": w.bot,
        "text": "",
        "blocks": [],
        "streaming": True,
        "unfinished": True,
        "plan": "",
        "tasks": {},
        "sent": arguments,
    }
    _take(message, arguments)
    w.messages.append(message)
    return {"channel": channel.id, "ts": message["ts"]}


def append(call: Call) -> Answer:
    message = _growing(call)
    if not call.arguments.get("chunks") and not call.arguments.get("markdown_text"):
        raise Refused("no_text")
    _take(message, call.arguments)
    return {"channel": message["channel"], "ts": message["ts"]}


def stop(call: Call) -> Answer:
    message = _growing(call)
    blocks = call.arguments.get("blocks") or []
    if blocks:
        check_words(call.w, {"blocks": blocks, "text": ""})
    metadata = keep_metadata(call.arguments)
    _take(message, call.arguments)
    message |= {"blocks": blocks, "streaming": False, **metadata}
    message.pop("unfinished")
    return {"channel": message["channel"], "ts": message["ts"], "message": {}}


def _growing(call: Call) -> dict[str, Any]:
    w = call.w
    w.need("chat:write")
    w.channel(call.arguments.get("channel"), writing=True)
    message = next((m for m in w.messages if m["ts"] == call.text("ts")), None)
    if message is None:
        raise Refused("message_not_found")
    if message.get("bot_id") != w.bot:
        raise Refused("message_not_owned_by_app")
    if not message.get("streaming"):
        raise Refused(message.get("stopped") or "message_not_in_streaming_state")
    return message


def _take(message: dict[str, Any], arguments: dict[str, Any]) -> None:
    if arguments.get("markdown_text") and arguments.get("chunks"):
        raise Refused("cannot_provide_both_markdown_text_and_chunks")
    for chunk in arguments.get("chunks") or []:
        kind, rest = chunk.get("type"), set(chunk) - {"type"}
        if kind not in KEYS or rest - KEYS[kind]:
            raise Refused("invalid_chunks")
        if kind == "task_update":
            if not chunk.get("id") or not chunk.get("title") or chunk.get("status") not in STATES:
                raise Refused("invalid_chunks")
            message["tasks"][chunk["id"]] = chunk
        elif kind == "plan_update":
            message["plan"] = chunk["title"]
        elif kind == "markdown_text":
            message["text"] += chunk["text"]
    message["text"] += arguments.get("markdown_text") or ""
    if len(message["text"]) > 12_000:
        raise Refused("msg_too_long")


METHODS: dict[str, Method] = {
    "chat.startStream": start,
    "chat.appendStream": append,
    "chat.stopStream": stop,
}
