"""The counts of days that are over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "usage_days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("answers", sa.BigInteger(), nullable=False),
        sa.Column("outcomes", sa.JSON(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
    )
