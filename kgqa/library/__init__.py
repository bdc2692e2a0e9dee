"""Verified question-query pairs: kept, found again by likeness, reused for questions of the same shape."""
