"""The Excel file of an answer: read again, cell by cell, as a spreadsheet reads it."""

from __future__ import annotations

import io
import zipfile
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from bot.cards.files import attachments
from bot.cards.look import Look
from bot.cards.spreadsheet import XLSX, can_write
from kgqa.types import Answer, Cell, DisplayColumn, DisplayTable, Term
from tests.bot.cards.test_view import reply_to
from tests.doubles import answers

pytestmark = pytest.mark.skipif(not can_write(), reason="The extra `spreadsheets` is not installed.")

X = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
HEAD = 1


def literal(value: str) -> Cell:
    return Cell(term=Term(kind="literal", value=value))


def thing(label: str) -> Cell:
    return Cell(term=Term(kind="iri", value="https://company.example/x"), label=label)


def table(columns: tuple[DisplayColumn, ...], *rows: tuple[Cell, ...]) -> Answer:
    return replace(answers.one_thing(), display=DisplayTable(columns=columns, rows=rows))


def one(kind: Any, value: str) -> tuple[str, str]:
    """What a value becomes: the type of its cell, and its text."""
    return cells(table((DisplayColumn(title="A", kind=kind),), (literal(value),)))[HEAD][0]


def file_of(answer: Answer, language: str = "en") -> bytes:
    question = replace(answer.question, language=language)
    files = attachments(reply_to(replace(answer, question=question)), Look())
    return next(file.data for file in files if file.media_type == XLSX)


def cells(answer: Answer, language: str = "en") -> list[list[tuple[str, str]]]:
    """Each row as pairs of a cell's type ("s" a text, "n" a number or a date, "b" a truth, "f" a formula) and
    its value.
    """
    with zipfile.ZipFile(io.BytesIO(file_of(answer, language))) as book:
        sheet = ET.fromstring(book.read("xl/worksheets/sheet1.xml"))  # noqa: S314  # our own
        texts = []
        if "xl/sharedStrings.xml" in book.namelist():
            shared = ET.fromstring(book.read("xl/sharedStrings.xml"))  # noqa: S314  # our own
            texts = ["".join(t.text or "" for t in si.iter(f"{X}t")) for si in shared.iter(f"{X}si")]
    found = []
    for row in sheet.iter(f"{X}row"):
        line = []
        for cell in row.iter(f"{X}c"):
            kind, value = cell.get("t", "n"), cell.findtext(f"{X}v") or ""
            is_formula = cell.find(f"{X}f") is not None
            line.append(("f" if is_formula else kind, texts[int(value)] if kind == "s" else value))
        found.append(line)
    return found


def test_heads_have_units_numbers_are_numbers_dates_are_dates_and_iris_come_last() -> None:
    columns = (
        DisplayColumn(title="Product", kind="thing"),
        DisplayColumn(title="Price", kind="number", unit="EUR"),
        DisplayColumn(title="Since", kind="date"),
        DisplayColumn(title="Sold", kind="boolean"),
    )
    head, row = cells(
        table(columns, (thing("Gale 400"), literal("636.49"), literal("2026-11-24"), literal("true")))
    )
    assert [text for _, text in head] == ["Product", "Price (€)", "Since", "Sold", "Product (IRI)"]
    assert row == [
        ("s", "Gale 400"),
        ("n", "636.49"),
        ("n", "46350"),  # days since 1899-12-30
        ("b", "1"),
        ("s", "https://company.example/x"),
    ]


@pytest.mark.parametrize("first", ["=", "+", "-", "@", "\t=", "＝"])  # noqa: RUF001  # spreadsheets take the wide one
def test_what_looks_like_a_formula_or_a_link_is_a_text(first: str) -> None:
    kind, value = one("text", first + 'HYPERLINK("http://evil.example")')
    assert kind == "s"
    assert "HYPERLINK" in value
    assert one("text", "http://evil.example/")[0] == "s"
    assert one("text", "{=1+1}") == ("s", "{=1+1}")


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("number", "12345678901234567890"),  # Excel would round it
        ("number", "NaN"),
        ("number", "=1"),
        ("date", "1789-07-14"),  # before its calendar begins
        ("date", "soon"),
        ("text", "007"),
    ],
)
def test_what_excel_would_change_stays_a_text(kind: Any, value: str) -> None:
    assert one(kind, value) == ("s", value)


def test_a_moment_is_told_as_in_its_own_zone() -> None:
    assert one("date", "2026-11-24T12:00:00+05:00") == ("n", "46350.5")


def test_an_empty_cell_is_empty() -> None:
    columns = (DisplayColumn(title="A", kind="text"), DisplayColumn(title="B", kind="text"))
    assert cells(table(columns, (Cell(term=None), literal("x"))))[HEAD] == [("s", "x")]


def test_control_characters_and_very_long_texts_make_a_file_that_opens() -> None:
    kind, value = one("text", "a\x00\x0b\u202e" + "ü" * 40_000)
    assert kind == "s"
    assert len(value) <= 32_767  # what Excel takes
