"""Verified pairs: `kgqa.ports.Library`.

In: pairs as they are added and retired, each a row of its own. Out: those that stand. Nothing is changed or
deleted, so that who added and who retired what, and when, can always be told.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from connectors.database.codec import storable
from connectors.database.database import Database
from connectors.database.tables import LibraryRow
from kgqa.library.pair import Pair, Source

ADDED, RETIRED = "added", "retired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Retired:
    """Who took a pair out, when and why."""

    pair: str
    by: str
    at: datetime
    why: str


class PairLibrary:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def pairs(self) -> Sequence[Pair]:
        """All pairs that stand, oldest first."""
        return tuple(_pair(row) for row in (await self._last()).values() if row.kind == ADDED)

    async def retired(self) -> Sequence[Retired]:
        """Those that were taken out and not added again, oldest first."""
        rows = (row for row in (await self._last()).values() if row.kind == RETIRED)
        return tuple(Retired(pair=r.pair, by=r.by, at=r.at, why=r.note) for r in rows)

    async def newest(self) -> int:
        """The number of the last thing that happened, 0 where nothing has: it grows with every change."""
        return await self._database.run(lambda session: session.scalar(select(func.max(LibraryRow.id))) or 0)

    async def add(self, pair: Pair) -> None:
        """Keeps a pair; one with the same question and query that stands is kept once."""
        text = storable(pair.question.strip())
        query = storable(pair.sparql.strip())

        def work(session: Session) -> None:
            if _kind(session, pair.id) == ADDED:
                return
            session.add(
                LibraryRow(
                    pair=pair.id,
                    kind=ADDED,
                    at=pair.at,
                    by=storable(pair.by),
                    note=storable(pair.note),
                    question=text,
                    sparql=query,
                    language=pair.language[:35],
                    source=pair.source.value,
                    reference=storable(pair.reference),
                )
            )

        await self._database.run(work)

    async def retire(self, pair: str, *, by: str, at: datetime, why: str) -> None:
        """Takes the pair of this id out; retiring it twice is retiring it once."""

        def work(session: Session) -> None:
            if _kind(session, pair) == RETIRED:
                return
            session.add(
                LibraryRow(
                    pair=pair,
                    kind=RETIRED,
                    at=at,
                    by=storable(by),
                    note=storable(why),
                    question="",
                    sparql="",
                    language="",
                    source="",
                    reference="",
                )
            )

        await self._database.run(work)

    async def _last(self) -> dict[str, LibraryRow]:
        """The last that happened to each pair, in the order in which it happened."""

        def work(session: Session) -> dict[str, LibraryRow]:
            found: dict[str, LibraryRow] = {}
            for row in session.scalars(select(LibraryRow).order_by(LibraryRow.id)):
                known = found.get(row.pair)
                if known is None or known.kind != row.kind:  # two processes may have added it at once
                    found.pop(row.pair, None)
                    found[row.pair] = row
            return found

        return await self._database.run(work)


def _kind(session: Session, pair: str) -> str | None:
    newest = select(LibraryRow.kind).where(LibraryRow.pair == pair).order_by(LibraryRow.id.desc()).limit(1)
    return session.scalar(newest)


def _pair(row: LibraryRow) -> Pair:
    return Pair(
        question=row.question,
        sparql=row.sparql,
        by=row.by,
        at=row.at,
        source=Source(row.source),
        language=row.language,
        reference=row.reference,
        note=row.note,
    )
