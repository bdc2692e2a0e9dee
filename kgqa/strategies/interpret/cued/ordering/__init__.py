"""Orders: superlatives and ranks, the best of each group, superlatives inside conditions."""
