"""The rows of an answer in an Adaptive Card: a table, or Teams' own chart with that table as its fallback."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence

from bot.cards.chart import ShownChart, shown_chart
from bot.cards.map import shown_map
from bot.cards.teams_elements import SMALL, Element, short, text
from bot.cards.teams_limits import Cut
from bot.cards.teams_sheet import Sheet
from bot.cards.thing import ShownThing
from bot.cards.view import ShownCell
from bot.charts import Chart, chart_of, pieces_of
from bot.charts_picture import can_draw
from bot.maps import Map, map_of
from bot.pictures import wants_chart

_LINK = 1_000  # characters of an address
_LEADS = ("http://", "https://", "mailto:", "tel:")
_PICTURE = 24_000  # characters of a picture: each costs two bytes of what Teams takes
_ALT = 1_000
_COLOURS = (  # of Teams' own, which has each in light and dark
    "categoricalBlue",
    "categoricalMarigold",
    "categoricalTeal",
    "categoricalRed",
    "categoricalPurple",
    "categoricalLime",
    "categoricalLightBlue",
    "categoricalLavender",
)
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
        if found is not None and not wants_chart(answer):
            return _map(found, sheet, cut) or otherwise
    shape = chart_of(answer)
    if shape is None or not otherwise:
        return otherwise
    shown = shown_chart(shape, sheet.view.language)
    title, axis = short(shown.title, _LABEL), short(shown.axis, _LABEL)
    is_lying = shape.kind in ("bars", "shares")
    named = {
        "title": title,
        "xAxisTitle": title if is_lying else axis,
        "yAxisTitle": axis if is_lying else title,
        "fallback": {"type": "Container", "items": otherwise},
    }
    return [_drawn(shape, shown) | named]


def _drawn(shape: Chart, shown: ShownChart) -> Element:
    """The chart as the element of Teams that draws it, without what it is called. Teams works out shares by
    itself: its stacked horizontal bars are all as long as each other.
    """
    labels = [short(label, _LABEL) for label in shown.labels]
    if shape.kind == "line":
        return {"type": "Chart.Line", "data": list(_pieces(shape, shown))}
    if shape.kind in ("grouped", "stacked"):
        data = [
            {"legend": name, "color": colour, "values": _points(labels, values)}
            for name, colour, values in _series(shape, shown)
        ]
        return {"type": "Chart.VerticalBar.Grouped", "stacked": shape.kind == "stacked", "data": data}
    if len(shape.series) > 1:
        parts = list(_series(shape, shown))
        data = [
            {
                "title": label,
                "data": [
                    {"legend": name, "color": colour, "value": value}
                    for name, colour, values in parts
                    if (value := values[n]) is not None
                ],
            }
            for n, label in enumerate(labels)
        ]
        return {"type": "Chart.HorizontalBar.Stacked", "data": data}
    ((_, colour, values),) = _series(shape, shown)
    drawn = {"color": colour, "data": _points(labels, values)}
    if shape.kind == "histogram":
        return {"type": "Chart.VerticalBar", **drawn}
    mode = "PartToWhole" if shape.kind == "shares" else "AbsoluteWithAxis"
    return {"type": "Chart.HorizontalBar", "displayMode": mode, **drawn}


def _series(shape: Chart, shown: ShownChart) -> Iterator[tuple[str, str, list[float | None]]]:
    """The name, colour and numbers of each series."""
    for series, drawn, colour in zip(shape.series, shown.series, _COLOURS, strict=False):
        values = [None if value is None else float(value) for value in series.values]
        yield short(drawn.name or shown.title, _LABEL), colour, values


def _pieces(shape: Chart, shown: ShownChart) -> Iterator[Element]:
    """The lines; the pieces of one that has gaps are of one colour."""
    times = [short(label, _LABEL) for label in shape.labels]
    for (name, colour, values), series in zip(_series(shape, shown), shape.series, strict=True):
        for piece in pieces_of(shape, series):
            points = [{"x": times[n], "y": values[n]} for n in piece]
            yield {"legend": name, "values": points, "color": colour}


def _points(labels: Sequence[str], values: Sequence[float | None]) -> list[Element]:
    return [
        {"x": label, "y": value} for label, value in zip(labels, values, strict=True) if value is not None
    ]


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
