"""Verified pairs of question and query: what was added and what was retired."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "library_entries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("pair", sa.String(16), nullable=False, index=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("by", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("sparql", sa.Text(), nullable=False),
        sa.Column("language", sa.String(35), nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
    )
