"""Parts of a parsed query exchanged, for the mutants: in comes a query, out comes another.

Parts are found by identity, so that of two equal patterns only one is changed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, cast

from kgqa.ontology import RDF
from kgqa.sparql.model import Group, Inverse, Iri, Maybe, ParsedQuery, Path, Repeat, Sequence, Triple, Var
from kgqa.sparql.walk import all_elements, groups_in, path_iris, triples

Part = Any  # any node of a query; what comes out is of the kind that went in


def exchanged(query: ParsedQuery, old: Part, new: Part) -> ParsedQuery:
    """The query with `new` where `old` itself stood."""
    return cast("ParsedQuery", rebuilt(query, lambda part: new if part is old else None))


def without(query: ParsedQuery, *gone: Part) -> ParsedQuery:
    """The query without some elements of its groups; an OPTIONAL that is left empty goes too."""

    def change(part: Part) -> Part:
        if not isinstance(part, Group):
            return None
        kept = tuple(rebuilt(e, change) for e in part.elements if not any(e is g for g in gone))
        return Group(tuple(e for e in kept if e != Maybe(Group())))

    return cast("ParsedQuery", rebuilt(query, change))


def beside(query: ParsedQuery, triple: Triple) -> list[Triple]:
    """The patterns of the group that a pattern stands in."""
    groups = [query.select.where, *(g for e in all_elements(query) for g in groups_in(e))]
    home = next(g for g in groups if any(e is triple for e in g.elements))
    return [e for e in home.elements if isinstance(e, Triple)]


def property_sites(query: ParsedQuery) -> list[tuple[Triple, str]]:
    """Each use of a property of the ontology, with the pattern that it stands in."""
    return [
        (triple, iri.value)
        for triple in triples(query)
        if not isinstance(triple.predicate, Var)
        for iri in path_iris(triple.predicate)
        if not iri.value.startswith((RDF, "http://www.w3.org/2000/01/rdf-schema#subClassOf"))
    ]


def with_property(query: ParsedQuery, triple: Triple, old: str, new: str) -> ParsedQuery:
    """The query with another property in one pattern."""
    predicate = rebuilt(triple.predicate, lambda part: Iri(new) if part == Iri(old) else None)
    return exchanged(query, triple, replace(triple, predicate=predicate))


def turned(path: Path) -> Path:
    """A step the other way round."""
    match path:
        case Inverse(inner):
            return inner
        case Repeat(inner, mark):
            return Repeat(turned(inner), mark)
        case Sequence(parts):
            return Sequence(tuple(turned(p) for p in reversed(parts)))
        case _:
            return Inverse(path)


def rebuilt(part: Part, change: Callable[[Part], Part]) -> Part:
    """A part with every node exchanged for which `change` has another."""
    new = change(part)
    if new is not None:
        return new
    if isinstance(part, tuple):
        inner = tuple(rebuilt(p, change) for p in part)
        return inner if any(a is not b for a, b in zip(inner, part, strict=True)) else part
    if is_dataclass(part) and not isinstance(part, type):
        changed = {f.name: rebuilt(getattr(part, f.name), change) for f in fields(part)}
        same = all(getattr(part, key) is value for key, value in changed.items())
        return part if same else replace(part, **changed)
    return part
