"""What the models of each question cost."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "model_spending",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("asker", sa.Text(), nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("calls", sa.BigInteger(), nullable=False),
        sa.Column("cached", sa.BigInteger(), nullable=False),
        sa.Column("input_tokens", sa.BigInteger(), nullable=False),
        sa.Column("output_tokens", sa.BigInteger(), nullable=False),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("money", sa.Double(), nullable=False),
    )
    op.create_index("model_spending_by_day", "model_spending", ["day", "asker"])
