"""A store whose default graph mixes graphs of its own in (Virtuoso) -> the address without them.

In: an address, and what asks it. Out: the address at which every query sees the graphs that somebody loaded,
named by the protocol's parameters (SPARQL 1.1 Protocol, 2.1.4); the same address where nothing is mixed in;
none where they cannot be told apart, so that they are read with the rest.
"""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from connectors.dataset import PARAMETERS, Ask, by_parameters
from connectors.transport import Address
from kgqa.errors import GraphRejected, GraphTimeout

MOST = 24  # graphs that are named one by one: each request carries them
_MIXED = "ASK { <http://www.openlinksw.com/schemas/virtrdf#DefaultQuadStorage> ?p ?o }"
_ROWS = MOST + 12  # of the listing: if it is full, graphs may be missing in it
_LISTED = f"SELECT DISTINCT ?g WHERE {{ GRAPH ?g {{ ?s ?p ?o }} }} LIMIT {_ROWS}"
_OWN = (
    r"http://www\.openlinksw\.com/schemas/virtrdf#|http://www\.w3\.org/ns/ldp#|http://www\.w3\.org/2002/07/owl#"
    r"|urn:activitystreams-owl:map|urn:core:services:sparql"
    r"|https?://(localhost|localuriqaserver|{host})(:\d+)?/(DAV/|sparql)"  # stock names, and its own host
)
_NOTHING = "urn:querist:no-graph"


def leaving_out(address: Address, ask: Ask) -> Address | None:
    """The address without the store's own graphs, or None; one that names its graphs stays as it is. Raises
    GraphUnavailable, and what `ask` raises when it is asked whether anything is mixed in.
    """
    if any(name in PARAMETERS for name, _ in address.parameters) or not ask(address, _MIXED).boolean:
        return address
    try:
        found = ask(address, _LISTED)
    except (GraphTimeout, GraphRejected):
        return None
    own = re.compile(_OWN.replace("{host}", re.escape(urlsplit(address.url).hostname or "")))
    listed = [term[1] for row in found.rows for term in row if term]
    loaded = sorted(iri for iri in listed if not own.fullmatch(iri)) or [_NOTHING]
    if found.truncated or len(listed) >= _ROWS or len(loaded) > MOST:
        return None
    return by_parameters(address, loaded)
