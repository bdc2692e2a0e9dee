"""`querist audit export`: lines into a file, which is there when it is whole, or to standard output."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import typer

from bot.audit.given import new_file
from kgqa.errors import BadInput


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
