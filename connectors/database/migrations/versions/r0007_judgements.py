"""One judgement a person and answer; what stands in the entries of records comes along."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    judgements = op.create_table(
        "judgements",
        sa.Column("reference", sa.String(32), sa.ForeignKey("records.reference"), primary_key=True),
        sa.Column("by", sa.Text(), primary_key=True),
        sa.Column("verdict", sa.String(8), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    entries = sa.table(
        "record_entries",
        sa.column("reference", sa.String()),
        sa.column("number", sa.Integer()),
        sa.column("kind", sa.String()),
        sa.column("at", sa.String()),
        sa.column("details", sa.JSON()),
    )
    told = sa.select(entries).where(entries.c.kind == "feedback").order_by(entries.c.number)
    last = {
        (entry.reference, entry.details["by"]): {
            "reference": entry.reference,
            "by": entry.details["by"],
            "verdict": entry.details["verdict"],
            "reason": entry.details.get("reason", ""),
            "at": entry.at,
        }
        for entry in op.get_bind().execute(told)
    }
    if last:
        op.bulk_insert(judgements, list(last.values()))
