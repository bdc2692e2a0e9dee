"""The library while the service runs: pairs come in from threads, and from other processes.

In: the core's shelf, ontology and conditions, and the library. Out: pairs kept and used at once, and a look
now and then at what others added.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from bot.desk.ports import Kept
from bot.wiring.library import LibraryBeside, stocked
from connectors.database.library import PairLibrary
from kgqa.check import Conditions, warm
from kgqa.errors import OperatorsMove
from kgqa.library.checking import recheck
from kgqa.library.pair import Pair
from kgqa.library.shelf import Shelf
from kgqa.ontology import Ontology

LOOK = 60.0  # seconds between two looks at what other processes added

_LOG = logging.getLogger(__name__)


class Shelved(Protocol):
    """A shelf for pairs, and what they are held against."""

    @property
    def ontology(self) -> Ontology: ...

    @property
    def conditions(self) -> Conditions: ...

    @property
    def shelf(self) -> Shelf: ...


class Reviewed:
    """Implements `bot.desk.Verified`. What is `shelved` is stocked, first that by which a pair is held good:
    there are several where people have different rights. `pairs` is the part of the `library` that the
    database holds; `told` hears of pairs that do not hold any more.
    """

    def __init__(
        self,
        shelved: Callable[[], Sequence[Shelved]],
        library: LibraryBeside,
        pairs: PairLibrary,
        look: float = LOOK,
        told: Callable[[str], None] = _LOG.warning,
    ) -> None:
        self._shelved, self._library, self._pairs = shelved, library, pairs
        self._look, self._told = look, told
        self._newest = -1  # entry of the database that the shelf knows; as it was opened, nobody knows

    async def keep(self, pair: Pair) -> Kept:
        """Keeps the pair and puts it on the shelf. Raises OperatorsMove."""
        widest = self._shelved()[0]
        if recheck([pair], widest.ontology, widest.conditions):
            return "broken"
        known = {p.id for p in await self._library.pairs()}
        await self._library.add(pair)
        await self.restock()
        return "known" if pair.id in known else "kept"

    async def restock(self) -> bool:
        """Puts the pairs on the shelf anew if the library has changed. Raises OperatorsMove."""
        newest = await self._pairs.newest()
        if newest == self._newest:
            return False
        for number, each in enumerate(self._shelved()):
            # What does not hold by the widest rights is broken; by fewer, it is closed to some.
            told = self._told if number == 0 else _unheard
            await stocked(self._library, each.shelf, each.ontology, each.conditions, told)
        self._newest = newest
        return True

    async def run(self) -> None:
        """In the background of a service, until it is cancelled: warms the check, then looks again and again.
        Trouble is written down, and the next look may do better.
        """
        first = self._shelved()[-1]
        await asyncio.to_thread(warm, first.ontology, first.conditions.closed)
        while True:
            try:
                await self.restock()
            except OperatorsMove as error:
                _LOG.warning("The library was not looked at: %s", error)
            except Exception:  # noqa: BLE001  # a defect here must not end the looking
                _LOG.exception("The library could not be put on its shelf anew.")
            await asyncio.sleep(self._look)


def _unheard(_: str) -> None:
    """That a pair is closed to some is nothing to be told of."""


class ReviewedByAll:
    """The library where several graphs are served: each uses the pairs whose queries hold there. Implements
    `bot.desk.Verified`.
    """

    def __init__(self, each: Sequence[Reviewed]) -> None:
        self._each = tuple(each)

    async def keep(self, pair: Pair) -> Kept:
        """Keeps the pair if its query holds at one of the graphs. Raises OperatorsMove."""
        found = [await one.keep(pair) for one in self._each]
        return "kept" if "kept" in found else "known" if "known" in found else "broken"

    async def run(self) -> None:
        """In the background of a service, until it is cancelled: looks for each."""
        await asyncio.gather(*(one.run() for one in self._each))
