"""What stands in the thread: an answer that its asker alone saw comes there, one is taken out again, or gives
way to that of the question as it was edited.

Platforms tell what else they have put there: it goes with the answer, and one that died may have left it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import replace
from weakref import WeakValueDictionary

from bot.desk.job import identity_of
from bot.desk.places import person_of
from bot.desk.ports import Records
from bot.message import Message, NotPosted, Platform, Reply
from bot.words import Words
from kgqa.errors import OperatorsMove

_GROWING = "growing"
_LOG = logging.getLogger(__name__)


class Standing:
    """Both happen once, however often they are wished."""

    def __init__(self, records: Records, platforms: Mapping[str, Platform]) -> None:
        self._records = records
        self._platforms = platforms
        self._busy: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def share(self, reply: Reply, say: Words) -> str:
        """Posts the reply for everybody, once over all processes. What is begun is written down before: after
        a crash the platform looks for it first. Raises OperatorsMove.
        """
        reference, by = reply.reference, person_of(reply.message)
        lock = self._busy.setdefault(reference, asyncio.Lock())
        async with lock:
            how = await self._records.sharing(reference, by=by)
            if how in ("done", "busy"):
                return say("desk-shared-before" if how == "done" else "desk-sharing")
            try:
                message = replace(reply.message, to_asker=False)
                shared = replace(reply, message=message)
                posted = await self._platform(message).send(shared, again=how == "again")
            except NotPosted as refusal:
                await self._records.noted(reference, "shared", by=by, failed=str(refusal))
                return say("desk-not-shared", why=str(refusal))
            except OperatorsMove as error:
                await self._records.noted(reference, "shared", by=by, open=str(error))
                raise
            except Exception as error:  # noqa: BLE001  # a platform's defect leaves open whether it posted
                _LOG.exception("It is not certain whether the answer %s was shared.", reference)
                await self._records.noted(reference, "shared", by=by, open=type(error).__name__)
                return say("desk-not-shared", why=say("desk-platform-trouble"))
            await self._records.noted(reference, "shared", by=by, ids=" ".join(posted.ids), done="yes")
            return say("desk-shared")

    async def remove(self, reply: Reply, say: Words) -> str:
        """Takes all that was posted of the reply out of the chat. The record stays, and says by whom. Raises
        OperatorsMove.
        """
        reference = reply.reference
        lock = self._busy.setdefault(reference, asyncio.Lock())
        async with lock:
            if await self._records.notes(reference, "removed"):
                return say("desk-removed-before")
            try:
                await self._take_out(reply)
            except NotPosted as refusal:
                return say("desk-not-removed", why=str(refusal))
            except OperatorsMove:
                raise
            except Exception:  # noqa: BLE001  # a platform's defect is no stack trace for who pressed
                _LOG.exception("The answer %s could not be removed.", reference)
                return say("desk-not-removed", why=say("desk-platform-trouble"))
            return say("desk-removed")

    async def take_out_if_removed(self, reply: Reply) -> None:
        """For who has just posted the reply: people can delete it before it is written down where it stands.
        Who deletes writes first and looks then, as who posts does: one of the two sees it. Best effort.
        """
        try:
            is_removed = await self._records.notes(reply.reference, "removed")
            if is_removed and await self._records.ids_of(reply.reference):
                await self._take_out(reply)  # else who deleted it has taken out all of it
        except (NotPosted, OperatorsMove) as error:
            _LOG.warning("The answer %s was deleted and still stands: %s", reply.reference, error)
        except Exception:  # noqa: BLE001  # a platform's defect
            _LOG.exception("The answer %s was deleted and still stands.", reply.reference)

    async def _take_out(self, reply: Reply) -> None:
        """Takes out all that stands of the reply and notes it; then what was written down meanwhile."""
        taken: tuple[str, ...] = ()
        ids = await self._records.ids_of(reply.reference)
        while True:
            await self._platform(reply.message).remove(reply.message, ids)
            by = person_of(reply.message)
            await self._records.noted(reply.reference, "removed", by=by, ids=" ".join(ids))
            taken += ids
            ids = tuple(i for i in await self._records.ids_of(reply.reference) if i not in taken)
            if not ids:
                return

    async def supersede(self, reply: Reply, earlier: tuple[str, ...]) -> None:
        """Has the answers of `earlier` records say that this one took their place, once it is posted; the
        same however often it is done. Best effort: the new answer stands already.
        """
        for reference in earlier:
            try:
                ids = await self._records.ids_of(reference)
                if ids and await self._records.stage(reply.reference) == "posted":
                    posted = await self._records.ids_of(reply.reference)
                    await self._platform(reply.message).supersede(reply, posted, ids)
            except (NotPosted, OperatorsMove) as error:
                _LOG.warning("The answer %s still stands as it was: %s", reference, error)
            except Exception:  # noqa: BLE001  # a platform's defect
                _LOG.exception("The answer %s still stands as it was.", reference)

    async def added(self, reference: str, ids: tuple[str, ...]) -> None:
        """Notes what came to an answer later. Raises OperatorsMove."""
        if ids:
            await self._records.noted(reference, "added", by="", ids=" ".join(ids))

    async def begun(self, message: Message, ids: tuple[str, ...]) -> None:
        """Notes where the answer to a message is growing. Raises OperatorsMove."""
        reference = await self._records.reference_of(identity_of(message))
        if reference is not None:
            await self._records.noted(reference, "added", by="", ids=" ".join(ids), way=_GROWING)

    async def begun_of(self, message: Message) -> tuple[str, ...] | None:
        """Where an answer was growing last; None before its record is opened. Raises OperatorsMove."""
        reference = await self._records.reference_of(identity_of(message))
        if reference is None:
            return None
        notes = await self._records.notes(reference, "added")
        grown = [note["ids"] for note in notes if note.get("way") == _GROWING]
        return tuple(grown[-1].split()) if grown else ()

    def _platform(self, message: Message) -> Platform:
        return self._platforms[message.platform]
