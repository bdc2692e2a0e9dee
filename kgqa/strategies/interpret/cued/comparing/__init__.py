"""Comparisons: with numbers, other things, the own relation, averages, and parts of an order."""
