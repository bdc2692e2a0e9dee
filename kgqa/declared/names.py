"""What people call a class or a property, and what is said to explain it.

In: facts. Out: names in every language, a comment, a unit.
"""

from __future__ import annotations

import pyoxigraph as ox

from kgqa.declared.facts import Facts
from kgqa.declared.vocabulary import COMMENTS, DEPRECATED_TYPES, OTHER_NAMES, PREFERRED_NAMES, UNIT_PREDICATES
from kgqa.ontology import OWL, RDF_TYPE, Name, PropertyKind, local_name, spaced
from kgqa.values.units import parted, unit_of

_LONGEST = 500  # letters of a comment that are kept


def names_of(facts: Facts, iri: str) -> tuple[Name, ...]:
    """Labels first, then other names, each once."""
    found = [
        Name(o.value.strip(), o.language or "", preferred)
        for predicates, preferred in ((PREFERRED_NAMES, True), (OTHER_NAMES, False))
        for o in facts.of(iri, *predicates)
        if isinstance(o, ox.Literal) and o.value.strip()
    ]
    return tuple(dict.fromkeys(found))


def comment_of(facts: Facts, iri: str) -> str:
    """The explanation, in English if there is one."""
    for predicate in COMMENTS:
        comments = [o for o in facts.of(iri, predicate) if isinstance(o, ox.Literal)]
        comments.sort(key=lambda o: (o.language or "en").split("-")[0] != "en")
        if comments:
            return " ".join(comments[0].value.split())[:_LONGEST]
    return ""


def unit_said(facts: Facts, iri: str, names: tuple[Name, ...], comment: str) -> str:
    """The unit of a property: stated, or in its names, or in the comment on it."""
    stated = [
        o.value if isinstance(o, ox.Literal) else local_name(o) for o in facts.of(iri, *UNIT_PREDICATES)
    ]
    return unit_of([local_name(unit) for unit in stated], [n.text for n in names], local_name(iri), comment)


def measured_name(iri: str, kind: PropertyKind) -> tuple[Name, ...]:
    """The name of a property that nobody names and whose local name ends in a unit: "weight (kg)"."""
    name, unit = parted(local_name(iri))
    return (Name(f"{spaced(name)} ({unit})"),) if unit and kind is not PropertyKind.OBJECT else ()


def is_deprecated(facts: Facts, iri: str) -> bool:
    """Whether the ontology advises against a term."""
    marks = (o.value for o in facts.of(iri, OWL + "deprecated") if isinstance(o, ox.Literal))
    return any(m in ("true", "1") for m in marks) or not DEPRECATED_TYPES.isdisjoint(facts.of(iri, RDF_TYPE))
