"""Lexicon files: three formats that say the same, and what is wrong in them told with its place."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from connectors.lexicons import find, read, write
from kgqa.errors import BadInput
from kgqa.linking.lexicon import Lexicon, Record

HOMES = Record(
    iri="https://example.org/use/6cbda899",
    cls="zoning:LandUse",
    label="Residential",
    surface_forms=("Residential area", "Housing | zone", "living\\space"),
)
PARKS = Record(iri="https://example.org/use/2", label="Park", value="park")
ENDINGS = (".json", ".jsonl", ".ndjson", ".csv", ".tsv")


def saved(tmp_path: Path, name: str, text: str | bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_written_is_read_again(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"names{ending}"
    write(path, Lexicon(path.name, (HOMES, PARKS)))
    assert read(path) == Lexicon(path.name, (HOMES, PARKS))
    assert [p.name for p in tmp_path.iterdir()] == [path.name]


NAMES = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=20)


@given(label=NAMES, forms=st.lists(NAMES, unique=True, max_size=5), ending=st.sampled_from(ENDINGS))
def test_no_name_is_changed_by_a_format(
    label: str, forms: list[str], ending: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("names") / f"names{ending}"
    record = Record(iri="urn:x:1", label=label, surface_forms=tuple(forms))
    write(path, Lexicon(path.name, (record,)))
    assert read(path).records == (record,)


def test_the_published_format_is_read(tmp_path: Path) -> None:
    text = """[
      { "iri": "https://example.org/use/1", "cls": "zoning:LandUse", "label": "Residential",
        "surface_forms": ["Housing zone", "Home area"] }
    ]"""
    assert read(saved(tmp_path, "a.json", text)).records[0].surface_forms == ("Housing zone", "Home area")


@pytest.mark.parametrize(
    "text",
    [
        '[{"iri": "urn:x:1", "label": "One"}]',
        '{"iri": "urn:x:1", "label": "One"}\n\n',
        '{\n "iri": "urn:x:1",\n "label": "One"\n}',
        "iri,label\nurn:x:1,One\n",
        "label;iri\r\nOne;urn:x:1\r\n;\r\n",
        "iri\tlabel\tsurface_forms\nurn:x:1\tOne\t",
        "\ufeffiri,cls,label\n<urn:x:1>,,  One \n",
    ],
)
def test_where_the_ending_tells_no_format_the_text_does(text: str, tmp_path: Path) -> None:
    assert read(saved(tmp_path, "names.txt", text)).records == (Record(iri="urn:x:1", label="One"),)


def test_a_name_is_one_line_without_control_characters(tmp_path: Path) -> None:
    text = json.dumps([{"iri": "urn:x:1", "label": " Big\n\x00Ben \t", "surface_forms": ["a\x07b", "a b"]}])
    record = read(saved(tmp_path, "a.json", text)).records[0]
    assert (record.label, record.surface_forms) == ("Big Ben", ("a b",))


GOOD = '{"iri": "urn:x:1", "label": "One"}'
WRONG: dict[str, tuple[str, str | bytes, str]] = {
    "encoding": ("a.csv", b"iri,label\nurn:x:1,One\nurn:x:2,M\xfcller\n", r"line 3: .*UTF-8. Save"),
    "two bytes a sign": ("a.csv", "iri,label".encode("utf-16"), r"line 1: .*UTF-8"),
    "no column": ("a.csv", "iri,cls\nurn:x:1,urn:x:C\n", r"line 1: there is no column label"),
    "column twice": ("a.csv", "iri,label,iri\n", r"the column iri stands there twice"),
    "misspelled column": (
        "a.csv",
        "iri,label,surfaceforms\n",
        r"surfaceforms is unknown. Did you mean surface_forms\?$",
    ),
    "misspelled field": (
        "a.json",
        '[{"irl": "urn:x:1", "label": "One"}]',
        r"irl is unknown. Did you mean iri\?$",
    ),
    "too many cells": (
        "a.csv",
        "iri,label\nurn:x:1,One, and more\n",
        r"line 2: there are more cells than columns",
    ),
    "open quote": ("a.csv", 'iri,label\nurn:x:1,"One\n', r"line 2: this is no CSV"),
    "no label": ("a.jsonl", f'{GOOD}\n{{"iri": "urn:x:2"}}', r"line 2: the field label is missing"),
    "no iri": ("a.csv", "iri,label\n,One\n", r"line 2: the field iri is missing"),
    "twice": ("a.jsonl", f"{GOOD}\n\n{GOOD}", r"line 3: urn:x:1 stands in line 1 already"),
    "twice in a list": ("a.json", f"[\n{GOOD},\n{GOOD}]", r"line 3: urn:x:1 stands in line 2 already"),
    "relative": ("a.csv", "iri,label\nuse/1,One\n", r"line 2: the field iri is no whole IRI: use/1"),
    "relative class": (
        "a.csv",
        "iri,cls,label\nurn:x:1,LandUse,One\n",
        r"the field cls is no whole IRI: LandUse",
    ),
    "blank in the iri": ("a.csv", "iri,label\nurn:x:1 2,One\n", r"the field iri holds what no IRI may hold"),
    "long": (
        "a.json",
        json.dumps([{"iri": "urn:x:1", "label": "x" * 100_000}]),
        r"label holds 100,000 characters",
    ),
    "empty form": (
        "a.csv",
        "iri,label,surface_forms\nurn:x:1,One,Uno||Eins\n",
        r"line 2: .*surface_forms.*empty name",
    ),
    "forms no list": (
        "a.json",
        '[{"iri": "urn:x:1", "label": "One", "surface_forms": "Uno"}]',
        r"is no list",
    ),
    "form no text": (
        "a.json",
        '[{"iri": "urn:x:1", "label": "One", "surface_forms": [1]}]',
        r"what is no text: 1",
    ),
    "half a character": (
        "a.json",
        '[{"iri": "urn:x:1", "label": "\\ud800"}]',
        r"label holds half a character",
    ),
    "no object": ("a.json", "[1]", r"line 1: a record is an object"),
    "cut": ("a.json", f"[\n{GOOD},\n{{", r"line 3: this is no JSON"),
    "no comma": ("a.json", f"[\n{GOOD}\n{GOOD}]", r"line 3: after a record comes a comma"),
    "more behind": ("a.json", f"[{GOOD}] {GOOD}", r"something stands behind the list"),
    "deep": ("a.json", "[" * 100_000, r"line 1: "),
    "deep lines": ("a.jsonl", '{"a":' * 100_000, r"line 1: this is nested too deeply"),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_told_with_file_line_field_and_remedy(case: str, tmp_path: Path) -> None:
    name, text, message = WRONG[case]
    path = saved(tmp_path, name, text)
    with pytest.raises(BadInput, match=message) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}, line ")
    assert len(str(raised.value)) < 500


def test_a_field_that_is_like_no_other_is_passed_over_and_told(tmp_path: Path) -> None:
    for name, text in (
        ("a.json", '[{"iri": "urn:x:1", "label": "One", "uri_count": 3}]'),
        ("b.csv", "iri,label,rank\n"),
    ):
        notices = read(saved(tmp_path, name, text)).notices
        assert "is not read" in notices[0]
    assert notices[1] == "b.csv holds no record."


def test_a_folder_stands_for_the_lexicons_in_it(tmp_path: Path) -> None:
    for name in ("b.csv", "a.json", "readme.md"):
        saved(tmp_path, name, "")
    assert [p.name for p in find([tmp_path, tmp_path / "a.json"])] == ["a.json", "b.csv"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match=r"empty holds no lexicon"):
        find([tmp_path / "empty"])


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"none\.json cannot be read: No such file"):
        read(tmp_path / "none.json")
    with pytest.raises(BadInput, match=r"cannot be read"):
        find(["a\0b.json"])


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"names\.txt ends in no format"):
        write(tmp_path / "names.txt", Lexicon("names.txt"))
    with pytest.raises(BadInput, match=r"none/names\.csv cannot be written"):
        write(tmp_path / "none/names.csv", Lexicon("names.csv"))
