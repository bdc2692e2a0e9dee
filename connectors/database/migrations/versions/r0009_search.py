"""What makes the record quick to search, and who is signed in at the auditors' pages."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from connectors.database import searching

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_sessions",
        sa.Column("token", sa.String(64), primary_key=True),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("way", sa.String(16), nullable=False),
        sa.Column("stamp", sa.Text(), nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
    )
    op.create_table(
        "search_terms",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), primary_key=True),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
    )
    op.create_index("search_terms_by_value", "search_terms", ["kind", "value"], unique=True)
    op.create_index("search_terms_by_name", "search_terms", ["kind", "name"])
    op.create_table(
        "search_postings",
        sa.Column("term", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger(), primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
    op.create_index("record_answers_by_time", "record_answers", ["closed_at", "outcome", "seconds"])
    op.create_index("judgements_by_time", "judgements", ["at", "verdict"])
    for statement in _WORDS[op.get_bind().dialect.name]:
        op.execute(statement)
    searching.fill(op.get_bind())


_WORDS = {
    # Each beginning of a word is a word of the index: what is found is read as far as it is shown.
    "sqlite": (
        """
        CREATE VIRTUAL TABLE record_words USING fts5(
            words, detail = none, tokenize = 'unicode61', prefix = '3 4 5 6 7 8 9 10 11 12'
        )
        """,
    ),
    "postgresql": (
        "CREATE TABLE record_words (rowid BIGINT PRIMARY KEY, words TEXT NOT NULL)",
        "CREATE INDEX record_words_by_word ON record_words USING gin (to_tsvector('simple', words))",
    ),
}
