"""Pieces of an Adaptive Card: text runs, which no client reads as Markdown; nobody can be mentioned there."""

from __future__ import annotations

from typing import Any

Element = dict[str, Any]

SMALL = {"size": "Small", "isSubtle": True}
_OF_A_BLOCK = ("spacing", "horizontalAlignment")


def text(words: str, **look: Any) -> Element:
    """One paragraph of plain text; `look` is the style of its run, and its spacing."""
    block = {key: look.pop(key) for key in _OF_A_BLOCK if key in look}
    return {**runs({"text": words, **look}), **block}


def runs(*each: Element) -> Element:
    return {"type": "RichTextBlock", "inlines": [{"type": "TextRun", **run} for run in each]}


def code(line: str) -> Element:
    """A line of a query in fixed width, its indentation kept by spaces that are not collapsed."""
    return text(indented(line) or "\N{NO-BREAK SPACE}", fontType="Monospace", size="Small", spacing="None")


def indented(line: str, more: int = 0) -> str:
    indent = len(line) - len(line.lstrip())
    return "\N{NO-BREAK SPACE}" * (indent + more) + line.lstrip()


def short(words: str, limit: int) -> str:
    return words if len(words) <= limit else f"{words[: limit - 1]}…"
