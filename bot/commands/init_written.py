"""Settings as a file `.env` that only its owner may read: settings with their values -> a file."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

from dotenv import dotenv_values

from bot.settings import name_of
from kgqa.errors import BadInput, BadSetting

KEPT = ".env.before"
_PLAIN = re.compile(r"[\w@%+=:,./~-]*", re.ASCII)


def text_of(values: Mapping[str, str]) -> str:
    """The file's text. Raises BadInput for a value that such a file cannot hold."""
    lines = ["# Written by querist init. Every setting: docs/admin/settings.md"]
    for field, value in values.items():
        name = name_of(field)
        line = f"{name}={_quoted(value)}"
        if dotenv_values(stream=StringIO(line)).get(name) != value:
            raise BadInput(f"{name} has characters that .env cannot hold. Set it in the environment instead.")
        lines.append(line)
    return "\n".join(lines) + "\n"


def write(file: Path, values: Mapping[str, str]) -> bool:
    """Writes the file at once, or not at all; whether there was one before, which is kept.

    Raises BadSetting.
    """
    text, was_there = text_of(values), file.exists()
    folder = file.resolve().parent
    try:
        handle, made = tempfile.mkstemp(prefix=".env.", dir=folder)  # its mode is 600
        with os.fdopen(handle, "w", encoding="utf-8") as out:
            out.write(text)
        if was_there:
            file.replace(file.with_name(KEPT))
            file.with_name(KEPT).chmod(0o600)
        Path(made).replace(file)
    except OSError as error:
        raise BadSetting(f"{file.resolve()} cannot be written: {error.strerror}.") from error
    return was_there


def _quoted(value: str) -> str:
    if _PLAIN.fullmatch(value):
        return value
    escaped = value.replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"
