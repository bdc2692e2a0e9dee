"""Files, as strict as Slack."""

from __future__ import annotations

import json

from tests.doubles.slack.call import Answer, Call, Method
from tests.doubles.slack.workspace import Refused


def get_upload_url(call: Call) -> Answer:
    w, arguments = call.w, call.arguments
    w.need("files:write")
    if not arguments.get("filename") or int(arguments.get("length") or 0) <= 0:
        raise Refused("invalid_arguments")
    file = f"F{w.number()}"
    w.uploads[file] = {
        "id": file,
        "name": arguments["filename"],
        "length": int(arguments["length"]),
        "content": None,
    }
    return {"upload_url": f"{call.base}/upload/{file}", "file_id": file}


def complete_upload(call: Call) -> Answer:
    w, arguments = call.w, call.arguments
    w.need("files:write")
    channel = w.channel(arguments.get("channel_id"), writing=True)
    listed = arguments.get("files") or []
    listed = json.loads(listed) if isinstance(listed, str) else listed
    files = [w.uploads.get(item["id"]) for item in listed]
    if not files or any(file is None or file["content"] is None for file in files):
        raise Refused("file_not_found")
    for item in listed:
        w.uploads[item["id"]]["title"] = item.get("title", "")
    message = {
        "type": "message",
        "channel": channel.id,
        "ts": w.tick(),
        "user": w.bot_user,
        "bot_id": w.bot,
        "text": arguments.get("initial_comment") or "",
        "files": files,
    }
    if arguments.get("thread_ts"):
        message["thread_ts"] = arguments["thread_ts"]
    w.messages.append(message)
    return {"files": [{"id": item["id"], "title": item.get("title", "")} for item in listed]}


def delete(call: Call) -> Answer:
    w, name = call.w, call.text("file")
    w.need("files:write")
    if name not in w.uploads:
        raise Refused("file_not_found")
    if w.uploads[name].get("deleted"):
        raise Refused("file_deleted")
    w.uploads[name]["deleted"] = True
    for message in [m for m in w.messages if m.get("files")]:
        message["files"] = [file for file in message["files"] if file["id"] != name]
        if not message["files"] and not message["text"]:
            w.messages.remove(message)
    return {}


METHODS: dict[str, Method] = {
    "files.getUploadURLExternal": get_upload_url,
    "files.completeUploadExternal": complete_upload,
    "files.delete": delete,
}
