"""What tables and columns are called: names that SQL takes as they stand, made from labels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from importlib.resources import files

LONGEST = 48
# Words that have a meaning of their own in SQL, in SQLite or for who writes it: as names they need quotes.
_RESERVED = frozenset(files(__package__).joinpath("reserved.txt").read_text("utf-8").split())


def name_of(label: str, otherwise: str = "thing") -> str:
    """A label in lower case with underscores; signs of other scripts stay, since SQL takes them."""
    plain = "".join(
        c for c in unicodedata.normalize("NFKD", label.casefold()) if not unicodedata.combining(c)
    )
    name = re.sub(r"\W+", "_", plain).strip("_")[:LONGEST].strip("_") or otherwise
    if name[0].isdigit():
        name = f"_{name}"
    return f"{name}_" if name in _RESERVED or name.startswith("sqlite_") else name


class Names:
    """Gives each name once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)

    def give(self, name: str) -> str:
        """The name, with a number where it was given already."""
        found, number = name, 1
        while found in self._taken:
            number += 1
            found = f"{name.rstrip('_')}_{number}"
        self._taken.add(found)
        return found
