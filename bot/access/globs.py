"""Patterns for documents, as people write them for folders. Pure.

In: a pattern and the name of a document below its folder, with "/". Out: whether it is meant. `*` and `?`
stay within a folder, `**` goes through folders, and what names a folder means all in it.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

_PARTS = re.compile(r"\*\*/|\*\*|\*|\?|[^*?]+")
_MEANT = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}


def is_meant(pattern: str, name: str) -> bool:
    """Whether a pattern means a document; accents may be written in both of Unicode's ways."""
    return _read(pattern).fullmatch(_composed(name)) is not None


@lru_cache(maxsize=512)
def _read(pattern: str) -> re.Pattern[str]:
    plain = _composed(pattern).removeprefix("./").strip("/")
    written = "".join(_MEANT.get(part) or re.escape(part) for part in _PARTS.findall(plain))
    return re.compile(f"{written}(?:/.*)?", re.DOTALL)


def _composed(text: str) -> str:
    return unicodedata.normalize("NFC", text)
