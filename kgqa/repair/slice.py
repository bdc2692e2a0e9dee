"""The part of a schema that a refused query is about, in lines that a model reads:
`ex:Order ex:soldBy -> ex:Employee`.

In: the query, what the check said of it, the ontology as the asker may know it. Out: lines, the nearest to
the query first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from kgqa.check.claims import ANYTHING
from kgqa.ontology import Ontology, Union, local_name, spaced
from kgqa.repair.said import canonical, prefixes, short
from kgqa.types import Issue

MOST = 60  # lines; a model that is told more looks at less
_LABEL = 60  # characters of a name
_IRI = re.compile(r"<([^<>\s]+)>")
_PREFIXED = re.compile(r"(?<![\w<:])([A-Za-z][\w-]*)?:([A-Za-z0-9_][\w-]*)")


def schema(query: str, issues: Iterable[Issue], ontology: Ontology) -> tuple[str, ...]:
    """Properties and classes that the query and the issues name, what connects them, and what else the
    classes have.
    """
    said = [text for i in issues for text in (i.message, i.hint)]
    terms = {*_named(canonical(query, ontology), ontology), *_named(" ".join(said), ontology)}
    properties = sorted(terms & ontology.known_properties)
    properties += sorted({q for p in properties for q in ontology.inverses(p)} - terms)
    ends = {c for p in properties for u in (*_starts(p, ontology), *_ends(p, ontology)) for c in u}
    classes = {c for c in terms | ends if c in ontology.classes and c not in ANYTHING}
    around = {near for c in classes for near in (*ontology.superclasses(c), *ontology.subclasses(c))}
    others = _others(around - ANYTHING, ontology, set(properties))
    lines = (_property(p, ontology) for p in (*properties, *others))
    return (*islice(lines, MOST), *(_class(c, ontology) for c in sorted(classes)[:MOST]))


def _named(text: str, ontology: Ontology) -> set[str]:
    """The IRIs in a text, whole or by a known prefix."""
    known = prefixes(ontology)
    short_ones = {known[p] + local for p, local in _PREFIXED.findall(text) if p in known}
    return {*_IRI.findall(text), *short_ones}


def _others(around: set[str], ontology: Ontology, known: set[str]) -> list[str]:
    """Further properties of these classes: those that connect two of them, then the most used."""
    found: list[tuple[bool, int, str]] = []
    for iri in ontology.known_properties - known:
        if _touch(_starts(iri, ontology), around):
            used = sum(u.count for u in ontology.uses_of(iri))
            found.append((not _touch(_ends(iri, ontology), around), -used, iri))
    return [iri for _, _, iri in sorted(found)]


def _touch(unions: Iterable[Union], around: set[str]) -> bool:
    return any(not union.isdisjoint(around) for union in unions)


def _starts(iri: str, ontology: Ontology) -> tuple[Union, ...]:
    """What a property leads from, as declared, or else as the data shows it."""
    return ontology.domains(iri) or _shown(u.subject for u in ontology.uses_of(iri))


def _ends(iri: str, ontology: Ontology) -> tuple[Union, ...]:
    return ontology.ranges(iri) or _shown(u.object for u in ontology.uses_of(iri))


def _shown(classes: Iterable[str]) -> tuple[Union, ...]:
    known = frozenset(c for c in classes if c)
    return (known,) if known else ()


def _property(iri: str, ontology: Ontology) -> str:
    sides = []
    for side in (_starts(iri, ontology), _ends(iri, ontology)):
        one_of = (" | ".join(short(c, ontology) for c in sorted(union)) for union in side)
        sides.append(" & ".join(one_of) or "anything")
    unused = ontology.uses and not any(ontology.uses_of(p) for p in ontology.subproperties(iri))
    remarks = [*_label(iri, ontology), *(["not in the data"] if unused else [])]
    line = f"{sides[0]} {short(iri, ontology)} -> {sides[1]}"
    return f"{line}  # {', '.join(remarks)}" if remarks else line


def _class(iri: str, ontology: Ontology) -> str:
    above = [short(p, ontology) for p in ontology.classes[iri].parents if p not in ANYTHING]
    below = f" is a kind of {', '.join(above)}" if above else " is a class"
    return "  # ".join((short(iri, ontology) + below, *_label(iri, ontology)))


def _label(iri: str, ontology: Ontology) -> list[str]:
    """The name of a term where its IRI does not say it already, on one line."""
    label = " ".join("".join(c if c.isprintable() else " " for c in ontology.label(iri)).split())
    told = label.casefold() in (local_name(iri).casefold(), spaced(local_name(iri)).casefold())
    return [] if told or not label else [f"“{label[:_LABEL]}”"]
