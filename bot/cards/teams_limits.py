"""What Teams takes in one message, and in which steps a card gives way until it fits."""

from __future__ import annotations

import json
from dataclasses import dataclass

from bot.cards.look import FIRST
from bot.cards.teams_elements import Element

LIMIT = 80_000  # bytes of a message in UTF-16 that Teams surely takes; above about 100 KB it refuses
ENVELOPE = 2_000  # bytes of that for what surrounds the card, without its citations


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """How much is drawn: rows and columns, characters of a cell, lines of the trace and their characters;
    whether the query is there, and whether as a code block with the plain lines as its fallback.
    """

    rows: int = FIRST
    columns: int = 6
    cell: int = 300
    lines: int = 60
    line: int = 300
    query: bool = True
    code_block: bool = True


CUTS = (  # from all that reads well to what always fits; the query is given up last
    Cut(),
    Cut(code_block=False),
    Cut(code_block=False, cell=100, lines=30, line=200),
    Cut(code_block=False, cell=60, rows=5, columns=5, lines=15, line=150),
    Cut(code_block=False, rows=0, lines=0),
    Cut(query=False),
    Cut(query=False, cell=100, lines=30, line=200),
    Cut(query=False, rows=0, lines=0),
)

ALL_CUTS = (  # for a card of as many rows as there is room for: first the evidence gives way
    Cut(rows=99),
    Cut(rows=99, query=False, lines=0),
    Cut(rows=99, cell=100, query=False, lines=0),
    Cut(rows=60, cell=100, query=False, lines=0),
    Cut(rows=30, cell=100, query=False, lines=0),
    *CUTS,
)


def size(message: Element) -> int:
    """Bytes of a card or message as Teams counts them (UTF-16), or as they are written (UTF-8) if more."""
    written = json.dumps(message, ensure_ascii=False, separators=(",", ":"))
    return max(len(written.encode(code, "replace")) for code in ("utf-16-le", "utf-8"))
