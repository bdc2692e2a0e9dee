"""Tables in a folder that people look through in a spreadsheet: CSV files with known columns.

In: a folder, the columns of each file. Out: its lines with their numbers, and files that are written whole or
not at all. Raises BadInput with file, line and remedy.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from connectors.lexicon_rows import bad
from kgqa.errors import BadInput

Row = Mapping[str, str]
_YES, _NO = ("yes", "y", "x", "1", "true", "ja", "j"), ("no", "n", "0", "false", "nein")


@dataclass(frozen=True, slots=True)
class Sheets:
    """The files of one folder with their columns."""

    folder: Path
    columns: Mapping[str, tuple[str, ...]]

    def rows(self, name: str) -> list[tuple[int, dict[str, str]]]:
        """The lines of a file, each with its number; none where there is no file."""
        text, path, columns = self.text(name), self.folder / name, self.columns[name]
        if not text.strip():
            return []
        head = text.partition("\n")[0]
        reader = csv.DictReader(io.StringIO(text, newline=""), delimiter=max(",;\t", key=head.count))
        if missing := [c for c in columns if c not in (reader.fieldnames or ())]:
            raise bad(path, 1, f"there is no column {missing[0]}. Put it back, or make the file anew")
        try:
            return [
                (reader.line_num, {c: (row[c] or "").strip() for c in columns})
                for row in reader
                if any(isinstance(v, str) and v.strip() for v in row.values())
            ]
        except csv.Error as error:
            raise bad(path, reader.line_num, f"this is no CSV ({error}). Check the quotes") from error

    def put(self, name: str, rows: Iterable[Row]) -> None:
        """Writes a file of these lines."""
        out = io.StringIO(newline="")
        table = csv.DictWriter(out, self.columns[name], lineterminator="\n")
        table.writeheader()
        table.writerows(rows)
        self.write(name, out.getvalue())

    def text(self, name: str) -> str:
        """What stands in a file, "" where there is none."""
        path = self.folder / name
        try:
            return path.read_text("utf-8-sig") if path.exists() else ""
        except (OSError, UnicodeDecodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it is not in UTF-8"
            raise BadInput(f"{path} cannot be read: {reason}. Check the file.") from error

    def keep_only(self, name: str, is_wanted: bool) -> None:
        """Takes a file away of which nothing is left."""
        if not is_wanted:
            with suppress(OSError):
                (self.folder / name).unlink()

    def write(self, name: str, text: str) -> None:
        """All of it or nothing."""
        path, draft = self.folder / name, self.folder / f".{name}.draft"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            draft.write_text(text, "utf-8", newline="")
            draft.replace(path)
        except OSError as error:
            raise self._unwritable(path, error) from error

    def append(self, name: str, line: str) -> None:
        """One more line of a file; it begins on a line of its own, whatever the last run left half."""
        path = self.folder / name
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with path.open("ab+") as file:
                if file.tell():
                    file.seek(-1, 2)
                    line = line if file.read(1) == b"\n" else f"\n{line}"
                file.write(f"{line}\n".encode("utf-8", "replace"))
        except OSError as error:
            raise self._unwritable(path, error) from error

    def _unwritable(self, path: Path, error: OSError) -> BadInput:
        return BadInput(f"{path} cannot be written: {error.strerror}. Name another folder: --to")


def is_yes(row: Row, column: str, path: Path, line: int, *, otherwise: bool) -> bool:
    """What somebody says in a column of a line; `otherwise` where it is empty. Raises BadInput."""
    said = row[column].strip().lower()
    if said and said not in (*_YES, *_NO):
        told = "Write yes or no, or leave it empty to follow the advice"
        raise bad(path, line, f"{column} is “{said[:20]}”. {told}")
    return said in _YES if said else otherwise
