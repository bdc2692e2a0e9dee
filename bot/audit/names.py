"""What people and channels are called: a CSV file -> names, beside the ids that the record has.

In: the file that QUERIST_NAMES names, a line "id,name" each, such as an export of a directory. Out: the name
of an id, and the id of a name. Chats tell ids alone, and the record keeps no names.
"""

from __future__ import annotations

import csv
import logging
from collections.abc import Mapping
from pathlib import Path

from bot.cards.plain import clean
from kgqa.errors import BadSetting

_LOG = logging.getLogger(__name__)
_MOST = 100  # characters of a name


class Names:
    """`path` is None where nobody is named. The file is read anew when it changes. Raises BadSetting for one
    that is not right as it is opened; later, the names of before are good until it is.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._mark: tuple[int, int] | None = None
        self._names: Mapping[str, str] = {}
        self._ids: Mapping[str, str] = {}
        if path is not None:
            self._read(path)

    def of(self, identity: str) -> str:
        """The name of a person or a channel, "slack:T0123:U0456"; "" where it has none."""
        self._look()
        found = self._names.get(identity.casefold())
        return found or self._names.get(identity.rpartition(":")[2].casefold(), "")

    def meant(self, said: str) -> str:
        """The id of a name; what is no name, or that of several, stays as it is."""
        self._look()
        return self._ids.get(said.strip().casefold(), said)

    def _look(self) -> None:
        if self._path is None:
            return
        try:
            found = self._path.stat()
            if (found.st_mtime_ns, found.st_size) != self._mark:
                self._read(self._path)
        except (OSError, BadSetting) as error:
            _LOG.warning("The names of people and channels stay as they were: %s", error)

    def _read(self, path: Path) -> None:
        try:
            found = path.stat()
            self._mark = (found.st_mtime_ns, found.st_size)
            with path.open(encoding="utf-8-sig", newline="") as file:
                rows = [[cell.strip() for cell in row] for row in csv.reader(file) if any(row)]
        except (OSError, UnicodeDecodeError, csv.Error) as error:
            raise BadSetting(f"The file of names {path} cannot be read: {error}.") from error
        if wrong := next((row for row in rows if len(row) < 2 or not all(row[:2])), None):  # noqa: PLR2004
            line = ",".join(wrong)[:80]
            raise BadSetting(f"In the file of names {path}, “{line}” is not of the form id,name.")
        names = {row[0].casefold(): clean(row[1])[:_MOST] for row in rows}
        ids: dict[str, str | None] = {}
        for row in rows:
            name = clean(row[1])[:_MOST].casefold()
            ids[name] = None if name in ids else row[0]
        self._names, self._ids = names, {name: one for name, one in ids.items() if one}
