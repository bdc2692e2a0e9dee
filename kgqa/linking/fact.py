"""What a graph says that names come from, row by row, as it is kept until entries are composed from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

BY_IRI = ""  # the property of a fact that says only that the thing is there
BY_LEXICON = "lexicon"  # the property of a fact that says that somebody else has names for the thing
UNREAD = "The graph could not be read fully"  # so begin the notices of what it did not give


class Fact(NamedTuple):
    """`property` says `text` of `subject`, which has the class `of` ("" where it has none)."""

    subject: str
    property: str
    text: str = ""
    language: str = ""
    of: str = ""


class Literal(NamedTuple):
    """One of the different literals that a property has."""

    property: str
    text: str
    datatype: str = ""
    language: str = ""


class Reached(NamedTuple):
    """How far the reading of one part has come: rows that were read, whether it is over, a notice, and
    whether that says that the graph did not give the rest.
    """

    rows: int = 0
    whole: bool = False
    notice: str = ""
    unread: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What an index of names holds, and how it came about.

    `kept` says that it was up to date and nothing was read; `resumed` counts the rows that an earlier run had
    read; `changed` and `removed` are things and values, against the index before it. `unread` are those of
    the `notices` that say what the graph did not give: names are missing then. `written` is when it became
    whole, where that is known.
    """

    entries: dict[str, int] = field(default_factory=dict)  # by kind
    languages: dict[str, int] = field(default_factory=dict)  # entries by the language they say, "" for none
    things: int = 0
    kept: bool = False
    resumed: int = 0
    changed: int = 0
    removed: int = 0
    notices: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    written: datetime | None = None
