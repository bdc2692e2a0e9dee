"""What the commands of the library are given: texts from arguments, files or standard input; examples of
another system.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from kgqa.errors import BadInput

LARGEST = 50_000_000  # bytes of a file of examples
_LONGEST_PATH = 250  # characters; longer is a query, not a file's name


def text_of(given: str, what: str) -> str:
    """The text of an argument: itself, that of the file it names, or standard input for "-". Raises
    BadInput.
    """
    if given == "-":
        text = sys.stdin.read()
    elif len(given) <= _LONGEST_PATH and "\n" not in given and Path(given).is_file():
        text = _read(Path(given))
    else:
        text = given
    if not text.strip():
        raise BadInput(f"The {what} is empty. Give it as text, as a file, or as - for standard input.")
    return text


def examples_in(file: Path) -> Iterator[tuple[str, Any]]:
    """The examples of a JSON list or of JSON lines, each with its place. Raises BadInput."""
    text = _read(file)
    try:
        whole = json.loads(text)
    except json.JSONDecodeError:
        yield from _lines(file, text)
        return
    for number, example in enumerate(whole if isinstance(whole, list) else [whole], 1):
        yield f"{file}, example {number}", example


def _lines(file: Path, text: str) -> Iterator[tuple[str, Any]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield f"{file}, line {number}", json.loads(line)
            except json.JSONDecodeError as error:
                raise BadInput(
                    f"{file}, line {number}: this is no JSON ({error.msg}). Give a JSON list, or one JSON "
                    "object a line."
                ) from error


def _read(file: Path) -> str:
    try:
        if file.stat().st_size > LARGEST:
            raise BadInput(f"{file} has more than {LARGEST:,} bytes. Split it.")
        return file.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"{file} is not text in UTF-8.") from error
    except OSError as error:
        raise BadInput(f"{file} cannot be read: {error.strerror}. Check the path.") from error
