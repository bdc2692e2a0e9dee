"""How channels are set: the last word for each, with who said it. Implements `bot.desk.ports.Channels`.

In: a channel's name and a text. Out: the text that was put last. Nothing is overwritten: each is a row.
"""

from __future__ import annotations

from datetime import UTC, datetime

from sqlalchemy import select

from connectors.database.codec import storable
from connectors.database.database import Database
from connectors.database.tables import ChannelRow


class ChannelBook:
    """Every method raises DatabaseUnavailable when the database cannot be used."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def setting(self, channel: str) -> str | None:
        """What was last put for the channel."""
        last = select(ChannelRow.setting).where(ChannelRow.channel == channel)
        last = last.order_by(ChannelRow.id.desc()).limit(1)
        return await self._database.run(lambda session: session.scalar(last))

    async def put(self, channel: str, setting: str, *, by: str) -> None:
        """Keeps it, and who wanted it."""
        row = ChannelRow(
            channel=storable(channel), setting=storable(setting), by=storable(by), at=datetime.now(UTC)
        )
        await self._database.run(lambda session: session.add(row))
