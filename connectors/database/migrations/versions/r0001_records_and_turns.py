"""The record of each question and the turns of a thread."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "records",
        sa.Column("reference", sa.String(32), primary_key=True),
        sa.Column("event", sa.Text(), nullable=False, unique=True),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("tenant", sa.Text(), nullable=False),
        sa.Column("channel", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("person", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("question", sa.Text(), nullable=False),
        sa.Column("language", sa.String(35), nullable=False),
        sa.Column("pins", sa.JSON(), nullable=False),
        sa.Column("asked_at", sa.String(32), nullable=False),
        sa.Column("opened_at", sa.String(32), nullable=False),
    )
    op.create_index("records_by_time", "records", ["opened_at"])
    op.create_index("records_by_person", "records", ["platform", "tenant", "person"])
    op.create_table(
        "record_answers",
        sa.Column("reference", sa.String(32), sa.ForeignKey("records.reference"), primary_key=True),
        sa.Column("closed_at", sa.String(32), nullable=False),
        sa.Column("outcome", sa.String(16), nullable=False, index=True),
        sa.Column("move", sa.String(16)),
        sa.Column("query", sa.Text()),
        sa.Column("canonical", sa.Text()),
        sa.Column("sha256", sa.String(64), index=True),
        sa.Column("graph", sa.Text()),
        sa.Column("fingerprint", sa.Text()),
        sa.Column("strategy", sa.Text(), nullable=False),
        sa.Column("rows", sa.BigInteger()),
        sa.Column("truncated", sa.Boolean()),
        sa.Column("result_sha256", sa.String(64)),
        sa.Column("seconds", sa.Double(), nullable=False),
        sa.Column("history", sa.JSON(), nullable=False),
        sa.Column("trace", sa.JSON(), nullable=False),
        sa.Column("issues", sa.JSON(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
    )
    op.create_table(
        "record_entries",
        sa.Column("reference", sa.String(32), sa.ForeignKey("records.reference"), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("details", sa.JSON(), nullable=False),
    )
    op.create_table(
        "turns",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("reference", sa.String(64), nullable=False, unique=True),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("turn", sa.Text(), nullable=False),
    )
    op.create_index("turns_by_thread", "turns", ["thread", "id"])
