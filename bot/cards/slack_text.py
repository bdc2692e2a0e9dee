"""The small parts of Block Kit that a card is made of: words in, elements and blocks out.

`rich` and `plain` text is shown letter by letter; only `escape` is for text that Slack parses.
"""

from __future__ import annotations

import re
from typing import Any

from bot.cards.view import View, clean

Block = dict[str, Any]

TEXT = 2_900  # Slack: 3,000 characters of a text object, before escaping
LINE = 300
BUTTON = 75
SUBTITLE = 150  # Slack: characters of the title and the subtitle of a container
ITEMS = 50  # lines of a list
ELEMENTS = 10  # texts of one context block

_EMPHASIS = r"(?<![\w*])\*(?=[^\s*])[^*\n]*[^\s*]\*(?![\w*])"


def escape(text: str) -> str:
    """`text` for mrkdwn: the three signs that make mentions and links are spelled out."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def shorten(text: str, length: int) -> str:
    """At most `length` characters, with an ellipsis where something is left out."""
    return text if len(text) <= length else text[: length - 1].rstrip() + "…"


def unmarked(text: str) -> str:
    """`text` without the asterisks of emphasis."""
    return re.sub(_EMPHASIS, lambda match: match[0][1:-1], text)


def lead(view: View) -> list[Block]:
    """The answer's sentence: what it emphasises is bold, the thing that it names is bold and linked. A
    number is neither, of which the unit stands beside it.
    """
    cells = zip(view.rows[0], view.columns, strict=True) if len(view.rows) == 1 else ()
    named = {cell.text: cell.link for cell, column in cells if column.align == "left"}
    words = sorted((w for w in named if w and not w.isspace()), key=len, reverse=True)
    whole = [rf"(?<!\w){re.escape(word)}(?!\w)" for word in words]
    sentence = shorten(view.lead, TEXT) or "\N{EN DASH}"
    elements = []
    pieces = [piece for piece in re.split(f"({'|'.join([_EMPHASIS, *whole])})", sentence) if piece]
    for n, piece in enumerate(pieces):
        if piece in named and piece not in pieces[n + 1 :]:  # “Lyon Office is in *Lyon*”: the last one
            elements.append(text(piece, named[piece], bold=True))
        elif re.fullmatch(_EMPHASIS, piece):
            elements.append(text(piece[1:-1], named.get(piece[1:-1], ""), bold=True))
        else:
            elements.append(text(piece))
    return elements


def text(words: str, link: str = "", *, bold: bool = False) -> Block:
    """One stretch of rich text, linked where `link` is an address of the web or of a mailbox."""
    element: Block = {"type": "text", "text": words or "\N{EN DASH}"}
    if link.startswith(("http://", "https://", "mailto:")):
        element = {"type": "link", "url": link, "text": words or link}
    if bold:
        element["style"] = {"bold": True}
    return element


def section(elements: list[Block]) -> Block:
    return {"type": "rich_text_section", "elements": elements}


def listing(items: list[list[Block]], *, ordered: bool) -> Block:
    style = "ordered" if ordered else "bullet"
    return {"type": "rich_text_list", "style": style, "elements": [section(item) for item in items]}


def preformatted(code: str) -> Block:
    return {"type": "rich_text_preformatted", "elements": [text(clean(code.expandtabs(4)))]}


def rich(*elements: Block) -> Block:
    return {"type": "rich_text", "elements": list(elements)}


def plain(words: str) -> Block:
    return {"type": "plain_text", "text": words if words.strip() else "\N{EN DASH}", "emoji": False}


def option(label: str, value: str, detail: str = "") -> Block:
    """One of several to choose from; Slack has no room for a value of more than 150 characters."""
    shown = {"text": plain(shorten(clean(label), BUTTON)), "value": value}
    return shown | {"description": plain(shorten(clean(detail), BUTTON))} if detail else shown


def context(lines: list[str]) -> list[Block]:
    """Quiet small print, one block a line, so that each stands on its own line."""
    return [
        {"type": "context", "elements": [plain(shorten(line, TEXT))]} for line in lines[:ELEMENTS] if line
    ]


def fold(title: str, subtitle: str, children: list[Block], *, closed: bool = True) -> Block:
    """A container that people open and close."""
    return {
        "type": "container",
        "title": plain(shorten(title, SUBTITLE)),
        "subtitle": plain(shorten(subtitle, SUBTITLE)),
        "child_blocks": children,
        "width": "full",
        "is_collapsible": True,
        "default_collapsed": closed,
    }
