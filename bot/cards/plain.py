"""Text that shows as it is: control, bidirectional and other invisible characters out, or spelled out.

Escaping markup is left to each card, since each platform has its own.
"""

from __future__ import annotations

import unicodedata


def clean(text: str) -> str:
    """`text` without control, bidirectional and other invisible format characters; newlines stay, and so do
    the joiners that emoji and some scripts are written with.
    """
    text = text.replace("\t", " ")
    if text.replace("\n", "").isprintable():  # as nearly all are
        return text
    return "".join(c for c in text if c in "\n\u200c\u200d" or not _hides(c))


def visible(query: str) -> str:
    r"""`query` with every character that does not show written as its SPARQL escape (`\u202E`)."""
    return "".join(_escaped(c) if c not in "\n\t" and _hides(c) else c for c in query)


def short(text: str, most: int) -> str:
    """At most `most` characters, with an ellipsis where something is left out."""
    return text if len(text) <= most else text[: most - 1] + "…"


def line(text: str, most: int) -> str:
    """`text` cleaned, on one line, with at most `most` characters."""
    return short(" ".join(clean(text).split()), most)


def _hides(character: str) -> bool:
    return unicodedata.category(character) in ("Cc", "Cf", "Cs", "Co")


def _escaped(character: str) -> str:
    return f"\\u{ord(character):04X}" if ord(character) <= 0xFFFF else f"\\U{ord(character):08X}"  # noqa: PLR2004  # as SPARQL spells them
