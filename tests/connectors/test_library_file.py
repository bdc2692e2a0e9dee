"""A library file is read entry by entry, and what is written is read back."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from connectors import library_file
from kgqa.errors import BadInput
from kgqa.library.pair import Pair, Source

AT = datetime(2026, 11, 22, tzinfo=UTC)
GOOD = '''
# Asked every Monday.
[[pair]]
question = "Who works in Finance?"
sparql = """
SELECT ?x WHERE { ?x <p> "[[pair]]" }
"""
by = "Ada Lind"
at = 2026-11-22
note = "without contractors"
'''


def pair(question: str = "Who?", sparql: str = "SELECT ?x { ?x ?p ?o }", at: datetime = AT) -> Pair:
    return Pair(question=question, sparql=sparql, by="Ada", at=at, source=Source.FILE)


def test_an_entry_is_read_with_who_and_when(tmp_path: Path) -> None:
    file = tmp_path / "library.toml"
    file.write_text(GOOD, "utf-8")
    read = library_file.read(file)
    assert read.problems == ()
    (found,) = read.pairs
    assert found.pair.question == "Who works in Finance?"
    assert found.pair.sparql == 'SELECT ?x WHERE { ?x <p> "[[pair]]" }'
    assert (found.pair.by, found.pair.at, found.pair.note) == ("Ada Lind", AT, "without contractors")
    assert found.line == 3


@pytest.mark.parametrize(
    ("entry", "told"),
    [
        ('[[pair]]\nquestion = "Who?\nby = "Ada"', "line 1: this entry is no TOML"),
        ("[[pair]]\nquestion = 'Who?'\nsparql = '''\nSELECT", "line 1: this entry is no TOML"),
        ('[[pair]]\nquestion = "Who?"', "sparql is missing"),
        ('[[pair]]\nquestion = "Who?"\nsparql = "ASK {}"\nby = "A B"\nat = "now"', "at is no date"),
        (
            '[[pair]]\nquestion = "Who?"\nsparql = "ASK {}"\nby = "A B"\nat = 2026-01-01\nx = 1',
            "nothing is called x",
        ),
        ("x = 1", "“x” stands outside of a [[pair]]"),
    ],
)
def test_a_bad_entry_is_named_with_its_line_and_stops_no_other(tmp_path: Path, entry: str, told: str) -> None:
    file = tmp_path / "library.toml"
    file.write_text(f"{entry}\n{GOOD}", "utf-8")
    read = library_file.read(file)
    assert [p.pair.question for p in read.pairs] == ["Who works in Finance?"]
    assert len(read.problems) == 1
    assert str(file) in read.problems[0]
    assert told in read.problems[0]


@pytest.mark.parametrize(
    "one",
    [
        pair(),
        pair('He said "go"\\'),
        pair(sparql="SELECT ?x\nWHERE {\n  ?x <p> '''a''' .\n}"),
        pair(sparql='ASK { ?x <p> "it\'s" }'),
        pair(sparql="ASK { ?x <p> 'a\\nb' } # '"),
        pair("Wer leitet den Einkauf in Straße 5? \U0001f600"),
        pair(at=datetime(2026, 11, 22, 9, 30, tzinfo=UTC)),
    ],
    ids=lambda p: p.question + p.sparql,
)
def test_what_is_written_is_read_back(tmp_path: Path, one: Pair) -> None:
    file = tmp_path / "library.toml"
    library_file.append(file, [one, pair("another?")])
    read = library_file.read(file)
    assert read.problems == ()
    assert [p.pair for p in read.pairs] == [one, pair("another?")]


def test_adding_leaves_comments_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "library.toml"
    file.write_text(GOOD, "utf-8")
    library_file.append(file, [pair()])
    assert file.read_text("utf-8").startswith(GOOD)
    assert len(library_file.read(file).pairs) == 2


def test_a_folder_is_read_whole_and_the_same_pair_is_told(tmp_path: Path) -> None:
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(GOOD, "utf-8")
    read = library_file.read(tmp_path)
    assert len(read.pairs) == 1
    assert "the same pair stands in" in read.problems[0]


def test_a_file_that_is_not_there_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        library_file.read(tmp_path / "none.toml")
