"""Passages from the world: files of many formats read, and an index in which passages are found."""
