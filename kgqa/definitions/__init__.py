"""What a company calls its own: business terms ("key account") and metrics ("return rate").

Each is written once, in plain words, and used alike by every strategy, the restatement and the trace.

In: definitions as an admin wrote them. Out: the terms as logical forms, the metrics as formulas, and what of
them could not be read.
"""
