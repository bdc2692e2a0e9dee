"""What is exported: the chain as JSON lines, or records as a table of CSV.

In: what is wanted. Out: lines, one after the other, however long the record is.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import AsyncIterator

from bot.audit.plain import plain
from bot.cards.files import inert
from bot.desk.ports import Audit
from kgqa.audit import Wanted

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
