"""The reference of settings: `python -m bot.settings_reference > docs/admin/settings.md`.

In: bot/settings.py. Out: Markdown, grouped by when a setting is needed, then by what it is about.
"""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator
from pathlib import Path

from pydantic import SecretStr
from pydantic.fields import FieldInfo

from bot.settings import Settings, When, name_of

# Each part begins with the setting that is named here, and ends before the next.
PARTS = {
    "graph": "The graph",
    "lexicon": "Names",
    "strategies": "How questions are answered",
    "model_url": "A language model",
    "model_price_input": "What the model may cost",
    "embeddings_model": "Names by their meaning",
    "check_blocks": "The check, and what is closed",
    "data": "What is kept",
    "language": "What people see",
    "reviewers": "Who may do more",
    "auditors": "The record",
    "host": "The HTTP server",
    "doors": "Doors for machines",
    "person_questions": "Fairness",
    "slack_bot_token": "Slack",
    "teams_app_id": "Microsoft Teams",
    "log_level": "Watching it",
}

_INTRODUCTION = """\
# Settings

Every setting has a default. Without any, Querist answers about its sample company.

Set them in the environment, or in a file `.env` in the folder where Querist starts. The environment goes
before the file. `querist init` asks for what the first day needs and writes the file. A name that does not
exist stops the start, and the nearest one that does is named. An empty value is the same as none.

Start Querist again after a change. `querist doctor` checks the settings before that.

This page is made from `bot/settings.py` by `python -m bot.settings_reference > docs/admin/settings.md`.
"""

_GROUPS = {
    When.FIRST_DAY: ("First day", "A graph, a place to ask, and a model if you want one."),
    When.USUAL: ("Usual", "What most installations set sooner or later."),
    When.RARELY: (
        "Rarely",
        "Limits, several tenants, and other cases that you will recognise when you have them.",
    ),
}

_TYPES: dict[object, str] = {
    str: "text",
    SecretStr: "secret",
    Path: "path",
    bool: "`true` or `false`",
    int: "whole number",
    float: "number",
}


def reference() -> str:
    """The whole page."""
    return "\n".join([_INTRODUCTION, *_groups()]).rstrip() + "\n"


def when(field: FieldInfo) -> When:
    """When a setting is needed; rarely, unless its declaration is marked."""
    return next((mark for mark in field.metadata if isinstance(mark, When)), When.RARELY)


def _groups() -> Iterator[str]:
    for group, (title, about) in _GROUPS.items():
        yield f"## {title}\n\n{about}\n"
        part, told = "", ""
        for name, field in Settings.model_fields.items():
            part = PARTS.get(name, part)
            if when(field) is not group:
                continue
            if part != told:
                yield from ([""] if told else [])
                yield f"### {part}\n\n| setting | takes | what it does |\n|---|---|---|"
                told = part
            yield _row(name, field)
        yield ""


def _row(name: str, field: FieldInfo) -> str:
    told = re.sub(r"docs/([\w/-]+\.md)", _link, " ".join((field.description or "").split()))
    takes = "; ".join(filter(None, (_takes(field), _default(field))))
    return f"| `{name_of(name)}` | {takes} | {told.replace('|', '&#124;')} |"


def _link(found: re.Match[str]) -> str:
    page = found[1]
    target = page.removeprefix("admin/") if page.startswith("admin/") else f"../{page}"
    return f"[{page}]({target})"


def _takes(field: FieldInfo) -> str:
    kind: object = field.annotation
    if isinstance(kind, types.UnionType):
        kind = next(part for part in typing.get_args(kind) if part is not types.NoneType)
    if typing.get_origin(kind) is typing.Literal:
        return ", ".join(f"`{value}`" for value in typing.get_args(kind))
    return ", ".join([_TYPES[kind], *_bounds(field)])


def _bounds(field: FieldInfo) -> Iterator[str]:
    for rule in field.metadata:
        for mark, words in (("gt", "above"), ("ge", "at least"), ("le", "at most")):
            bound = getattr(rule, mark, None)
            if bound is not None and (mark, bound) != (
                "ge",
                0,
            ):  # that it is not negative goes without saying
                yield f"{words} {bound}"


def _default(field: FieldInfo) -> str:
    value = field.default
    if value is None or value == "" or isinstance(value, SecretStr):
        return ""
    if isinstance(value, bool):
        return f"default `{str(value).lower()}`"
    return f"default `{value:g}`" if isinstance(value, float) else f"default `{value}`"


if __name__ == "__main__":
    print(reference(), end="")  # noqa: T201 - it is a page for a file
