"""Which record a posted message belongs to, for presses that name the message alone.

In: the ids of what was posted. Out: the record of a message, by where it stands and its id.
"""

from __future__ import annotations

from sqlalchemy import select
from sqlalchemy.orm import Session

from connectors.database.codec import storable
from connectors.database.entries import Entries
from connectors.database.tables import PostRow, RecordRow


class Posts(Entries):
    """Ids are unique in a channel; the last record that named one has it."""

    async def reference_of_posted(
        self, platform: str, tenant: str, channel: str, identity: str
    ) -> str | None:
        """The record of what stands in a channel as `identity`; None for what none of them posted."""
        place = {"platform": platform, "tenant": tenant, "channel": channel, "identity": identity}
        known = select(PostRow.reference).filter_by(**{name: storable(it) for name, it in place.items()})
        newest = known.order_by(PostRow.id.desc()).limit(1)
        return await self._database.run(lambda session: session.scalar(newest))


def stands(session: Session, reference: str, ids: list[str]) -> None:
    """Notes what was posted of a record: in the channel where it was asked, or in the one that an id names
    before it and a space.
    """
    row = session.get(RecordRow, reference)
    if row is None:
        return
    for each in ids:
        channel, _, identity = each.rpartition(" ")
        if identity:
            session.add(
                PostRow(
                    identity=storable(identity),
                    platform=row.platform,
                    tenant=row.tenant,
                    channel=storable(channel) or row.channel,
                    reference=reference,
                )
            )
