"""The words of an invented company, as `vocabulary.toml` lists them.

In: nothing. Out: lists of words, the commonest first. Family names and brands are made of syllables, as they
are in each language, so that there are many thousand of them and some are spelled nearly alike, as in life.
"""

from __future__ import annotations

import tomllib
from functools import cache
from itertools import product, zip_longest
from pathlib import Path
from typing import Any

LETTERS = "ABCDEFGHIJKLMNOPRSTUVWXYZ"
_FILE = Path(__file__).with_name("vocabulary.toml")


def listed(name: str) -> list[str]:
    """The words of one list."""
    return [word.replace("_", " ") for word in _tables()[name].split()]


@cache
def family_names() -> list[str]:
    """Some twenty thousand family names; those of the languages take turns, the simplest first."""
    made = [_composed(table, ["", *table["middles"].split()]) for table in _tables()["family"]]
    made.append(listed("family_in_other_letters"))
    return list(dict.fromkeys(name for row in zip_longest(*made) for name in row if name))


@cache
def brands() -> list[str]:
    """Invented first words of companies and products: "Nordavo", "Veltrix"."""
    table = _tables()["brands"]
    return _composed(table, table["middles"].split())


def _composed(table: dict[str, str], middles: list[str]) -> list[str]:
    parts = product(middles, table["ends"].split(), table["starts"].split())
    return [start + middle + end for middle, end, start in parts]


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text("utf-8"))
