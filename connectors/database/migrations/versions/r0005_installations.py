"""Where the bot is installed, with sealed tokens, and installs that are under way."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installations",
        sa.Column("name", sa.String(128), primary_key=True),
        sa.Column("sealed", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("held_until", sa.String(32), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "install_states",
        sa.Column("state", sa.String(64), primary_key=True),
        sa.Column("until", sa.String(32), nullable=False),
    )
