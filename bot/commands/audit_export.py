"""`querist audit export`: the chain as JSON lines, or records as a table of CSV.

In: what is exported. Out: lines, one after the other, however long the record is; a file is there when it
is whole.
"""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import AsyncIterator
from pathlib import Path

import typer

from bot.cards.files import inert
from bot.commands.audit_given import new_file
from bot.commands.audit_shown import plain
from bot.desk.ports import Audit
from kgqa.audit import Wanted
from kgqa.errors import BadInput

_PAGE = 500


async def chain_lines(audit: Audit, after: int) -> AsyncIterator[str]:
    """The links after a number, a JSON object each."""
    async for link in audit.links(after=after):
        yield json.dumps(link, ensure_ascii=False) + "\n"


async def csv_lines(audit: Audit, wanted: Wanted) -> AsyncIterator[str]:
    """Records, the newest first, as CSV with a head."""
    before, is_first = "", True
    while page := await audit.find(wanted, most=_PAGE, before=before):
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\r\n")  # RFC 4180
        for one in page:
            cells = plain(one)
            if is_first:
                writer.writerow(cells)
                is_first = False
            writer.writerow([inert(_cell(value)) for value in cells.values()])
        yield out.getvalue()
        before = page[-1].reference


def _cell(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else str(value)


async def write(lines: AsyncIterator[str], file: Path | None) -> int:
    """Writes them to standard output, or into a new file; how many. Raises BadInput."""
    count = 0
    if file is None:
        async for line in lines:
            typer.echo(line, nl=False)
            count += 1
        return count
    new_file(file)
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        with part.open("w", encoding="utf-8", newline="") as out:
            async for line in lines:
                out.write(line)
                count += 1
        part.replace(file)
    except OSError as error:
        raise BadInput(f"{file} cannot be written: {error.strerror}. Name another file.") from error
    finally:
        part.unlink(missing_ok=True)
    return count
