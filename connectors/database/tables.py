"""The tables. Nothing is ever updated or deleted: each fact is a row of its own, written once. Four are
otherwise: of judgements and of counts of a day the last counts, and a token that is no longer needed must go.
And a person may be forgotten: what is personal of the record is emptied then, see `forgetting.py`.

    records 1 ── 0..1 record_answers      opened before the work; closed before the answer is sent
            1 ── 1..n record_entries      what happened, in order: opened, begun, closed, sending, ... posted
            1 ── 0..n posted_messages     which messages of a chat are its answer
            1 ── 0..n judgements          what people think of the answer, each once
    record_chain                          a link for each entry and act, which holds the one before
    audit_acts                            who read, verified, exported, forgot, and when
    audit_sessions                        who is signed in at the auditors' pages
    search_terms 1 ── 0..n search_postings   what records are looked for by, see searching.py
    usage_days                            how much was answered on days that are over, see usage.py
    turns                                 what a thread remembers
    library_entries                       verified pairs: added, retired
    model_spending                        what the models of one question cost
    channel_settings                      how a channel was set, and by whom
    installations                         where the bot is installed, with sealed tokens
    install_states                        installs that are under way
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Dialect, ForeignKey, Index, Integer, String, Text, TypeDecorator
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Moment(TypeDecorator[datetime]):
    """A timezone-aware time in UTC, kept as ISO 8601 text: the same on every database, and sortable."""

    impl = String(32)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002  # SQLAlchemy's
        return None if value is None else value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002  # SQLAlchemy's
        return None if value is None else datetime.fromisoformat(value)


class Table(DeclarativeBase):
    """The root of all tables."""


class RecordRow(Table):
    """A question as it came in."""

    __tablename__ = "records"

    reference: Mapped[str] = mapped_column(String(32), primary_key=True)
    event: Mapped[str] = mapped_column(Text, unique=True)  # platform:tenant:event, the identity of the work
    platform: Mapped[str] = mapped_column(Text)
    tenant: Mapped[str] = mapped_column(Text)
    channel: Mapped[str] = mapped_column(Text)
    thread: Mapped[str] = mapped_column(Text)
    person: Mapped[str] = mapped_column(Text)
    message: Mapped[str] = mapped_column(Text)  # the platform's id of the asker's message or event
    question: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(String(35))
    pins: Mapped[list[Any]] = mapped_column(JSON)  # [[mention, term], ...]
    asked_at: Mapped[datetime] = mapped_column(Moment)
    opened_at: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (
        Index("records_by_time", "opened_at", "reference"),
        Index("records_by_person", "person", "platform", "tenant", "opened_at"),
        Index("records_by_channel", "channel", "platform", "tenant", "opened_at"),
    )


class AnswerRow(Table):
    """What was answered, and from what. `answer` is the whole answer: cards are redrawn from it."""

    __tablename__ = "record_answers"

    reference: Mapped[str] = mapped_column(ForeignKey("records.reference"), primary_key=True)
    closed_at: Mapped[datetime] = mapped_column(Moment)
    outcome: Mapped[str] = mapped_column(String(16), index=True)
    move: Mapped[str | None] = mapped_column(String(16))
    query: Mapped[str | None] = mapped_column(Text)  # exactly as it was executed
    canonical: Mapped[str | None] = mapped_column(Text)
    sha256: Mapped[str | None] = mapped_column(String(64), index=True)
    graph: Mapped[str | None] = mapped_column(Text)
    fingerprint: Mapped[str | None] = mapped_column(Text)
    strategy: Mapped[str] = mapped_column(Text)
    rows: Mapped[int | None] = mapped_column(BigInteger)
    truncated: Mapped[bool | None] = mapped_column()
    result_sha256: Mapped[str | None] = mapped_column(String(64))  # the same rows in any order hash the same
    seconds: Mapped[float] = mapped_column()
    history: Mapped[list[Any]] = mapped_column(JSON)  # references of the turns that were used
    trace: Mapped[list[Any]] = mapped_column(JSON)  # links, candidates and the rest, step by step
    issues: Mapped[list[Any]] = mapped_column(JSON)
    answer: Mapped[str] = mapped_column(Text)  # JSON, see codec.py

    __table_args__ = (Index("record_answers_by_time", "closed_at", "outcome", "seconds"),)


class EntryRow(Table):
    """One thing that happened to a record. `number` counts from 1; two writers cannot take the same."""

    __tablename__ = "record_entries"

    reference: Mapped[str] = mapped_column(ForeignKey("records.reference"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    kind: Mapped[str] = mapped_column(String(16))
    at: Mapped[datetime] = mapped_column(Moment)
    details: Mapped[dict[str, Any]] = mapped_column(JSON)


class PostRow(Table):
    """A message of a chat that a record's answer was posted as; the last row of a message counts."""

    __tablename__ = "posted_messages"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    identity: Mapped[str] = mapped_column(Text)  # the platform's id of it
    platform: Mapped[str] = mapped_column(Text)
    tenant: Mapped[str] = mapped_column(Text)
    channel: Mapped[str] = mapped_column(Text)  # where it stands
    reference: Mapped[str] = mapped_column(ForeignKey("records.reference"))

    __table_args__ = (Index("posted_messages_by_identity", "identity"),)


