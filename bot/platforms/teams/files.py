"""Files in one-to-one chats: Teams asks whether the bot may put one among the person's files.

`offer_all` asks for all files of an answer, for who pressed for them; `offer` is one question. What comes
back is an invoke with the `context` of the offer: `token_of` reads it, and `bot.links.Links.open` gives the
file that it names, also after a restart. `given` tells that it is there.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from typing import Any

from bot.cards.spreadsheet import XLSX
from bot.cards.teams_sheet import QUERY, ROWS, TRACE
from bot.cards.view import Attachment, attachments
from bot.message import NotPosted, Reply
from bot.platforms.teams.activities import Activity, address_of
from bot.platforms.teams.means import Means
from bot.words import Words
from kgqa.errors import OperatorsMove

log = logging.getLogger(__name__)

CONSENT = "application/vnd.microsoft.teams.card.file.consent"
INFO = "application/vnd.microsoft.teams.card.file.info"


async def offer_all(reply: Reply, activity: Activity, means: Means) -> None:
    """Asks for each file of the answer; best effort. What was asked is deleted with the answer."""
    if means.links is None or not reply.reference:
        return
    address, say = address_of(activity), means.words(activity)
    files = {file.media_type: file for file in await asyncio.to_thread(attachments, reply, means.look)}
    ids = []
    for media_type in (XLSX, ROWS, QUERY, TRACE):
        if file := files.get(media_type):
            wanted = offer(file, means.links.sign(reply.reference, file.name), say)
            try:
                ids.append(await means.post(address, wanted))
            except (NotPosted, OperatorsMove) as error:
                log.info("Teams did not offer a file: %s", error)
    try:
        await means.desk.also_posted(reply.reference, tuple(identity for identity in ids if identity))
    except OperatorsMove as error:
        log.warning("What was offered of %s stays when it is deleted: %s", reply.reference, error)


def offer(file: Attachment, token: str, say: Words) -> Mapping[str, Any]:
    """The activity that asks for leave to upload `file`, which `token` names."""
    content = {
        "description": say("teams-file"),
        "sizeInBytes": len(file.data),
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
