"""A reply as the local chat page gets it: View -> plain data for JSON, a pure function.

The page puts every text in by `textContent`, so nothing is escaped here. A query is given as pieces with the
name of their colour; joined, they are the query.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pygments.lexers.rdf import SparqlLexer
from pygments.token import Comment, Keyword, Name, Number, String, _TokenType

from bot.cards.look import Button
from bot.cards.rows import ShownCell
from bot.cards.view import View
from bot.words import words

ROWS = 500  # rows that are sent to the page, which shows FIRST of them until asked for more
FIRST = 20
CELL = 400  # characters of one cell

_FILES = {
    "application/sparql-query": "file-query",
    "text/markdown": "file-trace",
    "application/json": "file-data",
    "text/csv": "file-rows",
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


def draw(view: View, *, seal: Callable[[Button], str], address: Callable[[str], str]) -> dict[str, Any]:
    """The reply as data. `seal` gives the value that a button sends back, `address` where a file is."""
    table, say = view.table_adds, words(view.language)
    return {
        "outcome": view.outcome.value,
        "lead": view.lead,
        "columns": [{"title": c.title, "align": c.align} for c in view.columns] if table else [],
        "rows": [[_cell(cell) for cell in row] for row in view.rows[:ROWS]] if table else [],
        "first": FIRST,
        "notice": _notice(view) if table else "",
        "restatement": view.restatement,
        "put_right": view.put_right,
        "written": view.written,
        "verify": {"label": verify.label, "value": seal(verify)} if (verify := view.act("verify")) else None,
        "warnings": list(view.warnings),
        "buttons": [
            {"label": b.label, "detail": b.detail, "kind": b.kind, "value": seal(b)} for b in view.buttons
        ],
        "query": coloured(view.query),
        "steps": [
            {"summary": s.summary, "details": list(s.details), "duration": s.duration} for s in view.steps
        ],
        "footer": view.footer,
        "files": [
            {"name": f.name, "title": say(_FILES[f.media_type]), "address": address(f.name)}
            for f in view.attachments
        ],
    }


def coloured(query: str) -> list[list[str]]:
    """The query as [colour, text] pieces; the colour is "" for plain text."""
    pieces: list[list[str]] = []
    for token, text in SparqlLexer(stripnl=False, ensurenl=False).get_tokens(query):
        colour = next((name for kind, name in _COLOURS if kind in token.split()), "")
        if pieces and pieces[-1][0] == colour:
            pieces[-1][1] += text
        else:
            pieces.append([colour, text])
    return pieces


def _cell(cell: ShownCell) -> dict[str, str]:
    text = cell.text if len(cell.text) <= CELL else cell.text[: CELL - 1] + "…"
    return {"text": text, "link": cell.link}


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
