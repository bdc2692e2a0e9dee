"""Verified pairs in a readable file that can live in git: TOML, with the query on lines of its own.

    # Asked every Monday by the controlling team.
    [[pair]]
    question = "Who works in Finance?"
    sparql = '''
    PREFIX def: <https://company.example/def/>
    SELECT ?x WHERE { ?x def:worksIn <https://company.example/id/department/fin> }
    '''
    by = "Ada Lind"
    at = 2026-11-22
    note = "without contractors"

In: a file, or a folder of them. Out: its pairs with their places, and what is wrong with the other entries:
each is read on its own, so that one that is broken stops no other. Adding leaves all that stands as it is.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, StringConstraints, ValidationError

from connectors.words import clean
from kgqa.errors import BadInput
from kgqa.library.pair import Pair, Source

LARGEST = 20_000_000  # bytes
ENDING = ".toml"
_HEADER = re.compile(r"[ \t]*\[\[[ \t]*pair[ \t]*\]\][ \t]*(?:#.*)?$")
_QUOTES = ("'''", '"""')
_FIELDS = "question, sparql, by, at, language, reference and note"
Line = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=2_000)]
Query = Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=200_000)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    question: Line
    sparql: Query
    by: Line
    at: datetime | date
    language: str = ""
    reference: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class Placed:
    """A pair of a file, and the line where it begins."""

    pair: Pair
    file: Path
    line: int


@dataclass(frozen=True, slots=True)
class Read:
    """What a file holds, and in sentences what of it could not be read."""

    pairs: tuple[Placed, ...] = ()
    problems: tuple[str, ...] = ()


def read(path: Path) -> Read:
    """The pairs of a file, or of the .toml files in a folder and below. Raises BadInput for what cannot be
    read at all.
    """
    files = sorted(path.rglob(f"*{ENDING}")) if path.is_dir() else [path]
    found, problems = [], []
    seen: dict[str, Placed] = {}
    for file in files:
        for line, entry in _entries(_text(file)):
            made = _made(file, line, entry)
            if isinstance(made, str):
                problems += [made] if made else []
            elif made.pair.id in seen:
                first = seen[made.pair.id]
                problems.append(
                    f"{file}, line {line}: the same pair stands in {first.file}, line {first.line}."
                )
            else:
                seen[made.pair.id] = made
                found.append(made)
    return Read(tuple(found), tuple(problems))


def written(pairs: Iterable[Pair]) -> str:
    """The pairs as the text of a file."""
    return "\n".join(_block(pair) for pair in pairs)


def append(path: Path, pairs: Iterable[Pair]) -> None:
    """Adds pairs at the end of a file, which is made if it is not there. Raises BadInput."""
    try:
        before = path.read_text("utf-8") if path.exists() else ""
        gap = "\n" if before.strip() else ""
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(("\n" if before and not before.endswith("\n") else "") + gap + written(pairs))
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The library {path} cannot be written: {_reason(error)}. Check the path.") from error


# ── reading ──────────────────────────────────────────────────────────────────────────────────────


def _text(file: Path) -> str:
    try:
        if file.stat().st_size > LARGEST:
            raise BadInput(f"The library {file} has more than {LARGEST:,} bytes. Split it.")
        return file.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The library {file} cannot be read: {_reason(error)}. Check the path.") from error


def _reason(error: OSError | UnicodeDecodeError) -> str:
    return "it is not in UTF-8" if isinstance(error, UnicodeDecodeError) else error.strerror or str(error)


def _entries(text: str) -> Iterator[tuple[int, str]]:
    """Each entry with its first line, from one [[pair]] to the next; one inside of a text begins none. What
    stands before the first is an entry too, and none that can be read if it says anything.
    """
    start, inside = 1, ""
    lines: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if _HEADER.fullmatch(line) and not (inside and _closes(text, number, inside)):
            if number > 1 or lines:
                yield start, "\n".join(lines)
            start, lines, inside = number, [], ""
        lines.append(line)
        inside = _after(line, inside)
    yield start, "\n".join(lines)


