"""Settings -> the digest of a week: who may read which question, and who sends it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime

from bot.access import Rights
from bot.access.rights import Held
from bot.desk.ports import Audit, Records
from bot.digest.counted import Digest, Quote, digest_of
from bot.digest.schedule import Reader, readers, weekly
from bot.digest.sending import Announcing, Sending
from bot.message import Message, Platform
from bot.settings import Settings, name_of
from bot.wiring.desks import has_database, open_database
from connectors.database.audit import AuditTrail
from connectors.database.database import Database
from connectors.database.digests import DigestLedger
from connectors.database.record import Record
from kgqa.audit import Listed
from kgqa.errors import BadInput, BadSetting
from kgqa.types import Answer

ReadDigest = Callable[[datetime, datetime], Awaitable[Digest]]


def open_digests(
    settings: Settings, platforms: Sequence[Platform], database: Database, rights: Rights | None = None
) -> Sending | None:
    """What sends the digest; None where nobody gets one. Raises BadSetting for a reader of a platform that is
    not set up.
    """
    to = readers(settings.digest_to)
    announcing = {each.name: each for each in platforms if isinstance(each, Announcing)}
    for reader in to:
        if reader.platform not in announcing:
            raise BadSetting(
                f"{name_of('digest_to')} names {reader}, and {reader.platform} gets no digest here. "
                f"Those that do: {', '.join(announcing) or 'none'}."
            )
    if not to:
        return None
    audit, records = AuditTrail(database), Record(database)

    async def read(reader: Reader, since: datetime, until: datetime) -> Digest:
        held, alone = None, announcing[reader.platform].is_person(reader)
        if rights is not None:
            held = await _held(rights, reader, alone=alone)
        quote = _quoting(records, private=settings.digest_private, held=held, alone=alone)
        return await digest_of(audit, since, until, quote, _of_tenant(reader))

    return Sending(weekly(settings.digest_at), to, announcing, DigestLedger(database), read)


def _quoting(records: Records, *, private: bool, held: Held | None, alone: bool) -> Quote:
    """Quotes what stands where others read along, or with `private` anything; nothing that was deleted, and
    nothing that needs more rights than these readers have.
    """

    async def quote(one: Listed) -> Answer | None:
        answer = await records.answer_of(one.reference)
        if answer is None or not one.question.strip():
            return None
        place = await records.context_of(one.reference)
        if not private and (not place.get("among_others") or answer.to_asker):
            return None
        if held is not None:
            closed_by = answer.question.closed_by or ()
            if held.refused or not held.covers(closed_by, alone=alone):
                return None
        return None if await records.notes(one.reference, "removed") else answer

    return quote


def _of_tenant(reader: Reader) -> Callable[[Listed], bool]:
    """Nobody reads what was asked in another workspace or tenant of the same platform."""
    return lambda one: one.platform != reader.platform or one.tenant == reader.tenant


async def _held(rights: Rights, reader: Reader, *, alone: bool) -> Held:
    if alone:
        return await rights.of_person(reader.platform, reader.tenant, reader.identity)
    there = Message(
        platform=reader.platform,
        event="digest",
        tenant=reader.tenant,
        channel=reader.identity,
        thread=reader.identity,
        person="",
        text="",
        sent_at=datetime.now(UTC),
        address="",
    )
    return await rights.of(there)


@contextmanager
def open_digest(settings: Settings) -> Iterator[tuple[Audit, ReadDigest]]:
    """The record, and its digest of any time, for who can read all of the record anyway. Raises BadInput
    where there is none yet, and as `open_database` does.
    """
    if not has_database(settings):
        raise BadInput(
            f"Nothing is recorded in {settings.data}: there is no database. QUERIST_DATA or QUERIST_DATABASE "
            "name where it is."
        )
    database = open_database(settings)
    audit = AuditTrail(database)
    quote = _quoting(Record(database), private=True, held=None, alone=True)
    try:
        yield audit, lambda since, until: digest_of(audit, since, until, quote)
    finally:
        database.close()
