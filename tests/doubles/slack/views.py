"""Dialogs, the Home tab and suggested questions, as strict as Slack.

A trigger opens one dialog, within three seconds: here, as long as the test has not let it expire.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from tests.doubles.slack import blocks, elements
from tests.doubles.slack.call import Answer, Call, Method
from tests.doubles.slack.workspace import Refused

View = dict[str, Any]

KEYS = {
    "modal": (
        {"title", "blocks"},
        {"submit", "close", "callback_id", "private_metadata", "clear_on_close", "notify_on_close"},
    ),
    "home": ({"blocks"}, {"callback_id", "private_metadata"}),
}
IN_HOME = {"section", "context", "actions", "divider", "header", "rich_text", "input"}


def open_view(call: Call) -> Answer:
    trigger = call.text("trigger_id")
    if not trigger:
        raise Refused("invalid_arguments")
    if trigger in call.w.screens.spent:
        raise Refused("exchanged_trigger_id")
    if trigger not in call.w.screens.triggers:
        raise Refused("expired_trigger_id")
    view = call.arguments.get("view") or {}
    _check(view, "modal")
    call.w.screens.spent.add(trigger)
    opened = view | {"id": f"V{call.w.number()}"}
    call.w.screens.dialogs.append(opened)
    return {"view": opened}


def publish(call: Call) -> Answer:
    if not call.text("user_id"):
        raise Refused("invalid_arguments")
    if "app_home_opened" not in call.w.events:
        raise Refused("not_enabled")
    view = call.arguments.get("view") or {}
    _check(view, "home")
    call.w.screens.homes[call.text("user_id")] = view
    return {"view": view}


def suggest(call: Call) -> Answer:
    call.w.need("assistant:write")
    call.w.channel(call.arguments.get("channel_id"), writing=True)
    prompts = call.arguments.get("prompts") or []
    if not 0 < len(prompts) <= 4 or any(not p.get("title") or not p.get("message") for p in prompts):
        raise Refused("invalid_arguments")
    if not call.arguments.get("thread_ts"):  # with one, an agent's call has no effect
        call.w.screens.prompts[call.text("channel_id")] = prompts
    return {}


def problems(view: Any, kind: str) -> list[str]:
    """Every complaint about a view."""
    return list(_problems(view, kind))


def _check(view: View, kind: str) -> None:
    if complaints := problems(view, kind):
        raise Refused(
            "invalid_arguments", response_metadata={"messages": [f"[ERROR] {line}" for line in complaints]}
        )


def _problems(view: Any, kind: str) -> Iterator[str]:
    if not isinstance(view, dict) or view.get("type") != kind:
        yield "must be a valid enum value [json-pointer:/view/type]"
        return
    required, others = KEYS[kind]
    given = set(view) - {"type"}
    yield from (f"missing required field: {key} [json-pointer:/view]" for key in sorted(required - given))
    yield from (
        f"invalid additional property: {key} [json-pointer:/view]"
        for key in sorted(given - required - others)
    )
    for key in ("title", "submit", "close"):
        if key in view:
            yield from elements.plain(view[key], f"/view/{key}", 24)
    yield from elements.length(view.get("private_metadata", ""), "/view/private_metadata", 3000, least=0)
    yield from elements.length(view.get("callback_id", "x"), "/view/callback_id", 255)
    if len(view.get("blocks") or []) > 100:
        yield "no more than 100 items allowed [json-pointer:/view/blocks]"
    yield from _blocks(view.get("blocks") or [])
    has_input = any(block.get("type") == "input" for block in view.get("blocks") or [])
    if kind == "modal" and has_input and "submit" not in view:
        yield "a submit is required with an input [json-pointer:/view/submit]"


def _blocks(given: list[dict[str, Any]]) -> Iterator[str]:
    ids = Counter(block["block_id"] for block in given if "block_id" in block)
    yield from (f"`block_id` {name} already exists" for name, n in ids.items() if n > 1)
    for n, block in enumerate(given):
        at = f"/view/blocks/{n}"
        if block.get("type") not in IN_HOME:
            yield f"unsupported type: {block.get('type')} [json-pointer:{at}/type]"
        elif block["type"] == "input":
            yield from _input(block, at)
        else:
            yield from blocks.problems([block])


def _input(block: dict[str, Any], at: str) -> Iterator[str]:
    extra = set(block) - {"type", "block_id", "label", "element", "hint", "optional", "dispatch_action"}
    yield from (f"invalid additional property: {key} [json-pointer:{at}]" for key in sorted(extra))
    yield from elements.plain(block.get("label"), f"{at}/label", 2000)
    if "hint" in block:
        yield from elements.plain(block["hint"], f"{at}/hint", 2000)
    yield from elements.problems(block.get("element"), f"{at}/element", elements.FORMS)


METHODS: dict[str, Method] = {
    "views.open": open_view,
    "views.publish": publish,
    "assistant.threads.setSuggestedPrompts": suggest,
}
