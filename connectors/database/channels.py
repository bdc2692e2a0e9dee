"""How channels are set: the last word for each, with who said it. Implements `bot.desk.ports.Channels`.

In: a channel's name and a text. Out: the texts that were put last. Nothing is overwritten: each is a row.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import func, select

from connectors.database.codec import storable
from connectors.database.database import Database
from connectors.database.tables import ChannelRow


class ChannelBook:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def settings(self) -> dict[str, str]:
        """What was last put for each channel."""
        last = select(func.max(ChannelRow.id)).group_by(ChannelRow.channel)
        found = select(ChannelRow.channel, ChannelRow.setting).where(ChannelRow.id.in_(last))
        return await self._database.run(
            lambda session: {row.channel: row.setting for row in session.execute(found)}
        )

    async def put(self, channel: str, setting: str, *, by: str) -> None:
        """Keeps it, and who wanted it."""
        row = ChannelRow(
            channel=storable(channel), setting=storable(setting), by=storable(by), at=datetime.now(UTC)
        )
        await self._database.run(lambda session: session.add(row))
