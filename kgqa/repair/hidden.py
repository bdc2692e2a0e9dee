"""What may not be said to a model: the terms that are closed to the asker.

In: the conditions' closed terms, an ontology. Out: which terms are hidden, and whether a text speaks of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from kgqa.check.conditions import Closed
from kgqa.ontology import Ontology, local_name, spaced


@dataclass(frozen=True)
class Hidden:
    closed: Closed
    ontology: Ontology

    @cached_property
    def terms(self) -> frozenset[str]:
        """Closed classes and properties with all below them, and closed graphs."""
        below = [self.ontology.subclasses(c) for c in self.closed.classes]
        below += [self.ontology.subproperties(p) for p in self.closed.properties]
        return self.closed.graphs.union(*below)

    def named_in(self, text: str) -> bool:
        """Whether a query, or a text with IRIs in it, names a hidden term."""
        return bool(self.terms) and bool(self._iris.search(text))

    def told_in(self, text: str) -> bool:
        """Whether a sentence speaks of a hidden term, by its IRI or by one of its names."""
        return bool(self.terms) and bool(self._iris.search(text) or self._names.search(text))

    @cached_property
    def _iris(self) -> re.Pattern[str]:
        prefixed = (f":{local_name(iri)}" for iri in self.terms)  # by whatever prefix
        return re.compile(rf"(?:{_either((*self.terms, *prefixed))})(?![\w-])")

    @cached_property
    def _names(self) -> re.Pattern[str]:
        names = (name for iri in self.terms for name in self._names_of(iri))
        return re.compile(rf"(?<!\w)(?:{_either(names)})(?!\w)", re.IGNORECASE)

    def _names_of(self, iri: str) -> Iterable[str]:
        known = self.ontology.classes.get(iri) or self.ontology.properties.get(iri)
        return (local_name(iri), spaced(local_name(iri)), *(n.text for n in (known.names if known else ())))


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted({w for w in words if w}, key=len, reverse=True)))
