"""The part of a schema that a refused query is about, in lines that a model reads:
`ex:Order ex:soldBy -> ex:Employee`.

In: the query, what the check said of it, the ontology. Out: lines, the nearest to the query first; terms that
are hidden from the asker stand in none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kgqa.check.claims import ANYTHING, is_datatype
from kgqa.ontology import Ontology, Union, local_name, spaced
from kgqa.repair.hidden import Hidden
from kgqa.repair.said import canonical, prefixes, short
from kgqa.types import Issue

MOST = 60  # lines; a model that is told more looks at less
_LABEL = 60  # characters of a name
_IRI = re.compile(r"<([^<>\s]+)>")
_PREFIXED = re.compile(r"(?<![\w<:])([A-Za-z][\w-]*)?:([A-Za-z0-9_][\w-]*)")
_QUOTED = re.compile(r"“([^”]+)”")


def schema(query: str, issues: Iterable[Issue], ontology: Ontology, hidden: Hidden) -> tuple[str, ...]:
    """Properties and classes that the query and the issues name, what connects them, and what else the
    classes have.
    """
    said = [text for i in issues for text in (i.message, i.hint)]
    terms = {*_named(canonical(query, ontology), ontology), *_named(" ".join(said), ontology)}
    terms |= _by_label({label for text in said for label in _QUOTED.findall(text)}, ontology)
    terms -= hidden.terms
    properties = sorted(terms & ontology.known_properties)
    properties += sorted({q for p in properties for q in ontology.inverses(p)} - terms)
    ends = {c for p in properties for side in _sides(p, ontology) for union in side for c in union}
    classes = {c for c in terms | ends if c in ontology.classes and c not in ANYTHING}
    around = {near for c in classes for near in (*ontology.superclasses(c), *ontology.subclasses(c))}
    others = _others(around - ANYTHING, ontology, set(properties))
    lines = [line for p in (*properties, *others) if (line := _property(p, ontology, hidden))]
    kinds = [line for c in sorted(classes - hidden.terms) for line in _kind(c, ontology, hidden)]
    return (*lines[:MOST], *kinds[:MOST])


def _named(text: str, ontology: Ontology) -> set[str]:
    """The IRIs in a text, whole or by a known prefix."""
    known = prefixes(ontology)
    short_ones = {known[p] + local for p, local in _PREFIXED.findall(text) if p in known}
    return {*_IRI.findall(text), *short_ones}


def _by_label(labels: set[str], ontology: Ontology) -> set[str]:
    terms = (*ontology.properties, *ontology.classes) if labels else ()
    return {iri for iri in terms if ontology.label(iri) in labels}


def _others(around: set[str], ontology: Ontology, known: set[str]) -> list[str]:
    """Further properties of these classes: those that connect two of them, then the most used."""
    found: list[tuple[bool, int, str]] = []
    for iri in ontology.known_properties - known:
        starts, ends = ({c for union in side for c in union} for side in _sides(iri, ontology))
        if starts & around:
            used = sum(u.count for u in ontology.uses_of(iri))
            found.append((not ends & around, -used, iri))
    return [iri for _, _, iri in sorted(found)]


def _sides(iri: str, ontology: Ontology) -> tuple[tuple[Union, ...], tuple[Union, ...]]:
    """What a property connects, as declared, or else as the data shows it."""
    uses = ontology.uses_of(iri)
    starts = frozenset(u.subject for u in uses if u.subject)
    ends = frozenset(u.object for u in uses if u.object)
    return (
        ontology.domains(iri) or ((starts,) if starts else ()),
        ontology.ranges(iri) or ((ends,) if ends else ()),
    )


def _property(iri: str, ontology: Ontology, hidden: Hidden) -> str:
    """The line of a property; "" where it may not be told."""
    if iri in hidden.terms:
        return ""
    sides = []
    for side in _sides(iri, ontology):
        open_ = [union - hidden.terms for union in side]
        if not all(open_):
            return ""
        one_of = (" | ".join(short(c, ontology) for c in sorted(union)) for union in open_)
        sides.append(" & ".join(one_of) or "anything")
    unused = ontology.uses and not any(ontology.uses_of(p) for p in ontology.subproperties(iri))
    remarks = [*_label(iri, ontology), *(["not in the data"] if unused else [])]
    line = f"{sides[0]} {short(iri, ontology)} -> {sides[1]}"
    return f"{line}  # {', '.join(remarks)}" if remarks else line


def _kind(iri: str, ontology: Ontology, hidden: Hidden) -> Iterator[str]:
    known = ontology.classes[iri]
    above = [short(p, ontology) for p in known.parents if p not in hidden.terms and p not in ANYTHING]
    remarks = "".join(f"  # {label}" for label in _label(iri, ontology))
    if not is_datatype(iri, ontology):
        below = f" is a kind of {', '.join(above)}" if above else " is a class"
        yield short(iri, ontology) + below + remarks


def _label(iri: str, ontology: Ontology) -> list[str]:
    """The name of a term where its IRI does not say it already, on one line."""
    label = " ".join("".join(c if c.isprintable() else " " for c in ontology.label(iri)).split())
    told = label.casefold() in (local_name(iri).casefold(), spaced(local_name(iri)).casefold())
    return [] if told or not label else [f"“{label[:_LABEL]}”"]
