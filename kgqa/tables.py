"""Tables of a file that an admin writes: what is no table, and what a misspelt word was meant to be.

In: values as they were read of TOML. Out: the same as tables, and hints. Raises BadSetting with the place.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rapidfuzz import fuzz, process

from kgqa.errors import BadSetting

_ALIKE = 60  # how much a word must look like the right one to be proposed for it


def table(value: Any, where: str) -> dict[str, Any]:
    """The value as a table."""
    if not isinstance(value, dict):
        raise BadSetting(f"{where} is no table. Put it in brackets on a line of its own.")
    return value


def hint(word: str, known: Collection[str]) -> str:
    """Which of the words that are known was meant, or all of them."""
    near = process.extractOne(word.lower(), known, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    return f"Did you mean “{near[0]}”?" if near else f"Known are {', '.join(known)}."
