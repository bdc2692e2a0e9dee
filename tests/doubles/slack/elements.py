"""Slack's rules for what people press, choose and fill in: elements in, Slack's complaints out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

Problems = Iterator[str]
Part = dict[str, Any]

FORMS = {  # what an input block may hold
    "plain_text_input",
    "radio_buttons",
    "checkboxes",
    "static_select",
    "multi_static_select",
    "multi_users_select",
    "conversations_select",
}
BESIDE = {
    "button",
    "overflow",
    "conversations_select",
}  # what stands beside a section's text, of those we use
KEYS: dict[str, tuple[set[str], set[str]]] = {  # type: required keys, other keys
    "button": ({"text"}, {"value", "style", "confirm", "accessibility_label", "url"}),
    "overflow": ({"options"}, {"confirm"}),
    "icon_button": (
        {"icon", "text"},
        {"value", "confirm", "accessibility_label", "visible_to_user_ids"},
    ),
    "feedback_buttons": ({"positive_button", "negative_button"}, set()),
    "plain_text_input": (
        set(),
        {"multiline", "initial_value", "placeholder", "min_length", "max_length", "focus_on_load"},
    ),
    "radio_buttons": ({"options"}, {"initial_option", "focus_on_load"}),
    "checkboxes": ({"options"}, {"initial_options", "focus_on_load"}),
    "static_select": ({"options"}, {"initial_option", "placeholder", "focus_on_load"}),
    "multi_static_select": ({"options"}, {"initial_options", "placeholder", "max_selected_items"}),
    "multi_users_select": (set(), {"initial_users", "placeholder", "max_selected_items"}),
    "conversations_select": (set(), {"initial_conversation", "placeholder", "filter"}),
}


def problems(element: Any, at: str, among: set[str]) -> Problems:
    """What is wrong with an element, of which the surrounding block takes those `among`."""
    kind = element.get("type") if isinstance(element, dict) else element
    if not isinstance(element, dict) or kind not in among or kind not in KEYS:
        yield f"unsupported type: {kind} [json-pointer:{at}/type]"
        return
    required, others = KEYS[element["type"]]
    given = set(element) - {"type", "action_id"}
    yield from (f"missing required field: {key} [json-pointer:{at}]" for key in sorted(required - given))
    yield from (
        f"invalid additional property: {key} [json-pointer:{at}]" for key in sorted(given - required - others)
    )
    if required <= given:
        yield from length(element.get("action_id", ""), f"{at}/action_id", 255)
        yield from RULES.get(element["type"], _nothing)(element, at)


def plain(text: Any, at: str, most: int) -> Problems:
    if not isinstance(text, dict) or text.get("type") != "plain_text":
        yield f"unsupported type [json-pointer:{at}/type]"
        return
    yield from length(text.get("text", ""), f"{at}/text", most)


def length(text: Any, at: str, most: int, least: int = 1) -> Problems:
    if not isinstance(text, str) or len(text) < least:
        yield f"must be more than {least - 1} characters [json-pointer:{at}]"
    elif len(text) > most:
        yield f"must be less than {most + 1} characters [json-pointer:{at}]"


def _button(element: Part, at: str) -> Problems:
    yield from plain(element["text"], f"{at}/text", 75)
    yield from length(element.get("value", ""), f"{at}/value", 2000, least=0)
    if element.get("style", "primary") not in ("primary", "danger"):
        yield f"must be a valid enum value [json-pointer:{at}/style]"
    yield from _confirm(element, at)


def _icon(element: Part, at: str) -> Problems:
    if element["icon"] != "trash":
        yield f"must be a valid enum value [json-pointer:{at}/icon]"
    yield from _button(element, at)


def _confirm(element: Part, at: str) -> Problems:
    if (sure := element.get("confirm")) is not None:
        for key, most in (("title", 100), ("text", 300), ("confirm", 30), ("deny", 30)):
            yield from plain(sure.get(key), f"{at}/confirm/{key}", most)


def _feedback(element: Part, at: str) -> Problems:
    for side in ("positive_button", "negative_button"):
        yield from plain(element[side].get("text"), f"{at}/{side}/text", 75)
        yield from length(element[side].get("value", ""), f"{at}/{side}/value", 2000)


def _options(most: int) -> Callable[[Part, str], Problems]:
    def check(element: Part, at: str) -> Problems:
        options = element["options"]
        if not isinstance(options, list) or not options:
            yield f"must provide at least 1 item [json-pointer:{at}/options]"
            return
        if len(options) > most:
            yield f"no more than {most} items allowed [json-pointer:{at}/options]"
        if len({option.get("value") for option in options}) < len(options):
            yield f"option values must be unique [json-pointer:{at}/options]"
        for n, option in enumerate(options):
            yield from _option(option, f"{at}/options/{n}")
        first = element.get(
            "initial_options", [element["initial_option"]] if "initial_option" in element else []
        )
        if "initial_options" in element and not first:
            yield f"must provide at least 1 item [json-pointer:{at}/initial_options]"
        if any(option not in options for option in first):
            yield f"initial options must be among the options [json-pointer:{at}]"

    return check


def _option(option: Part, at: str) -> Problems:
    yield from plain(option.get("text"), f"{at}/text", 75)
    yield from length(option.get("value", ""), f"{at}/value", 150)
    if "description" in option:
        yield from plain(option["description"], f"{at}/description", 75)


def _text_input(element: Part, at: str) -> Problems:
    if not 0 < element.get("max_length", 3000) <= 3000:
        yield f"must be less than 3001 [json-pointer:{at}/max_length]"
    if "initial_value" in element:
        most = min(3000, element.get("max_length", 3000))
        yield from length(element["initial_value"], f"{at}/initial_value", most)
    if "placeholder" in element:
        yield from plain(element["placeholder"], f"{at}/placeholder", 150)


def _nothing(_element: Part, _at: str) -> Problems:
    yield from ()


RULES: dict[str, Callable[[Part, str], Problems]] = {
    "button": _button,
    "icon_button": _icon,
    "overflow": _options(5),
    "feedback_buttons": _feedback,
    "plain_text_input": _text_input,
    "radio_buttons": _options(10),
    "checkboxes": _options(10),
    "static_select": _options(100),
    "multi_static_select": _options(100),
}