def _after(line: str, inside: str) -> str:
    """The quotes of a text over several lines that is open behind a line; "" for none."""
    at = 0
    while at < len(line):
        if inside:
            end = line.find(inside, at)
            if end < 0:
                return inside
            at, inside = end + 3, ""
        elif line[at] == "#":
            return ""
        elif line.startswith(_QUOTES, at):
            inside, at = line[at : at + 3], at + 3
        elif line[at] in "'\"":
            quoted = re.compile(r"'[^']*'" if line[at] == "'" else r'"(?:\\.|[^"\\])*"').match(line, at)
            at = quoted.end() if quoted else len(line)
        else:
            at += 1
    return inside


def _closes(text: str, number: int, quotes: str) -> bool:
    """Whether a text that is open before a line ends before the next entry does: if it never ends, its entry
    is broken, and the line begins another one all the same.
    """
    rest = text.splitlines()[number:]
    for line in rest:
        if quotes in line:
            # `sparql = '''` opens a text: the one before was never closed
            return not re.search(r"=\s*" + quotes, line)
    return False


def _made(file: Path, line: int, entry: str) -> Placed | str:
    """An entry as a pair; in a sentence what is wrong with it, "" for one that says nothing."""
    where = f"{file}, line {line}"
    try:
        table: dict[str, Any] = tomllib.loads(entry)
    except tomllib.TOMLDecodeError as error:
        return f"{where}: this entry is no TOML: {clean(_at_line(str(error), line))}."
    if not table:
        return ""  # comments alone
    if set(table) != {"pair"}:
        return f"{where}: “{clean(next(iter(set(table) - {'pair'})))}” stands outside of a [[pair]]."
    try:
        found = _Entry.model_validate(table["pair"][0])
    except ValidationError as error:
        return f"{where}: {_told(error)}"
    return Placed(_pair(found), file, line)


def _at_line(told: str, line: int) -> str:
    """What the reader of TOML says, with the line of the whole file."""
    return re.sub(r"at line (\d+)", lambda m: f"at line {int(m[1]) + line - 1}", told)


def _told(error: ValidationError) -> str:
    first = error.errors()[0]
    name = str(first["loc"][0]) if first["loc"] else "the entry"
    match first["type"]:
        case "missing":
            return f"{name} is missing. An entry needs question, sparql, by and at."
        case "extra_forbidden":
            return f"nothing is called {clean(name)} here. An entry has {_FIELDS}."
    if name == "at":
        return "at is no date such as 2026-11-22."
    return f"{name}: {clean(first['msg'][:1].lower() + first['msg'][1:]).rstrip('.')}."


def _pair(entry: _Entry) -> Pair:
    at = entry.at if isinstance(entry.at, datetime) else datetime.combine(entry.at, time(), UTC)
    return Pair(
        question=entry.question,
        sparql=entry.sparql,
        by=entry.by,
        at=at if at.tzinfo else at.replace(tzinfo=UTC),
        source=Source.FILE,
        language=entry.language,
        reference=entry.reference,
        note=entry.note,
    )


# ── writing ──────────────────────────────────────────────────────────────────────────────────────


def _block(pair: Pair) -> str:
    lines = ["[[pair]]", f"question = {_quoted(pair.question.strip())}", f"sparql = {_lines(pair.sparql)}"]
    lines += [f"by = {_quoted(pair.by)}", f"at = {_moment(pair.at)}"]
    for name in ("language", "reference", "note"):
        if text := str(getattr(pair, name)):
            lines.append(f"{name} = {_quoted(text)}")
    return "\n".join(lines) + "\n"


def _moment(at: datetime) -> str:
    at = at.astimezone(UTC)
    return (
        at.date().isoformat()
        if at.time() == time()
        else at.isoformat(timespec="seconds").replace("+00:00", "Z")
    )


def _quoted(text: str) -> str:
    """A TOML string on one line."""
    return (
        '"' + "".join(_ESCAPES.get(c) or (c if c.isprintable() else f"\\U{ord(c):08X}") for c in text) + '"'
    )


_ESCAPES = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def _lines(text: str) -> str:
    """A TOML string on lines of its own, as it stands; escaped where it holds what would end it."""
    text = "\n".join(text.strip().splitlines())
    readable = "'''" not in text and not text.endswith("'")
    printable = all(c.isprintable() or c in "\n\t" for c in text)
    return f"'''\n{text}\n'''" if readable and printable else _quoted(text)
