"""The links of the chain with what stands now of that which they cover.

In: a session. Out: links with their contents, page by page. What cannot be read any more is as good as gone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import FromClause, String, select, type_coerce
from sqlalchemy.orm import Session

from connectors.database.contents import Content, Row, of_act, of_entry
from connectors.database.tables import ActRow, AnswerRow, EntryRow, LinkRow, RecordRow, Table

PAGE = 400  # links that are read at once
UNREADABLE = (ValueError, TypeError, KeyError, AttributeError)  # what rows raise that nobody of ours wrote

# The time as its text: it is hashed, and read by nobody.
_LINKS = select(
    *(type_coerce(c, String).label("at") if c.name == "at" else c for c in LinkRow.__table__.columns)
)


@dataclass(frozen=True, slots=True)
class Loaded:
    """A link with what stands now of what it covers; None where that is gone."""

    link: dict[str, Any]
    content: Content | None

    @property
    def where(self) -> str:
        """What it is the link of, for people."""
        what = {"opened": "the question", "closed": "the answer"}.get(self.link["kind"])
        if self.link["reference"] == "":
            return f"act {self.link['entry']} ({self.link['kind']})"
        of_it = f"of record {self.link['reference']}"
        return f"{what} {of_it}" if what else f"entry {self.link['entry']} ({self.link['kind']}) {of_it}"


def page(session: Session, after: int, most: int = PAGE) -> list[Loaded]:
    """The links after a number, in their order, with what they cover."""
    wanted = _LINKS.where(LinkRow.number > after).order_by(LinkRow.number).limit(most)
    links = _rows(session, wanted)
    try:
        return loaded(session, links)
    except UNREADABLE:
        return [_one(session, link) for link in links]  # one of them cannot be read: which one shows alone


def of_record(session: Session, reference: str) -> list[Loaded]:
    """The links of a record."""
    wanted = _LINKS.where(LinkRow.reference == reference).order_by(LinkRow.number)
    return [_one(session, link) for link in _rows(session, wanted)]


def _one(session: Session, link: dict[str, Any]) -> Loaded:
    try:
        return loaded(session, [link])[0]
    except UNREADABLE:
        return Loaded(link, None)


def loaded(session: Session, links: Sequence[dict[str, Any]]) -> list[Loaded]:
    """These links with what they cover."""
    references = sorted({link["reference"] for link in links if link["reference"]})
    opened = sorted({link["reference"] for link in links if link["kind"] == "opened"})
    closed = sorted({link["reference"] for link in links if link["kind"] == "closed"})
    acts = sorted({link["entry"] for link in links if not link["reference"]})
    entries = {(e["reference"], e["number"]): e for e in _among(session, EntryRow, "reference", references)}
    records = {r["reference"]: r for r in _among(session, RecordRow, "reference", opened)}
    answers = {a["reference"]: a for a in _among(session, AnswerRow, "reference", closed)}
    done = {a["number"]: a for a in _among(session, ActRow, "number", acts)}

    def content(link: Row) -> Content | None:
        reference, kind = link["reference"], link["kind"]
        if not reference:
            act = done.get(link["entry"])
            return of_act(act) if act else None
        entry, record = entries.get((reference, link["entry"])), records.get(reference)
        answer = answers.get(reference)
        if entry is None or (kind == "opened" and not record) or (kind == "closed" and not answer):
            return None
        return of_entry(entry, record if kind == "opened" else None, answer if kind == "closed" else None)

    return [Loaded(link, content(link)) for link in links]


def _rows(session: Session, statement: Any) -> list[dict[str, Any]]:
    return [dict(row) for row in session.execute(statement).mappings()]


def _among(session: Session, table: type[Table], column: str, values: Sequence[Any]) -> list[dict[str, Any]]:
    if not values:
        return []
    columns: FromClause = table.__table__
    return _rows(session, select(columns).where(columns.c[column].in_(values)))
