"""The message extension: things of the graph from the compose box, and "Ask about this" on a message.

In: the invokes `composeExtension/…`. Out: cards to put into a message; a dialog, and a question to the desk.
"""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

from bot.cards import teams_forms as forms
from bot.cards import teams_home
from bot.platforms.teams import presses
from bot.platforms.teams.activities import Activity, message_of, part, sender_is_bot
from bot.platforms.teams.exchange import Response
from bot.platforms.teams.means import CARD, Means
from bot.platforms.teams.shown import BAD, Shown, task

MOST = 15  # things that are found at a time
_PHRASE = 200  # characters of what is searched
_TAG = re.compile(r"<[^>]*>")
_BREAK = re.compile(r"</(?:p|div|li|tr)>|<br\s*/?>", re.IGNORECASE)


async def searched(activity: Activity, means: Means) -> Response:
    """`composeExtension/query`: things by their names."""
    value = activity.get("value")
    if not isinstance(value, dict):
        return BAD
    say, phrase = means.words(activity), _phrase(value)
    if not phrase:
        return said(Shown(words=say("teams-find-hint")))
    things = await means.desk.find(message_of(activity, phrase, language=means.language(activity)), MOST)
    if not things.found:
        return said(Shown(words=things.words or say("teams-find-nothing")))
    drawn = [_attachment(label, kind, iri, means) for label, kind, iri in things.found]
    return _extension({"type": "result", "attachmentLayout": "list", "attachments": drawn})


async def opened(activity: Activity, means: Means) -> Response:
    """`composeExtension/fetchTask`: the words of a message, to be asked as they are or put otherwise."""
    value = activity.get("value")
    if not isinstance(value, dict):
        return BAD
    say = means.words(activity)
    drawn = forms.about(_words(value)[: forms.MOST_TEXT], say=say)
    return task(Shown(title=say("teams-about-title"), card=drawn))


async def submitted(activity: Activity, means: Means) -> Response:
    """`composeExtension/submitAction`: the question, asked in the conversation of the message."""
    value = activity.get("value")
    if not isinstance(value, dict) or sender_is_bot(activity):
        return BAD
    data = part(value, "data")
    words = data.get("question") if data.get("form") == "about" else _words(value)
    question = words if isinstance(words, str) else ""
    return task(await presses.ask(question, _in_thread(activity, value), means))


def _phrase(value: Mapping[str, Any]) -> str:
    """What was typed; nothing when the search was only opened."""
    parameters = value.get("parameters")
    named = [p for p in parameters if isinstance(p, dict)] if isinstance(parameters, list) else []
    typed = [str(p.get("value") or "") for p in named if p.get("name") != "initialRun"]
    return " ".join(" ".join(typed).split())[:_PHRASE]


def _words(value: Mapping[str, Any]) -> str:
    """The words of the message that the command was chosen on."""
    body = part(part(value, "messagePayload"), "body")
    content = str(body.get("content") or "")
    if body.get("contentType") == "html":
        content = html.unescape(_TAG.sub("", _BREAK.sub("\n", content)))
    lines = (" ".join(line.split()) for line in content.splitlines())
    return "\n".join(line for line in lines if line)


def _in_thread(activity: Activity, value: Mapping[str, Any]) -> Activity:
    """The activity with the thread of the message as its conversation: in a channel the command may come
    from the channel as a whole.
    """
    conversation, payload = part(activity, "conversation"), part(value, "messagePayload")
    identity = str(conversation.get("id", ""))
    first = str(payload.get("replyToId") or payload.get("id") or "")
    if conversation.get("conversationType") != "channel" or ";" in identity or not first.isdecimal():
        return activity
    return {**activity, "conversation": {**conversation, "id": f"{identity};messageid={first}"}}


def _attachment(label: str, kind: str, iri: str, means: Means) -> Mapping[str, Any]:
    preview = {"title": html.escape(label), "text": html.escape(kind)}
    return {
        "contentType": CARD,
        "content": teams_home.thing(label, kind, iri, means.link(iri)),
        "preview": {"contentType": "application/vnd.microsoft.card.thumbnail", "content": preview},
    }


def said(shown: Shown) -> Response:
    """A line in the place of what was to be found."""
    return _extension({"type": "message", "text": shown.words})


def _extension(result: Mapping[str, Any]) -> Response:
    return Response(status=200, body={"composeExtension": result})
