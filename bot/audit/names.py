"""What people and channels are called: a CSV file and the directories of chats -> names, beside the ids that
the record has.

In: the file that QUERIST_NAMES names, a line "id,name" each, such as an export of a directory; Slack and
Teams, which are asked where the file has no name. Out: the name of an id, and the id of a name. The record
keeps no names: what a directory told is remembered for an hour, and nowhere written.
"""

from __future__ import annotations

import asyncio
import csv
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path

from bot.access import Directory
from bot.cards.plain import line
from bot.desk.ports import Audit
from kgqa.audit import Listed, Wanted
from kgqa.errors import BadSetting, OperatorsMove

_LOG = logging.getLogger(__name__)
_MOST = 100  # characters of a name
_AGE = 3600.0  # seconds for which what a directory said is good
_RETRY = 60.0  # seconds after which it is asked again where it did not say
_PATIENCE = 2.0  # seconds that a page waits for names
_AT_ONCE = 8  # names that are asked for at a time
_KEPT = 10_000  # names that are remembered
_PARTS = 3  # of an identity: platform, tenant, person

Asking = Callable[[], Awaitable[str]]


class Names:
    """`path` is None where no file names anybody. The file is read anew when it changes. Raises BadSetting
    for one that is not right as it is opened; later, the names of before are good until it is.
    """

    def __init__(
        self,
        path: Path | None = None,
        directories: Iterable[Directory] = (),
        *,
        clock: Callable[[], float] = time.monotonic,
        patience: float = _PATIENCE,
    ) -> None:
        self._path, self._clock, self._patience = path, clock, patience
        self._directories = {directory.platform: directory for directory in directories}
        self._told: dict[str, tuple[float, str]] = {}  # by id: until when it is good, and the name
        self._mark: tuple[int, int] | None = None
        self._names: Mapping[str, str] = {}
        self._ids: Mapping[str, str] = {}
        if path is not None:
            self._read(path)

    def of(self, identity: str) -> str:
        """The name of a person or a channel, "slack:T0123:U0456"; "" where it has none, or none that
        `look_up` has found.
        """
        self._look()
        named = self._names.get(identity.casefold())
        named = named or self._names.get(identity.rpartition(":")[2].casefold())
        until, told = self._told.get(identity, (0.0, ""))
        return named or (told if until > self._clock() else "")

    def meant(self, said: str) -> str:
        """The id of a name; what is no name, or that of several, stays as it is."""
        self._look()
        name = said.strip().casefold()
        if not name or name in self._ids:
            return self._ids.get(name, said)
        now = self._clock()
        told = [one for one, (until, known) in self._told.items() if until > now and known.casefold() == name]
        return told[0] if len(told) == 1 else said

    async def by_id(self, found: Wanted, audit: Audit) -> Wanted:
        """The same filters, with ids in the place of names. What the record has as an id is no name: people
        choose what they are called in a chat, and nobody hides somebody else by it.
        """
        who = await self._id(found.who, Wanted(who=found.who), audit)
        return replace(
            found, who=who, channel=await self._id(found.channel, Wanted(channel=found.channel), audit)
        )

    async def look_up(self, records: Iterable[Listed], others: Iterable[str] = ()) -> None:
        """Asks the directories for those who stand in records, and for `others` there, as far as no name of
        them is known. What is not told within the `patience` (seconds) is not waited for.
        """
        now = self._clock()
        self._told = {one: told for one, told in self._told.items() if told[0] > now}
        wanted = {
            identity: asking
            for identity, asking in self._asked(records, others)
            if identity not in self._told and not self.of(identity)
        }
        if not wanted:
            return
        if len(self._told) + len(wanted) > _KEPT:
            self._told.clear()
        turn = asyncio.Semaphore(_AT_ONCE)
        tasks = [asyncio.create_task(self._learn(*one, turn)) for one in wanted.items()]
        _, late = await asyncio.wait(tasks, timeout=self._patience)
        for task in late:
            task.cancel()

    async def _id(self, said: str, as_id: Wanted, audit: Audit) -> str:
        meant = self.meant(said)
        return said if meant == said or await audit.find(as_id, most=1) else meant

    def _asked(self, records: Iterable[Listed], others: Iterable[str]) -> Iterator[tuple[str, Asking]]:
        channel = ""
        for one in records:
            if directory := self._directories.get(one.platform):
                channel = one.channel
                if one.who:
                    yield one.who, partial(directory.person_name, one.tenant, one.person, channel)
                if one.place:
                    yield one.place, partial(directory.channel_name, one.tenant, channel)
        for identity in others:
            parts = identity.split(":", _PARTS - 1)
            if len(parts) == _PARTS and parts[0] in self._directories:
                platform, tenant, person = parts
                yield identity, partial(self._directories[platform].person_name, tenant, person, channel)

    async def _learn(self, identity: str, ask: Asking, turn: asyncio.Semaphore) -> None:
        self._told[identity] = (self._clock() + _RETRY, "")
        async with turn:
            try:
                name = line(await ask(), _MOST)
            except OperatorsMove as error:
                _LOG.info("%s has no name: %s", identity, error)
                return
            except Exception:  # noqa: BLE001  # a page shows ids, whatever it is
                _LOG.exception("The name of %s was not found.", identity)
                return
        self._told[identity] = (self._clock() + _AGE, name)

    def _look(self) -> None:
        if self._path is None:
            return
        try:
            found = self._path.stat()
            if (found.st_mtime_ns, found.st_size) != self._mark:
                self._read(self._path)
        except (OSError, BadSetting) as error:
            _LOG.warning("The names of people and channels stay as they were: %s", error)

    def _read(self, path: Path) -> None:
        try:
            found = path.stat()
            self._mark = (found.st_mtime_ns, found.st_size)
            with path.open(encoding="utf-8-sig", newline="") as file:
                rows = [[cell.strip() for cell in row] for row in csv.reader(file) if any(row)]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise BadSetting(f"The file of names {path} cannot be read: {error}.") from error
        if wrong := next((row for row in rows if len(row) < 2 or not all(row[:2])), None):  # noqa: PLR2004
            shown = ",".join(wrong)[:80]
            raise BadSetting(f"In the file of names {path}, “{shown}” is not of the form id,name.")
        names = {row[0].casefold(): line(row[1], _MOST) for row in rows}
        ids: dict[str, str | None] = {}
        for row in rows:
            name = line(row[1], _MOST).casefold()
            ids[name] = None if name in ids else row[0]
        self._names, self._ids = names, {name: one for name, one in ids.items() if one}
