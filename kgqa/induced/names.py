"""What tables and columns are called: names that SQL takes as they stand, made from labels."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

LONGEST = 48
# Words that have a meaning of their own in SQL, in SQLite or for who writes it: as names they need quotes.
_RESERVED = frozenset(
    """
    abort action add after all alter always analyze and as asc attach autoincrement before begin between by
    cascade case cast check collate column commit conflict constraint create cross current current_date
    current_time current_timestamp database date default deferrable deferred delete desc detach distinct do
    drop each else end escape except exclude exclusive exists explain fail false filter first following for
    foreign from full generated glob group groups having if ignore immediate in index indexed initially inner
    insert instead integer intersect interval into is isnull join key last left like limit match materialized
    natural no not nothing notnull null nulls number of offset on or order others outer over partition plan
    pragma preceding primary query raise range recursive references regexp reindex release rename replace
    restrict returning right rollback row rows savepoint select set table temp temporary text then ties time
    to transaction trigger true unbounded union unique update user using vacuum values view virtual when where
    window with without year month day
    """.split()
)


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
