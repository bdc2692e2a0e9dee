"""Buttons of cards and the forms behind them: what the data of a press leads to.

In: the data of a button, with what was filled in beside it. Out: a Shown for who pressed. The data comes from
a client: what it may lead to is the desk's to say, each time anew, and the values that name records are
sealed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from bot.buttons import ASKS, Pressed
from bot.cards import teams_forms as forms
from bot.cards.teams import chart_card, evidence_card, rows_card
from bot.message import Heard, Message
from bot.platforms.teams.activities import (
    Activity,
    button_value,
    is_personal,
    message_of,
    sender_is_bot,
    storable,
)
from bot.platforms.teams.exchange import Response
from bot.platforms.teams.files import offer_all
from bot.platforms.teams.means import Means
from bot.platforms.teams.shown import BAD, Shown, posted, task, told

_WORDS = 100  # characters of a question that are said back
_CARDS = {"table": rows_card, "chart": chart_card, "evidence": evidence_card}  # the answer in another way
_EDITED = 30_000  # characters of a query that fit into a card with all else that Teams counts

Data = Mapping[str, Any]


# ── the ways in which a press arrives ────────────────────────────────────────────────────────────


async def executed(activity: Activity, means: Means) -> Response:
    """`adaptiveCard/action`: an `Action.Execute` of a card."""
    data = button_value(activity)
    return BAD if data is None else told(await led_to(data, activity, means))


async def submitted(data: Data, activity: Activity, means: Means) -> Response:
    """A message with a value: an `Action.Submit` of a card."""
    return await posted(await led_to(data, activity, means), activity, means)


async def opened(activity: Activity, means: Means) -> Response:
    """`task/fetch`: a button that opens a dialog."""
    return await _in_dialog(activity, means, first=True)


async def filled_in(activity: Activity, means: Means) -> Response:
    """`task/submit`: a dialog that was filled in."""
    return await _in_dialog(activity, means, first=False)


async def _in_dialog(activity: Activity, means: Means, *, first: bool) -> Response:
    value = activity.get("value")
    data = value.get("data") if isinstance(value, dict) else None
    if not isinstance(data, dict):
        return BAD
    return task(await led_to(data, activity, means, opens=first))


# ── what it leads to ─────────────────────────────────────────────────────────────────────────────


async def led_to(data: Data, activity: Activity, means: Means, *, opens: bool = False) -> Shown:
    """What a press leads to. With `opens` a dialog is wanted: a thumb down asks for its reason first."""
    if sender_is_bot(activity):
        return Shown()
    if (submit := _FORMS.get(str(data.get("form", "")))) is not None:
        return await submit(data, activity, means)
    if data.get("open") == "settings":
        return await settings(activity, means)
    if isinstance(data.get("question"), str):
        return await ask(data["question"], activity, means)
    return await _button(data, activity, means, opens=opens)


async def ask(question: str, activity: Activity, means: Means) -> Shown:
    """A question in the words of who pressed, as if they had written it in the conversation."""
    say, question = means.words(activity), question.strip()
    if not question:
        return Shown(words=say("teams-about-empty"))
    await means.desk.receive(message_of(activity, question))
    return Shown(words=say("teams-asked", question=question[:_WORDS]), asked=True)


async def settings(activity: Activity, means: Means) -> Shown:
    """The form of the channel's settings, for who may change them."""
    say = means.words(activity)
    home = await means.desk.home(message_of(activity, ""))
    if not home.may_set:
        return Shown(words=say("teams-settings-admins"))
    return Shown(
        title=say("teams-settings-title"), card=forms.settings(home, say=say, private=is_personal(activity))
    )


async def _button(data: Data, activity: Activity, means: Means, *, opens: bool) -> Shown:
    say, value = means.words(activity), str(data.get("button", ""))
    pressed = means.seal.open(value)
    if pressed is None:
        return Shown(words=say("teams-button-unknown"))
    words = str(data.get("words", ""))
    message = message_of(activity, words, pressed=pressed)
    if pressed.kind in ASKS:
        await means.desk.receive(message)
        return Shown(words=say("teams-asked", question=words[:_WORDS]), asked=True)
    if pressed.kind == "down" and opens:
        return Shown(title=say("act-down"), card=forms.reason(button=value, say=say))
    heard = await means.desk.press(replace(message, note=_note(data)))
    return await _heard(heard, pressed, value, activity, means)