class JudgementRow(Table):
    """What a person thinks of an answer now."""

    __tablename__ = "judgements"

    reference: Mapped[str] = mapped_column(ForeignKey("records.reference"), primary_key=True)
    by: Mapped[str] = mapped_column(Text, primary_key=True)
    verdict: Mapped[str] = mapped_column(String(8))  # up, down
    reason: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (Index("judgements_by_time", "at", "verdict"),)


class LinkRow(Table):
    """A link of the chain: what was written as an entry of a record, or as an act of an auditor. `facts` and
    `personal` are hashes of that; without `salt` the second cannot be told from a guess any more.
    """

    __tablename__ = "record_chain"

    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)  # from 1, no gaps
    at: Mapped[datetime] = mapped_column(Moment)
    reference: Mapped[str] = mapped_column(String(32))  # "" for an act
    entry: Mapped[int] = mapped_column(BigInteger)  # the number of the entry, or of the act
    kind: Mapped[str] = mapped_column(String(16))
    facts: Mapped[str] = mapped_column(String(64))
    personal: Mapped[str] = mapped_column(String(64))
    salt: Mapped[str | None] = mapped_column(String(32))  # None where the person was forgotten
    previous: Mapped[str] = mapped_column(String(64))
    hash: Mapped[str] = mapped_column(String(64))

    __table_args__ = (Index("record_chain_by_entry", "reference", "entry", unique=True),)


class ActRow(Table):
    """What somebody did with the record: read it, verified it, forgot a person."""

    __tablename__ = "audit_acts"

    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(Moment)
    kind: Mapped[str] = mapped_column(String(16))  # the command: list, show, verify, ...
    by: Mapped[str] = mapped_column(Text)
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)  # what may stay whoever is forgotten
    details: Mapped[dict[str, Any]] = mapped_column(JSON)  # what may name a person


class SessionRow(Table):
    """Somebody who signed in at the auditors' pages; the row goes when they sign out."""

    __tablename__ = "audit_sessions"

    token: Mapped[str] = mapped_column(String(64), primary_key=True)  # its SHA-256
    account: Mapped[str] = mapped_column(Text)
    way: Mapped[str] = mapped_column(String(16))  # in which they signed in
    stamp: Mapped[str] = mapped_column(Text)  # of the account as it was: when it changes, the session ends
    at: Mapped[datetime] = mapped_column(Moment)
    until: Mapped[datetime] = mapped_column(Moment)


class SearchTermRow(Table):
    """What records are looked for by."""

    __tablename__ = "search_terms"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    kind: Mapped[str] = mapped_column(String(8))  # outcome, graph, judged, review, iri
    value: Mapped[str] = mapped_column(Text)
    name: Mapped[str] = mapped_column(Text)  # the last part of an IRI, in small letters

    __table_args__ = (
        Index("search_terms_by_value", "kind", "value", unique=True),
        Index("search_terms_by_name", "kind", "name"),
    )


