"""The files of a reply: the query, the trace twice, and the rows; whole and to the letter."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import dataclass

from bot.cards.look import Look
from bot.cards.values import number_of
from bot.message import Reply
from kgqa.trace import as_json, as_markdown, bound
from kgqa.types import Answer


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A file by its name; it is written when its content is asked for, since most cards only name it."""

    name: str
    media_type: str
    write: Callable[[], str]

    @property
    def content(self) -> str:
        return self.write()


def attachments(reply: Reply, look: Look | None = None) -> tuple[Attachment, ...]:
    """The files of a reply; only what there is."""
    answer, stem = reply.answer, reply.reference or "querist"
    files = []
    if query := answer.query:
        files.append(
            Attachment(name=f"{stem}.rq", media_type="application/sparql-query", write=lambda: query.text)
        )
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
    if answer.table and answer.table.rows:
        files.append(Attachment(name=f"{stem}.csv", media_type="text/csv", write=lambda: _csv(answer)))
    return tuple(files)


def _csv(answer: Answer) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")  # RFC 4180
    if answer.table:
        writer.writerow(answer.table.columns)
        writer.writerows([[inert(value or "") for value in row] for row in bound(answer.table)])
    return out.getvalue()


_FORMULA = frozenset("=+-@\t\r\n＝＋－＠")  # noqa: RUF001  # spreadsheets take the wide signs too


def inert(value: str) -> str:
    """A spreadsheet runs cells that begin like a formula; a leading quote keeps them text."""
    is_formula = value[:1] in _FORMULA and not number_of(value)
    return f"'{value}" if is_formula else value
