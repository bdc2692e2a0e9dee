"""Groups: what rows are grouped by, what is counted and added up in each, and that nothing counts twice."""
