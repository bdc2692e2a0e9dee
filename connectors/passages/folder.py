"""A folder of documents -> their passages, document by document as they are read.

In: a folder. Out: passages; what could not be read is told in `notices`, by its file, with the remedy.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

from connectors.passages import formats, texts
from connectors.passages.links import KINDS as LINKS
from kgqa.errors import BadInput, BadSetting
from kgqa.passages.chunks import chunks
from kgqa.passages.passage import Block, Passage

LARGEST = 200_000_000  # bytes of a file
MOST = 20_000  # passages of one document: about ten million words
_BY_PARSER = {".pdf": "pypdf", ".docx": "docx", ".html": "bs4", ".htm": "bs4", ".xhtml": "bs4"}
_READ: dict[str, Callable[[bytes, str], Iterator[Block]]] = {
    **dict.fromkeys((".md", ".markdown"), lambda data, name: texts.markdown(texts.decoded(data, name))),
    **dict.fromkeys((".txt", ".text"), lambda data, name: texts.plain(texts.decoded(data, name))),
    **dict.fromkeys((".html", ".htm", ".xhtml"), lambda data, name: formats.html(texts.decoded(data, name))),
    ".pdf": formats.pdf,
    ".docx": formats.docx,
}


def documents(folder: Path) -> list[Path]:
    """The files of a folder and those below it, without hidden ones. Raises BadSetting."""
    if not folder.is_dir():
        raise BadSetting(f"QUERIST_DOCUMENTS is {folder}, which is no folder.")
    inside = (f for f in folder.rglob("*") if f.is_file() and f.suffix.lower() not in LINKS)
    return sorted(f for f in inside if not any(p.startswith(".") for p in f.relative_to(folder).parts))


def read(
    folder: Path, notices: list[str], is_open: Callable[[str], bool] = lambda _: True
) -> Iterator[Passage]:
    """The passages of the documents of a folder that are open, by their names in it; it blocks. Raises
    BadSetting.
    """
    for file in documents(folder):
        name = file.relative_to(folder).as_posix()
        if not is_open(name):
            continue
        try:
            yield from _passages(file, name, notices)
        except BadInput as error:
            notices.append(str(error))


def read_several(paths: Sequence[Path], notices: list[str]) -> Iterator[Passage]:
    """The passages of files and folders; a document in a folder is called as `read` calls it. It blocks.
    Raises BadInput for what is not there.
    """
    for path in paths:
        if path.is_dir():
            yield from read(path, notices)
            continue
        if not path.exists():
            raise BadInput(f"There is no file or folder {path}. Check the path.")
        try:
            yield from _passages(path, path.name, notices)
        except BadInput as error:
            notices.append(str(error))


def _passages(file: Path, name: str, notices: list[str]) -> Iterator[Passage]:
    """Raises BadInput; what came before stands."""
    kind = file.suffix.lower()
    reader = _READ.get(kind)
    if reader is None:
        known = ", ".join(sorted(_READ))
        raise BadInput(f"{name} is of no kind that I read. I read {known}.")
    package = _BY_PARSER.get(kind)
    if package and find_spec(package) is None:
        raise BadInput(f"To read {name}, install what it needs: pip install 'querist[documents]'")
    try:
        if file.stat().st_size > LARGEST:
            raise BadInput(f"{name} has more than {LARGEST // 1_000_000} MB. Split it.")
        data = file.read_bytes()
    except OSError as error:
        raise BadInput(f"{name} cannot be read: {error.strerror}.") from error
    found = 0
    for found, passage in enumerate(chunks(name, reader(data, name)), 1):
        if found > MOST:
            notices.append(f"Of {name} only the first {MOST:,} passages are read. Split it.")
            return
        yield passage
    if not found:
        raise BadInput(f"{name} is empty.")
