"""Names found by meaning: words to measure with, and the measure."""
