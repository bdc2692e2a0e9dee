"""Handles for the things that a card names: the members of code lists and of other small vocabularies.

In: a Card, the handles of the schema. Out: a handle for each such thing, the same each time, so that the
beginning of a prompt stays the same from question to question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count

from kgqa.vocabulary import Vocabulary

LONGEST = 40  # characters
_WORD = re.compile(r"[A-Za-z0-9]+")
_LIKE_OTHERS = re.compile(r"[ev]\d+", re.IGNORECASE)  # handles of the things of one question


def thing_handles(iris: Iterable[str], label: Callable[[str], str], vocabulary: Vocabulary) -> dict[str, str]:
    """The handles by IRI, without their colon; in the order in which the things are given."""
    found: dict[str, str] = {}
    taken = {handle.lstrip(":") for handle in vocabulary.iris}
    for iri in iris:
        if iri in found:
            continue
        name = next(n for n in _names(label(iri)) if n not in taken)
        found[iri] = name
        taken.add(name)
    return found


def _names(label: str) -> Iterator[str]:
    name = "_".join(_WORD.findall(label))[:LONGEST].strip("_") or "thing"
    if _LIKE_OTHERS.fullmatch(name) or name[0].isdigit():
        name = f"the_{name}"
    yield name
    yield from (f"{name}_{number}" for number in count(2))
