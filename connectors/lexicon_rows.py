"""The text of a lexicon file -> its rows, each with the line at which it begins.

In: text in one of three formats. Out: (line, fields) one by one, so that whatever is wrong with a record can
be told with its place. Raises BadInput for what the format itself forbids.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

from rapidfuzz import fuzz, process

from connectors.words import clean
from kgqa.errors import BadInput

FIELDS = ("iri", "cls", "label", "surface_forms", "value")
NEEDED = ("iri", "label")
TABLES, LISTS = (".csv", ".tsv"), (".json", ".jsonl", ".ndjson")
_ALIKE = 65  # how much an unknown field must look like a known one to be its misspelling

Row = tuple[int, Mapping[str, Any]]


def rows(text: str, path: Path, notices: list[str]) -> Iterator[Row]:
    """The rows of the file at `path`, whose ending, or whose text, says what it is."""
    kind, start = path.suffix.lower(), text.lstrip()[:1]
    if kind in TABLES or (kind not in LISTS and start not in ("[", "{")):
        return _csv(text, path, notices)
    return _json_list(text, path, notices) if start == "[" else _json_lines(text, path, notices)


def bad(path: Path, line: int, what: str) -> BadInput:
    """What is wrong, and where; `what` ends with the remedy."""
    return BadInput(f"{path}, line {line}: {what}{'' if what.endswith('?') else '.'}")


def _json_list(text: str, path: Path, notices: list[str]) -> Iterator[Row]:
    """The objects of a list, one by one, so that each is known by its line."""
    decoder, at, line, counted = json.JSONDecoder(), text.index("[") + 1, 1, 0
    told: set[str] = set()
    while True:
        at = _past(text, at, " \t\r\n")
        if text[at : at + 1] == "]":
            break
        line += text.count("\n", counted, at)
        counted = at
        item, at = _decoded(partial(decoder.raw_decode, text, at), path, line)
        yield line, _object(item, path, line, told, notices)
        at = _past(text, at, " \t\r\n")
        if text[at : at + 1] == ",":
            at += 1
        elif text[at : at + 1] != "]":
            line += text.count("\n", counted, at)
            raise bad(path, line, "after a record comes a comma, or ] at the end. Put the JSON right")
    if text[at + 1 :].strip():
        raise bad(path, line + text.count("\n", counted, at), "something stands behind the list. Remove it")


def _json_lines(text: str, path: Path, notices: list[str]) -> Iterator[Row]:
    """One object a line; a single object over several lines will do."""
    told: set[str] = set()
    with suppress(ValueError, RecursionError):
        only = json.loads(text)
        yield 1, _object(only, path, 1, told, notices)
        return
    for line, written in enumerate(text.split("\n"), 1):
        if written.strip():
            item = _decoded(partial(json.loads, written), path, line)
            yield line, _object(item, path, line, told, notices)


def _decoded(decode: Callable[[], Any], path: Path, line: int) -> Any:
    try:
        return decode()
    except json.JSONDecodeError as error:
        raise bad(path, line, f"this is no JSON ({error.msg}). Put the record right") from error
    except (RecursionError, ValueError) as error:
        raise bad(
            path, line, "this is nested too deeply, or has too long a number. Put the record right"
        ) from error


def _object(item: Any, path: Path, line: int, told: set[str], notices: list[str]) -> Mapping[str, Any]:
    if not isinstance(item, dict):
        raise bad(path, line, f"a record is an object with the fields {', '.join(FIELDS[:4])}")
    for name in item:
        if name not in FIELDS and name not in told:
            told.add(name)
            notices.append(_stranger(name, path, line))
    return item


def _csv(text: str, path: Path, notices: list[str]) -> Iterator[Row]:
    head = text.partition("\n")[0]
    delimiter = max(",;\t", key=head.count) if path.suffix.lower() != ".tsv" else "\t"
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        names = [name.strip() for name in next(reader, [])]
        notices += [_stranger(name, path, 1) for name in names if name not in FIELDS]
        if missing := [name for name in NEEDED if name not in names]:
            raise bad(
                path, 1, f"there is no column {missing[0]}. The first line names the columns: iri,label,…"
            )
        if twice := [name for name in names if name in FIELDS and names.count(name) > 1]:
            raise bad(path, 1, f"the column {twice[0]} stands there twice. Remove one")
        line = reader.line_num + 1
        for cells in reader:
            if cells and any(cell.strip() for cell in cells):
                if len(cells) > len(names) and any(cells[len(names) :]):
                    raise bad(
                        path,
                        line,
                        'there are more cells than columns. Put "…" around a cell that holds commas',
                    )
                row: dict[str, Any] = dict(zip(names, cells, strict=False))
                row["surface_forms"] = _split(row.get("surface_forms") or "")
                yield line, row
            line = reader.line_num + 1
    except csv.Error as error:
        raise bad(path, reader.line_num, f"this is no CSV ({error}). Check the quotes") from error


def _stranger(name: str, path: Path, line: int) -> str:
    near = process.extractOne(name.lower(), FIELDS, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    if near:
        raise bad(path, line, f"the field {clean(name)} is unknown. Did you mean {near[0]}?")
    return f"{path.name}: the field {clean(name) or '(without a name)'} is not read."


def _split(cell: str) -> list[str]:
    r"""The forms of a cell: "a|b" are two, "a\|b" is one."""
    if not cell.strip():
        return []
    forms, current, signs = [], "", iter(cell)
    for sign in signs:
        if sign == "|":
            forms.append(current)
            current = ""
        elif sign == "\\":
            following = next(signs, "")
            current += following if following in ("|", "\\") and following else sign + following
        else:
            current += sign
    return [*forms, current]


def _past(text: str, at: int, passed: str) -> int:
    while at < len(text) and text[at] in passed:
        at += 1
    return at
