"""The reply as one Adaptive Card for Microsoft Teams: Reply -> plain dict, a pure function.

Order: the answer, its buttons, the table, how it was read, then the evidence folded (query, trace) and the
footer. Text stands in text runs, which clients do not read as Markdown and where nobody can be mentioned.
A whole message stays below what Teams takes; what is left out is said, with where it is.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from babel import Locale
from babel.numbers import format_decimal

from bot.buttons import Pressed, Seal
from bot.cards.look import Button, Look, locale_of
from bot.cards.view import ShownCell, View, clean, view
from bot.message import Reply

LIMIT = 80_000  # bytes of a message in UTF-16 that Teams surely takes; above about 100 KB it refuses
_ENVELOPE = 2_000  # bytes of that for what surrounds the card

_LEAD, _READING, _WARNING, _NOTICE = 2_000, 1_500, 500, 200  # characters that are shown
_BUTTONS, _BUTTON_WORDS, _TOOLTIP = 10, 80, 150
_WIDE = 44  # characters of a button that clients show whole

_FOOTER, _WARNINGS, _LINK = 500, 5, 1_000
_NO_TAGS = str.maketrans(
    {
        "<": "\N{SINGLE LEFT-POINTING ANGLE QUOTATION MARK}",
        ">": "\N{SINGLE RIGHT-POINTING ANGLE QUOTATION MARK}",
    }
)

Element = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cut:
    """How much is drawn: rows and columns, characters of a cell, lines of the trace and their characters;
    whether the query is there, and whether as a code block with the plain lines as its fallback.
    """

    rows: int = 20
    columns: int = 6
    cell: int = 300
    lines: int = 60
    line: int = 300
    query: bool = True
    code_block: bool = True


_CUTS = (  # from all that reads well to what always fits; the query is given up last
    _Cut(),
    _Cut(code_block=False),
    _Cut(code_block=False, cell=100, lines=30, line=200),
    _Cut(code_block=False, cell=60, rows=10, columns=5, lines=15, line=150),
    _Cut(code_block=False, rows=0, lines=0),
    _Cut(query=False),
    _Cut(query=False, cell=100, lines=30, line=200),
    _Cut(query=False, rows=0, lines=0),
)


def card(reply: Reply, *, seal: Seal, look: Look | None = None) -> Element:
    """The Adaptive Card (version 1.5) of a reply; `seal` signs the values of its buttons."""
    look = look or Look()
    drawing = _Drawing(
        reply=reply,
        view=view(reply, look),
        seal=seal,
        locale=locale_of(reply.message.language or look.language),
    )
    drawn = drawing.card(_CUTS[0])
    for cut in _CUTS[1:]:
        if size(drawn) <= LIMIT - _ENVELOPE:
            break
        drawn = drawing.card(cut)
    return drawn


def size(message: Element) -> int:
    """Bytes of a card or message as Teams counts them (UTF-16), or as they are written (UTF-8) if more."""
    text = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return max(len(text.encode(code, "replace")) for code in ("utf-16-le", "utf-8"))


def notice(reply: Reply) -> str:
    """The answer as one line for notifications, where clients may read markup: no tag survives."""
    return _short(" ".join(clean(reply.answer.text).split()).translate(_NO_TAGS), _NOTICE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawing:
    reply: Reply
    view: View
    seal: Seal
    locale: Locale

    def card(self, cut: _Cut) -> Element:
        return {
            "type": "AdaptiveCard",
            "$schema": "https://adaptivecards.io/schemas/adaptive-card.json",
            "version": "1.5",
            "lang": str(self.locale).replace("_", "-"),
            "fallbackText": notice(self.reply),
            "msteams": {"width": "Full"} if self.view.table_adds else {},
            "body": [
                *self._lead(),
                *self._buttons(),
                *self._table(cut),
                *self._reading(),
                *self._evidence(cut),
                *self._footer(),
            ],
        }

    # ── what is read first ───────────────────────────────────────────────────────────────────────

    def _lead(self) -> list[Element]:
        lead = _text(_short(self.view.lead, _LEAD), size="Medium", weight="Bolder")
        return [lead] if len(self.view.lead) <= _LEAD else [lead, self._note("This sentence is shortened")]

    def _buttons(self) -> list[Element]:
        if not self.reply.reference:
            return []  # nothing that a press could name
        shown = self.view.buttons[:_BUTTONS]
        below = any(len(_words(button)) > _WIDE for button in shown)  # clients cut a long button's words
        drawn = [
            part for n, b in enumerate(shown) for part in self._asking(b, "Small" if n else "Default", below)
        ]
        if left := len(self.view.buttons) - len(shown):
            drawn.append(_text(f"{self._number(left)} more are not shown; write the name instead.", **_SMALL))
        return drawn

    def _asking(self, button: Button, spacing: str, below: bool) -> list[Element]:
        drawn: list[Element] = [
            {"type": "ActionSet", "spacing": spacing, "actions": [self._ask(button, below=below)]}
        ]
        if below and button.detail:
            drawn.append(_text(_short(button.detail, _TOOLTIP), spacing="None", **_SMALL))
        return drawn

    def _ask(self, button: Button, *, below: bool) -> Element:
        """The button; its detail is left out where it stands below."""
        words = _words(button)
        pressed = Pressed(self.reply.reference, button.kind, button.index)
        said = _short(" ".join(words.split()), _BUTTON_WORDS)
        title = _short(" ".join(button.label.split()), _BUTTON_WORDS) if below else said
        data = {"button": self.seal.sign(pressed), "words": said}
        tooltip = {"tooltip": _short(words, _TOOLTIP)} if title != words else {}
        submit = {"type": "Action.Submit", "title": title, "data": data, **tooltip}
        return {**submit, "type": "Action.Execute", "verb": "ask", "fallback": submit}

    # ── the table ────────────────────────────────────────────────────────────────────────────────

    def _table(self, cut: _Cut) -> list[Element]:
        if not self.view.table_adds:
            return []
        rows = [row[: cut.columns] for row in self.view.rows[: cut.rows]]
        columns = self.view.columns[: cut.columns]
        note = self._left_out(cut)
        if not rows:
            return [note] if note else []
        aligns = [column.align.capitalize() for column in columns]
        head = [
            _table_cell(_text(_short(c.title, cut.cell), weight="Bolder"), a)
            for c, a in zip(columns, aligns, strict=True)
        ]
        body = [
            [_table_cell(_value(c, cut.cell), a) for c, a in zip(row, aligns, strict=True)] for row in rows
        ]
        table = {
            "type": "Table",
            "firstRowAsHeaders": True,
            "showGridLines": True,
            "gridStyle": "default",
            "columns": [{"width": 1} for _ in columns],
            "rows": [{"type": "TableRow", "cells": cells} for cells in (head, *body)],
        }
        return [table, note] if note else [table]

    def _left_out(self, cut: _Cut) -> Element | None:
        """What of the table is not shown, and where it is."""
        view, total = self.view, max(self.view.total_rows, len(self.view.rows))
        shown = min(cut.rows, len(view.rows))
        parts = []
        if shown < total or view.more_rows:
            more = " or more" if view.more_rows else ""
            parts.append(f"{shown} of {self._number(total)}{more} rows")
        if shown and cut.columns < len(view.columns):
            parts.append(f"{cut.columns} of {self._number(len(view.columns))} columns")
        if any(len(c.text) > cut.cell for row in view.rows[:shown] for c in row[: cut.columns]):
            parts.append("long values end in “…”")
        if not parts:
            return None
        where = "; the query gives them all" if view.query and cut.query else ""
        told = f"{', '.join(parts)}{where}."
        return _text(told[:1].upper() + told[1:], **_SMALL)

    # ── how it was read, and the evidence ────────────────────────────────────────────────────────

    def _reading(self) -> list[Element]:
        lines = []
        if self.view.restatement:
            reading = {"text": _short(self.view.restatement, _READING), "size": "Small"}
            lines.append(_runs({"text": "Read as: ", **_SMALL}, reading))
        if len(self.view.restatement) > _READING:
            lines.append(self._note("This reading is shortened"))
        if self.view.put_right:
            fixes = {"text": self.view.put_right, "size": "Small"}
            lines.append(_runs({"text": "Put right before it ran: ", **_SMALL}, fixes))
        if self.view.written:
            lines.append(_text(self.view.written, **_SMALL))
        lines += [_text(_short(w, _WARNING), color="Warning") for w in self.view.warnings[:_WARNINGS]]
        if left := len(self.view.warnings[_WARNINGS:]):
            lines.append(self._note(f"{self._number(left)} more warnings are not shown"))
        return lines

    def _evidence(self, cut: _Cut) -> list[Element]:
        folds = [
            ("query", "Query", self._query(cut) if self.view.query else []),
            ("trace", "How I got there", self._trace(cut) if self.view.steps else []),
        ]
        folds = [fold for fold in folds if fold[2]]
        actions: list[Element] = [
            {"type": "Action.ToggleVisibility", "title": t, "targetElements": [i]} for i, t, _ in folds
        ]
        actions += [self._ask(verify, below=False)] if (verify := self.view.act("verify")) else []
        if not actions:
            return []
        drawn: list[Element] = [{"type": "ActionSet", "spacing": "Medium", "actions": actions}]
        for identity, title, items in folds:
            heading = _text(title, weight="Bolder", size="Small")
            drawn.append(
                {"type": "Container", "id": identity, "isVisible": False, "items": [heading, *items]}
            )
        return drawn

    def _query(self, cut: _Cut) -> list[Element]:
        query = self.reply.answer.query
        if not cut.query or query is None:
            length = self._number(len(self.view.query))
            return [self._note(f"This query has {length} characters, too many for one message")]
        plain = {
            "type": "Container",
            "spacing": "Small",
            "items": [_code(x) for x in self.view.query.split("\n")],
        }
        block = {
            "type": "CodeBlock",
            "spacing": "Small",
            "language": "PlainText",  # the nearest language that clients know, SQL, would be a wrong label
            "codeSnippet": self.view.query,
            "fallback": plain,
        }
        return [block if cut.code_block else plain, _text(f"sha256 {query.sha256}", **_SMALL)]

    def _trace(self, cut: _Cut) -> list[Element]:
        lines = [
            line
            for number, step in enumerate(self.view.steps, 1)
            for line in (
                f"{number}. {step.summary}{f' ({step.duration})' if step.duration else ''}",
                *(_indented(part, 3) for detail in step.details for part in detail.split("\n")),
            )
        ]
        drawn = [_text(_short(line, cut.line), size="Small", spacing="None") for line in lines[: cut.lines]]
        left = len(lines) - len(drawn)
        if left:
            drawn.append(self._note(f"{self._number(left)} lines are not shown"))
        elif any(len(line) > cut.line for line in lines):
            drawn.append(self._note("Lines that end in “…” are shortened"))
        return drawn

    def _footer(self) -> list[Element]:
        footer = _short(self.view.footer, _FOOTER)
        return [_text(footer, spacing="Medium", **_SMALL)] if footer else []

    def _note(self, what: str) -> Element:
        where = f"; record {self.reply.reference} keeps it whole" if self.reply.reference else ""
        return _text(f"{what}{where}.", **_SMALL)

    def _number(self, number: int) -> str:
        return format_decimal(number, locale=self.locale)


_SMALL = {"size": "Small", "isSubtle": True}
_OF_A_BLOCK = ("spacing", "horizontalAlignment")


def _text(text: str, **look: Any) -> Element:
    """One paragraph of plain text; `look` is the style of its run, and its spacing."""
    block = {key: look.pop(key) for key in _OF_A_BLOCK if key in look}
    return {**_runs({"text": text, **look}), **block}


def _runs(*runs: Element) -> Element:
    return {"type": "RichTextBlock", "inlines": [{"type": "TextRun", **run} for run in runs]}


def _words(button: Button) -> str:
    return " · ".join(part for part in (button.label, button.detail) if part)


def _code(line: str) -> Element:
    """A line of the query in fixed width, its indentation kept by spaces that are not collapsed."""
    text = _indented(line) or "\N{NO-BREAK SPACE}"
    return _text(text, fontType="Monospace", size="Small", spacing="None")


def _indented(line: str, more: int = 0) -> str:
    indent = len(line) - len(line.lstrip())
    return "\N{NO-BREAK SPACE}" * (indent + more) + line.lstrip()


def _value(cell: ShownCell, limit: int) -> Element:
    text = _short(cell.text, limit) or "\N{NO-BREAK SPACE}"
    if cell.link.startswith(("http://", "https://")) and len(cell.link) <= _LINK:
        return _text(text, color="Accent", selectAction={"type": "Action.OpenUrl", "url": cell.link})
    return _text(text)


def _table_cell(content: Element, align: str) -> Element:
    return {"type": "TableCell", "items": [{**content, "horizontalAlignment": align}]}


def _short(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
