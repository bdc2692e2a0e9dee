"""What an index of names is made from, as one short text: the same stamp, the same names.

In: a graph's description, its ontology, how it names things, the names that somebody else gives. Out: a
stamp, by which an index that is kept is known to be up to date or stale.
"""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable

from kgqa.linking.entry import Entry
from kgqa.linking.names import Naming
from kgqa.linking.parts import text_properties
from kgqa.ontology import Ontology
from kgqa.types import GraphDescription, TermKind

COMPOSED = 6  # the way in which entries are made of facts; another one makes another index

Extra = dict[tuple[str, str | None], list[Entry]]  # by the IRI of a thing; by that of a property and a value


def stamp_of(described: GraphDescription, ontology: Ontology, naming: Naming, extra: Extra) -> str:
    """The stamp of names that are read from this graph now."""
    of = (
        COMPOSED,
        described.fingerprint,
        (naming.preferred, naming.other, naming.parts),
        sorted(ontology.classes),
        sorted(ontology.properties),
        text_properties(ontology, naming),
        sorted((iri, text or "", repr(entries)) for (iri, text), entries in extra.items()),
    )
    return hashlib.sha256(repr(of).encode("utf-8", "replace")).hexdigest()[:32]


def is_stale(
    stamp: str, described: GraphDescription, ontology: Ontology, naming: Naming, extra: Iterable[Entry]
) -> bool:
    """Whether names with this stamp would be read anew."""
    return stamp != stamp_of(described, ontology, naming, by_term(extra))


def by_term(extra: Iterable[Entry]) -> Extra:
    """The names of things and values by what they name; those of classes and properties stand elsewhere."""
    found: defaultdict[tuple[str, str | None], list[Entry]] = defaultdict(list)
    for entry in extra:
        if entry.kind is TermKind.ENTITY:
            found[entry.iri, None].append(entry)
        elif entry.kind is TermKind.VALUE and entry.value is not None:
            found[entry.iri, entry.value].append(entry)
    return dict(found)
