"""What an asker may not see: worked out on the ontology, found in queries, and left out of what is said.

In: an ontology, `Closed`, a query. Out: a View of the ontology for all that speaks, the touches of a query.
"""

from kgqa.check.closed.closing import Closing, View, closing, opened
from kgqa.check.closed.exposure import Exposure
from kgqa.check.closed.touching import Kind, Touch, touches
from kgqa.ontology import Ontology

__all__ = ["Closing", "Kind", "Touch", "View", "closing", "opened", "shows", "touches"]


def shows(ontology: Ontology, prop: str) -> bool:
    """Whether every value of a property may be shown to whom the ontology is given."""
    if not isinstance(ontology, View):
        return True
    known = closing(ontology, ontology.closed)
    return prop not in known.terms and not Exposure(known, {}).end(prop)
