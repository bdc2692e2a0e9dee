"""HTML, PDF and Word files -> blocks, with the parsers of the extra `documents`.

In: a file. Out: its paragraphs and rows of tables with page, heading and number. It blocks; each raises
BadInput for what cannot be read, with the remedy.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from typing import Any

from connectors.passages.headings import Headings
from connectors.passages.texts import plain, table_row
from kgqa.errors import BadInput
from kgqa.passages.passage import Block, Place

UNPACKED = 500_000_000  # bytes that a Word file may have when it is unpacked
_SILENT = ("script", "style", "template", "noscript", "nav", "head", "svg", "iframe")
_TITLES = ("h1", "h2", "h3", "h4", "h5", "h6")
_TEXTS = (
    *(*_TITLES, "p", "li", "tr", "dt", "dd", "blockquote", "pre", "figcaption"),
    *("div", "section", "article", "main", "body"),
)


def html(text: str) -> Iterator[Block]:
    """What a reader of the page sees: what is hidden is no part of it."""
    from bs4 import BeautifulSoup

    page = BeautifulSoup(text, "html.parser")
    for unseen in page.find_all(_is_unseen):
        if not unseen.decomposed:
            unseen.decompose()
    found = page.find_all(_TEXTS)
    if not found:
        yield from plain(page.get_text("\n\n"))
        return
    headings, number = Headings(), 0
    header: list[str] = []
    for element in found:
        if element.name == "tr":
            cells = element.find_all(["th", "td"], recursive=False)
            row = [_said(cell) for cell in cells]
            if cells and all(cell.name == "th" for cell in cells):
                header = row
                continue
            said = table_row(header, row)
        elif element.find_parent("tr"):
            continue  # the row has told it
        elif element.find(_TEXTS):  # its parts are told by themselves
            said = " ".join("".join(element.find_all(string=True, recursive=False)).split())
        else:
            said, header = _said(element), []
        if not said:
            continue
        number += 1
        if element.name in _TITLES:
            headings.enter(int(element.name[1]), said)
        yield Block(said, Place(heading=headings.path, paragraph=number))


def _is_unseen(element: Any) -> bool:
    style = "".join(str(element.get("style", "")).lower().split())
    return bool(
        element.name in _SILENT
        or element.has_attr("hidden")
        or element.get("aria-hidden") == "true"
        or "display:none" in style
        or "visibility:hidden" in style
    )


def _said(element: Any) -> str:
    return " ".join(element.get_text(" ").split())


def pdf(data: bytes, name: str) -> Iterator[Block]:
    """The paragraphs of each page. One without any text was scanned."""
    from pypdf import PdfReader
    from pypdf.errors import PyPdfError

    try:
        reader = PdfReader(io.BytesIO(data))
        is_locked = reader.is_encrypted and not reader.decrypt("")
        has_text = False
        for page, sheet in enumerate(() if is_locked else reader.pages, 1):
            for block in plain(sheet.extract_text() or ""):
                has_text = True
                yield Block(block.text, Place(page=page, paragraph=block.place.paragraph))
    except (PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError) as error:
        raise BadInput(f"{name} is broken and cannot be read as PDF: {error}. Save it anew.") from error
    if is_locked:
        raise BadInput(f"{name} is locked by a password. Save it without one.")
    if not has_text:
        raise BadInput(
            f"{name} holds no text: its pages are pictures, as a scanner makes them. Run text recognition "
            "over it first, for example: ocrmypdf in.pdf out.pdf"
        )


def docx(data: bytes, name: str) -> Iterator[Block]:
    """The paragraphs and rows of tables of a Word file, in their order."""
    from docx import Document
    from docx.table import Table

    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            size = sum(part.file_size for part in packed.infolist())
        document = Document(io.BytesIO(data)) if size <= UNPACKED else None
    except (zipfile.BadZipFile, ValueError, KeyError, OSError) as error:
        raise BadInput(f"{name} is broken and cannot be read as a Word file. Save it anew.") from error
    if document is None:
        raise BadInput(f"{name} gets too large when it is unpacked. Split it.")
    headings, number = Headings(), 0
    for part in document.iter_inner_content():
        if isinstance(part, Table):
            for said in _rows(part):
                number += 1
                yield Block(said, Place(heading=headings.path, paragraph=number))
            continue
        said = " ".join(part.text.split())
        if not said:
            continue
        number += 1
        if level := _level(part.style.name if part.style is not None else ""):
            headings.enter(level, said)
        yield Block(said, Place(heading=headings.path, paragraph=number))


def _level(style: str | None) -> int:
    """The level of a heading by its style: a title is 1, "Heading 2" is 3; 0 for any other text."""
    name, _, number = (style or "").partition(" ")
    if name == "Title":
        return 1
    if name not in ("Heading", "Überschrift"):
        return 0
    return 1 + int(number) if number.isdecimal() else 2


def _rows(table: Any) -> Iterator[str]:
    """The rows below the first, which names the columns; a table of one row is told as it is."""
    rows = [[" ".join(cell.text.split()) for cell in row.cells] for row in table.rows]
    header, rest = (rows[0], rows[1:]) if len(rows) > 1 else ([], rows)
    yield from filter(None, (table_row(header, row) for row in rest))
