"""Run by alembic inside the transaction that `upgrade` opened."""

from alembic import context

from connectors.database.migrations import VERSION_TABLE
from connectors.database.tables import Table

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Table.metadata,
    version_table=VERSION_TABLE,
    render_as_batch=True,
    transactional_ddl=False,  # ours is the transaction
)
context.run_migrations()
