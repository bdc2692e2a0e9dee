"""What may not be said to a model: the terms that are closed to the asker, and queries that ask for them.

In: what is closed, an ontology. Out: the ontology without it, and whether a text speaks of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kgqa.check.closed import Kind, closing, opened, touches
from kgqa.check.conditions import Closed, Things
from kgqa.ontology import Ontology, local_name, spaced
from kgqa.sparql import ParsedQuery, parse

_ASKED = (Kind.CLOSED, Kind.UNWRITTEN)  # the others are put right by asking more clearly


@dataclass(frozen=True)
class Hidden:
    """`ontology` is the whole one."""

    closed: Closed
    ontology: Ontology

    @cached_property
    def view(self) -> Ontology:
        """The ontology as the asker may know it."""
        return opened(self.ontology, self.closed)

    def asked_in(self, query: str, things: Things) -> bool:
        """Whether a query names what is closed, or may do so; of what cannot be read, by its words."""
        if not self.closed:
            return False
        parsed = parse(query, self.ontology.prefixes)
        if not isinstance(parsed, ParsedQuery):
            return bool(self._iris.search(query))
        found = touches(parsed, closing(self.ontology, self.closed), things)
        return any(touch.kind in _ASKED for touch in found)

    def told_in(self, text: str) -> bool:
        """Whether a sentence speaks of a closed term, by its IRI or by one of its names."""
        return bool(self.closed) and bool(self._iris.search(text) or self._names.search(text))

    @cached_property
    def _terms(self) -> frozenset[str]:
        """What is not said. A property that only closed data has is like one that there is not: it is said as
        it was asked for, since what is left out would tell of it.
        """
        return closing(self.ontology, self.closed).said

    @cached_property
    def _iris(self) -> re.Pattern[str]:
        prefixed = (f":{local_name(iri)}" for iri in self._terms)  # by whatever prefix
        return re.compile(rf"(?:{_either((*self._terms, *prefixed))})(?![\w-])")

    @cached_property
    def _names(self) -> re.Pattern[str]:
        names = (name for iri in self._terms for name in self._names_of(iri))
        return re.compile(rf"(?<!\w)(?:{_either(names)})(?!\w)", re.IGNORECASE)

    def _names_of(self, iri: str) -> Iterable[str]:
        known = self.ontology.classes.get(iri) or self.ontology.properties.get(iri)
        return (local_name(iri), spaced(local_name(iri)), *(n.text for n in (known.names if known else ())))


def _either(words: Iterable[str]) -> str:
    """Any of the words, the longest first; nothing at all where there are none."""
    return "|".join(map(re.escape, sorted({w for w in words if w}, key=len, reverse=True))) or r"(?!)"
