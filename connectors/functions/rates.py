"""A file of currency rates: CSV with the columns `from, to, rate, date`.

    from,to,rate,date
    EUR,USD,1.0842,2026-11-20

In: a path. Out: rates, or BadInput that names the line and the remedy.
"""

from __future__ import annotations

import csv
import io
from datetime import date
from decimal import Decimal, InvalidOperation
from pathlib import Path

from kgqa.errors import BadInput
from kgqa.functions.shipped import Rate
from kgqa.values.units import is_currency

COLUMNS = ("from", "to", "rate", "date")
LARGEST = 2_000_000  # bytes


def read(path: str | Path) -> tuple[Rate, ...]:
    """The rates in a file. Raises BadInput."""
    path = Path(path)
    try:
        if path.stat().st_size > LARGEST:
            raise BadInput(f"The file of rates {path} is larger than {LARGEST:,} bytes.")
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(f"The file of rates {path} cannot be read as text in UTF-8: {error}.") from error
    rows = csv.DictReader(io.StringIO(text))
    heads = tuple(h.strip().casefold() for h in rows.fieldnames or ())
    if missing := [c for c in COLUMNS if c not in heads]:
        raise BadInput(
            f"The file of rates {path} has no column “{missing[0]}”. Its first line is: {', '.join(COLUMNS)}."
        )
    rows.fieldnames = list(heads)
    return tuple(_rate(path, number, row) for number, row in enumerate(rows, 2))


def _rate(path: Path, line: int, row: dict[str, str | None]) -> Rate:
    said = {name: (row.get(name) or "").strip() for name in COLUMNS}
    where = f"Line {line} of the file of rates {path}"
    for name in ("from", "to"):
        if not is_currency(said[name].upper()):
            raise BadInput(f"{where}: “{said[name]}” is no code of a currency, such as EUR.")
    try:
        rate = Decimal(said["rate"])
    except InvalidOperation as error:
        raise BadInput(f"{where}: “{said['rate']}” is no number, such as 1.0842.") from error
    if not rate.is_finite() or rate <= 0:
        raise BadInput(f"{where}: a rate is more than 0, and this is {said['rate']}.")
    try:
        day = date.fromisoformat(said["date"])
    except ValueError as error:
        raise BadInput(f"{where}: “{said['date']}” is no date, such as 2026-11-20.") from error
    return Rate(said["from"].upper(), said["to"].upper(), rate, day)
