"""The files that `querist check` reads, and what a certain fix writes back into them."""

from __future__ import annotations

import os
import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from kgqa.errors import BadInput

ENDINGS = (".rq", ".sparql")
STANDARD_INPUT = "-"
_HEAD = re.compile(r"(?:[ \t]*(?:#[^\n]*)?\n)*")  # blank lines and comments before the first word
# What may hold a # that begins no comment: an IRI, a text of any of the four kinds, an escaped character.
_WHOLE = re.compile(
    r"""<[^<>\s]*>|\"""(?:.|\n)*?\"""|'''(?:.|\n)*?'''|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\\."""
)


def query_files(sources: Sequence[str]) -> Iterator[str]:
    """The query files that are named, and those in named folders. Raises BadInput for an empty folder."""
    for source in sources:
        folder = Path(source)
        if source == STANDARD_INPUT or not folder.is_dir():
            yield source
            continue
        found = sorted(str(f) for f in folder.rglob("*") if f.suffix.lower() in ENDINGS and f.is_file())
        if not found:
            raise BadInput(f"{source} holds no queries. They end in {' or '.join(ENDINGS)}.")
        yield from found


def read(source: str) -> str:
    """The query's text. Raises BadInput when it cannot be read."""
    try:
        if source == STANDARD_INPUT:
            return sys.stdin.read().removeprefix("\ufeff")
        return Path(source).read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{source} cannot be read: {error.strerror}. Name a file with one query.") from error
    except UnicodeDecodeError as error:
        raise BadInput(f"{source} is not text in UTF-8. Name a file with one query.") from error


def write(source: str, before: str, after: str) -> bool:
    """Puts a query in the place of the one before it, under the comments at its head. False when there are
    more comments, which would be lost: then nothing is written. Raises BadInput when it cannot be written.
    """
    head = _HEAD.match(before)
    opening = head[0] if head else ""
    if "#" in _WHOLE.sub("", before[len(opening) :]):
        return False
    path = Path(source)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(f"{opening}{after.rstrip()}\n")
        Path(name).chmod(path.stat().st_mode & 0o7777)
        Path(name).replace(path)
    except OSError as error:
        raise BadInput(f"{source} cannot be written: {error.strerror}.") from error
    return True
