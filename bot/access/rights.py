"""A message -> what is closed to its sender, and to all who will read the answer.

In: the rules, and what directories say of people. Out: `Held`. What a directory said is good for a while;
after that, where it is away, nobody is taken for a member of any of its groups.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from bot.access.directory import Directory
from bot.access.rules import Access, Reader, Rule
from bot.message import Message
from kgqa.errors import OperatorsMove
from kgqa.types import EffectiveRights

AGE = 300.0  # seconds for which what a directory said is good
RETRY = 10.0  # seconds after which a directory that was away is asked again
PATIENCE = 3.0  # seconds that it may take to answer
KEPT = 10_000  # people and channels of whom something is remembered

_LOG = logging.getLogger(__name__)
T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """What somebody may see: the names of the rules that close something to them alone (`own`), and to all
    who read the answer `here`. A `refused` one may ask nothing: a guest, or somebody who may be one. `away`
    says that a directory could not be asked, so that less may be open than should be.
    """

    own: frozenset[str] = frozenset()
    here: frozenset[str] = frozenset()
    refused: bool = False
    away: bool = False

    def told(self, access: Access) -> EffectiveRights:
        """What the record keeps of it."""
        return EffectiveRights(
            rules=access.sha256,
            own=tuple(sorted(self.own)),
            here=tuple(sorted(self.here)),
            is_guest=self.refused and not self.away,
            is_unsure=self.away,
        )

    @property
    def why_refused(self) -> str:
        """The name of the sentence that says why they may ask nothing; "" where they may."""
        if not self.refused:
            return ""
        return "desk-perhaps-guest" if self.away else "desk-no-guests"

    def covers(self, closed_by: Iterable[str], *, alone: bool) -> bool:
        """Whether an answer that was made where these rules closed something may be shown here, or to its
        asker alone.
        """
        return (self.own if alone else self.here) <= frozenset(closed_by)


@dataclass(frozen=True, slots=True)
class _Said(Generic[T]):
    """What a directory said, until when it is good; None where it was away."""

    until: float
    value: T | None


class Rights:
    """`directories` know the people of their platforms; others are in groups by the file alone."""

    def __init__(
        self,
        access: Access,
        directories: Iterable[Directory] = (),
        *,
        age: float = AGE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.access = access
        self._directories = {directory.platform: directory for directory in directories}
        self._age, self._clock = age, clock
        self._known: dict[Hashable, _Said[object]] = {}
        self._asking: dict[Hashable, asyncio.Lock] = {}

    async def of(self, message: Message) -> Held:
        """What is closed to the sender of a message, and to all who read along where it was said."""
        platform, tenant = message.platform, message.tenant
        alone = await self.of_person(platform, tenant, message.person, message.address)
        if alone.refused or message.private or not self.access.rules:
            return alone
        place = f"{platform}:{tenant}:{message.channel}"
        sender = await self.reader(platform, tenant, message.person)
        among = await self._readers(message, sender)
        every = self.access.group_names
        here = frozenset(r.name for r in self.access.rules if _closes(r, sender, among, place, every))
        # What is open to all who read along is open to the sender, who is one of them.
        own = alone.own & here
        return Held(own=own, here=own if message.to_asker else here, away=alone.away)

    async def of_person(self, platform: str, tenant: str, person: str, address: str = "") -> Held:
        """What is closed to somebody who reads alone; `address` is that of their message, if there is one."""
        if refused := await self._refused(platform, tenant, person, address):
            return refused
        reader = await self.reader(platform, tenant, person)
        own = self.access.closed_for((reader,))
        return Held(own=own, here=own, away=bool(reader.unsure and own))

    async def of_somebody(self, identities: Iterable[tuple[str, str, str]]) -> Held:
        """What is closed to somebody who reads alone and is known by several ids, each of a platform and a
        tenant: they are in the groups of all of them. A guest by one of them may ask nothing, and neither may
        who may be one.
        """
        readers: list[Reader] = []
        for platform, tenant, person in identities:
            if refused := await self._refused(platform, tenant, person):
                return refused
            readers.append(await self.reader(platform, tenant, person))
        groups = frozenset[str]().union(*(each.groups for each in readers))
        unsure = frozenset[str]().union(*(each.unsure for each in readers)) - groups
        together = [replace(each, groups=groups, unsure=unsure) for each in readers]
        own = frozenset(
            rule.name
            for rule in self.access.rules
            if any(rule.closed_to.may_have(each) for each in together)
            or all(rule.closes_for(each) for each in together)
        )
        return Held(own=own, here=own, away=bool(unsure and own))

    def closed_to_groups(self, groups: frozenset[str]) -> frozenset[str]:
        """What is closed to a member of these groups, wherever they are and read alone."""
        return self.access.closed_for((Reader(tenant="", groups=groups),))

    async def reader(self, platform: str, tenant: str, person: str) -> Reader:
        """Somebody as one who reads alone, with their groups."""
        if not person or await self._is_guest(platform, tenant, person) is None:
            return Reader(tenant=f"{platform}:{tenant}", unsure=self.access.group_names)
        return await self._member(platform, tenant, person)

    async def _member(self, platform: str, tenant: str, person: str) -> Reader:
        """The same, a guest or not."""
        access, of_tenant = self.access, f"{platform}:{tenant}"
        groups = access.groups_of(platform, tenant, person)
        more = [g for g in access.groups if g.named_on(platform) and g.name not in groups]
        if not more:
            return Reader(tenant=of_tenant, groups=groups)
        directory = self._directories.get(platform)
        members = None
        if directory is not None:
            named = frozenset[str]().union(*(group.named_on(platform) for group in access.groups))
            members = await self._asked(("groups", platform, tenant), lambda: directory.groups(tenant, named))
        if members is None:
            return Reader(tenant=of_tenant, groups=groups, unsure=frozenset(group.name for group in more))
        ids = {person, person.casefold()}  # Entra's ids are written in both ways
        theirs = {name for name, people in members.items() if not ids.isdisjoint(people)}
        found = (group.name for group in more if not group.named_on(platform).isdisjoint(theirs))
        return Reader(tenant=of_tenant, groups=groups.union(found))

    async def _refused(self, platform: str, tenant: str, person: str, address: str = "") -> Held | None:
        """What a guest may see, and somebody who may be one: nothing. None for everybody else."""
        is_guest = await self._is_guest(platform, tenant, person, address)
        if is_guest is False:
            return None
        every = self.access.names
        return Held(own=every, here=every, refused=True, away=is_guest is None)

    async def _is_guest(self, platform: str, tenant: str, person: str, address: str = "") -> bool | None:
        """Whether somebody is a guest, and guests may not ask; None where a directory is away. Nobody, who
        reads a channel for all in it, is none.
        """
        directory = self._directories.get(platform)
        if self.access.guests or directory is None or not person:
            return False
        return await self._asked(
            ("guest", platform, tenant, person), lambda: directory.is_guest(tenant, person, address)
        )

    async def _readers(self, message: Message, sender: Reader) -> tuple[Reader, ...] | None:
        """All who read the channel of a message; None where that is not known."""
        platform, tenant, channel = message.platform, message.tenant, message.channel
        directory = self._directories.get(platform)
        if directory is None:
            return None
        people = await self._asked(
            ("readers", platform, tenant, channel),
            lambda: _as_set(directory, tenant, channel, message.address),
        )
        if not people:
            return None
        of_them = [await self._member(platform, tenant, person) for person in people]
        return tuple(dict.fromkeys((sender, *of_them)))

    async def _asked(self, about: Hashable, ask: Callable[[], Awaitable[T]]) -> T | None:
        """What a directory says, asked once at a time; None where it is away."""
        async with self._asking.setdefault(about, asyncio.Lock()):
            known = self._known.get(about)
            if known is not None and self._clock() < known.until:
                return known.value  # type: ignore[return-value]  # of the same question
            try:
                async with asyncio.timeout(PATIENCE):
                    said: _Said[T] = _Said(self._clock() + self._age, await ask())
            except (OperatorsMove, TimeoutError) as error:
                _LOG.warning("A directory could not be asked, so less is open than should be: %s", error)
                said = _Said(self._clock() + min(RETRY, self._age), None)
            if len(self._known) >= KEPT:
                self._known.clear()
                self._asking.clear()
            self._known[about] = said  # type: ignore[assignment]  # of this question
            return said.value


async def _as_set(directory: Directory, tenant: str, channel: str, address: str) -> frozenset[str]:
    return await directory.readers(tenant, channel, address) or frozenset()


def _closes(
    rule: Rule, sender: Reader, readers: tuple[Reader, ...] | None, place: str, every: frozenset[str]
) -> bool:
    """Whether a rule closes something to one of those who read in a place, or may do so: where they are not
    known, somebody of `every` group may be among them.
    """
    here = Reader(tenant=sender.tenant, channel=place, unsure=frozenset() if readers else every)
    if any(rule.closed_to.may_have(each) for each in (sender, here, *(readers or ()))):
        return True
    if rule.to_all or (rule.open_to and rule.open_to.has(here)):
        return False
    if readers is None:
        return bool(rule.open_to) or not rule.closed_to
    return any(rule.closes_for(each) for each in readers)
