"""The dialogs of Slack: what is shown in, a modal view out; and what was filled in, read back. All pure.

`place` is where the dialog belongs to: text that Slack keeps and sends back with what was filled in.
"""

from __future__ import annotations

from typing import Any, Literal, get_args

from bot.cards import slack_text
from bot.cards.plain import clean, visible
from bot.message import Reply
from bot.words import words

Block = dict[str, Any]
View = dict[str, Any]
Form = Literal["edit", "reason", "meant", "about", "settings"]

FORMS: tuple[Form, ...] = get_args(Form)
CALLBACK = "querist."  # begins the callback ids of our dialogs
TYPED = 3_000  # characters that one field of Slack takes
QUESTION = 2_000  # characters of a question
NOTE = 1_000
CHOICES = 10  # Slack takes ten to choose from
REASONS = ("wrong", "incomplete", "misread", "unclear")
CHOSEN, TEXT = "chosen", "text"  # block and action id of the fields


def edit(reply: Reply, *, language: str, place: str) -> View | None:
    """The query to change; None when it is too long for a field of Slack."""
    query = visible(reply.answer.query.text) if reply.answer.query else ""
    if not query or len(query) > TYPED:
        return None
    say = words(language)
    field = _typed(say("slack-edit-label"), query, most=TYPED, hint=say("slack-edit-hint"), least=1)
    return form("edit", [field], language=language, place=place)


def reason(*, language: str, place: str) -> View:
    """Why an answer was not helpful."""
    say = words(language)
    options = [slack_text.option(say(f"slack-reason-{code}"), code) for code in REASONS]
    why = {"type": "radio_buttons", "action_id": CHOSEN, "options": options}
    fields = [
        field(CHOSEN, say("slack-reason-choice"), why, optional=True),
        _typed(say("slack-reason-text"), most=NOTE, optional=True),
    ]
    return form("reason", fields, language=language, place=place)


def meant(reply: Reply, *, language: str, place: str) -> View:
    """The other readings to choose from, and room for other words."""
    say = words(language)
    others = reply.answer.others[:CHOICES]
    fields: list[Block] = []
    if others:
        options = [slack_text.option(o.label, str(n), o.detail) for n, o in enumerate(others)]
        which = {"type": "radio_buttons", "action_id": CHOSEN, "options": options}
        fields.append(field(CHOSEN, say("slack-meant-others"), which, optional=True))
    label = say("slack-meant-text" if others else "slack-meant-words")
    fields.append(_typed(label, most=QUESTION, optional=bool(others)))
    return form("meant", fields, language=language, place=place)


def about(text: str, *, language: str, place: str) -> View:
    """A question about a message, which stands there to be changed."""
    say = words(language)
    typed = _typed(
        say("slack-about-label"), text[:QUESTION], most=QUESTION, hint=say("slack-about-hint"), least=1
    )
    return form("about", [typed], language=language, place=place)


def told(sentence: str, *, form: Form, language: str) -> View:
    """What a dialog came to: one sentence, to be closed."""
    say = words(language)
    return {
        "type": "modal",
        "title": slack_text.plain(say(f"slack-{form}-title")),
        "close": slack_text.plain(say("slack-close")),
        "blocks": [slack_text.rich(slack_text.section([slack_text.text(clean(sentence))]))],
    }


def form(kind: Form, fields: list[Block], *, language: str, place: str) -> View:
    """A dialog with these fields."""
    say = words(language)
    return {
        "type": "modal",
        "callback_id": f"{CALLBACK}{kind}",
        "title": slack_text.plain(say(f"slack-{kind}-title")),
        "submit": slack_text.plain(say(f"slack-{kind}-submit")),
        "close": slack_text.plain(say("slack-cancel")),
        "private_metadata": place,
        "blocks": fields,
    }


def field(name: str, label: str, element: Block, *, hint: str = "", optional: bool = False) -> Block:
    """One field of a dialog."""
    block = {
        "type": "input",
        "block_id": name,
        "label": slack_text.plain(label),
        "element": element | {"action_id": name},
        "optional": optional,
    }
    return block | {"hint": slack_text.plain(hint)} if hint else block


def typed(view: View, name: str = TEXT) -> str:
    """What was typed into a field, "" for nothing."""
    return str(_state(view, name).get("value") or "").strip()


def chosen(view: View, name: str = CHOSEN) -> str:
    """The value of what was chosen, "" for nothing."""
    return str((_state(view, name).get("selected_option") or {}).get("value") or "")


def several(view: View, name: str) -> tuple[str, ...]:
    """The values of all that was chosen, in the order in which it was."""
    state = _state(view, name)
    options = (str(option.get("value") or "") for option in state.get("selected_options") or [])
    return (*options, *(str(user) for user in state.get("selected_users") or []))


def _state(view: View, name: str) -> Block:
    found = ((view.get("state") or {}).get("values") or {}).get(name) or {}
    return dict(found.get(name) or {})


def _typed(
    label: str, text: str = "", *, most: int, hint: str = "", optional: bool = False, least: int = 0
) -> Block:
    element: Block = {"type": "plain_text_input", "multiline": True, "max_length": most}
    if least and not optional:
        element["min_length"] = least
    if text:
        element["initial_value"] = text
    return field(TEXT, label, element, hint=hint, optional=optional)
