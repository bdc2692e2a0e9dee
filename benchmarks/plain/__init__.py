"""Plain questions in a graph's own words."""
