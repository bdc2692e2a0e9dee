"""Posting, changing and reading messages, as strict as Slack."""

from __future__ import annotations

import json
from typing import Any

from tests.doubles.slack.blocks import problems
from tests.doubles.slack.call import Answer, Call, Method
from tests.doubles.slack.workspace import HISTORY, Refused, Workspace


def post_message(call: Call) -> Answer:
    w, arguments = call.w, call.arguments
    w.need("chat:write")
    channel = w.channel(_direct(w, str(arguments.get("channel"))), writing=True)
    check_words(w, arguments)
    thread = arguments.get("thread_ts")
    if thread and not any(m["ts"] == thread and m["channel"] == channel.id for m in w.messages):
        raise Refused("thread_not_found")
    message = {
        "type": "message",
        "channel": channel.id,
        "ts": w.tick(),
        "user": w.bot_user,
        "bot_id": w.bot,
        "text": arguments.get("text", ""),
        "blocks": arguments.get("blocks") or [],
    }
    if thread:
        message["thread_ts"] = thread
    message |= keep_metadata(arguments)
    w.messages.append(message | {"sent": arguments})
    return {"channel": channel.id, "ts": message["ts"], "message": message}


def _direct(w: Workspace, name: str) -> str:
    """A person who is named as the channel is written to in their conversation with the bot."""
    return next(c.id for c in w.channels.values() if c.kind == "im") if name.startswith("U") else name


def post_ephemeral(call: Call) -> Answer:
    w, arguments = call.w, call.arguments
    w.need("chat:write")
    channel = w.channel(arguments.get("channel"), writing=True)
    if not call.text("user") or arguments.get("metadata"):
        raise Refused("invalid_arguments")
    if call.text("user") in channel.absent:
        raise Refused("user_not_in_channel")
    check_words(w, arguments)
    w.ephemerals.append(arguments)
    return {"message_ts": w.tick()}


def update(call: Call) -> Answer:
    w, arguments = call.w, call.arguments
    w.need("chat:write")
    w.channel(arguments.get("channel"), writing=True)
    message = next((m for m in w.messages if m["ts"] == arguments.get("ts")), None)
    if message is None:
        raise Refused("message_not_found")
    if message.get("bot_id") != w.bot:
        raise Refused("cant_update_message")
    if message.get("streaming"):
        raise Refused("streaming_state_conflict")
    check_words(w, arguments)
    message |= {"text": arguments.get("text", ""), "blocks": arguments.get("blocks") or [], "edited": {}}
    message |= keep_metadata(arguments)
    message.pop("unfinished", None)
    if "plan" in message:  # the steps of a stream are blocks like others
        message |= {"plan": "", "tasks": {}}
    return {"channel": message["channel"], "ts": message["ts"], "text": message["text"]}


def delete(call: Call) -> Answer:
    w = call.w
    w.need("chat:write")
    channel = w.channel(call.arguments.get("channel"), writing=True)
    place = [m for m in w.messages if m["ts"] == call.text("ts") and m["channel"] == channel.id]
    if not place:
        raise Refused("message_not_found")
    if place[0].get("bot_id") != w.bot:
        raise Refused("cant_delete_message")
    w.messages.remove(place[0])
    return {"channel": channel.id, "ts": call.text("ts")}


def keep_metadata(arguments: dict[str, Any]) -> dict[str, Any]:
    """The metadata that a message is given, as its part; empty for none."""
    metadata = arguments.get("metadata")
    if not metadata:
        return {}
    if not isinstance(metadata.get("event_payload"), dict) or not metadata.get("event_type"):
        raise Refused("invalid_metadata_format")
    return {"metadata": metadata}


def replies(call: Call) -> Answer:
    w, arguments = call.w, call.arguments
    channel = w.channels.get(str(arguments.get("channel")))
    if channel is None:
        raise Refused("channel_not_found")
    w.need(f"{HISTORY[channel.kind]}:history")
    w.channel(channel.id, writing=False)
    root, oldest = str(arguments.get("ts")), float(arguments.get("oldest") or 0)
    thread = [m for m in w.messages if m["channel"] == channel.id and root in (m["ts"], m.get("thread_ts"))]
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


def set_status(call: Call) -> Answer:
    w, arguments = call.w, call.arguments
    w.need("assistant:write")
    w.channel(arguments.get("channel_id"), writing=True)
    if not arguments.get("thread_ts"):
        raise Refused("invalid_arguments")
    w.statuses.append(arguments)
    return {}


def check_words(w: Workspace, arguments: dict[str, Any]) -> None:
    blocks, text = arguments.get("blocks") or [], arguments.get("text") or ""
    if not blocks and not text:
        raise Refused("no_text")
    if len(text) > 40_000:
        raise Refused("msg_too_long")
    if len(json.dumps(blocks)) > 100_000:
        raise Refused("msg_blocks_too_long")
    if complaints := problems(blocks, containers=w.has_containers):
        raise Refused(
            "invalid_blocks",
            errors=complaints,
            response_metadata={"messages": [f"[ERROR] {complaint}" for complaint in complaints]},
        )


METHODS: dict[str, Method] = {
    "chat.postMessage": post_message,
    "chat.postEphemeral": post_ephemeral,
    "chat.update": update,
    "chat.delete": delete,
    "conversations.replies": replies,
    "assistant.threads.setStatus": set_status,
}
