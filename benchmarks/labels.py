"""Labels of an invented company, as many as are asked for, the same each time: people, companies, products,
departments, places, documents.

In: how many. Out: (class, label) pairs as a stream, and files of them: one label a line with its key. Common
words are common as words are (the second half as often as the first), nearly all labels are unique.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path

from benchmarks.vocabulary import LETTERS, brands, family_names, listed
from kgqa.linking.tokens import key

SEED = 11
NAMESPACE = "https://bench.example/"

Made = tuple[str, str]  # class, label


class Chance:
    """Draws from a seed; only `random()` is used, whose sequence is promised to stay the same."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed).random  # noqa: S311  # measures are no secret

    def below(self, count: int) -> int:
        return int(self.random() * count)

    def any(self, items: Sequence[str]) -> str:
        return items[int(self.random() * len(items))]

    def common(self, items: Sequence[str]) -> str:
        """One of the items, the n-th with the share 1/n, as words are used."""
        return items[int(len(items) ** self.random()) - 1]

    def name(self, items: Sequence[str]) -> str:
        """One of the items, the first more often, as names are borne."""
        share = self.random()
        return items[int(len(items) * share * share)]


def labels(count: int, seed: int = SEED) -> Iterator[Made]:
    """`count` labels with the names of their classes."""
    return islice(_endless(Chance(seed)), count)


def iri(number: int) -> str:
    """The thing that bears the label of this number."""
    return f"{NAMESPACE}{number}"


def write_labels(file: Path, count: int) -> Path:
    """A file of labels, made unless it is there: class, label and key of each, parted by tabs."""
    if file.is_file():
        return file
    draft = file.with_suffix(".draft")
    with draft.open("w", encoding="utf-8", newline="\n", buffering=1 << 20) as lines:
        for cls, label in labels(count):
            lines.write(f"{cls}\t{label}\t{key(label)}\n")
    return draft.replace(file)


def read_labels(file: Path) -> Iterator[tuple[str, str, str]]:
    """(class, label, key) of each line."""
    with file.open(encoding="utf-8", newline="\n", buffering=1 << 20) as lines:
        for line in lines:
            cls, label, written = line[:-1].split("\t")
            yield cls, label, written


# ── what is made ─────────────────────────────────────────────────────────────────────────────────

_GIVEN, _TRADES, _FORMS = listed("given"), listed("trades"), listed("forms")
_OUTLOOK, _TOWNS, _WAYS = listed("outlook"), listed("towns"), listed("ways")
_ROOMS, _THINGS, _MATERIALS = listed("rooms"), listed("things"), listed("materials")
_PIECES, _GRADES, _AREAS = listed("pieces"), listed("grades"), listed("areas")
_UNITS, _PAPERS, _FAMILY, _BRANDS = listed("units"), listed("papers"), family_names(), brands()
_TITLES = ("Dr.", "Prof.", "Ing.", "Dipl.-Ing.")


def _endless(chance: Chance) -> Iterator[Made]:
    kinds: list[tuple[str, Callable[[Chance], str]]] = []
    makers: tuple[tuple[str, int, Callable[[Chance], str]], ...] = (
        ("Person", 30, _person),
        ("Organisation", 23, _company),
        ("Product", 19, _product),
        ("Unit", 6, _unit),
        ("Place", 9, _place),
        ("Document", 13, _document),
    )
    for cls, share, make in makers:
        kinds += [(cls, make)] * share
    while True:
        cls, make = kinds[chance.below(100)]
        yield cls, make(chance)


def _person(chance: Chance) -> str:
    given, family = chance.name(_GIVEN), chance.name(_FAMILY)
    way = chance.random()
    if way < 0.42:
        return f"{given} {family}"
    if way < 0.67:
        return f"{given} {chance.any(LETTERS)}. {family}"
    if way < 0.82:
        return f"{given} {chance.name(_GIVEN)} {family}"
    if way < 0.92:
        return f"{given} {family}-{chance.name(_FAMILY)}"
    if way < 0.96:
        return f"{chance.any(_TITLES)} {given} {family}"
    return f"{family}, {given}"


def _company(chance: Chance) -> str:
    way, trade, form = chance.random(), chance.common(_TRADES), chance.common(_FORMS)
    if way < 0.35:
        return f"{chance.name(_BRANDS)} {trade} {form}"
    if way < 0.60:
        return f"{chance.name(_FAMILY)} {trade} {form}"
    if way < 0.75:
        return f"{chance.name(_FAMILY)} & {chance.name(_FAMILY)} {form}"
    if way < 0.90:
        return f"{chance.name(_BRANDS)} {chance.common(_OUTLOOK)} {trade} {chance.common(_TOWNS)} {form}"
    first, second = chance.name(_FAMILY), chance.common(_AREAS)
    return f"{first} Institute for {trade} and {second} {chance.common(_TOWNS)}"


def _product(chance: Chance) -> str:
    way = chance.random()
    if way < 0.45:
        return f"{_code(chance)} {chance.common(_THINGS)}"
    if way < 0.70:
        return f"{chance.name(_BRANDS)} {chance.common(_THINGS)} {chance.below(90) + 10}00"
    if way < 0.85:
        grade, thing = chance.common(_GRADES), chance.common(_THINGS)
        return f"{chance.name(_BRANDS)} {grade} {thing} {chance.any(LETTERS)}{chance.below(900) + 100}"
    size, material, piece = chance.below(400) + 2, chance.common(_MATERIALS), chance.common(_PIECES)
    return f"{material} {piece} M{chance.below(30) + 2} x {size} mm, {chance.name(_FAMILY)}"


def _unit(chance: Chance) -> str:
    unit, area, town = chance.common(_UNITS), chance.common(_AREAS), chance.common(_TOWNS)
    if chance.random() < 0.5:
        return f"{unit} {area} {chance.common(_AREAS)} {town} {chance.below(90) + 10}"
    return f"{area} {unit} {chance.name(_BRANDS)} {town}"


def _place(chance: Chance) -> str:
    number = chance.below(300) + 1
    if chance.random() < 0.7:
        return f"{chance.name(_FAMILY)} {chance.common(_WAYS)} {number}, {chance.common(_TOWNS)}"
    return f"{chance.common(_ROOMS)} {number}, {chance.name(_BRANDS)} {chance.common(_TOWNS)}"


def _document(chance: Chance) -> str:
    way, paper = chance.random(), chance.common(_PAPERS)
    if way < 0.45:
        return f"{paper} {chance.common(_THINGS)} {_code(chance)}, Rev. {chance.any(LETTERS)}"
    if way < 0.75:
        year, number = 2005 + chance.below(21), chance.below(100_000)
        return f"{paper} {year}-{number:05} {chance.name(_BRANDS)} {chance.common(_TRADES)}"
    return f"{paper} for {chance.name(_FAMILY)} {chance.common(_TRADES)} {chance.common(_TOWNS)}"


def _code(chance: Chance) -> str:
    return f"{chance.any(LETTERS)}{chance.any(LETTERS)}-{chance.below(99_000) + 1_000:04}"
