"""The rows of an answer in an Adaptive Card: a table, or Teams' own chart with that table as its fallback."""

from __future__ import annotations

import base64

from bot.cards.map import shown_map
from bot.cards.teams_elements import SMALL, Element, short, text
from bot.cards.teams_limits import Cut
from bot.cards.teams_sheet import Sheet
from bot.cards.thing import ShownThing
from bot.cards.view import ShownCell
from bot.charts import chart_of
from bot.charts_picture import can_draw
from bot.maps import Map, map_of

_LINK = 1_000  # characters of an address
_LEADS = ("http://", "https://", "mailto:", "tel:")
_PICTURE = 24_000  # characters of a picture: each costs two bytes of what Teams takes
_ALT = 1_000
_ONE = "categoricalBlue"  # the pieces of a line with gaps are one
_LABEL = 60  # characters of a name in a chart


def rows(sheet: Sheet, cut: Cut) -> list[Element]:
    """The rows as they call for it: a chart, or the table."""
    return chart(sheet, cut) if sheet.view.chart else table(sheet, cut)


def table(sheet: Sheet, cut: Cut) -> list[Element]:
    """The table, and what of it is not shown; nothing where the sentence says it all."""
    view = sheet.view
    if not view.table_adds:
        return []
    if view.thing and cut.rows:
        return [_thing(view.thing, cut)]
    rows = [row[: cut.columns] for row in view.rows[: cut.rows]]
    columns = view.columns[: cut.columns]
    told = left_out(sheet, cut)
    note = [text(told, **SMALL)] if told else []
    if not rows:
        return note
    aligns = [column.align.capitalize() for column in columns]
    head = [
        _cell(text(short(c.title, cut.cell), weight="Bolder"), a)
        for c, a in zip(columns, aligns, strict=True)
    ]
    body = [[_cell(_value(c, cut.cell), a) for c, a in zip(row, aligns, strict=True)] for row in rows]
    drawn = {
        "type": "Table",
        "firstRowAsHeaders": True,
        "showGridLines": True,
        "gridStyle": "default",
        "columns": [{"width": 1} for _ in columns],
        "rows": [{"type": "TableRow", "cells": cells} for cells in (head, *body)],
    }
    return [drawn, *note]


def _thing(thing: ShownThing, cut: Cut) -> Element:
    """A thing's facts: what each is called, and beside it what it is."""
    name = _value(ShownCell(text=thing.name, link=thing.link), cut.cell)
    kind = text(short(thing.kind, cut.cell), **SMALL)
    head = [] if thing.is_said else [(name, kind)]
    lines = head + [
        (
            text(short(fact.title, cut.cell), **SMALL),
            _value(ShownCell(text=fact.text, link=fact.link), cut.cell),
        )
        for fact in thing.facts
    ]
    return {
        "type": "Table",
        "firstRowAsHeaders": False,
        "showGridLines": False,
        "columns": [{"width": 1}, {"width": 2}],
        "rows": [
            {"type": "TableRow", "cells": [_cell(title, "Left"), _cell(value, "Left")]}
            for title, value in lines
        ],
    }


def chart(sheet: Sheet, cut: Cut) -> list[Element]:
    """The rows as Teams draws charts; the table where they make none, and for clients that draw none."""
    answer, otherwise = sheet.reply.answer, table(sheet, cut)
    if sheet.view.chart is None or isinstance(sheet.view.chart, Map):
        found = map_of(answer)
        if found is not None and answer.form_asked not in ("bars", "line"):
            return _map(found, sheet, cut) or otherwise
    shape = chart_of(answer)
    if shape is None or not otherwise:
        return otherwise
    title = short(f"{shape.title} ({shape.unit})" if shape.unit else shape.title, _LABEL)
    points = [
        {"x": short(label, _LABEL), "y": float(value)}
        for label, value in zip(shape.labels, shape.values, strict=True)
    ]
    common = {
        "title": title,
        "xAxisTitle": title if shape.kind == "bars" else short(shape.axis, _LABEL),
        "yAxisTitle": short(shape.axis, _LABEL) if shape.kind == "bars" else title,
        "fallback": {"type": "Container", "items": otherwise},
    }
    if shape.kind == "line":
        ends = (*shape.breaks, len(points) - 1)
        begins = (0, *(end + 1 for end in shape.breaks))
        pieces = [
            {"legend": title, "values": points[begin : end + 1], **({"color": _ONE} if shape.breaks else {})}
            for begin, end in zip(begins, ends, strict=True)
        ]
        return [{"type": "Chart.Line", "data": pieces, **common}]
    return [{"type": "Chart.HorizontalBar", "displayMode": "AbsoluteWithAxis", "data": points, **common}]


def _map(found: Map, sheet: Sheet, cut: Cut) -> list[Element]:
    """The map as a picture inside the card, since a card draws none; nothing where it is too large for that,
    or cannot be drawn here.
    """
    if not can_draw() or not cut.rows:
        return []
    from bot.maps_picture import inside_a_card

    png = inside_a_card(found, sheet.view.language)
    address = f"data:image/png;base64,{base64.b64encode(png).decode()}"
    if len(address) > _PICTURE:
        return []
    told = shown_map(found, sheet.view.language).alternative
    return [{"type": "Image", "url": address, "altText": short(told, _ALT), "size": "Stretch"}]


def left_out(sheet: Sheet, cut: Cut) -> str:
    """What of the table is not shown; "" when all is there, or a button says how many more rows there are."""
    view, say = sheet.view, sheet.say
    total, shown = max(view.total_rows, len(view.rows)), min(cut.rows, len(view.rows))
    parts = []
    more = view.act("table")
    counted = shown and more and str(total) in more.label
    if (shown < total and not counted) or view.more_rows:
        name = "teams-rows-or-more" if view.more_rows else "teams-rows"
        parts.append(say(name, shown=str(shown), total=sheet.number(total)))
    if shown and cut.columns < len(view.columns):
        total_columns = sheet.number(len(view.columns))
        parts.append(say("teams-columns", shown=str(cut.columns), total=total_columns))
    if any(len(c.text) > cut.cell for row in view.rows[:shown] for c in row[: cut.columns]):
        parts.append(say("teams-long-values"))
    if not parts:
        return ""
    told = f"{', '.join(parts)}."
    return told[:1].upper() + told[1:]


def _value(cell: ShownCell, limit: int) -> Element:
    words = short(cell.text, limit) or "\N{NO-BREAK SPACE}"
    if cell.link.startswith(_LEADS) and len(cell.link) <= _LINK:
        return text(words, color="Accent", selectAction={"type": "Action.OpenUrl", "url": cell.link})
    return text(words)


def _cell(content: Element, align: str) -> Element:
    aligned = {} if align == "Left" else {"horizontalAlignment": align}  # as it is without
    return {"type": "TableCell", "items": [{**content, **aligned}]}
