"""Patterns of modelling, recognised by their shape and by public vocabularies, overruled by an admin.

outline      what things of a class are called by, have and stand in
classes      code lists, values, quantities, relations, events
hierarchies  what leads to wider and narrower things
statements   statements of Wikibase
names        where names stand
texts        texts that are dates, years or numbers
known        what public vocabularies say of their own terms
rulings      what an admin says, read from the tables of a file
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kgqa.linking.names import Naming
from kgqa.ontology import Ontology, Pattern, PatternKind, Role, Ruling
from kgqa.patterns.classes import CLASS_KINDS, class_pattern, pattern_of
from kgqa.patterns.hierarchies import hierarchies, hierarchy_of
from kgqa.patterns.names import names
from kgqa.patterns.outline import Outlines
from kgqa.patterns.statements import statements
from kgqa.patterns.texts import TEXT_KINDS, text_of, texts

__all__ = ["with_patterns"]

RULED = "an admin says so"


def with_patterns(ontology: Ontology, naming: Naming) -> Ontology:
    """The ontology with its patterns: those that an admin rules, and of all else what is recognised."""
    ruled = {ruling.of for ruling in ontology.rulings}
    written = [p for p in texts(ontology, naming) if p.of not in ruled]
    written += [_ruled_text(r, r.kind, ontology) for r in ontology.rulings if r.kind and r.kind in TEXT_KINDS]
    outlines = Outlines(replace(ontology, patterns=tuple(written)), naming)
    found = [pattern for pattern in _recognised(outlines) if pattern.of not in ruled]
    found += [_ruled(r, r.kind, outlines) for r in ontology.rulings if r.kind and r.kind not in TEXT_KINDS]
    return replace(ontology, patterns=(*found, *written))


def _recognised(outlines: Outlines) -> Iterator[Pattern]:
    yield from names(outlines)
    for outline in outlines.all():
        if (found := class_pattern(outline, outlines)) is not None:
            yield found
    yield from hierarchies(outlines)
    yield from statements(outlines.ontology)


def _ruled_text(ruling: Ruling, kind: PatternKind, ontology: Ontology) -> Pattern:
    return replace(text_of(kind, ruling.of, ontology), why=RULED)


def _ruled(ruling: Ruling, kind: PatternKind, outlines: Outlines) -> Pattern:
    """The pattern that an admin says, with the roles that are left out as its shape suggests them."""
    suggested: Pattern | None = None
    if kind in CLASS_KINDS:
        suggested = pattern_of(kind, outlines.of(ruling.of), outlines)
    elif kind is PatternKind.HIERARCHY:
        chain = next((c for c in outlines.ontology.chains if c.property == ruling.of), None)
        suggested = hierarchy_of(ruling.of, chain, outlines)
    given = {role for role, _ in ruling.roles}
    left = suggested.roles if suggested and not given & {Role.UP, Role.DOWN} else ()
    return Pattern(
        kind=kind,
        of=ruling.of,
        roles=(*ruling.roles, *((role, iri) for role, iri in left if role not in given)),
        inclusive=bool(ruling.inclusive),
        why=RULED,
    )
