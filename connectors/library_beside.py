"""A library in files beside one in the database, as one: `kgqa.ports.Library`.

In: a path (or none) and the database's library. Out: the pairs of both; what is added or retired goes into
the database, since files belong to those who review them. A pair of a file that was retired is left out until
the file gives it a later date.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from connectors import library_file
from connectors.database.library import PairLibrary
from connectors.library_file import Placed
from kgqa.library.pair import Pair


@dataclass(frozen=True, slots=True)
class Both:
    """All pairs that stand; where those of files stand; what of the files could not be read."""

    pairs: tuple[Pair, ...] = ()
    placed: tuple[Placed, ...] = ()
    problems: tuple[str, ...] = ()


class LibraryBeside:
    """Every method raises DatabaseUnavailable when the database cannot be used, and BadInput for files that
    cannot be read at all.
    """

    def __init__(self, library: PairLibrary, path: Path | None = None) -> None:
        self._library, self._path = library, path

    async def pairs(self) -> Sequence[Pair]:
        """All pairs that stand, oldest first."""
        return (await self.both()).pairs

    async def both(self) -> Both:
        """All pairs that stand, oldest first, with what else is known of the files."""
        kept = {p.id: p for p in await self._library.pairs()}
        if self._path is None:
            return Both(pairs=tuple(kept.values()))
        out = {r.pair: r.at for r in await self._library.retired()}
        found = library_file.read(self._path)
        placed = tuple(p for p in found.pairs if p.pair.id not in out or out[p.pair.id] < p.pair.at)
        pairs = {p.pair.id: p.pair for p in placed} | kept
        return Both(tuple(sorted(pairs.values(), key=lambda p: p.at)), placed, found.problems)

    async def add(self, pair: Pair) -> None:
        """Keeps a pair in the database; one that stands in a file already is not kept twice."""
        if pair.id not in {p.id for p in await self.pairs()}:
            await self._library.add(pair)

    async def retire(self, pair: str, *, by: str, at: datetime, why: str) -> None:
        """Takes the pair of this id out, wherever it stands."""
        await self._library.retire(pair, by=by, at=at, why=why)
