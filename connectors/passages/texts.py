"""Text and Markdown files -> blocks.

In: the bytes of a file. Out: its paragraphs, headings, list items and rows of tables with their places.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator, Sequence

from connectors.passages.headings import Headings
from kgqa.errors import BadInput
from kgqa.passages.passage import Block, Place

_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_HEADING = re.compile(r"(#{1,6})\s+(.+?)\s*#*$")
_UNDERLINE = re.compile(r"(=+|-+)\s*$")
_ITEM = re.compile(r"^\s*(?:[-*+•]|\d{1,3}[.)])\s+")
_RULE = re.compile(r"\s*\|?\s*:?-{2,}:?\s*(\|\s*:?-{2,}:?\s*)*\|?\s*$")
_MARKUP = re.compile(r"(\*\*|__|`)(?=\S)(.+?)(?<=\S)\1")
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)\s]*(?:\s+\"[^\"]*\")?\)")


def decoded(data: bytes, name: str) -> str:
    """The text of a file in UTF-8, or as its first bytes say, or as Windows writes it. Raises BadInput for
    what is no text.
    """
    encoding = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), "")
    if not encoding and b"\0" in data[:10_000]:
        raise BadInput(f"{name} is no text. Take it out of the folder, or save it as text in UTF-8.")
    for each in (encoding,) if encoding else ("utf-8", "cp1252", "latin-1"):
        try:
            return data.decode(each)
        except UnicodeDecodeError:
            continue
    raise BadInput(f"{name} cannot be read as text. Save it in UTF-8.")


def plain(text: str) -> Iterator[Block]:
    """The paragraphs of a text: what stands between empty lines."""
    paragraphs = (" ".join(part.split()) for part in re.split(r"\n\s*\n", text.replace("\r\n", "\n")))
    for number, paragraph in enumerate(filter(None, paragraphs), 1):
        yield Block(paragraph, Place(paragraph=number))


def markdown(text: str) -> Iterator[Block]:
    """The paragraphs and list items below each heading; a row of a table says what its columns hold."""
    headings, number = Headings(), 0
    lines = [*text.replace("\r\n", "\n").split("\n"), ""]
    kept: list[str] = []
    header: list[str] = []
    is_code = False
    for at, line in enumerate(lines):
        if line.lstrip().startswith(("```", "~~~")):
            is_code = not is_code
            continue
        row = _cells(line) if "|" in line and not is_code else []
        named = _HEADING.match(line) if not is_code else None
        is_title = bool(kept) and len(kept) == 1 and bool(_UNDERLINE.match(line))
        if kept and (not line.strip() or named or row or is_title or _ITEM.match(line)):
            number += 1
            said = _bare(" ".join(kept))
            if is_title:
                headings.enter(1 if line.lstrip().startswith("=") else 2, said)
            yield Block(said, Place(heading=headings.path, paragraph=number))
            kept = []
        if is_title:
            continue
        if named:
            number, title = number + 1, _bare(named.group(2))
            headings.enter(len(named.group(1)), title)
            yield Block(title, Place(heading=headings.path, paragraph=number))
        elif row and _RULE.match(line):
            continue
        elif row and not header and at + 1 < len(lines) and _RULE.match(lines[at + 1]):
            header = row
        elif row:
            number += 1
            yield Block(table_row(header, row), Place(heading=headings.path, paragraph=number))
        elif line.strip():
            kept.append(line.strip())
        if not row:
            header = []


def table_row(header: Sequence[str], row: Sequence[str]) -> str:
    """A row of a table as a sentence that needs no table: “Part: rotor; Price: 30 EUR.”"""
    titles = [*header, *[""] * len(row)]
    told = [f"{title}: {cell}" if title else cell for title, cell in zip(titles, row, strict=False) if cell]
    return f"{'; '.join(told)}." if told else ""


def _cells(line: str) -> list[str]:
    return [_bare(cell.strip()) for cell in line.strip().strip("|").split("|")]


def _bare(text: str) -> str:
    """Text without the marks of Markdown."""
    return _MARKUP.sub(r"\2", _LINK.sub(r"\1", _ITEM.sub("", text, count=1))).strip()
