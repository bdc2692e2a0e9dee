"""Messages: said, overheard, changed and deleted.

In: activities of these types. Out: Messages to the desk, or a card for the few words that are commands.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Literal, get_args

from bot.platforms.teams import presses
from bot.platforms.teams.activities import (
    Activity,
    Ignored,
    button_value,
    is_addressed,
    message_of,
    part,
    sender_is_bot,
    spoken,
    to_message,
)
from bot.platforms.teams.exchange import Response
from bot.platforms.teams.greeting import show_home, show_settings
from bot.platforms.teams.means import Means
from bot.platforms.teams.shown import OK
from bot.words import LANGUAGES, words

Command = Literal["home", "help", "settings"]


async def said(activity: Activity, means: Means) -> Response:
    """A message: a pressed button of a client that only submits, a command, or a question. Without a mention
    it arrives only where the app may read the channel; it is overheard then.
    """
    if sender_is_bot(activity):
        return OK
    if (data := button_value(activity)) is not None:
        return await presses.submitted(data, activity, means)
    message = to_message(activity, means.seal)
    if isinstance(message, Ignored):
        message = message_of(activity, spoken(activity), overheard=True)
    means.texts.put(message.event, _digest(message.text))
    match None if message.overheard else command(message.text):
        case "settings":
            await show_settings(activity, means)
        case "home" | "help":
            await show_home(activity, means)
        case None if message.text or not message.overheard:
            await means.desk.receive(message)
    return OK


async def changed(activity: Activity, means: Means) -> Response:
    """A message that was edited is asked anew in place of the first; one that came back after it was deleted
    is not. Teams also tells of changes that leave the words as they are.
    """
    is_edit = part(activity, "channelData").get("eventType") == "editMessage"
    if sender_is_bot(activity) or not is_edit or not activity.get("id"):
        return OK
    now = message_of(activity, spoken(activity), overheard=not is_addressed(activity))
    digest = _digest(now.text)
    if not now.text or means.texts.get(now.event) == digest:
        return OK
    corrected = replace(now, event=f"{now.event}/{digest}", instead_of=now.event)
    await means.desk.receive(corrected)
    means.texts.put(now.event, digest)
    means.aside(means.leave(corrected))
    return OK


async def deleted(activity: Activity, means: Means) -> Response:
    """A message that was deleted by who wrote it."""
    is_deletion = part(activity, "channelData").get("eventType") == "softDeleteMessage"
    if sender_is_bot(activity) or not is_deletion or not activity.get("id"):
        return OK
    message = message_of(activity, "")
    back = replace(message, event=f"{message.event}/deleted", instead_of=message.event)
    await means.desk.withdraw(back)
    means.aside(means.leave(back))
    return OK


def command(text: str) -> Command | None:
    """The command that a whole message is, in any language that the bot speaks."""
    plain = _plain(text)
    named = ((name, words(code)(f"teams-command-{name}")) for code in LANGUAGES for name in get_args(Command))
    return next((name for name, called in named if _plain(called) == plain), None)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(" ?.!")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:12]
