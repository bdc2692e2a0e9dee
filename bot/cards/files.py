"""The files of a reply: the query to the letter, the trace twice, and the rows as a table for people."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bot.cards.look import Look, language_of
from bot.cards.rows import headed
from bot.cards.spreadsheet import XLSX, can_write, spreadsheet
from bot.cards.values import number_of
from bot.charts import chart_of
from bot.maps import map_of
from bot.message import Reply
from bot.picture_files import (
    GEOJSON,
    VEGA_LITE,
    WKT_FILE,
    as_text,
    geojson_of,
    vega_chart,
    vega_map,
    wkt_of,
)
from kgqa.trace import as_json, as_markdown
from kgqa.types import Answer, Cell, QueryLanguage

_QUERIES = {
    QueryLanguage.SPARQL: ("rq", "application/sparql-query"),
    QueryLanguage.SQL: ("sql", "application/sql"),
    QueryLanguage.CALL: ("txt", "text/plain"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file by its name; it is written when its content is asked for, since most cards only name it."""

    name: str
    media_type: str
    write: Callable[[], str | bytes]

    @property
    def content(self) -> str:
        """That of a file of text."""
        written = self.write()
        return written if isinstance(written, str) else written.decode()

    @property
    def data(self) -> bytes:
        """That of any file; text is in UTF-8."""
        written = self.write()
        return written.encode() if isinstance(written, str) else written

    @property
    def is_text(self) -> bool:
        return self.media_type != XLSX


def attachments(reply: Reply, look: Look | None = None) -> tuple[Attachment, ...]:
    """The files of a reply; only what there is."""
    answer, stem = reply.answer, reply.reference or "querist"
    files = []
    if query := answer.query:
        ending, media_type = _QUERIES[query.language]
        files.append(Attachment(name=f"{stem}.{ending}", media_type=media_type, write=lambda: query.text))
    files.append(
        Attachment(
            name=f"{stem}-trace.md",
            media_type="text/markdown",
            write=lambda: as_markdown(answer, look.currency if look else ""),
        )
    )
    files.append(
        Attachment(
            name=f"{stem}-trace.json",
            media_type="application/json",
            write=lambda: json.dumps(as_json(answer), ensure_ascii=False, indent=2),
        )
    )
    if answer.display and answer.display.rows:
        language = language_of(reply, look or Look())
        write = partial(_csv, answer, language)
        files.append(Attachment(name=f"{stem}.csv", media_type="text/csv", write=write))
        if can_write():
            sheet = partial(spreadsheet, answer, language)
            files.append(Attachment(name=f"{stem}.xlsx", media_type=XLSX, write=sheet))
    if (shape := chart_of(answer)) is not None:
        chart = partial(as_text, partial(vega_chart, language=language_of(reply, look or Look())), shape)
        files.append(Attachment(name=f"{stem}.vl.json", media_type=VEGA_LITE, write=chart))
    if (found := map_of(answer)) is not None:
        shapes = partial(as_text, geojson_of, found)
        files.append(Attachment(name=f"{stem}.geojson", media_type=GEOJSON, write=shapes))
        files.append(Attachment(name=f"{stem}.wkt", media_type=WKT_FILE, write=partial(wkt_of, found)))
        if not found.crs and shape is None:
            drawn = partial(as_text, vega_map, found)
            files.append(Attachment(name=f"{stem}.vl.json", media_type=VEGA_LITE, write=drawn))
    return tuple(files)


def _csv(answer: Answer, language: str) -> str:
    """The rows for a spreadsheet: what people read in the columns, numbers and dates as every program reads
    them, and in the last columns the IRIs of the things.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")  # RFC 4180
    if (display := answer.display) is None:
        return ""
    of_things = [n for n, _ in enumerate(display.columns) if any(_iri(row[n]) for row in display.rows)]
    heads = [headed(column, language) for column in display.columns]
    writer.writerow([inert(head) for head in (*heads, *(f"{heads[n]} (IRI)" for n in of_things))])
    for row in display.rows:
        cells = (*(_read(cell) for cell in row), *(_iri(row[n]) for n in of_things))
        writer.writerow([inert(cell) for cell in cells])
    return out.getvalue()


def _read(cell: Cell) -> str:
    return (cell.label or cell.term.value) if cell.term else ""


def _iri(cell: Cell) -> str:
    return cell.term.value if cell.term and cell.term.kind == "iri" else ""


_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")  # noqa: RUF001  # spreadsheets take the wide signs too


def inert(value: str) -> str:
    """A spreadsheet runs cells that begin like a formula; a leading quote keeps them text."""
    is_formula = value[:1] in _FORMULA and not number_of(value)
    return f"'{value}" if is_formula else value
