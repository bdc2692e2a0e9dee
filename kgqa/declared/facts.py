"""The triples of an ontology that are about classes and properties, to be looked up by subject.

In: triples. Out: objects by predicate and subject; lists unfolded. All else in a file is passed over, so that
the data which stands beside an ontology takes no memory.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeGuard

import pyoxigraph as ox

from kgqa.declared.vocabulary import PREDICATES, TYPES
from kgqa.ontology import RDF, RDF_TYPE

Node = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Triple = tuple[Node, Node, Node]
Value = str | ox.Literal  # an IRI, a blank node ("_:" and its label), or a literal


class Facts:
    """What is said, by predicate and subject, in the order in which it is said."""

    def __init__(self, triples: Iterable[Triple]) -> None:
        self._said: dict[str, dict[str, list[Value]]] = {p: {} for p in PREDICATES}
        types = self._said[RDF_TYPE]
        for s, p, o in triples:
            said = self._said.get(p.value) if isinstance(p, ox.NamedNode) else None
            subject = _value(s) if said is not None else None
            if said is None or not isinstance(subject, str):
                continue
            value = _value(o)
            if value is not None and (said is not types or value in TYPES):
                said.setdefault(subject, []).append(value)

    def by(self, predicate: str) -> Mapping[str, Sequence[Value]]:
        """All that is said with a predicate, by its subjects."""
        return self._said[predicate]

    def of(self, subject: str, *predicates: str) -> list[Value]:
        """What is said of a subject with these predicates."""
        return [value for p in predicates for value in self._said[p].get(subject, ())]

    def named(self, subject: str, *predicates: str) -> list[str]:
        """The IRIs among these."""
        return [value for value in self.of(subject, *predicates) if is_named(value)]

    def listed(self, subject: str, predicate: str) -> list[Value]:
        """The members of the RDF lists that a subject has by a predicate."""
        return [member for head in self.of(subject, predicate) for member in self._list(head)]

    def _list(self, head: Value) -> list[Value]:
        """The members of an RDF list; loops end."""
        members: list[Value] = []
        seen: set[Value] = set()
        cell: Value | None = head
        while isinstance(cell, str) and cell not in seen:
            seen.add(cell)
            members += self._said[RDF + "first"].get(cell, ())
            cell = next(iter(self._said[RDF + "rest"].get(cell, ())), None)
        return members


def is_named(value: Value) -> TypeGuard[str]:
    """Whether a value is an IRI."""
    return isinstance(value, str) and not value.startswith("_:")


def _value(node: Node) -> Value | None:
    if isinstance(node, ox.NamedNode):
        return node.value
    if isinstance(node, ox.BlankNode):
        return f"_:{node.value}"
    return node if isinstance(node, ox.Literal) else None
