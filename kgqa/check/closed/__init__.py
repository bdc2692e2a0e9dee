"""What an asker may not see: worked out on the ontology, found in queries, and left out of what is said.

In: an ontology, `Closed`, a query. Out: a View of the ontology for all that speaks, the touches of a query.
"""

from kgqa.check.closed.closing import Closing, View, closing, opened
from kgqa.check.closed.touching import Kind, Touch, touches

__all__ = ["Closing", "Kind", "Touch", "View", "closing", "opened", "touches"]
