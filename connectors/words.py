"""A store's own words -> one short line that can be shown to a person."""

from __future__ import annotations

import html
import re
import unicodedata

_LENGTH = 240  # characters
_TAGS = re.compile(r"<(script|style)\b.*?</\1\s*>|</?[a-z][^<>]*>|<!--.*?-->", re.IGNORECASE | re.DOTALL)


def clean(words: str) -> str:
    """Without markup, control characters and line breaks, and cut."""
    plain = html.unescape(_TAGS.sub(" ", words[:20_000]))
    visible = "".join(" " if unicodedata.category(char).startswith("C") else char for char in plain)
    line = " ".join(visible.split())
    return line if len(line) <= _LENGTH else line[: _LENGTH - 1] + "…"
