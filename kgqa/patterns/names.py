"""Where names stand: the properties by which things are called, and the classes whose things are called by
given and family name.

In: an Ontology, how the graph names its things. Out: Patterns.
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.linking.names import KNOWN_NAMES
from kgqa.ontology import Pattern, PatternKind, Role
from kgqa.patterns.outline import MOST, Outlines


def names(outlines: Outlines) -> Iterator[Pattern]:
    """Each property that names things, best first; then the names in parts."""
    ontology, naming = outlines.ontology, outlines.naming
    for iri in naming.preferred:
        classes = {u.subject for u in ontology.uses_of(iri) if u.subject}
        if ontology.uses_of(iri):
            known = "its vocabulary says so" if iri in KNOWN_NAMES else f"it is called {outlines.label(iri)}"
            of = f"{len(classes)} class{'es' if len(classes) != 1 else ''}"
            yield Pattern(
                kind=PatternKind.NAME,
                of=iri,
                languages=tuple(lang for prop, lang in ontology.languages if prop == iri),
                why=f"{known}, and things of {of} have it",
            )
    for outline in outlines.all():
        shares = {h.iri: h.share for h in outline.held}
        for given, family in naming.parts:
            if min(shares.get(given, 0.0), shares.get(family, 0.0)) >= MOST:
                yield Pattern(
                    kind=PatternKind.NAME_IN_PARTS,
                    of=outline.iri,
                    roles=((Role.GIVEN, given), (Role.FAMILY, family)),
                    why=f"its things have a {outlines.label(given)} and a {outlines.label(family)}",
                )
