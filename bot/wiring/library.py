"""Settings -> the library of verified pairs, and its pairs on a shelf."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from pathlib import Path

from bot.settings import Settings
from connectors import library_file
from connectors.database.database import Database
from connectors.database.library import PairLibrary
from connectors.library_beside import LibraryBeside
from connectors.library_file import Read
from kgqa.check import Conditions
from kgqa.library.checking import Broken, stock
from kgqa.library.pair import Pair
from kgqa.library.shelf import Shelf
from kgqa.ontology import Ontology

__all__ = [
    "LibraryBeside",
    "Read",
    "library_at",
    "library_text",
    "open_library",
    "shelf_of",
    "stocked",
    "write_library",
]

Told = Callable[[str], None]


def open_library(settings: Settings, database: Database) -> LibraryBeside:
    """The library of the database, with the files of the settings beside it."""
    return LibraryBeside(PairLibrary(database), settings.library)


async def stocked(
    library: LibraryBeside,
    shelf: Shelf,
    ontology: Ontology,
    conditions: Conditions | None = None,
    told: Told = lambda _: None,
) -> tuple[Broken, ...]:
    """Puts the pairs that hold on the shelf, at the start and whenever library or ontology change. Those that
    broke come back; `told` hears of them, and of entries of files that cannot be read.
    """
    both = await library.both()
    broken = await asyncio.to_thread(stock, shelf, both.pairs, ontology, conditions)  # each is checked
    for problem in both.problems:
        told(problem)
    for each in broken:
        told(_is_broken(each))
    return broken


async def shelf_of(
    settings: Settings,
    database: Database | None,
    ontology: Ontology,
    conditions: Conditions,
    told: Told = lambda _: None,
) -> Shelf:
    """A shelf with the pairs that hold, of the database and of files, or of files alone."""
    shelf = Shelf()
    if database is not None:
        await stocked(open_library(settings, database), shelf, ontology, conditions, told)
    elif settings.library is not None:
        found = library_at(settings.library)
        broken = stock(shelf, [p.pair for p in found.pairs], ontology, conditions)
        for line in (*found.problems, *map(_is_broken, broken)):
            told(line)
    return shelf


def _is_broken(each: Broken) -> str:
    return f"The verified question “{each.pair.question}” is not used any more: {each.why}"


def library_at(path: Path) -> Read:
    """The pairs of a file, with what of it cannot be read. Raises BadInput."""
    return library_file.read(path)


def write_library(path: Path, pairs: Iterable[Pair]) -> None:
    """Adds pairs at the end of a file. Raises BadInput."""
    library_file.append(path, pairs)


def library_text(pairs: Iterable[Pair]) -> str:
    """The pairs as the text of a file."""
    return library_file.written(pairs)
