"""The chain over the record: each link holds the hash of the one before, so nothing is changed unseen.

In: entries and acts, in the transaction that writes them. Out: a link for each, numbered without gaps.
One writes at a time: SQLite has one writer, PostgreSQL gets a lock that goes with the transaction. It is
taken last, when all rows are written, so that who holds it waits for nobody.
"""

from __future__ import annotations

import hashlib
import os
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.orm import Session

from connectors.database.codec import storable
from connectors.database.contents import (
    ACT_FACTS,
    ACT_PERSONAL,
    ANSWER_FACTS,
    ANSWER_PERSONAL,
    ENTRY_FACTS,
    ENTRY_PERSONAL,
    RECORD_FACTS,
    RECORD_PERSONAL,
    Content,
    canonical,
    facts_hash,
    moment,
    of_act,
    of_entry,
    personal_hash,
)
from connectors.database.tables import ActRow, AnswerRow, EntryRow, LinkRow, RecordRow, Table

BEFORE_ALL = "0" * 64  # what the first link holds in the place of the one before
_LOCK = 1_970_433_131  # of PostgreSQL: any number, the same in every process
_ERASING = 1_970_433_132  # another one
_SALT = 16  # bytes


@dataclass(frozen=True, slots=True)
class Head:
    """The last link: how many there are, and its hash."""

    size: int
    hash: str


NOTHING = Head(0, BEFORE_ALL)


def chain_entry(session: Session, entry: EntryRow) -> int:
    """Adds the link of an entry that was just written, with the record that it opens or the answer that
    closes it; its number.
    """
    session.flush()
    record = session.get(RecordRow, entry.reference) if entry.kind == "opened" else None
    answer = session.get(AnswerRow, entry.reference) if entry.kind == "closed" else None
    content = of_entry(
        _of(entry, ENTRY_FACTS + ENTRY_PERSONAL),
        _of(record, RECORD_FACTS + RECORD_PERSONAL) if record else None,
        _of(answer, ANSWER_FACTS + ANSWER_PERSONAL) if answer else None,
    )
    return _append(session, content, entry.at, entry.reference, entry.number, entry.kind)


def chain_act(session: Session, kind: str, by: str, facts: dict[str, Any], details: dict[str, Any]) -> int:
    """Writes an act and its link; its number."""
    hold(session)
    number = (session.scalar(select(ActRow.number).order_by(ActRow.number.desc()).limit(1)) or 0) + 1
    act = ActRow(
        number=number, at=datetime.now(UTC), kind=kind, by=storable(by), facts=facts, details=details
    )
    session.add(act)
    session.flush()
    _append(session, of_act(_of(act, ACT_FACTS + ACT_PERSONAL)), act.at, "", number, kind)
    return number


def head(session: Session) -> Head:
    """The end of the chain as it is now."""
    last = select(LinkRow.number, LinkRow.hash).order_by(LinkRow.number.desc()).limit(1)
    found = session.execute(last).one_or_none()
    return Head(*found) if found else NOTHING


def hold(session: Session) -> None:
    """Lets nobody else add a link until this transaction ends."""
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def erasing(session: Session) -> None:
    """Lets nobody else empty what is personal until this transaction ends: two would wait for each other's
    rows. It is taken before all else.
    """
    if session.get_bind().dialect.name == "postgresql":
        session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _ERASING})


def linked(
    before: Head, content: Content, at: datetime | str, reference: str, entry: int, kind: str
) -> dict[str, Any]:
    """The link that comes after `before`, as the columns of its row; the time as text."""
    salt = os.urandom(_SALT).hex()
    link: dict[str, Any] = {
        "number": before.size + 1,
        "at": moment(at),
        "reference": reference,
        "entry": entry,
        "kind": kind,
        "facts": facts_hash(content.facts),
        "personal": personal_hash(content.personal, salt),
        "previous": before.hash,
    }
    return link | {"salt": salt, "hash": link_hash(link)}


def link_hash(link: dict[str, Any]) -> str:
    """SHA-256 of a link's canonical JSON, in hex; neither its own hash nor the salt is part of it."""
    held = {name: value for name, value in link.items() if name not in ("salt", "hash")}
    return hashlib.sha256(canonical(held)).hexdigest()


def _append(session: Session, content: Content, at: datetime, reference: str, entry: int, kind: str) -> int:
    hold(session)
    link = linked(head(session), content, at, reference, entry, kind)
    session.add(LinkRow(**link | {"at": at}))
    session.flush()
    return int(link["number"])


def _of(row: Table, names: tuple[str, ...]) -> dict[str, Any]:
    return {name: getattr(row, name) for name in names}
