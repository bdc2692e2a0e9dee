"""By which property things of some classes are called by name.

In: classes and the ontology. Out: naming properties, and patterns that look a name up.
"""

from __future__ import annotations

from collections.abc import Iterable

from kgqa.check.fitting import fit
from kgqa.linking.names import naming_of
from kgqa.ontology import RDF_LANG_STRING, RDFS, XSD, Ontology, Union

LABEL = RDFS + "label"
_PLAIN = frozenset((XSD + "string",))


def names_of(unions: Iterable[Union], ontology: Ontology) -> tuple[str, ...]:
    """The naming properties that things in one class of each union have: by the data, where it was looked at;
    else those that are declared of them, and else rdfs:label.
    """
    unions = tuple(unions)
    naming = naming_of(ontology).preferred
    if ontology.uses:
        having = {
            use.property
            for use in ontology.uses
            if use.literal
            and use.property in naming
            and use.subject
            and all(fit(frozenset((use.subject,)), u, ontology) for u in unions)
        }
        return tuple(p for p in naming if p in having)
    declared = tuple(
        p
        for p in naming
        if p in ontology.properties
        and all(fit(domain, u, ontology) for domain in ontology.domains(p) for u in unions)
    )
    own = tuple(p for p in declared if ontology.domains(p))
    return own or declared or (LABEL,)


def is_plain(naming: str, ontology: Ontology) -> bool:
    """Whether names by this property are texts without a language, as far as is known."""
    used = {u.object for u in ontology.uses_of(naming) if u.literal}
    if used:
        return used <= _PLAIN
    ranges = frozenset().union(*ontology.ranges(naming))
    return bool(ranges) and ranges <= _PLAIN and RDF_LANG_STRING not in ranges


def all_have(unions: Iterable[Union], naming: str, ontology: Ontology) -> bool:
    """Whether the data shows that all things there have a name by this property, so that asking for it loses
    none; also where no data was looked at.
    """
    below = {s for u in unions for c in u for s in ontology.subclasses(c)}
    having = {u.subject: u.subjects for u in ontology.uses_of(naming) if u.literal}
    things = {c: ontology.classes[c].instances for c in below if c in ontology.classes}
    return not ontology.uses or all(having.get(c, 0) >= n for c, n in things.items())
