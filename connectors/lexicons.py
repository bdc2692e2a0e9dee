r"""Lexicon files: JSON (a list), JSON lines, or CSV -> a Lexicon, and back.

In: a path. Out: a Lexicon, or BadInput that names the file, the line, the field and the remedy. The ending
tells the format; where it tells none, the text does. In CSV, surface forms are separated by "|" (written "\|"
where it is part of a name); commas, semicolons and tabs between columns are understood.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from connectors.lexicon_rows import FIELDS, LISTS, NEEDED, TABLES, bad, rows
from connectors.words import clean
from kgqa.errors import BadInput
from kgqa.linking.lexicon import LONGEST, Lexicon, Record, is_whole
from kgqa.linking.tokens import sayable

ENDINGS = (*LISTS, *TABLES)
LARGEST = 500_000_000  # bytes of one file
MOST_FORMS = 200  # of one term; a list of all there is names nothing


def find(paths: Iterable[str | Path]) -> tuple[Path, ...]:
    """The lexicon files that `paths` name; a folder stands for all that it holds. Raises BadInput."""
    found: dict[Path, None] = {}
    for given in paths:
        try:
            path = Path(given).expanduser().resolve()
            inside = (
                sorted(p for p in path.iterdir() if p.suffix.lower() in ENDINGS) if path.is_dir() else None
            )
        except (OSError, RuntimeError, ValueError) as error:
            raise BadInput(f"The lexicon {clean(str(given))} cannot be read: {clean(str(error))}.") from error
        if inside == []:
            raise BadInput(f"The folder {path} holds no lexicon: no file that ends in {', '.join(ENDINGS)}.")
        found |= dict.fromkeys(inside or [path])
    return tuple(found)


def read(path: str | Path) -> Lexicon:
    """The lexicon in a file. Raises BadInput."""
    path = Path(path)
    text = _text(path)
    notices: list[str] = []
    lines: dict[tuple[str, str], int] = {}
    records = []
    for line, row in rows(text, path, notices):
        record = _record(row, path, line)
        term = record.iri, record.value
        if term in lines:
            raise bad(
                path,
                line,
                f"{' '.join(filter(None, term))} stands in line {lines[term]} already. "
                "Make one record of the two",
            )
        lines[term] = line
        records.append(record)
    if not records:
        notices.append(f"{path.name} holds no record.")
    return Lexicon(path.name, tuple(records), tuple(notices))


def refuse_unwritable(path: str | Path) -> None:
    """Raises BadInput where a lexicon cannot be written, before any work is done for it."""
    path = Path(path)
    if path.suffix.lower() not in ENDINGS:
        raise BadInput(
            f"{path} ends in no format of a lexicon. Name a file that ends in {', '.join(ENDINGS)}."
        )
    try:
        is_there = path.resolve().parent.is_dir()
    except (OSError, RuntimeError, ValueError):
        is_there = False
    if not is_there:
        raise BadInput(
            f"{path} cannot be written: there is no folder {path.parent}. Make it, or name another."
        )


def write(path: str | Path, lexicon: Lexicon) -> None:
    """Writes the lexicon in the format that the ending names, all of it or nothing. Raises BadInput."""
    path = Path(path)
    refuse_unwritable(path)
    draft = path.with_name(f".{path.name}-{os.getpid()}")
    try:
        draft.write_text(_WRITERS[path.suffix.lower()](lexicon.records), "utf-8", newline="")
        draft.replace(path)
    except OSError as error:
        with suppress(OSError):
            draft.unlink()
        raise BadInput(f"{path} cannot be written: {error.strerror}. Name another file.") from error


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def _text(path: Path) -> str:
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise BadInput(f"{path} has {size:,} bytes; a lexicon has at most {LARGEST:,}. Split it.")
        data = path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"The lexicon {path} cannot be read: {reason}. Check the path.") from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise bad(path, line, "the text is not in UTF-8. Save the file in the encoding UTF-8") from error


def _record(row: Mapping[str, Any], path: Path, line: int) -> Record:
    for name in NEEDED:
        if row.get(name) in (None, ""):
            raise bad(path, line, f"the field {name} is missing. Give it")
    return Record(
        iri=_iri(row["iri"], path, line),
        cls=_iri(row["cls"], path, line, "cls") if row.get("cls") else "",
        label=_name(row["label"], path, line, "label"),
        surface_forms=_names(row.get("surface_forms"), path, line, "surface_forms"),
        value=_name(row["value"], path, line, "value") if row.get("value") else "",
    )


def _iri(value: Any, path: Path, line: int, field: str = "iri") -> str:
    if not isinstance(value, str):
        raise bad(path, line, f"the field {field} is no text. Give an IRI")
    iri = value.strip().removeprefix("<").removesuffix(">")
    if ":" not in iri:
        raise bad(
            path, line, f"the field {field} is no whole IRI: {clean(value)}. Give it with https://… in front"
        )
    if not is_whole(iri):
        raise bad(path, line, f"the field {field} holds what no IRI may hold: {clean(value)}. Check it")
    return iri


def _names(value: Any, path: Path, line: int, field: str) -> tuple[str, ...]:
    if value is None or value == "":
        return ()
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise bad(path, line, f'the field {field} is no list. Write ["one name", "another"]')
    if len(value) > MOST_FORMS:
        raise bad(path, line, f"the field {field} has {len(value):,} names; {MOST_FORMS:,} are the most")
    return tuple(dict.fromkeys(_name(form, path, line, field) for form in value))


def _name(value: Any, path: Path, line: int, field: str) -> str:
    if not isinstance(value, str):
        raise bad(
            path, line, f"the field {field} holds what is no text: {clean(str(value))[:60]}. Give a name"
        )
    if len(value) > LONGEST:
        raise bad(
            path,
            line,
            f"the field {field} holds {len(value):,} characters. Names have at most {LONGEST}; shorten it",
        )
    name = " ".join("".join(" " if c < " " or c == "\x7f" else c for c in value).split())
    if not name:
        raise bad(path, line, f"the field {field} holds an empty name. Remove it, or give one")
    if not sayable(name):
        raise bad(path, line, f"the field {field} holds half a character. Write the name anew")
    return name


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def _plain(record: Record) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "iri": record.iri,
        "cls": record.cls,
        "label": record.label,
        "surface_forms": list(record.surface_forms),
    }
    return plain | ({"value": record.value} if record.value else {})


def _as_json(records: Sequence[Record]) -> str:
    return json.dumps([_plain(r) for r in records], ensure_ascii=False, indent=2) + "\n"


def _as_lines(records: Sequence[Record]) -> str:
    return "".join(json.dumps(_plain(r), ensure_ascii=False) + "\n" for r in records)


def _as_table(delimiter: str) -> Callable[[Sequence[Record]], str]:
    def table(records: Sequence[Record]) -> str:
        out = io.StringIO(newline="")
        rows = csv.writer(out, delimiter=delimiter, lineterminator="\n")
        rows.writerow(FIELDS)
        rows.writerows((r.iri, r.cls, r.label, _cell(r.surface_forms), r.value) for r in records)
        return out.getvalue()

    return table


def _cell(forms: Sequence[str]) -> str:
    return "|".join(form.replace("\\", "\\\\").replace("|", "\\|") for form in forms)


_WRITERS: dict[str, Callable[[Sequence[Record]], str]] = {
    ".json": _as_json,
    ".jsonl": _as_lines,
    ".ndjson": _as_lines,
    ".csv": _as_table(","),
    ".tsv": _as_table("\t"),
}
