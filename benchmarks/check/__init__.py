"""How good the check of queries is: what it finds of the slips that models make, what its repair brings back,
and how fast it is. `python -m benchmarks.check`.
"""
