"""A store whose default graph mixes graphs of its own in (Virtuoso) -> the address without them.

In: an address, and what asks it. Out: the address at which every query sees the graphs that somebody loaded,
named by the protocol's parameters (SPARQL 1.1 Protocol, 2.1.4); the same address where nothing is mixed in.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from connectors.results import Found
from connectors.transport import Address

MOST = 24  # graphs that are named one by one: each request carries them
_MIXED = "ASK { <http://www.openlinksw.com/schemas/virtrdf#DefaultQuadStorage> ?p ?o }"
_LISTED = f"SELECT DISTINCT ?g WHERE {{ GRAPH ?g {{ ?s ?p ?o }} }} LIMIT {MOST + 12}"
_OWN = re.compile(
    r"http://www\.openlinksw\.com/schemas/virtrdf#|http://www\.w3\.org/ns/ldp#|http://www\.w3\.org/2002/07/owl#"
    r"|urn:activitystreams-owl:map|urn:core:services:sparql|https?://[^/]+/(DAV/|sparql)"
)
_NOTHING = "urn:querist:no-graph"
_NAMING = ("default-graph-uri", "named-graph-uri")

Ask = Callable[[Address, str], Found]  # raises GraphUnavailable, GraphTimeout or GraphRejected


def leaving_out(address: Address, ask: Ask) -> Address:
    """The address without the store's own graphs. One that names its graphs, or whose store has too many of
    them to name, stays as it is. Raises what `ask` raises.
    """
    if any(name in _NAMING for name, _ in address.parameters) or not ask(address, _MIXED).boolean:
        return address
    listed = [term[1] for row in ask(address, _LISTED).rows for term in row if term]
    loaded = sorted(iri for iri in listed if not _OWN.fullmatch(iri)) or [_NOTHING]
    if len(loaded) > MOST:
        return address
    return replace(
        address, parameters=(*address.parameters, *((name, iri) for name in _NAMING for iri in loaded))
    )
