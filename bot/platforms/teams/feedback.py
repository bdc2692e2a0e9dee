"""The thumbs below a message, which Teams draws itself: a press up or down with what was written beside it.

In: the invokes of the feedback loop, which name the posted message. Out: a press to the desk, which knows
the record of what it posted.
"""

from __future__ import annotations

import json
from typing import Any, Literal

from bot.buttons import Pressed
from bot.cards import teams_forms as forms
from bot.platforms.teams.activities import (
    Activity,
    address_of,
    message_of,
    part,
    sender_is_bot,
    storable,
)
from bot.platforms.teams.exchange import Response
from bot.platforms.teams.means import Means
from bot.platforms.teams.shown import BAD, OK, Shown, task

_FIELDS = ("feedbackText", "note")  # of Teams' own form, and of ours
_THUMBS: dict[object, Literal["up", "down"]] = {"like": "up", "dislike": "down"}


async def judged(activity: Activity, means: Means) -> Response:
    """`message/submitAction`: a thumb, with a reason if one was given."""
    value = part(activity, "value")
    action = part(value, "actionValue")
    kind = _THUMBS.get(_text(action.get("reaction")))
    if value.get("actionName") != "feedback" or kind is None:
        return BAD
    if sender_is_bot(activity):
        return OK
    note = _reason(action.get("feedback"))
    message = message_of(activity, "", pressed=Pressed("", kind, 0), note=note)
    named = _text(activity.get("replyToId")) or means.newest.get(message.channel)
    heard = await means.desk.press_on(message, named) if named else None
    if heard is None and message.private:
        means.aside(means.say(address_of(activity), means.words(activity)("teams-thumb-unknown")))
    return OK  # Teams thanks by itself, and shows no words of an answer


async def asked_why(activity: Activity, means: Means) -> Response:
    """`message/fetchTask`: the form in which a reason can be written."""
    value = part(activity, "value")
    data = part(value, "data") or value
    if data.get("actionName") != "feedback":
        return BAD
    say = means.words(activity)
    is_up = part(data, "actionValue").get("reaction") == "like"
    drawn = forms.reason(button="", say=say, up=is_up)
    return task(Shown(title=say("act-up" if is_up else "act-down"), card=drawn))


def _reason(feedback: Any) -> str:
    """What was written: Teams hands over the fields of the form as JSON text."""
    fields = feedback
    if isinstance(feedback, str):
        try:
            fields = json.loads(feedback)
        except (ValueError, RecursionError):
            fields = {"note": feedback}
    if not isinstance(fields, dict):
        return ""
    written = next((fields[name] for name in _FIELDS if isinstance(fields.get(name), str)), "")
    return storable(written).strip()[: forms.MOST_TEXT]


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
