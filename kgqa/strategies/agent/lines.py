"""Text of others on lines of our own: printable, in one line, cut where it is long."""

from __future__ import annotations

from collections.abc import Sequence

from kgqa.fence import on_one_line


def line(text: str, most: int) -> str:
    """`text` on one line of at most `most` characters."""
    plain = on_one_line(text[: 4 * most])
    return plain if len(plain) <= most and len(text) <= 4 * most else plain[:most] + "…"


def within(lines: Sequence[str], most: int) -> str:
    """The first lines that have room in `most` characters, and how many more there are."""
    kept, size = 0, 0
    for each in lines:
        if kept and size + len(each) > most:
            break
        size += len(each) + 1
        kept += 1
    shown = [each[:most] for each in lines[:kept]]
    return "\n".join([*shown, f"… and {len(lines) - kept} more lines"] if kept < len(lines) else shown)
