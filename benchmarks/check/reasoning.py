"""The reasoner behind the oracle: `reasonable`, which materialises OWL 2 RL.

In: triples. Out: all that follows from them. The rules of OWL 2 RL that end in "false" are asked of the
result in `benchmarks.check.oracle`, for each query apart.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from rdflib import Graph
from rdflib.term import Node

Triple = tuple[Node, Node, Node]


def closure(*graphs: Iterable[Triple]) -> list[Triple]:
    """The triples with everything that OWL 2 RL derives from them."""
    try:
        from reasonable import PyReasoner
    except ImportError:
        sys.exit("The oracle needs a reasoner: pip install -e '.[bench]'")
    together = Graph()
    for graph in graphs:
        for triple in graph:
            together.add(triple)
    reasoner = PyReasoner()
    reasoner.from_graph(together)
    return [(s, p, o) for s, p, o in reasoner.reason()]
