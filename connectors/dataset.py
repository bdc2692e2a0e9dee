"""Which graphs of an endpoint are read -> an address at which every query sees just these.

In: an address, the IRIs of named graphs, or `ALL`. Out: the address with its dataset, told as the server
takes it: by the protocol's parameters (SPARQL 1.1 Protocol, 2.1.4), or else by clauses in each query
(SPARQL 1.1 Query Language, 13.2). Both make one default graph of the graphs, and leave them to be named by
GRAPH. It is tried, since a server may take no notice of either.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from http import HTTPStatus
from urllib.error import HTTPError

from connectors.results import Found
from connectors.transport import Address
from kgqa.errors import BadSetting, GraphRejected, GraphUnavailable
from kgqa.queries import written

ALL = "all"  # in place of IRIs: every named graph
MOST = 500  # graphs that are told one by one
SETTING = "QUERIST_ENDPOINT_GRAPHS"
PARAMETERS = ("default-graph-uri", "named-graph-uri")
_NOWHERE = "urn:querist:a-graph-that-nobody-has"
_ANY = "ASK { ?s ?p ?o }"
_LISTED = f"SELECT DISTINCT ?g WHERE {{ GRAPH ?g {{ ?s ?p ?o }} }} LIMIT {MOST + 1}"
_THERE = "SELECT ?g WHERE {{ VALUES ?g {{ {graphs} }} FILTER EXISTS {{ GRAPH ?g {{ ?s ?p ?o }} }} }}"

Ask = Callable[[Address, str], Found]  # raises GraphUnavailable, GraphTimeout or GraphRejected


class Dataset:
    """Found out once, by whoever asks first; several threads may."""

    def __init__(self, address: Address, graphs: Sequence[str]) -> None:
        self._plain, self._graphs = address, tuple(graphs)
        self.found = None if graphs else address  # once it is known
        self._lock = threading.Lock()

    def find(self, ask: Ask) -> Address:
        """The address with its dataset; blocks. Raises BadSetting for graphs that hold nothing, and what
        `ask` raises.
        """
        with self._lock:
            if self.found is None:
                self.found = self._taken(self._named(ask), ask)
            return self.found

    def _named(self, ask: Ask) -> tuple[str, ...]:
        """The graphs by their IRIs, all of which hold something."""
        if self._graphs == (ALL,):
            found = _iris(ask(self._plain, _LISTED))
            if not found:
                raise BadSetting(
                    f"{SETTING} asks for all named graphs of {self._plain.shown}, and none holds a triple. "
                    "Take the setting out to read the default graph, or load the data."
                )
            if len(found) > MOST:
                raise BadSetting(
                    f"{self._plain.shown} has more than {MOST} named graphs, too many to be read as one. "
                    f"Name those that matter in {SETTING}, or make their union the server's default graph."
                )
            return tuple(sorted(found))
        wanted = " ".join(map(written, self._graphs))
        try:
            there = _iris(ask(self._plain, _THERE.format(graphs=wanted)))
        except GraphRejected:  # then it is seen when they are read
            return self._graphs
        if missing := [iri for iri in self._graphs if iri not in there]:
            raise BadSetting(
                f"{SETTING} names {missing[0]}, and that graph holds no triple at {self._plain.shown}. "
                "Check how it is written; querist doctor shows the largest graphs when the setting is empty."
            )
        return self._graphs

    def _taken(self, graphs: Sequence[str], ask: Ask) -> Address:
        for way in (by_parameters, by_clauses):
            address = way(self._plain, graphs)
            if _holds(address, ask) and not _holds(way(self._plain, [_NOWHERE]), ask):
                return address
        raise GraphUnavailable(
            f"{self._plain.shown} reads other graphs than those that it is asked for, by default-graph-uri "
            f"as well as by FROM. Take {SETTING} out, and make these graphs the server's default graph."
        )


def by_parameters(address: Address, graphs: Sequence[str]) -> Address:
    """The dataset as the protocol has it."""
    told = [(name, iri) for name in PARAMETERS for iri in graphs]
    return replace(address, parameters=(*address.parameters, *told))


def by_clauses(address: Address, graphs: Sequence[str]) -> Address:
    """The dataset as the language has it."""
    iris = [written(iri) for iri in graphs]
    clauses = [f"FROM {iri}" for iri in iris] + [f"FROM NAMED {iri}" for iri in iris]
    return replace(address, clauses=" ".join(clauses))


def _holds(address: Address, ask: Ask) -> bool:
    """Whether there is anything to read; a server that refuses the dataset, or has no such graph, has not."""
    try:
        return bool(ask(address, _ANY).boolean)
    except GraphRejected:
        return False
    except GraphUnavailable as error:
        if isinstance(error.__cause__, HTTPError) and error.__cause__.code == HTTPStatus.NOT_FOUND:
            return False
        raise


def _iris(found: Found) -> set[str]:
    return {term[1] for row in found.rows for term in row if term and term[0] == "iri"}
