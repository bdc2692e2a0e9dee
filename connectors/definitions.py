"""A definitions file: TOML with the company's own terms and metrics -> definitions.

    [[term]]
    name = "key account"
    also = ["Großkunde"]
    means = "customers with more than 10 orders"

    [[metric]]
    name = "return rate"
    means = "returned units divided by sold units"

In: a path. Out: definitions, or BadInput that names the file, the entry, the field and the remedy.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from connectors.words import clean
from kgqa.definitions.definition import Definition, DefinitionKind
from kgqa.errors import BadInput
from kgqa.language import LANGUAGES
from kgqa.linking.tokens import key

LARGEST = 5_000_000  # bytes
Name = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=100)]
Meaning = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=500)]


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    name: Name
    means: Meaning
    also: list[Name] = Field(default_factory=list, max_length=50)
    language: Literal["", "en", "de"] = ""


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    term: list[_Entry] = Field(default_factory=list)
    metric: list[_Entry] = Field(default_factory=list)


def read(path: str | Path) -> tuple[Definition, ...]:
    """The definitions in a file. Raises BadInput."""
    path = Path(path)
    try:
        entries = _File.model_validate(_table(path))
    except ValidationError as error:
        raise BadInput(_told(path, error)) from error
    found = [_definition(e, DefinitionKind.TERM) for e in entries.term]
    found += [_definition(e, DefinitionKind.METRIC) for e in entries.metric]
    _refuse_twice(path, found)
    return tuple(found)


def written(found: Iterable[Definition]) -> str:
    """Definitions as the text of a file."""
    return "\n".join(_block(definition) for definition in found)


def _block(definition: Definition) -> str:
    """An entry; a string of JSON is one of TOML as well."""
    also = [f"also = {json.dumps(definition.also, ensure_ascii=False)}"] if definition.also else []
    said = [f'language = "{definition.language}"'] if definition.language else []
    lines = [
        f"[[{definition.kind.value}]]",
        f"name = {json.dumps(definition.name, ensure_ascii=False)}",
        *also,
        f"means = {json.dumps(definition.means, ensure_ascii=False)}",
        *said,
    ]
    return "\n".join(lines) + "\n"


def _table(path: Path) -> dict[str, object]:
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"The definitions {path} are more than {LARGEST:,} bytes. Split them.")
        return tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        if isinstance(error, tomllib.TOMLDecodeError):
            raise BadInput(f"The definitions {path} are no TOML: {clean(str(error))}.") from error
        if isinstance(error, UnicodeDecodeError):
            raise BadInput(f"The definitions {path} are not in UTF-8. Save the file so.") from error
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(f"The definitions {path} cannot be read: {reason}. Check the path.") from error


def _definition(entry: _Entry, kind: DefinitionKind) -> Definition:
    return Definition(
        kind=kind,
        name=entry.name,
        means=" ".join(entry.means.split()),
        also=tuple(dict.fromkeys(entry.also)),
        language=entry.language,
    )


def _refuse_twice(path: Path, found: list[Definition]) -> None:
    seen: set[str] = set()
    for name in (name for definition in found for name in definition.names):
        if not key(name):
            raise BadInput(f"{path}: the name “{clean(name)}” has no letter. Give it one.")
        if key(name) in seen:
            raise BadInput(f"{path}: the name “{clean(name)}” is given twice. Leave one of them out.")
        seen.add(key(name))


def _told(path: Path, error: ValidationError) -> str:
    first = error.errors()[0]
    where = list(_where(first["loc"]))
    said = first["msg"].removeprefix("Value error, ")
    match first["type"]:
        case "missing":
            said = "it is missing. Give it"
        case "extra_forbidden":
            said = "nothing is called so here. An entry has name, means, also and language"
        case "literal_error":
            said = f"it is none of the languages that are read: {', '.join(LANGUAGES)}"
    return f"{path}: {' '.join(where)}: {said[:1].lower()}{said[1:].rstrip('.')}."


def _where(loc: tuple[int | str, ...]) -> Iterator[str]:
    for number, part in enumerate(loc):
        yield f"number {part + 1}" if isinstance(part, int) else f"[[{part}]]" if number == 0 else str(part)