class PostingRow(Table):
    """A record, by the number of the link that opened it, that has a term."""

    __tablename__ = "search_postings"

    term: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    number: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)

    __table_args__ = {"sqlite_with_rowid": False}  # noqa: RUF012  # SQLAlchemy's own way


class UsedRow(Table):
    """How a day was that is over, as its answers were counted once."""

    __tablename__ = "usage_days"

    day: Mapped[str] = mapped_column(String(10), primary_key=True)  # in UTC: 2026-11-22
    answers: Mapped[int] = mapped_column(BigInteger)
    outcomes: Mapped[dict[str, int]] = mapped_column(JSON)  # how many of each
    seconds: Mapped[float] = mapped_column()  # their median


class TurnRow(Table):
    """One exchange of a thread."""

    __tablename__ = "turns"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    thread: Mapped[str] = mapped_column(Text)
    reference: Mapped[str] = mapped_column(String(64), unique=True)
    at: Mapped[datetime] = mapped_column(Moment)
    turn: Mapped[str] = mapped_column(Text)  # JSON, see codec.py

    __table_args__ = (Index("turns_by_thread", "thread", "id"),)


class SpendingRow(Table):
    """What models cost for one question."""

    __tablename__ = "model_spending"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    asker: Mapped[str] = mapped_column(Text)  # "" where nobody is known
    day: Mapped[str] = mapped_column(String(10))  # of the question, in UTC: 2026-11-22
    at: Mapped[datetime] = mapped_column(Moment)
    calls: Mapped[int] = mapped_column(BigInteger)
    cached: Mapped[int] = mapped_column(BigInteger)
    input_tokens: Mapped[int] = mapped_column(BigInteger)
    output_tokens: Mapped[int] = mapped_column(BigInteger)
    seconds: Mapped[float] = mapped_column()
    money: Mapped[float] = mapped_column()

    __table_args__ = (Index("model_spending_by_day", "day", "asker"),)


class ChannelRow(Table):
    """How a channel was set; the last row of a channel counts."""

    __tablename__ = "channel_settings"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    channel: Mapped[str] = mapped_column(Text)  # platform:tenant:channel
    setting: Mapped[str] = mapped_column(Text)  # JSON, whose meaning is the desk's
    by: Mapped[str] = mapped_column(Text)
    at: Mapped[datetime] = mapped_column(Moment)

    __table_args__ = (Index("channel_settings_by_channel", "channel", "id"),)


class InstallationRow(Table):
    """Where the bot is installed. `version` counts from 1, and only who knows it may write the next."""

    __tablename__ = "installations"

    name: Mapped[str] = mapped_column(String(128), primary_key=True)  # slack:T0123ABC
    sealed: Mapped[str] = mapped_column(Text)  # encrypted JSON, whose meaning is the platform's
    version: Mapped[int] = mapped_column(BigInteger)
    held_until: Mapped[datetime] = mapped_column(Moment)  # until then one process is writing the next version
    at: Mapped[datetime] = mapped_column(Moment)


class InstallStateRow(Table):
    """An install that somebody has begun: its state is taken back once."""

    __tablename__ = "install_states"

    state: Mapped[str] = mapped_column(String(64), primary_key=True)  # its SHA-256
    until: Mapped[datetime] = mapped_column(Moment)


class LibraryRow(Table):
    """What happened to a verified pair of question and query: it was added, or retired."""

    __tablename__ = "library_entries"

    id: Mapped[int] = mapped_column(BigInteger().with_variant(Integer, "sqlite"), primary_key=True)
    pair: Mapped[str] = mapped_column(String(16), index=True)  # of its question and query, see Pair.id
    kind: Mapped[str] = mapped_column(String(16))  # added, retired
    at: Mapped[datetime] = mapped_column(Moment)
    by: Mapped[str] = mapped_column(Text)
    note: Mapped[str] = mapped_column(Text)  # of a retired one: why
    question: Mapped[str] = mapped_column(Text)  # "" where it was retired, as all below
    sparql: Mapped[str] = mapped_column(Text)
    language: Mapped[str] = mapped_column(String(35))
    source: Mapped[str] = mapped_column(String(16))
    reference: Mapped[str] = mapped_column(Text)
