"""Statements as Wikibase has them: a claim leads to a statement, and that to a value, with qualifiers.

In: an Ontology. Out: a Pattern for each property that the data states so, by the namespaces of Wikibase's RDF
dump format (…/prop/P39, …/prop/statement/P39, …/prop/direct/P39, …/prop/qualifier/P580).
"""

from __future__ import annotations

from collections.abc import Iterator

from kgqa.ontology import Ontology, Pattern, PatternKind, Role, local_name


def statements(ontology: Ontology) -> Iterator[Pattern]:
    """Those that the data has."""
    for iri in sorted(ontology.known_properties):
        local = local_name(iri)
        beginning = iri.removesuffix(local)
        value = f"{beginning}statement/{local}"
        if beginning.endswith("/prop/") and ontology.uses_of(iri) and ontology.uses_of(value):
            direct = f"{beginning}direct/{local}"
            qualifiers = _qualifiers(beginning, value, ontology)
            yield Pattern(
                kind=PatternKind.STATEMENT,
                of=iri,
                roles=(
                    (Role.VALUE, value),
                    *(((Role.DIRECT, direct),) if ontology.uses_of(direct) else ()),
                    *((Role.QUALIFIER, q) for q in qualifiers),
                ),
                why="it leads to statements as Wikibase has them",
            )


def _qualifiers(beginning: str, value: str, ontology: Ontology) -> list[str]:
    """The qualifiers that things with such a value have; all, where these have no class."""
    classes = {u.subject for u in ontology.uses_of(value)}
    return sorted(
        q
        for q in ontology.known_properties
        if q.startswith(f"{beginning}qualifier/") and any(u.subject in classes for u in ontology.uses_of(q))
    )
