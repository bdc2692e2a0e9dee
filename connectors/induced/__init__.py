"""Tables that were induced from a graph, kept in SQLite files: the adapters of the ports for tables."""
