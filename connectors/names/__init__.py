"""Names on disk: what finds the entities and values of a graph among millions of names."""
