"""Files in one-to-one chats: Teams asks whether the bot may put one among the person's files.

`offer` is the question. What comes back is an invoke with the `context` of the offer: `token_of` reads it,
and `bot.links.Links.open` gives the file that it names, also after a restart. `given` tells that it is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bot.cards.view import Attachment
from bot.words import Words

CONSENT = "application/vnd.microsoft.teams.card.file.consent"
INFO = "application/vnd.microsoft.teams.card.file.info"


def offer(file: Attachment, token: str, say: Words) -> Mapping[str, Any]:
    """The activity that asks for leave to upload `file`, which `token` names."""
    content = {
        "description": say("teams-file"),
        "sizeInBytes": len(file.content.encode()),
        "acceptContext": {"file": token},
        "declineContext": {"file": token},
    }
    attachment = {"contentType": CONSENT, "name": file.name, "content": content}
    return {"type": "message", "summary": file.name, "attachments": [attachment]}


def token_of(value: Mapping[str, Any]) -> str:
    """What names the file in the value of a `fileConsent/invoke`; "" where nothing does."""
    context = value.get("context")
    return str(context.get("file", "")) if isinstance(context, Mapping) else ""


def given(name: str, uploaded: Mapping[str, Any]) -> Mapping[str, Any]:
    """The activity that shows the file where it was put; `uploaded` is the invoke's `uploadInfo`."""
    attachment = {
        "contentType": INFO,
        "name": name,
        "contentUrl": str(uploaded.get("contentUrl", "")),
        "content": {
            "uniqueId": str(uploaded.get("uniqueId", "")),
            "fileType": str(uploaded.get("fileType", "")),
        },
    }
    return {"type": "message", "summary": name, "attachments": [attachment]}
