"""The inbox of the desk: a row for each piece of work, from the moment that it is taken over.

In: pieces, many in one transaction, and how far they come. Out: what may be worked on next, and counts that
an index answers however long the inbox is. On SQLite it is a file of its own beside the database, whose
writes wait for nobody else's; on PostgreSQL a table of the database.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Literal, NamedTuple, Protocol

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Float,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    bindparam,
    text,
)
from sqlalchemy.orm import Session

from connectors.database.codec import storable
from connectors.database.database import Database

State = Literal["", "waiting", "fed", "begun", "done"]

_LOCK = 1_970_433_122  # of PostgreSQL: one writes at a time, so that counts are exact; any number
_OPEN = text("state <> 'done'")  # a partial index is used where a query says the same words
_SOME = 50

_TABLES = MetaData()
_INBOX = Table(
    "inbox",
    _TABLES,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("identity", Text, nullable=False, unique=True),
    Column("queue", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("person", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("state", String(8), nullable=False),
    Column("at", Float, nullable=False),  # when the state became so, in seconds since 1970
    Column("job", Text, nullable=False),
)
for _name, _columns in {
    "by_state": ("queue", "state", "id"),
    "by_thread": ("thread", "id"),
    "by_person": ("person",),
    "by_channel": ("channel",),
}.items():
    Index(f"inbox_{_name}", *(_INBOX.c[c] for c in _columns), sqlite_where=_OPEN, postgresql_where=_OPEN)

_ROW = "identity, queue, thread, person, channel, job"


class Piece(Protocol):
    """What is to be kept, see `bot.desk.inbox.Piece`."""

    @property
    def identity(self) -> str: ...
    @property
    def queue(self) -> str: ...
    @property
    def thread(self) -> str: ...
    @property
    def job(self) -> str: ...
    @property
    def person(self) -> str: ...
    @property
    def channel(self) -> str: ...
    @property
    def most_of_person(self) -> int: ...
    @property
    def most_of_channel(self) -> int: ...
    @property
    def tenant(self) -> str: ...
    @property
    def most_of_tenant(self) -> int: ...
    @property
    def instead(self) -> str: ...
    @property
    def fed(self) -> bool: ...


class Row(NamedTuple):
    """A piece as it is kept."""

    identity: str
    queue: str
    thread: str
    person: str
    channel: str
    job: str


class InboxTable:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._shared = database
        self._database = database

    async def open(self) -> None:
        """Makes the table where there is none."""
        if self._shared.is_sqlite and self._database is self._shared:
            url = self._shared.engine.url.set(database=str(inbox_file(self._shared)))
            self._database = Database.bare(url)

        def work(session: Session) -> None:
            self._alone(session)
            connection: Connection = session.connection()
            _TABLES.create_all(connection)

        await self._database.run(work)

    async def close(self) -> None:
        """Closes the file, if it has one of its own."""
        if self._database is not self._shared:
            self._database.close()
            self._database = self._shared

    async def write(
        self,
        pieces: Sequence[Piece],
        *,
        fed: Sequence[str] = (),
        begun: Sequence[str] = (),
        done: Sequence[str] = (),
    ) -> list[tuple[int, int, int] | None]:
        """All in one transaction. For each piece None when it is kept now or was before, else how many of its
        person, of its channel and of its tenant wait.
        """

        def work(session: Session) -> list[tuple[int, int, int] | None]:
            self._alone(session)
            _mark(session, "fed", fed, "state = 'waiting'")
            _mark(session, "begun", begun, "state IN ('waiting', 'fed')")
            _mark(session, "done", done, "state <> 'done'")
            return _kept(session, pieces)

        return await self._database.run(work)

    async def next(self, queue: str, most: int) -> list[Row]:
        """The oldest that may go to the engine: of each thread the first that is not done."""

        def work(session: Session) -> list[Row]:
            fed = session.scalar(
                text("SELECT count(*) FROM inbox WHERE queue = :queue AND state = 'fed' AND state <> 'done'"),
                {"queue": queue},
            )
            found = session.execute(
                text(
                    f"SELECT {_ROW} FROM inbox AS this WHERE queue = :queue AND state = 'waiting' "
                    "AND state <> 'done' AND NOT EXISTS (SELECT 1 FROM inbox AS before "
                    "WHERE before.thread = this.thread AND before.id < this.id AND before.state <> 'done') "
                    "ORDER BY id LIMIT :most"
                ),
                {"queue": queue, "most": max(0, most - (fed or 0))},
            )
            return [Row(*row) for row in found]

        return await self._database.run(work)

    async def again(self, identities: Sequence[str]) -> None:
        """They wait again."""
        await self._database.run(
            lambda session: _mark(session, "waiting", identities, "state IN ('fed', 'begun')")
        )

    async def stale(self, seconds: float) -> list[str]:
        """Some that were given to the engine longer ago, and are not done."""
        return await self._database.run(
            lambda session: list(
                session.scalars(
                    text(
                        "SELECT identity FROM inbox WHERE state <> 'done' AND state IN ('fed', 'begun') "
                        "AND at <= :before ORDER BY id LIMIT :some"
                    ),
                    {"before": time.time() - seconds, "some": _SOME},
                )
            )
        )

    async def find(self, identity: str) -> tuple[State, str]:
        """How far a piece is, and its job."""

        def work(session: Session) -> tuple[State, str]:
            row = session.execute(
                text("SELECT state, job FROM inbox WHERE identity = :identity"),
                {"identity": storable(identity)},
            ).one_or_none()
            return ("", "") if row is None else (row[0], row[1])

        return await self._database.run(work)

    async def of_thread(self, thread: str) -> list[Row]:
        """Those of a thread that are not done."""
        return await self._open("thread", thread)

    async def of_person(self, person: str) -> list[Row]:
        """Those of a person that are not done."""
        return await self._open("person", person)

    async def of_queue(self, queue: str) -> list[Row]:
        """Some of a queue that are not done, the oldest first."""
        return await self._open("queue", queue, most=_SOME)

    async def queues(self) -> list[str]:
        """The queues in which something is not done."""
        statement = text("SELECT DISTINCT queue FROM inbox WHERE state <> 'done'")
        return await self._database.run(lambda session: list(session.scalars(statement)))

    async def count(self, queues: Sequence[str]) -> int:
        """How many are not done."""
        statement = text("SELECT count(*) FROM inbox WHERE queue IN :queues AND state <> 'done'").bindparams(
            bindparam("queues", expanding=True)
        )
        return await self._database.run(
            lambda session: session.scalar(statement, {"queues": list(queues)}) or 0
        )

    async def oldest(self, queues: Sequence[str]) -> float:
        """For how many seconds the oldest waits that could be begun: the first of its thread."""
        statement = text(
            "SELECT min(at) FROM inbox AS this WHERE queue IN :queues AND state IN ('waiting', 'fed') "
            "AND state <> 'done' AND NOT EXISTS (SELECT 1 FROM inbox AS before "
            "WHERE before.thread = this.thread AND before.id < this.id AND before.state <> 'done')"
        ).bindparams(bindparam("queues", expanding=True))
        since: float | None = await self._database.read(
            lambda session: session.scalar(statement, {"queues": list(queues)})
        )
        return 0.0 if since is None else max(0.0, time.time() - since)

    async def forget(self, person: str) -> None:
        """Empties what is done of a person. Their identities stay: an event that comes again is not answered
        again.
        """
        statement = text(
            "UPDATE inbox SET job = '', person = '', thread = '', channel = '' "
            "WHERE person = :person AND state = 'done'"
        )
        await self._database.erase(lambda session: session.execute(statement, {"person": storable(person)}))

    async def unfinished(self) -> frozenset[str]:
        """The identities of all that is not done."""
        statement = text("SELECT identity FROM inbox WHERE state <> 'done'")
        return frozenset(await self._database.run(lambda session: session.scalars(statement).all()))

    async def older(self, before: datetime) -> list[str]:
        """The identities of what was done before a moment, and still has its words."""
        statement = text(
            "SELECT identity FROM inbox WHERE state = 'done' AND at < :before AND job <> '' ORDER BY id"
        )
        given = {"before": before.timestamp()}
        return await self._database.read(lambda session: list(session.scalars(statement, given)))

    async def forget_older(self, before: datetime) -> None:
        """Empties what was done before a moment, as `forget` does."""
        statement = text(
            "UPDATE inbox SET job = '', person = '', thread = '', channel = '' "
            "WHERE state = 'done' AND at < :before AND job <> ''"
        )
        given = {"before": before.timestamp()}
        await self._database.erase(lambda session: session.execute(statement, given))

    async def _open(
        self, column: Literal["thread", "person", "queue"], value: str, *, most: int = 10**6
    ) -> list[Row]:
        statement = text(
            f"SELECT {_ROW} FROM inbox WHERE {column} = :value AND state <> 'done' ORDER BY id LIMIT :most"
        )
        given = {"value": storable(value), "most": most}
        return await self._database.run(
            lambda session: [Row(*row) for row in session.execute(statement, given)]
        )

    def _alone(self, session: Session) -> None:
        """One writes at a time: on SQLite it is so by itself."""
        if not self._database.is_sqlite:
            session.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})


def inbox_file(database: Database) -> Path:
    """The file of the inbox beside a database of SQLite."""
    file = Path(database.engine.url.database or "")
    return file.with_name(f"{file.stem}-inbox.db")


def _mark(session: Session, state: State, identities: Sequence[str], where: str) -> None:
    if identities:
        session.execute(
            text(f"UPDATE inbox SET state = :state, at = :at WHERE identity = :identity AND {where}"),
            [{"state": state, "at": time.time(), "identity": storable(i)} for i in identities],
        )


def _kept(session: Session, pieces: Sequence[Piece]) -> list[tuple[int, int, int] | None]:
    known = set(_among(session, "identity", "identity IN :among", [p.identity for p in pieces]))
    bounded = [p for p in pieces if p.most_of_person or p.most_of_channel or p.most_of_tenant]
    people = _counts(session, "person", [p.person for p in bounded])
    channels = _counts(session, "channel", [p.channel for p in bounded])
    tenants = Counter({tenant: _of_tenant(session, tenant) for tenant in {p.tenant for p in bounded}})
    rows: list[dict[str, Any]] = []
    found: list[tuple[int, int, int] | None] = []
    for piece in pieces:
        identity, person, channel = map(storable, (piece.identity, piece.person, piece.channel))
        mine, theirs, all_of = people[person], channels[channel], tenants[piece.tenant]
        if piece.instead and (other := _open_piece(session, piece.instead)):
            mine, theirs = mine - (other[0] == person), theirs - (other[1] == channel)
            all_of -= other[1].startswith(piece.tenant)
        if identity in known:
            found.append(None)
        elif (
            (0 < piece.most_of_person <= mine)
            or (0 < piece.most_of_channel <= theirs)
            or (0 < piece.most_of_tenant <= all_of)
        ):
            found.append((mine, theirs, all_of))
        else:
            known.add(identity)
            people[person] += 1
            channels[channel] += 1
            tenants[piece.tenant] += bool(piece.tenant)
            rows.append(_row(piece))
            found.append(None)
    if rows:
        session.execute(_INBOX.insert(), rows)
    return found


def _row(piece: Piece) -> dict[str, Any]:
    texts = {name: storable(getattr(piece, name)) for name in Row._fields}
    return texts | {"state": "fed" if piece.fed else "waiting", "at": time.time()}


def _open_piece(session: Session, identity: str) -> tuple[str, str] | None:
    row = session.execute(
        text("SELECT person, channel FROM inbox WHERE identity = :identity AND state <> 'done'"),
        {"identity": storable(identity)},
    ).one_or_none()
    return None if row is None else (row[0], row[1])


def _counts(session: Session, column: str, among: Sequence[str]) -> Counter[str]:
    return Counter(_among(session, column, f"{column} IN :among AND state <> 'done'", among))


def _of_tenant(session: Session, tenant: str) -> int:
    """How many of a tenant are not done; the names of its channels begin with its own."""
    if not tenant:
        return 0
    statement = text(
        "SELECT count(*) FROM inbox WHERE state <> 'done' AND substr(channel, 1, length(:tenant)) = :tenant"
    )
    return int(session.scalar(statement, {"tenant": storable(tenant)}) or 0)


def _among(session: Session, column: str, where: str, among: Sequence[str]) -> list[str]:
    values = sorted({storable(value) for value in among})
    if not values:
        return []
    statement = text(f"SELECT {column} FROM inbox WHERE {where}")
    return list(session.scalars(statement.bindparams(bindparam("among", expanding=True)), {"among": values}))