async def _heard(heard: Heard, pressed: Pressed, value: str, activity: Activity, means: Means) -> Shown:
    """What an act led to: words, a form to fill in, or the answer drawn in another way."""
    say, reply = means.words(activity), heard.reply
    if reply is None:
        return Shown(words=heard.words)
    if pressed.kind == "edit" and reply.answer.query is not None:
        if len(reply.answer.query.text) > _EDITED:
            return Shown(words=say("teams-edit-long"))
        drawn = forms.edit(reply.answer.query.text, reply.answer.question.text, button=value, say=say)
        return Shown(title=say("act-edit"), card=drawn)
    if pressed.kind == "meant":
        drawn = forms.meant(reply.answer.others, button=value, say=say)
        return Shown(title=say("act-meant"), card=drawn)
    if pressed.kind == "files":
        if not is_personal(activity) or means.links is None:
            return Shown(words=say("teams-files-personal"))
        means.aside(offer_all(reply, activity, means))
        return Shown(words=say("teams-files-come"))
    if (draw := _CARDS.get(pressed.kind)) is not None:
        look = replace(means.look, language=means.language(activity))
        # In a thread: to lay out ten thousand rows takes a while, and nobody else should wait for it.
        drawn = await asyncio.to_thread(draw, reply, seal=means.seal, look=look, links=means.links)
        return Shown(title=say(f"act-{pressed.kind}"), card=drawn)
    return Shown(words=heard.words)


# ── the forms ────────────────────────────────────────────────────────────────────────────────────


async def _edited(data: Data, activity: Activity, means: Means) -> Shown:
    """A changed query: checked and run like any, if its sender may; its question is that of the record."""
    message, query = _pressed(data, "edit", activity, means), _typed(data, "query")
    say = means.words(activity)
    if message is None:
        return Shown(words=say("teams-button-unknown"))
    if not query:
        return Shown(words=say("teams-edit-empty"))
    await means.desk.receive(replace(message, query=query))
    return Shown(words=say("teams-asked", question=say("query")), asked=True)


async def _meant(data: Data, activity: Activity, means: Means) -> Shown:
    """What was meant, in words of one's own or as one of the other readings."""
    message, say = _pressed(data, "meant", activity, means), means.words(activity)
    if message is None or message.pressed is None:
        return Shown(words=say("teams-button-unknown"))
    if words := _typed(data, "text"):
        return await ask(words, activity, means)
    if not (other := _typed(data, "other")).isdecimal():
        return Shown(words=say("teams-meant-none"))
    pressed = Pressed(message.pressed.reference, "other", int(other[:3]))
    await means.desk.receive(replace(message, pressed=pressed))
    return Shown(words=say("teams-asked", question=say("teams-meant-other")), asked=True)


async def _reason(data: Data, activity: Activity, means: Means) -> Shown:
    message = _pressed(data, "down", activity, means)
    if message is None:
        return Shown(words=means.words(activity)("teams-button-unknown"))
    heard = await means.desk.press(replace(message, note=_note(data)))
    return Shown(words=heard.words)


async def _set(data: Data, activity: Activity, means: Means) -> Shown:
    message = message_of(activity, "")
    home = await means.desk.home(message)
    wanted = forms.as_set(data, home, private=message.private)
    return Shown(words=await means.desk.set_channel(message, wanted))


async def _about(data: Data, activity: Activity, means: Means) -> Shown:
    return await ask(_typed(data, "question"), activity, means)


_FORMS: Mapping[str, Callable[[Data, Activity, Means], Awaitable[Shown]]] = {
    "edit": _edited,
    "meant": _meant,
    "reason": _reason,
    "settings": _set,
    "about": _about,
}


def _pressed(data: Data, kind: str, activity: Activity, means: Means) -> Message | None:
    """The press that opened a form; None for a button that we did not make, or of another kind."""
    pressed = means.seal.open(str(data.get("button", "")))
    if pressed is None or pressed.kind != kind:
        return None
    return message_of(activity, "", pressed=pressed)


def _typed(data: Data, name: str) -> str:
    """What was filled in."""
    typed = data.get(name)
    return storable(typed).strip() if isinstance(typed, str) else ""


def _note(data: Data) -> str:
    """The reason beside a thumb, no longer than its field lets anybody write."""
    return _typed(data, "note")[: forms.MOST_TEXT]
