"""Where the bot is installed, and with which tokens: encrypted at rest, gone when it is uninstalled.

In: names such as "slack:T0123ABC" and texts whose meaning is the platform's. Out: the texts again, each with
its version. A text is replaced only by who knows its version, and `hold` lets one process at a time work at
the next: a refresh token of Slack can be used once.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from sqlalchemy import CursorResult, Delete, Update, delete, select, update
from sqlalchemy.orm import Session

from connectors.database.database import Database
from connectors.database.sealing import Cipher
from connectors.database.tables import InstallationRow, InstallStateRow

_PAST = datetime(1970, 1, 1, tzinfo=UTC)


class InstallationBook:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database, cipher: Cipher) -> None:
        self._database = database
        self._cipher = cipher

    async def get(self, name: str) -> tuple[str, int] | None:
        """The text of a name, and its version. Raises BadSetting when no secret of ours has sealed it."""
        wanted = select(InstallationRow.sealed, InstallationRow.version).where(InstallationRow.name == name)
        row = await self._database.run(lambda session: session.execute(wanted).first())
        return None if row is None else (self._cipher.open(row.sealed), int(row.version))

    async def put(self, name: str, text: str) -> None:
        """Keeps a text in the place of whatever was there."""
        sealed = self._cipher.seal(text)

        def work(session: Session) -> None:
            row = session.get(InstallationRow, name, with_for_update=True)
            if row is None:
                session.add(
                    InstallationRow(
                        name=name, sealed=sealed, version=1, held_until=_PAST, at=datetime.now(UTC)
                    )
                )
                session.flush()
            else:
                row.sealed, row.version, row.held_until = sealed, row.version + 1, _PAST
                row.at = datetime.now(UTC)

        await self._database.run(work)

    async def hold(self, name: str, version: int, seconds: float) -> bool:
        """Whether the next version is ours to write, for so many seconds; False while another has it."""
        now = datetime.now(UTC)
        mine = update(InstallationRow).where(
            InstallationRow.name == name,
            InstallationRow.version == version,
            InstallationRow.held_until < now,
        )
        return await self._changed(mine.values(held_until=now + timedelta(seconds=seconds))) == 1

    async def replace(self, name: str, text: str, *, version: int) -> bool:
        """Writes the version after `version`; False when it is another by now."""
        sealed, now = self._cipher.seal(text), datetime.now(UTC)
        this = update(InstallationRow).where(InstallationRow.name == name, InstallationRow.version == version)
        return (
            await self._changed(this.values(sealed=sealed, version=version + 1, held_until=_PAST, at=now))
            == 1
        )

    async def release(self, name: str, version: int) -> None:
        """Lets another write the next version."""
        this = update(InstallationRow).where(InstallationRow.name == name, InstallationRow.version == version)
        await self._changed(this.values(held_until=_PAST))

    async def delete(self, name: str) -> bool:
        """Whether there was anything under the name."""
        return await self._changed(delete(InstallationRow).where(InstallationRow.name == name)) == 1

    async def begin(self, state: str, seconds: float) -> None:
        """Notes an install that begins; what was begun and never came back is forgotten."""
        now = datetime.now(UTC)

        def work(session: Session) -> None:
            session.execute(delete(InstallStateRow).where(InstallStateRow.until < now))
            session.add(InstallStateRow(state=_hash(state), until=now + timedelta(seconds=seconds)))

        await self._database.run(work)

    async def end(self, state: str) -> bool:
        """Whether this install was begun lately, and is not taken back yet: True once."""
        this = delete(InstallStateRow).where(
            InstallStateRow.state == _hash(state), InstallStateRow.until >= datetime.now(UTC)
        )
        return await self._changed(this) == 1

    async def _changed(self, statement: Update | Delete) -> int:
        def work(session: Session) -> int:
            return int(cast("CursorResult[Any]", session.execute(statement)).rowcount)

        return await self._database.run(work)


def _hash(state: str) -> str:
    return hashlib.sha256(state.encode("utf-8", "replace")).hexdigest()
