"""Repair: a query that the check refused in, one that passes out, or what is known of why there is none.

First what is certain without a model (`certain`), then a model's rewriting (`by_model`), then nothing: a
query known to be faulty is never sent (OBQC 4).
"""

from kgqa.repair.certain import repaired
from kgqa.repair.fix import Fix, Repair

__all__ = ["Fix", "Repair", "repaired"]
