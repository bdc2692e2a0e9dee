"""The product's own look-ups, in the graph as far as it is open.

In: the name of a look-up and its lists, what is closed. Out: a checked query: `open-NAME.rq` where something
is closed, `NAME.rq` where nothing is.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.check.closed.closing import closing
from kgqa.check.conditions import Closed
from kgqa.ontology import Ontology
from kgqa.queries import query
from kgqa.sparql.model import Lit
from kgqa.types import CheckedQuery

_NONE = "urn:querist:none"  # stores differ on an empty list


def of_open(name: str, ontology: Ontology, closed: Closed, **lists: Iterable[str | Lit]) -> CheckedQuery:
    """The look-up `name` with its lists filled in."""
    if not closed:
        return query(name, **lists)
    known = closing(ontology, closed)
    classes, properties = sorted(known.classes) or [_NONE], sorted(known.properties) or [_NONE]
    return query(f"open-{name}", kinds=classes, properties=properties, **lists)
