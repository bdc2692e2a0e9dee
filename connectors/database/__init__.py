"""Conversations, the record of each question, what models cost and the seats of the desk, on SQLite or
PostgreSQL.

In: a URL (`database.Database.open`). Out: adapters of `kgqa.ports.AuditLog` (`record.Record`),
`kgqa.ports.Conversations` (`turns.Turns`), `kgqa.ports.Ledger` (`ledger.SpendingLedger`) and
`kgqa.ports.Library` (`library.PairLibrary`), and `seats`, which say which process of a fleet is alive.

Everything here is synchronous SQLAlchemy in a small pool of threads of our own. SQLite has no
asynchronous interface (its "async" drivers are threads too), an engine that belongs to no event loop can
serve any of them, and alembic needs the same engine; see docs/decisions/0201.
"""
