"""A hash chain over the record, and the acts of auditors. What is there already is chained as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import sqlalchemy as sa
from alembic import op

from connectors.database import contents
from connectors.database.chain import NOTHING, Head, linked

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

_AT_ONCE = 500


def _table(name: str, columns: tuple[str, ...]) -> sa.TableClause:
    """With what is JSON as such; times are texts, as they are kept."""
    json = ("details", "pins", "trace", "issues", "history")
    return sa.table(name, *(sa.column(c, sa.JSON() if c in json else None) for c in columns))


_RECORDS = _table("records", (*contents.RECORD_FACTS, *contents.RECORD_PERSONAL))
_ANSWERS = _table("record_answers", ("reference", *contents.ANSWER_FACTS, *contents.ANSWER_PERSONAL))
_ENTRIES = _table("record_entries", ("reference", *contents.ENTRY_FACTS, *contents.ENTRY_PERSONAL))
_JUDGEMENTS = _table("judgements", ("reference", "by", "verdict", "reason", "at"))


def upgrade() -> None:
    chain = op.create_table(
        "record_chain",
        sa.Column("number", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("reference", sa.String(32), nullable=False),
        sa.Column("entry", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("facts", sa.String(64), nullable=False),
        sa.Column("personal", sa.String(64), nullable=False),
        sa.Column("salt", sa.String(32)),
        sa.Column("previous", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_index("record_chain_by_entry", "record_chain", ["reference", "entry"], unique=True)
    op.create_table(
        "audit_acts",
        sa.Column("number", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("facts", sa.JSON(), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
    )
    op.drop_index("records_by_time", "records")
    op.drop_index("records_by_person", "records")
    op.create_index("records_by_time", "records", ["opened_at", "reference"])
    op.create_index("records_by_person", "records", ["person", "platform", "tenant", "opened_at"])
    op.create_index("records_by_channel", "records", ["channel", "platform", "tenant", "opened_at"])
    _enter_judgements()
    end = NOTHING
    waiting = _keys()
    while keys := tuple(islice(waiting, _AT_ONCE)):
        links = []
        for entry, record, answer in _entries(keys):
            content = contents.of_entry(entry, record, answer)
            link = linked(end, content, entry["at"], entry["reference"], entry["number"], entry["kind"])
            end = Head(link["number"], link["hash"])
            links.append(link)
        op.bulk_insert(chain, links)


def _enter_judgements() -> None:
    """What people think of answers stood beside the entries alone: each becomes one."""
    connection = op.get_bind()
    for row in connection.execute(sa.select(_JUDGEMENTS).order_by(_JUDGEMENTS.c.at)).all():
        of_it = sa.select(sa.func.max(_ENTRIES.c.number)).where(_ENTRIES.c.reference == row.reference)
        connection.execute(
            _ENTRIES.insert().values(
                reference=row.reference,
                number=(connection.scalar(of_it) or 0) + 1,
                kind="judged",
                at=row.at,
                details={"by": row.by, "verdict": row.verdict, "reason": row.reason},
            )
        )


def _keys() -> Iterator[tuple[str, int]]:
    """All entries, in the order in which they were written."""
    order = (_ENTRIES.c.at, _ENTRIES.c.reference, _ENTRIES.c.number)
    found = op.get_bind().execute(sa.select(_ENTRIES.c.reference, _ENTRIES.c.number).order_by(*order))
    yield from [(row.reference, row.number) for row in found]


def _entries(
    keys: tuple[tuple[str, int], ...],
) -> Iterator[tuple[dict[str, Any], dict[str, Any] | None, dict[str, Any] | None]]:
    """These entries, with the records that they opened and the answers that closed them."""
    references = sorted({reference for reference, _ in keys})

    def found(table: sa.TableClause) -> list[dict[str, Any]]:
        rows = op.get_bind().execute(sa.select(table).where(table.c.reference.in_(references)))
        return [dict(row._mapping) for row in rows]  # noqa: SLF001  # SQLAlchemy's own name for it

    entries = {(e["reference"], e["number"]): e for e in found(_ENTRIES)}
    records = {r["reference"]: r for r in found(_RECORDS)}
    answers = {a["reference"]: a for a in found(_ANSWERS)}
    for answer in answers.values():
        answer["truncated"] = None if answer["truncated"] is None else bool(answer["truncated"])
    for key in keys:
        entry = entries[key]
        yield (
            entry,
            records[key[0]] if entry["kind"] == "opened" else None,
            answers.get(key[0]) if entry["kind"] == "closed" else None,
        )
