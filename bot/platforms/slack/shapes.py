"""What Slack sends, as far as it is read here: a body of another shape starts nothing.

In: the object of a request, or of a form's `payload`. Out: what is wrong with it, in a line. What is not read
may be anything, and so may whole kinds of events that nobody here listens to.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from annotated_types import Len
from pydantic import BaseModel, Json, StringConstraints, ValidationError

Moment = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,12}(\.[0-9]{1,9})?$")]
Name = Annotated[str, StringConstraints(min_length=1)]
Text = str | None
Anything = dict[str, Any]
Part = Anything | None


class _Edited(BaseModel):
    ts: Moment


class _Said(BaseModel):
    """A message: new, or as it is or was where it is changed."""

    type: str | None = None
    channel: Name | None = None
    ts: Moment | None = None
    thread_ts: Moment | None = None
    user: Text = None
    text: Text = None
    subtype: Text = None
    bot_id: Text = None
    channel_type: Text = None
    edited: _Edited | None = None


class _Message(_Said):
    channel: Name
    message: _Said | None = None
    previous_message: _Said | None = None


class _Opened(BaseModel):
    user: Name
    channel: Text = None
    tab: Text = None


class _Revoked(BaseModel):
    tokens: Part = None


class _Body(BaseModel):
    """All that Slack tells, whatever it is."""

    type: str
    team_id: Text = None
    enterprise_id: Text = None
    authorizations: list[Anything] | None = None
    enterprise: Part = None
    team: Part = None
    user: Part = None
    channel: Part = None
    message: Part = None
    container: Part = None
    view: Part = None
    response_url: Text = None


class _Person(BaseModel):
    id: Name
    team_id: Text = None


class _Channel(BaseModel):
    id: Name


class _Action(BaseModel):
    action_id: Name
    action_ts: Moment
    block_id: Text = None
    value: Text = None
    text: Part = None
    selected_option: Part = None
    selected_conversation: Text = None


class _State(BaseModel):
    values: dict[str, dict[str, Anything]]


class _View(BaseModel):
    id: Text = None
    callback_id: Text = None
    private_metadata: Json[Anything] | Literal[""] | None = None
    state: _State | None = None
    blocks: list[Anything] | None = None


class _Modal(_View):
    id: Name
    type: Name


class _Press(BaseModel):
    user: _Person
    actions: Annotated[list[_Action], Len(min_length=1)]
    channel: _Channel | None = None
    view: _View | None = None


class _Submission(BaseModel):
    user: _Person
    view: _Modal


class _Shortcut(BaseModel):
    user: _Person
    callback_id: Name


_EVENTS: dict[str, type[BaseModel]] = {
    "message": _Message,
    "app_mention": _Message,
    "app_home_opened": _Opened,
    "tokens_revoked": _Revoked,
}
_INTERACTIONS: dict[str, type[BaseModel]] = {
    "block_actions": _Press,
    "view_submission": _Submission,
    "message_action": _Shortcut,
    "shortcut": _Shortcut,
}


def wrong(body: Any) -> str:
    """What is wrong with the shape of a body; "" for nothing."""
    try:
        _Body.model_validate(body)
        kind = body["type"]
        if kind == "event_callback":
            event = body.get("event")
            if not isinstance(event, dict) or not isinstance(event.get("type"), str):
                return "event: it is no event"
            if event["type"] in _EVENTS:
                _EVENTS[event["type"]].model_validate(event)
        elif kind in _INTERACTIONS:
            _INTERACTIONS[kind].model_validate(body)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        return f"{'.'.join(map(str, first['loc'])) or 'body'}: {first['msg']}"
    return ""
