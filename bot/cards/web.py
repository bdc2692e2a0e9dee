"""A reply as the local chat page gets it: View -> plain data for JSON, a pure function.

The page puts every text in by `textContent`, so nothing is escaped here. A query is given as pieces with the
name of their colour; joined, they are the query.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pygments.lexers.rdf import SparqlLexer
from pygments.lexers.sql import SqlLexer
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType

from bot.buttons import Kind
from bot.cards.chart import shown_chart
from bot.cards.look import FIRST, Button
from bot.cards.map import shown_map
from bot.cards.plain import clean
from bot.cards.rows import MAX_ROWS, ShownCell
from bot.cards.spreadsheet import XLSX
from bot.cards.thing import ShownThing
from bot.cards.view import SQL_SHOWN, View
from bot.charts import floor_of, pieces_of, places_of
from bot.maps import Map
from bot.message import Heard, Reply
from bot.pictures import Picture, picture_of
from bot.words import words

ROWS = MAX_ROWS  # rows that are sent to the page, which shows FIRST of them until asked for more
CELL = 400  # characters of one cell

_FILES = {
    "application/sparql-query": "file-query",
    "application/sql": "file-query-sql",
    "text/markdown": "file-trace",
    "application/json": "file-data",
    "text/csv": "file-rows",
    XLSX: "file-spreadsheet",
    "text/plain": "file-call",
    "application/geo+json": "file-map",
    "text/x-wkt": "file-shapes",
    "application/vnd.vegalite+json": "file-chart",
}
_COLOURS: tuple[tuple[_TokenType, str], ...] = (
    (Keyword, "keyword"),
    (Name.Variable, "variable"),
    (Name.Label, "iri"),
    (Name.Namespace, "iri"),
    (Name.Tag, "iri"),
    (Name.Function, "keyword"),
    (String, "text"),
    (Number, "number"),
    (Comment, "comment"),
)
_LEFT_OUT = ("share", "table", "evidence", "files")  # nobody is there to share with; the card has the rest
_WORDS = (  # that the page says on a card, beside what the card holds
    "query",
    "trace",
    "read-as",
    "put-right",
    "act-table",
    "act-chart",
    "act-map",
    "page-views",
    "page-view-page",
    "page-view-slack",
    "page-view-teams",
    "page-drawn-slack",
    "page-drawn-teams",
    "page-rows",
    "page-caption",
    "page-choices",
    "page-copy",
    "page-copied",
    "page-downloads",
    "page-acts",
    "page-more-acts",
    "sources",
    "page-reason",
    "page-send",
    "page-cancel",
    "page-others",
    "page-no-others",
    "page-in-own-words",
    "page-edit",
    "page-run",
    "page-sure-remove",
    "page-ask",
)


def draw(
    view: View, *, seal: Callable[[Button], str], address: Callable[[str], str], reader: str = ""
) -> dict[str, Any]:
    """The reply as data. `seal` gives the value that a button sends back, `address` where a file is;
    `reader` is the language in which numbers of a chart are written.
    """
    table, say = view.table_adds and view.thing is None, words(view.language)
    rows = view.rows[:ROWS] if table else ()
    first = min(FIRST, len(rows))
    return {
        "outcome": view.outcome.value,
        "language": view.language,
        "lead": view.lead,
        "columns": [{"title": c.title, "align": c.align} for c in view.columns] if table else [],
        "rows": [[_cell(cell) for cell in row] for row in rows],
        "first": first,
        "more": say("act-all-rows", count=len(rows)) if len(rows) > first else "",
        "thing": _thing(view.thing) if view.thing else None,
        "notice": _notice(view) if table else "",
        "chart": _drawn(view.chart, view.language, reader) if view.chart else None,
        "evidence": " ".join(view.evidence),
        "opens": view.opens,
        "sources": list(view.sources),
        "restatement": view.restatement,
        "put_right": view.put_right,
        "warnings": list(view.warnings),
        "buttons": [_button(b, seal) for b in view.buttons],
        "acts": [_button(b, seal) for b in view.acts if b.kind not in _LEFT_OUT],
        "query": coloured(view.query),
        "lines": say("page-lines", count=view.query.count("\n") + 1),
        "steps": [
            {"summary": s.summary, "details": list(s.details), "duration": s.duration} for s in view.steps
        ],
        "counted": say("page-steps", count=len(view.steps)),
        "footer": view.footer,
        "hash": f"sha256 {view.sha256}" if view.sha256 else "",
        "files": [
            {"name": f.name, "title": say(_FILES[f.media_type]), "address": address(f.name)}
            for f in view.attachments
        ],
        "words": {name: say(name) for name in _WORDS},
    }


def draw_heard(
    heard: Heard, kind: Kind, *, seal: Callable[[str, Button], str], reader: str = ""
) -> dict[str, Any]:
    """What a press led to: what is `said`, and with it the `query` to edit, the `chart`, or the `others` that
    the question may have meant. `seal` takes the reference of the reply, too; `reader` is the language in
    which numbers are written.
    """
    drawn: dict[str, Any] = {"said": heard.words}
    if heard.reply is None:
        return drawn
    if kind == "edit" and heard.reply.answer.query is not None:
        drawn["query"] = heard.reply.answer.query.text
    if kind == "meant":
        drawn["others"] = _others(heard.reply, seal)
    if kind == "chart":
        drawn["chart"] = _chart(heard.reply, reader)
    return drawn


def _others(reply: Reply, seal: Callable[[str, Button], str]) -> list[dict[str, str]]:
    buttons = [
        Button(label=clean(other.label), detail=clean(other.detail), kind="other", index=n)
        for n, other in enumerate(reply.answer.others)
    ]
    return [_button(button, lambda b: seal(reply.reference, b)) for button in buttons]


def _chart(reply: Reply, reader: str) -> dict[str, Any] | None:
    chart = picture_of(reply.answer)
    return _drawn(chart, reply.answer.question.language or reader, reader) if chart else None


def _drawn(chart: Picture, language: str, reader: str) -> dict[str, Any]:
    if isinstance(chart, Map):
        return _map(chart, language, reader)
    shown = shown_chart(chart, language, reader)
    is_line = chart.kind == "line"
    return {
        "kind": shown.kind,
        "title": shown.title,
        "alternative": shown.alternative,
        "labels": list(shown.labels),
        "series": [
            {
                "name": drawn.name,
                "points": [{"text": p.text, "value": p.value} for p in drawn.points],
                "pieces": [list(piece) for piece in pieces_of(chart, series)] if is_line else [],
            }
            for drawn, series in zip(shown.series, chart.series, strict=True)
        ],
        "totals": list(shown.totals),
        "places": [round(place, 4) for place in places_of(chart)] if is_line else [],
        "floor": floor_of(chart) if is_line else 0,
    }


def _map(drawn: Map, language: str, reader: str) -> dict[str, Any]:
    shown = shown_map(drawn, language, reader)
    return {
        "kind": "map",
        "title": shown.title,
        "alternative": shown.alternative,
        "height": shown.height,
        "places": [
            {"label": p.label, "paths": list(p.paths), "dots": list(p.dots), "line": p.is_line}
            for p in shown.places
        ],
        "labels": list(shown.labels),
        "scale": shown.scale,
        "scale_text": shown.scale_text,
    }


def coloured(query: str) -> list[list[str]]:
    """The query as [colour, text] pieces; the colour is "" for plain text."""
    pieces: list[list[str]] = []
    lexer = SqlLexer if query.startswith(SQL_SHOWN) else SparqlLexer
    for token, text in lexer(stripnl=False, ensurenl=False).get_tokens(query):
        colour = next((name for kind, name in _COLOURS if kind in token.split()), "")
        if pieces and pieces[-1][0] == colour:
            pieces[-1][1] += text
        else:
            pieces.append([colour, text])
    return pieces


def _button(button: Button, seal: Callable[[Button], str]) -> dict[str, str]:
    return {"label": button.label, "detail": button.detail, "kind": button.kind, "value": seal(button)}


def _cell(cell: ShownCell) -> dict[str, str]:
    text = cell.text if len(cell.text) <= CELL else cell.text[: CELL - 1] + "…"
    return {"text": text, "link": cell.link}


def _thing(thing: ShownThing) -> dict[str, Any]:
    facts = [
        {"title": fact.title, **_cell(ShownCell(text=fact.text, link=fact.link))} for fact in thing.facts
    ]
    name = "" if thing.is_said else thing.name
    return {"name": name, "kind": thing.kind, "link": thing.link, "facts": facts}


def _notice(view: View) -> str:
    """What the page cannot show, and where it is; the page itself says what it keeps folded."""
    say, missing = words(view.language), []
    if min(len(view.rows), ROWS) < view.total_rows:
        missing.append(say("rows-of", shown=min(len(view.rows), ROWS), total=view.total_rows))
    if any(len(cell.text) > CELL for row in view.rows[:ROWS] for cell in row):
        missing.append(say("values-cut"))
    if view.more_rows:
        missing.append(say("more-in-graph"))
    whole = say("taken-in-csv" if view.more_rows else "all-in-csv")
    return "; ".join([*missing, whole]) if missing else ""
