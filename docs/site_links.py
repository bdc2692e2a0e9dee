"""A hook of MkDocs: links that lead out of docs/, to files of the repository, become the files' names."""

from __future__ import annotations

import re
from typing import Any

_OUT = re.compile(r"\[([^\]]+)\]\((?:\.\./)+([\w./-]*)(?:#[\w-]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """The page with its links to files outside docs/ as names."""
    depth = page.file.src_uri.count("/")
    return _OUT.sub(lambda found: _told(found, depth), markdown)


def _told(found: re.Match[str], depth: int) -> str:
    climbs = found[0].partition("](")[2].count("../")
    return found[0] if climbs <= depth else f"`{found[2].removeprefix('./')}`"
